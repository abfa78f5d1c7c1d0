"""Gradients are those that differences show; targets lose the luck of the dice, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from wormgrill.batch.features import count_features, count_slots
from wormgrill.batch.net import UNIT, NetValue
from wormgrill.game.rules import EDITIONS
from wormgrill.train.learning import Layers, Learner, _add_slopes, _like, as_chances, new_layers
from wormgrill.train.selfplay import Exploring, Positions, _Step, _with_targets, for_two, play_games

PLAYERS = 3
RANDOM = np.random.default_rng(5)
SLOTS = RANDOM.integers(-1, count_features(PLAYERS), (64, count_slots(PLAYERS))).astype(np.int16)
TARGETS = RANDOM.dirichlet(np.ones(PLAYERS), 64).astype(np.float32)
EVERY = np.arange(64)


@pytest.fixture
def layers() -> Layers:
    return new_layers(PLAYERS, 16, np.random.default_rng(1))


@pytest.mark.parametrize("part", Layers._fields)
def test_the_slope_of_every_layer_is_what_a_small_change_shows(layers: Layers, part: str) -> None:
    slopes = _like(layers)
    _add_slopes(layers, SLOTS, TARGETS, EVERY, slopes)
    found = getattr(slopes, part)
    direction = np.sign(found)
    size = 1e-3
    there = layers._replace(**{part: getattr(layers, part) + np.float32(size) * direction})
    back = layers._replace(**{part: getattr(layers, part) - np.float32(size) * direction})
    rise = _add_slopes(there, SLOTS, TARGETS, EVERY, _like(layers))
    fall = _add_slopes(back, SLOTS, TARGETS, EVERY, _like(layers))
    assert (rise - fall) / (2 * size * len(EVERY)) == pytest.approx(np.abs(found).sum(), rel=0.03)


def test_what_is_learned_again_and_again_is_known(layers: Layers) -> None:
    learner = Learner(layers)
    losses = [learner.learn(SLOTS, TARGETS, EVERY, 3e-3, 0.9) for _ in range(300)]
    least = -(TARGETS * np.log(TARGETS)).sum() / len(TARGETS)
    assert losses[0] > least + 0.1
    assert losses[-1] < least + 0.02


def test_features_that_were_never_seen_say_nothing(layers: Layers) -> None:
    learner = Learner(layers)
    slots = np.where(SLOTS == 7, -1, SLOTS).astype(np.int16)
    for _ in range(3):
        learner.learn(slots, TARGETS, EVERY, 1e-3, 0.9)
    assert not learner.learned.first[7].any()
    assert learner.learned.first[8].any()
    assert learner.weights.first[7].any()


def step(mover: int, chances: list[float], means: list[float], *, is_random: bool = False) -> _Step:
    """A turn, with the chances of all seats by the net and what they are with best play, without luck."""
    slots = np.zeros((1, count_slots(len(chances))), np.int16)
    return _Step(np.array([0]), np.array([mover]), slots, np.array([chances]), np.array([means]), np.array([is_random]))


def targets_of(steps: list[_Step], end: list[float], trust: float) -> list[list[float]]:
    found = _with_targets(steps, np.array([end]), trust, len(end)).targets
    return [[round(float(share), 6) for share in row] for row in found]


def test_a_turn_that_ends_the_game_teaches_what_it_was_worth() -> None:
    assert targets_of([step(0, [0.5, 0.5], [0.6, 0.4])], [1.0, 0.0], 1.0) == [[0.6, 0.4]]


def test_what_the_net_did_not_know_later_is_told_to_earlier_positions() -> None:
    steps = [step(0, [0.5, 0.5], [0.55, 0.45]), step(1, [0.4, 0.6], [0.3, 0.7])]
    # the second mover's turn was worth 0.7 where the net saw 0.6: 0.1 less for the first mover than it was told
    assert targets_of(steps, [1.0, 0.0], 1.0) == [[0.45, 0.55], [0.7, 0.3]]
    assert targets_of(steps, [1.0, 0.0], 0.5) == [[0.5, 0.5], [0.7, 0.3]]


def test_a_turn_at_random_hides_what_comes_after_it() -> None:
    steps = [step(0, [0.5, 0.5], [0.55, 0.45], is_random=True), step(1, [0.4, 0.6], [0.3, 0.7])]
    assert targets_of(steps, [1.0, 0.0], 1.0) == [[0.55, 0.45], [0.7, 0.3]]
    told = step(0, [0.2, 0.6, 0.2], [0.6, 0.3, 0.1], is_random=True)
    assert targets_of([told], [0.0, 1.0, 0.0], 1.0) == [[0.6, 0.3, 0.1]]


def test_a_target_beyond_0_and_1_is_taken_for_what_can_be() -> None:
    targets = np.array([[-0.1, 0.7, 0.4], [0.2, 0.3, 0.5]], np.float32)
    assert as_chances(targets) == pytest.approx(np.array([[0.0, 0.7 / 1.1, 0.4 / 1.1], [0.2, 0.3, 0.5]]))


def test_with_two_players_the_other_one_has_the_rest() -> None:
    assert for_two(np.array([0.6, 0.75]), np.array([0, 1])).tolist() == [[0.6, 0.4], [0.25, 0.75]]


def net_games(seed: int, players: int = 2, edition: str = "deluxe-2018") -> Positions:
    rules = EDITIONS[edition]
    value = NetValue(Learner(new_layers(players, 16, np.random.default_rng(3))).weights, rules)
    exploring = Exploring(turns=0.2, most_turns=20)
    return play_games(value, rules, players, 40, trust=1.0, seed=seed, exploring=exploring)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("edition", ["classic-2014", "deluxe-2018"])
def test_targets_are_chances_and_games_come_again_with_their_seed(players: int, edition: str) -> None:
    one, same, other = (net_games(seed, players, edition) for seed in (1, 1, 2))
    assert one.targets.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert all(np.array_equal(getattr(one, part), getattr(same, part)) for part in Positions._fields)
    assert not np.array_equal(one.targets, other.targets[: len(one.targets)])


def test_the_net_that_plays_is_the_average_rounded_to_whole_parts(layers: Layers) -> None:
    learner = Learner(layers)
    assert np.abs(learner.weights.first / UNIT - layers.first).max() <= 0.5 / UNIT + 1e-7
