"""A value that looks ahead: the exact turn where few tiles are face-up, and nothing else where there are more."""

from __future__ import annotations

import numpy as np
import pytest

from tests.batch.test_net import drawn_ends, random_weights
from wormgrill.batch.ahead import AheadValue, count_in_stacks, distinct
from wormgrill.batch.layout import OVER, encode_rules, unpack
from wormgrill.batch.net import NetValue
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnSolver
from wormgrill.game.position import format_state

TILES = 5


@pytest.mark.parametrize("seed", range(30))
def test_with_few_tiles_a_position_is_worth_what_its_turn_is_worth(seed: int) -> None:
    rules, players, games = drawn_ends(seed)
    net = NetValue(random_weights(players), rules)
    table = Table(rules, encode_rules(rules), players, len(games), 0)
    found, plain = AheadValue(net, table, TILES).of_all(games), net.of_all(games)
    assert found.sum(axis=1) == pytest.approx(1)
    is_far = (np.bitwise_count(games["grill"]) > TILES) | (games["phase"] == OVER)
    assert np.array_equal(found[is_far], plain[is_far])
    near, movers = games[~is_far], games["seat"][~is_far]
    every = np.arange(len(near))
    assert found[~is_far][every, movers] == pytest.approx(TurnSolver(net, table).worth(near))
    shares = found[~is_far] / (1 - found[~is_far][every, movers])[:, None]
    before = plain[~is_far] / (1 - plain[~is_far][every, movers])[:, None]
    shares[every, movers] = before[every, movers] = 0
    assert shares == pytest.approx(before)


def test_the_value_of_a_seat_is_its_part_of_all() -> None:
    rules, players, games = drawn_ends(3)
    table = Table(rules, encode_rules(rules), players, len(games), 0)
    value = AheadValue(NetValue(random_weights(players), rules), table, TILES)
    seats = np.arange(len(games)) % players
    assert value(games, seats).tolist() == value.of_all(games)[np.arange(len(games)), seats].tolist()


@pytest.mark.parametrize("seed", range(30))
def test_it_may_look_further_only_if_few_tiles_are_in_the_game_at_all(seed: int) -> None:
    rules, players, games = drawn_ends(seed)
    net = NetValue(random_weights(players), rules)
    table = Table(rules, encode_rules(rules), players, len(games), 0)
    everywhere, sometimes = (AheadValue(net, table, 18, most).of_all(games) for most in (18, 9))
    in_stacks = [sum(len(stack) for stack in unpack(rules, game).stacks) for game in games]
    assert count_in_stacks(games).tolist() == in_stacks
    is_far = np.bitwise_count(games["grill"]) + np.array(in_stacks) > 9
    assert np.array_equal(sometimes, np.where(is_far[:, None], net.of_all(games), everywhere))


def test_equal_positions_are_looked_at_once() -> None:
    rules, _, games = drawn_ends(4)
    again = np.concatenate([games, games[::-1], games])
    firsts, same = distinct(again)
    assert len(firsts) == len({format_state(unpack(rules, game)) for game in games})
    assert [str(game) for game in again[firsts][same]] == [str(game) for game in again]
