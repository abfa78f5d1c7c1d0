"""Texts do where numbers about positions and games are asked for, and where games are played and turns are solved."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from wormgrill.analysis import make_situation, odds
from wormgrill.analysis.measures import WORMS
from wormgrill.analysis.options import choices, prepare
from wormgrill.analysis.review import chances_at, review_of
from wormgrill.batch import GREEDY, RANDOM, encode_rules, new_games, play, play_each
from wormgrill.game import EDITIONS, Game, format_game, parse_state
from wormgrill.players import LEVELS, make_player
from wormgrill.solver import CLASSIC, Payoffs, parse_roll, solve

TEXT = "classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W"
STATE = parse_state(TEXT)
RULES = EDITIONS["classic-2014"]


def test_texts_of_positions_and_games_are_measured_as_their_values() -> None:
    assert odds(TEXT) == odds(STATE)
    assert choices(TEXT, WORMS) == choices(STATE, WORMS)
    assert chances_at(TEXT) == chances_at(STATE)
    assert make_situation("classic-2014", roll="1124445W") == make_situation(RULES, roll="1124445W")
    game = Game(RULES, ("Ada", "Bo"), ("roll", "dice 1124445W", "keep 1"))
    assert review_of(format_game(game)) == review_of(game)


def test_rules_on_arrays_may_be_texts() -> None:
    prepare("classic-2014")
    assert encode_rules("classic-2014") == encode_rules(RULES)
    assert (new_games("classic-2014", 2, 3) == new_games(RULES, 2, 3)).all()
    assert play("classic-2014", (GREEDY, RANDOM), 10) == play(RULES, (GREEDY, RANDOM), 10)
    numbers, seats = np.arange(3), np.zeros((3, 2), dtype=np.int8)
    assert play_each("classic-2014", [GREEDY], numbers, seats).plies.tolist() == (
        play_each(RULES, [GREEDY], numbers, seats).plies.tolist()
    )


def test_the_roll_of_a_turn_may_be_a_text() -> None:
    solution = solve(CLASSIC, Payoffs.at_least(25))
    assert solution.options(CLASSIC.start, "1124445W") == solution.options(CLASSIC.start, parse_roll("1124445W"))
    assert solution.best(CLASSIC.start, "1124445W").move == solution.policy(CLASSIC.start, parse_roll("1124445W"))


NONE = np.arange(0)
RULES_WANTED = "rules are a text such as 'classic-2014', or Rules, not 2014"
SOLUTION = solve(CLASSIC, Payoffs.at_least(25))


@pytest.mark.parametrize(
    ("use", "given", "told"),
    [
        (odds, (Game(RULES, ("Ada", "Bo")),), "phase=roll', or a State, not Game(rules="),
        (odds, (TEXT, "worms"), "a measure is one of wormgrill.analysis.measures, such as WORMS, not 'worms'"),
        (review_of, (STATE,), "a game is the text of a record, or a Game, not State(rules="),
        (make_situation, (2014,), RULES_WANTED),
        (prepare, (2014,), RULES_WANTED),
        (play, (2014, (GREEDY, RANDOM), 1), RULES_WANTED),
        (play, (RULES, ("greedy", RANDOM), 1), "'greedy' is a name: wormgrill.players.arrays.array_player makes"),
        (play_each, (RULES, ["greedy"], NONE, NONE.reshape(0, 2)), "'greedy' is a name: "),
        (make_player, ("hatchling", "7"), "a seed is a whole number, not '7'"),
        (solve, ("classic", Payoffs.at_least(25)), "a TurnKind such as CLASSIC and Payoffs such as"),
        (solve, (CLASSIC, max), "are solved, not TurnKind("),
        (SOLUTION.options, (CLASSIC.start, 1344), "a roll is a text such as '1344W', or a Roll of wormgrill.solver"),
    ],
)
def test_what_is_of_the_wrong_type_is_told_with_what_is_wanted(
    use: Callable[..., object], given: tuple[object, ...], told: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        use(*given)


@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_players_say_what_makes_a_state_of_a_text(level: str) -> None:
    with pytest.raises(TypeError, match="a position is a State, such as parse_state makes of a text"):
        make_player(level).choose(TEXT)  # type: ignore[arg-type]  # on purpose


def test_a_level_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\['thinker'\] is not a level: known are hatchling"):
        make_player(["thinker"])  # type: ignore[arg-type]  # on purpose
