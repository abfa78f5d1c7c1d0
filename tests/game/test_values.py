"""Rules, states, moves and games are values: they can be pickled, copied and compared at any time."""

from __future__ import annotations

import copy
import pickle
from typing import TypeVar

from hypothesis import given, settings

from wormgrill.game.moves import Move
from wormgrill.game.record import Game, format_game
from wormgrill.game.rules import Rules, parse_rules
from wormgrill.game.state import State, chance_outcomes, legal_moves
from wormgrill.testing import games, rules

T = TypeVar("T")


def twins(value: T) -> list[T]:
    """The same value in other places of the memory: as another process would get it, and copied in two ways."""
    return [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]


def look_at(value: object) -> None:
    """Use a value in every way that could leave something behind in it."""
    assert str(value)
    assert repr(value)
    assert hash(value) == hash(value)
    if isinstance(value, Rules):
        assert parse_rules(str(value)).options == value.options
    elif isinstance(value, State):
        assert len(value.tops) == value.players
        assert set(value.face_down).isdisjoint(value.grill)
        assert not (legal_moves(value) and chance_outcomes(value))
    elif isinstance(value, Game):
        assert format_game(value)
        assert value.state == value.until(len(value.moves)).state


def assert_is_a_value(value: object) -> None:
    for twin in twins(value):
        assert twin == value
        assert hash(twin) == hash(value)
        assert repr(twin) == repr(value)


@given(rules=rules())
def test_rules_are_values_before_and_after_they_are_used(rules: Rules) -> None:
    assert_is_a_value(rules)
    look_at(rules)
    assert_is_a_value(rules)


@settings(max_examples=60)
@given(game=games(max_plies=120))
def test_games_with_their_states_and_moves_are_values_before_and_after_they_are_used(game: Game) -> None:
    values: list[Game | State | Move] = [game, *game.replay(), *game.moves]
    for value in values:
        assert_is_a_value(value)
        look_at(value)
        assert_is_a_value(value)


@settings(max_examples=40)
@given(game=games(max_plies=120))
def test_a_game_from_another_process_goes_on_as_the_first_one_would(game: Game) -> None:
    moves = legal_moves(game.state) or tuple(roll for roll, _ in chance_outcomes(game.state))
    for twin in twins(game) if moves else ():
        assert twin.play(moves[0]) == game.play(moves[0])
        assert twin.play(moves[0]).state == game.play(moves[0]).state
