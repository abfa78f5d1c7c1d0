"""Actions: every move that is ever legal has one, and it means the same at every seat."""

from __future__ import annotations

import pytest
from hypothesis import given

from wormgrill.batch.moves import MOVE_COUNT
from wormgrill.envs.actions import actions_of
from wormgrill.game import EDITIONS, parse_move, parse_rules
from wormgrill.game.rules import MAX_PLAYERS
from wormgrill.game.state import State, legal_moves
from wormgrill.testing import states


@given(states())
def test_every_legal_move_has_an_action_of_its_own(state: State) -> None:
    actions = actions_of(state.rules, state.players)
    moves = legal_moves(state)
    assert len({actions.number(move, state.seat, state.players) for move in moves}) == len(moves)


@pytest.mark.parametrize(
    ("rules", "players", "further"),
    [
        ("classic-2014", 7, []),
        ("classic-2005", 2, [*(f"grill {tile}" for tile in range(21, 37)), "steal +1"]),
        ("classic-2014 tiles=21-22 may_pass", 3, ["grill 21", "grill 22", "steal +1", "steal +2", "pass"]),
        ("classic-2014 tiles=21-22 lower_tile=any", 3, ["grill 21", "grill 22"]),
        ("classic-2014 bratworms=3", 2, []),
        ("classic-2014 bratworms=3", 4, ["rob +1", "rob +2", "rob +3"]),
        ("deluxe-2018 bratworms=0 specialists=raven,weasel", 2, ["weasel"]),
        ("extrawurm-2015 bratworms=0 specialists=golden_die golden_die_joins=any_roll", 2, ["roll golden"]),
        (
            "deluxe-2018",
            3,
            [
                *("roll golden", "weasel", "retain apple", "retain canned_worm", "retain golden_die", "retain hen"),
                *("retain weasel", "rob +1", "rob +2"),
            ],
        ),
    ],
)
def test_there_are_actions_for_what_the_rules_know_and_no_others(rules: str, players: int, further: list[str]) -> None:
    texts = actions_of(parse_rules(rules), players).texts
    first = ["keep 1", "keep 2", "keep 3", "keep 4", "keep 5", "keep W", "roll", "stop"]
    assert list(texts) == first + further


def test_the_table_for_a_rulebook_is_never_longer_than_the_numbering_of_all_moves() -> None:
    """It has no action to retain the raven, nor to rob or to steal from oneself."""
    longest = actions_of(parse_rules("deluxe-2018 may_pass decline_steal lower_tile=any"), MAX_PLAYERS)
    assert len(longest) == MOVE_COUNT - 3


def test_seats_are_counted_from_whoever_chooses() -> None:
    actions = actions_of(EDITIONS["classic-2005"], players=4)
    move = parse_move("steal 0")
    assert [actions.texts[actions.number(move, seat, 4)] for seat in (1, 2, 3)] == ["steal +3", "steal +2", "steal +1"]
