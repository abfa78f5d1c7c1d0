"""A net sees every position alike from every seat, and goes from one to the next without losing anything."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.batch.twin import draw_kind
from tests.referee.compare import begin_in_the_middle
from wormgrill.batch.ends import all_ends
from wormgrill.batch.features import (
    EMPTY,
    FARTHEST_BEHIND,
    FARTHEST_PROSPECT,
    FEW_TILES,
    LARGEST_LEAD,
    STANDING_SIZE,
    TILES_TO_COME,
    Slots,
    count_features,
    first_besides,
    first_features,
    slots_of,
    slots_of_rules,
)
from wormgrill.batch.layout import OVER, Games, encode_rules, new_games, pack
from wormgrill.batch.net import MIDDLE_UNITS, UNIT, NetValue, Weights
from wormgrill.batch.values import shares_of_win
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, Rules

SEATS = ("tops", "owned", "bratworms")


def random_weights(players: int, units: int = 16, seed: int = 0) -> Weights:
    random = np.random.default_rng(seed)
    return Weights(
        (random.normal(0, 0.3, (count_features(players), units)) * UNIT).astype(np.int16),
        (random.normal(0, 0.3, units) * UNIT).astype(np.int32),
        random.normal(0, 0.3, (units, MIDDLE_UNITS)).astype(np.float32),
        random.normal(0, 0.3, MIDDLE_UNITS).astype(np.float32),
        random.normal(0, 0.3, (MIDDLE_UNITS, players)).astype(np.float32),
        random.normal(0, 0.3, players).astype(np.float32),
    )


def drawn_ends(seed: int) -> tuple[Rules, int, Games]:
    """The ends of a turn somewhere in a game."""
    random = Random(seed)
    state = begin_in_the_middle(draw_kind(random, seed), "a test", random).state
    games, _ = all_ends(encode_rules(state.rules), pack([state]))
    return state.rules, state.players, games


def seen(rules: Rules, players: int, games: Games) -> Slots:
    return slots_of(encode_rules(rules), games, slots_of_rules(rules), players)


def turned(games: Games, players: int) -> Games:
    """The same positions with every player one seat further."""
    moved = games.copy()
    for field in SEATS:
        moved[field][:, :players] = np.roll(games[field][:, :players], 1, axis=1)
    moved["seat"] = (games["seat"] + 1) % players
    return moved


@pytest.mark.parametrize("seed", range(40))
def test_a_position_looks_the_same_whatever_the_number_of_the_seat(seed: int) -> None:
    rules, players, games = drawn_ends(seed)
    assert np.array_equal(seen(rules, players, games), seen(rules, players, turned(games, players)))


@pytest.mark.parametrize("seed", range(40))
def test_every_slot_has_a_feature_of_its_own_or_none(seed: int) -> None:
    rules, players, games = drawn_ends(seed)
    slots = seen(rules, players, games)
    firsts = first_features(players)
    is_empty = slots == EMPTY
    assert (is_empty | (slots >= firsts[:-1])).all()
    assert (is_empty | (slots < firsts[1:])).all()


@pytest.mark.parametrize("seed", range(40))
def test_chances_are_those_of_the_plain_formula_and_sum_to_1(seed: int) -> None:
    rules, players, games = drawn_ends(seed)
    weights = random_weights(players, seed=seed)
    chances = NetValue(weights, rules).of_all(games)
    assert chances.sum(axis=1) == pytest.approx(1)
    assert not chances[:, players:].any()
    for game, slots, found in zip(games, seen(rules, players, games), chances, strict=True):
        if game["phase"] == OVER:
            continue
        below = (weights.first[slots[slots != EMPTY]].sum(axis=0, dtype=np.int64) + weights.first_bias) / UNIT
        middle = np.maximum(below, 0) @ weights.second.astype(float) + weights.second_bias
        scores = np.maximum(middle, 0) @ weights.last.astype(float) + weights.last_bias
        expected = np.exp(scores - scores.max())
        by_seat = np.roll(expected / expected.sum(), int(game["seat"]))
        assert found[:players] == pytest.approx(by_seat, abs=1e-6)


@pytest.mark.parametrize("seed", range(40))
def test_a_position_is_worth_the_same_alone_and_among_others(seed: int) -> None:
    rules, players, games = drawn_ends(seed)
    value = NetValue(random_weights(players), rules)
    together = value.of_all(games)
    backwards = value.of_all(games[::-1])[::-1]
    alone = np.concatenate([value.of_all(games[place : place + 1]) for place in range(len(games))])
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)


@pytest.mark.parametrize(
    ("position", "standings", "lead"),
    [
        ("classic-2014 | 21-23 | 36 24 - | seat=1 phase=roll", [-3, -4, 3], (2, 3, 3)),
        ("classic-2014 | 21 | 24 25 22.23 | seat=0 phase=roll", [-1, 0, None], (1, 1, 0)),
        ("classic-2014 | 21-36 | - - - | seat=0 phase=roll", [0, None, None], (0, 4, 0)),
    ],
)
def test_standings_tell_who_leads_and_how_far_behind_the_others_are(
    position: str, standings: list[int | None], lead: tuple[int, int, int]
) -> None:
    state = parse_state(position)
    slots = seen(state.rules, 3, pack([state]))[0]
    found = (slots - first_features(3)[:-1])[first_besides(3) :].tolist()
    expected = [STANDING_SIZE - 1 if each is None else each + FARTHEST_BEHIND for each in standings]
    leader, tiles, ahead = lead
    assert found == [*expected, (leader * TILES_TO_COME + tiles - 1) * (LARGEST_LEAD + 1) + ahead]


def test_a_game_that_is_over_is_worth_its_result() -> None:
    rules = EDITIONS["classic-2014"]
    games = new_games(rules, 3, 2)
    games["phase"] = OVER
    games["grill"] = 0
    games["tops"][0, 1] = 17
    games["tops"][1, :3] = 15, 16, 17
    chances = NetValue(random_weights(3), rules).of_all(games)
    assert np.array_equal(chances, shares_of_win(games))
    assert chances[0, :3].tolist() == [0, 1, 0]


def test_two_players_see_who_would_lead_after_what_may_happen_next() -> None:
    state = parse_state("classic-2014 | 24,30,33 | 25 36.29 | seat=0 phase=roll")
    games = pack([state])
    slots, firsts = seen(state.rules, 2, games)[0], first_features(2)
    prospects = (slots - firsts[:-1])[first_besides(2) :].tolist()
    # the other one leads by 5; on the grill lie 1, 3 and 4 worms, on top of the stacks 2 and 3
    leads = [5 - 1, 5 - 4, 5 + 1, 5 + 4, 5 - 2 * 3, 5 + 2 * 2, 5 + 2, 5 - 3]
    assert prospects == [(lead + FARTHEST_PROSPECT) * FEW_TILES + 3 - 1 for lead in leads]


def test_weights_of_another_version_are_refused() -> None:
    weights = random_weights(2)
    with pytest.raises(ValueError, match="of another version: with 2 players they have 461 features, not 1069"):
        NetValue(weights._replace(first=weights.first[:461]), EDITIONS["classic-2014"])
