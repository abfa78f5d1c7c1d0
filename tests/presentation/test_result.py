"""The end of a game: what decided it, and how that is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.endings import finished_game
from wormgrill.game import EDITIONS, Game, parse_move
from wormgrill.game.events import Event, Failed, GotBratworm, Stole, Took
from wormgrill.game.rules import parse_rules
from wormgrill.game.state import Phase, scores, winners
from wormgrill.presentation.deciding import Decision, Holdings, decision_of
from wormgrill.presentation.result import Result, _told, make_result
from wormgrill.presentation.story import TurnStory, story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import words_of

NAMES = ("Ada", "Bo", "Cem", "Dai", "Eve", "Fay", "Gus")
FAILS = "roll;dice 22444444;keep 4;stop"
TAKES = {
    21: "roll;dice 1124WWWW;keep W;roll;dice 1234;keep 1;stop",
    25: "roll;dice 1124WWWW;keep W;roll;dice 1135;keep 5;stop",
    26: "roll;dice 1124WWWW;keep W;roll;dice 1245;keep 5;roll;dice 124;keep 1;stop",
}


def ended(rules: str, *turns: str, you: int | None = None) -> Result:
    game = Game(parse_rules(rules), NAMES[:2])
    for move in ";".join(turns).split(";"):
        game = game.play(parse_move(move))
    assert game.state.phase is Phase.OVER
    return make_result(story_of(game), Teller(words_of("en"), game.players, you))


def turns_with(*events: Event) -> list[TurnStory]:
    return [TurnStory(0, events=(event,), is_complete=True) for event in events]


def test_the_tile_with_which_the_winner_led_to_the_end_is_decisive() -> None:
    result = ended("classic-2014 tiles=21,25", TAKES[25], TAKES[21])
    assert (result.title, result.decisive_tile) == ("Ada wins!", 25)
    assert result.decision == "Ada took the lead with 25 in turn 1 and kept it to the end."


def test_a_lead_that_was_lost_again_decides_nothing() -> None:
    result = ended("classic-2014 tiles=21,25", TAKES[25], TAKES[25], TAKES[21], you=0)
    assert (result.title, result.decisive_tile) == ("Bo wins!", 25)
    assert result.decision == "Bo took the lead by stealing your 25 in turn 2 and kept it to the end."


def test_a_tile_that_somebody_else_lost_can_be_decisive_wherever_it_lies() -> None:
    result = ended("classic-2014 tiles=21,25,26", TAKES[26], TAKES[25], FAILS, TAKES[21], TAKES[26], you=1)
    assert (result.title, result.decisive_tile) == ("You win!", 26)
    assert result.decision == "When Ada lost 26 in turn 3, you were in the lead for good."
    assert [row.tiles for row in result.rows] == [((25, 2), (21, 1)), ((26, 2),)]


def test_of_a_tie_the_highest_tile_is_decisive_and_told_once() -> None:
    result = ended("classic-2014 tiles=25,26", TAKES[25], TAKES[26])
    assert (result.title, result.decisive_tile, result.decision) == ("Bo wins!", 26, "")
    assert result.text == "2 worms each: the highest tile breaks the tie, and that is 26."


def test_a_shared_win_has_no_decisive_tile() -> None:
    story = story_of(Game(EDITIONS["classic-2014"], NAMES[:2]))
    over = replace(story.state, turn=replace(story.state.turn, phase=Phase.OVER))
    result = make_result(replace(story, state=over), Teller(words_of("en"), NAMES[:2]))
    assert (result.title, result.decisive_tile, result.decision) == ("A shared win: Ada, Bo", None, "")
    assert [row.place for row in result.rows] == [1, 1]


def test_a_theft_among_others_can_bring_the_lead() -> None:
    theft = Stole(2, 0, 21)
    decision = decision_of(turns_with(Took(1, 26), Took(0, 25), Took(0, 21), theft), 3)
    assert decision == Decision(1, 4, theft)
    told = [_told(decision, Teller(words_of("en"), NAMES, you)) for you in (None, 0, 1, 2)]
    assert told == [
        "When Cem stole 21 from Ada in turn 4, Bo was in the lead for good.",
        "When Cem stole your 21 in turn 4, Bo was in the lead for good.",
        "When Cem stole 21 from Ada in turn 4, you were in the lead for good.",
        "When you stole 21 from Ada in turn 4, Bo was in the lead for good.",
    ]


def test_a_theft_from_the_winner_decides_nothing() -> None:
    decision = decision_of(turns_with(Took(1, 26), Took(0, 28), Took(0, 21), Stole(2, 0, 21)), 3)
    assert decision == Decision(0, 2, Took(0, 28))


def test_a_lead_that_no_tile_has_brought_has_no_decisive_tile() -> None:
    decision = decision_of(turns_with(Took(0, 21), Failed(1, None, None), GotBratworm(1, None), GotBratworm(1, 0)), 2)
    assert decision == Decision(1, 4, None)
    assert decision.tile is None


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_winner_led_from_the_decisive_turn_on_and_not_before(edition: str, players: int) -> None:
    game = finished_game(edition, *NAMES[:players])
    turns = story_of(game).turns
    leaders = [winners(state) for state in game.replay() if state.is_turn_over][-len(turns) :]
    holdings = Holdings(players)
    for turn in turns:
        for event in turn.events:
            holdings.follow(event)
    assert [worms for worms, _ in holdings.ranks] == [*scores(game.state)]
    assert [sorted(stack) for stack in holdings.stacks] == [sorted(stack) for stack in game.state.stacks]
    decision = decision_of(turns, players)
    assert decision
    assert set(leaders[decision.turn - 1 :]) == {winners(game.state)}
    assert decision.turn == 1 or leaders[decision.turn - 2] != winners(game.state)


def test_a_row_says_everything_in_sentences() -> None:
    game = finished_game("deluxe-2018", *NAMES)
    for row in make_result(story_of(game), Teller(words_of("en"), NAMES)).rows:
        assert row.summary.startswith(f"Place {row.place}, {row.name}: {row.worms} worm")
        assert all(str(tile) in row.summary for tile, _ in row.tiles)
        assert row.tile_worms + row.bratworms + row.apple == row.worms
        assert ("The apple counts as 3 worms." in row.summary) == bool(row.apple)
