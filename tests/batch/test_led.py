"""What turns are worth to all seats, against turns that are played."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.batch.test_net import random_weights
from tests.batch.twin import KINDS, draw_kind
from tests.referee.compare import begin_in_the_middle
from wormgrill.batch.ends import Floats
from wormgrill.batch.games import MAX_PLIES, empty_batch
from wormgrill.batch.layout import Games, encode_rules, new_games, pack
from wormgrill.batch.led import SeatsSolver
from wormgrill.batch.net import NetValue
from wormgrill.batch.noise import make_taste
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnSolver, TurnTaker
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, Rules
from wormgrill.game.state import without_dice

PLAYS = 4000
CLEARLY = 5.0
"""So many standard errors."""


def drawn_turn(kind: int) -> tuple[Rules, int, Games]:
    """A turn that is about to begin, somewhere in a game."""
    random = Random(kind)
    state = without_dice(begin_in_the_middle(draw_kind(random, kind), "a test", random).state)
    return state.rules, state.players, pack([state])


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_mover_has_what_best_play_is_worth_and_all_chances_sum_to_1(kind: int) -> None:
    rules, players, games = drawn_turn(kind)
    table, value = Table(rules, encode_rules(rules), players, 1, 0), NetValue(random_weights(players), rules)
    seat = int(games["seat"][0])
    best = TurnSolver(value, table).worth(games)[0]
    exact, rough = SeatsSolver(value, table).worth(games), SeatsSolver(value, table, is_rough=True).worth(games)
    assert exact[0, seat] == pytest.approx(best, abs=1e-8)
    assert exact.sum() == pytest.approx(1)
    assert rough == pytest.approx(exact, abs=1e-3)


@pytest.mark.parametrize("edition", ["classic-2014", "deluxe-2018"])
@pytest.mark.parametrize("players", [3, 5])
def test_the_others_have_the_mean_of_what_comes_of_it(edition: str, players: int) -> None:
    rules = EDITIONS[edition]
    table, value = Table(rules, encode_rules(rules), players, PLAYS, 3), NetValue(random_weights(players), rules)
    start = new_games(rules, players, 1)
    start["tops"][0, :players] = np.arange(players) + 2
    start["grill"] &= ~sum(1 << (tile + 2) for tile in range(players))
    start["bratworms"][0, 1:3] = 6 if rules.bratworms else 0, rules.bratworms and rules.bratworms - 6
    after = played_often(value, table, start)
    expected, error = after.mean(axis=0), after.std(axis=0) / np.sqrt(PLAYS)
    assert (np.abs(SeatsSolver(value, table).worth(start)[0] - expected) < CLEARLY * error).all()


@pytest.mark.parametrize("others", ["26", "26+3 -+4"], ids=["two", "three, with a choice of victims"])
@pytest.mark.parametrize("faces", ["12345W", "111WWW"])
def test_all_seats_have_what_comes_of_a_golden_die_that_waits(faces: str, others: str) -> None:
    rules = f"deluxe-2018 golden_die_joins=any_roll golden_die_faces={faces}"
    state = parse_state(f"{rules} | 21,23-25,27-33 | 22@golden_die {others} | seat=0 phase=roll")
    table = Table(state.rules, encode_rules(state.rules), state.players, PLAYS, 3)
    start, value = pack([state]), NetValue(random_weights(state.players), state.rules)
    found = SeatsSolver(value, table).worth(start)[0]
    assert found[0] == pytest.approx(TurnSolver(value, table).worth(start)[0], abs=1e-8)
    after = played_often(value, table, start)
    assert (np.abs(found - after.mean(axis=0)) < CLEARLY * after.std(axis=0) / np.sqrt(PLAYS)).all()


def played_often(value: NetValue, table: Table, start: Games) -> Floats:
    """By `[play, seat]` the chances after the same turn."""
    batch = empty_batch(start, PLAYS)
    batch.numbers[:] = np.arange(PLAYS)
    TurnTaker(value, make_taste(0.0, 0), table).take_turns(batch, np.arange(PLAYS), MAX_PLIES)
    return value.of_all(batch.games)[:, : table.players]
