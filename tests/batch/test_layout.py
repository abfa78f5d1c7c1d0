"""Positions, moves and rolls as numbers, and back."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.support.any_position import any_position
from wormgrill.batch.layout import GAME, encode_rules, new_games, pack, unpack
from wormgrill.batch.moves import MOVES, dice_code, dice_of, move_number, moves_of
from wormgrill.batch.steps import IllegalStep, apply_moves, apply_rolls, legal_masks
from wormgrill.game import EDITIONS, Rules, ShortGame, initial_state, parse_move
from wormgrill.game.consistency import contradiction
from wormgrill.game.moves import Dice

CLASSIC = EDITIONS["classic-2014"]


def test_positions_in_every_phase_come_back_unchanged() -> None:
    rng = Random(1)
    states = [state for state in (any_position(rng) for _ in range(6000)) if contradiction(state) is None]
    assert len({state.phase for state in states}) == 8
    games = pack(states)
    assert [unpack(state.rules, game) for state, game in zip(states, games, strict=True)] == states


@pytest.mark.parametrize("rules", [*EDITIONS.values(), Rules("classic-2014", tiles=(21, 36))], ids=str)
@pytest.mark.parametrize("players", [2, 7])
def test_new_games_are_the_initial_position(rules: Rules, players: int) -> None:
    games = new_games(rules, players, 3)
    assert [unpack(rules, game) for game in games] == [initial_state(rules, players)] * 3
    assert np.array_equal(games, pack([initial_state(rules, players)] * 3))


@pytest.mark.parametrize("players", [1, 8])
def test_fewer_than_two_or_more_than_seven_cannot_play(players: int) -> None:
    with pytest.raises(ValueError, match="a game has 2 to 7 players"):
        new_games(CLASSIC, players, 1)


def test_a_game_takes_no_more_than_two_lines_of_the_cache() -> None:
    assert GAME.itemsize <= 128


def test_every_move_has_its_number_in_the_order_of_the_texts() -> None:
    assert [move_number(move) for move in MOVES] == list(range(49))
    assert [str(move) for move in MOVES] == sorted(str(move) for move in MOVES)
    assert moves_of((1 << 49) - 1) == MOVES


@pytest.mark.parametrize("text", ["dice 1", "dice 113445WW", "dice 113445WW+W", "dice WWWWWWWW+1"])
def test_rolls_come_back_unchanged(text: str) -> None:
    dice = parse_move(text)
    assert isinstance(dice, Dice)
    assert dice_of(dice_code(dice)) == dice


def test_rules_are_encoded_by_axis() -> None:
    rules = Rules("classic-2005", tiles=(11, 36), short_game=ShortGame.RETURNED, may_pass=True)
    axes = np.array([encode_rules(rules)])[0]
    assert axes["tiles"] == 1 | 1 << 17
    assert (axes["short_game"], axes["may_pass"], axes["lower_any"], axes["decline_steal"]) == (2, 1, 0, 0)
    assert list(axes["homes"]) == [-1] * 6
    assert axes["joins_any_roll"] == 0
    waiting = np.array([encode_rules("deluxe-2018 golden_die_joins=any_roll")])[0]
    assert waiting["joins_any_roll"] == 1


@pytest.mark.parametrize("number", [move_number(parse_move("stop")), 49, 64, -2])
def test_an_illegal_move_is_refused_and_changes_no_game(number: int) -> None:
    axes, games = encode_rules(CLASSIC), new_games(CLASSIC, 2, 2)
    roll = move_number(parse_move("roll"))
    with pytest.raises(IllegalStep, match="not legal in game 1"):
        apply_moves(axes, games, np.array([roll, number]))
    assert np.array_equal(games, new_games(CLASSIC, 2, 2))


@pytest.mark.parametrize("text", ["dice 1", "dice 11111111+1", "dice 111111111"])
def test_an_impossible_roll_is_refused_and_changes_no_game(text: str) -> None:
    axes, games = encode_rules(CLASSIC), new_games(CLASSIC, 2, 2)
    apply_moves(axes, games, np.full(2, move_number(parse_move("roll"))))
    before = games.copy()
    dice = parse_move(text)
    assert isinstance(dice, Dice)
    with pytest.raises(IllegalStep, match="not legal in game 0"):
        apply_rolls(axes, games, np.array([dice_code(dice), -1]))
    assert np.array_equal(games, before)


def test_the_golden_die_shows_only_its_faces() -> None:
    rules = EDITIONS["extrawurm-2015"]
    state = initial_state(rules, 2)
    (owner,) = (name for _, name in rules.specialists if name == "golden_die")
    state = type(state)(rules, state.grill, (), ((), ()), (owner, None), (0, 0))
    axes, games = encode_rules(rules), pack([state])
    apply_moves(axes, games, np.array([move_number(parse_move("roll golden"))]))
    for text, is_possible in (("dice 11112222+5", False), ("dice 11112222", False), ("dice 11112222+W", True)):
        dice = parse_move(text)
        assert isinstance(dice, Dice)
        if is_possible:
            apply_rolls(axes, games, np.array([dice_code(dice)]))
        else:
            with pytest.raises(IllegalStep, match="the roll 0x"):
                apply_rolls(axes, games, np.array([dice_code(dice)]))
    assert [str(move) for move in moves_of(int(legal_masks(axes, games)[0]))] == ["keep 1", "keep 2", "keep W"]
