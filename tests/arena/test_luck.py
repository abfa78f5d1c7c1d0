"""Luck: its expectation is 0 for every roll, it sums to 0 over the seats, and results without it vary less."""

from __future__ import annotations

from collections.abc import Sequence
from math import sin, sqrt
from statistics import fmean, stdev, variance

import pytest

from wormgrill.analysis.value import TRAINED
from wormgrill.arena.luck import Luck, luck_of_roll
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.rounds import Programs, play_game
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import State, chance_outcomes

ROLLS = {
    "the first": "classic-2014 | 21-36 | - - | seat=0 phase=chance",
    "four dice": "classic-2014 | 21-24,33 | 36 26 - | seat=1 phase=chance aside=5WWW",
    "golden": "deluxe-2018 | 25-36 | 24@golden_die - | seat=0 phase=chance aside=55 golden=left",
    "golden with 111WWW": "deluxe-2018 golden_die_faces=111WWW | 25-36 | 24@golden_die - "
    "| seat=0 phase=chance aside=55 golden=left",
    "a golden die that waits": "deluxe-2018 golden_die_joins=any_roll | 25-36 | 24@golden_die - "
    "| seat=0 phase=chance aside=555W",
    "a golden die that has waited": "deluxe-2018 golden_die_joins=any_roll golden_die_faces=111WWW "
    "| 25-36 | 24@golden_die - | seat=0 phase=chance aside=555W golden=left",
    "weasel": "deluxe-2018 | 27-36 | 24@weasel 26 | seat=0 phase=chance aside=WW",
    "weasel used": "deluxe-2018 | 27-36 | 24@weasel 26 | seat=0 phase=chance aside=WW weasel=used",
    "bratworms in supply": "deluxe-2018 | 21-36 | - -+3 | seat=0 phase=chance aside=WW",
    "bratworms of two victims": "deluxe-2018 | 21,23@raven,24,29,33 | 22 -+4 -+3 | seat=0 phase=chance aside=WW",
    "free choices": "classic-2005 lower_tile=any may_pass | 22-30 | 36 31 | seat=0 phase=chance aside=WW5",
}
"""Positions in which the dice are in the air."""


@pytest.mark.parametrize("text", ROLLS.values(), ids=ROLLS.keys())
def test_the_luck_of_a_roll_has_expectation_0(text: str) -> None:
    state = parse_state(text)
    outcomes = chance_outcomes(state)
    every = [(luck_of_roll(state, dice), weight) for dice, weight in outcomes]
    total = sum(weight for _, weight in every)
    assert sum(luck * weight for luck, weight in every) / total == pytest.approx(0, abs=1e-9)
    assert max(luck for luck, _ in every) > 0.01


class Odd:
    """No chance at all, but a number for every position."""

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        return [sin(sum(state.grill) + 3 * sum(state.stacks[seat])) for state in states]

    def of_all(self, state: State) -> list[float]:
        return [self.values([state], seat)[0] for seat in range(state.players)]


def test_any_value_of_positions_gives_expectation_0() -> None:
    state = parse_state(ROLLS["bratworms of two victims"])
    outcomes = chance_outcomes(state)
    mean = sum(luck_of_roll(state, dice, Odd()) * weight for dice, weight in outcomes) / 6**state.turn.dice_left
    assert mean == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("text", ROLLS.values(), ids=ROLLS.keys())
def test_what_the_mover_gains_the_others_lose(text: str) -> None:
    state = parse_state(text)
    luck = Luck(state.players)
    dice, _ = chance_outcomes(state)[-1]
    luck.follow(state, dice)
    assert luck.seats[state.seat] == pytest.approx(luck_of_roll(state, dice))
    assert sum(luck.seats) == pytest.approx(0, abs=1e-12)
    others = [change for seat, change in enumerate(luck.seats) if seat != state.seat]
    assert all(change * luck.seats[state.seat] < 0 for change in others)


@pytest.mark.parametrize(
    ("edition", "players", "passes", "part"), [("classic-2014", 2, 60, 0.35), ("deluxe-2018", 3, 10, 1.5)]
)
def test_luck_has_mean_0_over_games_and_results_without_it_vary_less(
    edition: str, players: int, passes: int, part: float
) -> None:
    plan = Plan(("greedy", "greedy"), (Setting(EDITIONS[edition], players),), seed=5)
    with Programs(0) as programs:
        rounds = [round_ for number in range(passes) for round_ in plan.rounds(number)]
        games = [play_game(plan, round_, round_.seatings[0], programs) for round_ in rounds]
    lucks = [game.luck[0] for game in games]
    assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(len(lucks))
    assert all(sum(game.luck) == pytest.approx(0, abs=1e-9) for game in games)
    raw = [game.raw[0] for game in games]
    adjusted = [won - luck for won, luck in zip(raw, lucks, strict=True)]
    assert variance(adjusted) < part * variance(raw)


def test_chances_to_win_sum_to_1_and_the_result_is_known_at_the_end() -> None:
    state = parse_state("deluxe-2018 | 21-24,33 | 36@hen 26 -+2 | seat=1 phase=roll")
    assert sum(TRAINED.of_all(state)) == pytest.approx(1)
    assert TRAINED.values([state], 0)[0] > TRAINED.values([state], 2)[0] > 0
    over = parse_state("classic-2014 | - | 25 33 21 | seat=1 phase=over")
    assert TRAINED.of_all(over) == [0.0, 1.0, 0.0]
