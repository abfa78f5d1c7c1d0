"""What was luck and what was skill: every roll and every decision of a game, measured by the chance to win.

One evaluator stands on both sides. Before every ply the position is worth to each seat its chance to win, if the
current seat plays the rest of its turn best; that is exact inside the turn. A roll changes these chances by *luck*, a
decision by the *error* of its player, and by what it gives to the others or takes from them. When the turn passes, the
next one is solved, and the chances are known better than before: that is the *rest*, a correction by the evaluator.

So for every seat: final result = starting chance + luck - its own errors + what the others gave + rest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, islice, pairwise
from math import erfc, sqrt
from operator import attrgetter
from statistics import NormalDist

import numpy as np

from wormgrill.analysis.options import CACHED_TURNS, SolvedTurn, choices, solve_starts, solve_turn, turn_state
from wormgrill.analysis.value import TRAINED, TrainedChance, evaluator_version
from wormgrill.batch.ends import Floats
from wormgrill.game.moves import Claim, Dice, Move
from wormgrill.game.position import as_state
from wormgrill.game.record import Game, as_game
from wormgrill.game.results import endings
from wormgrill.game.state import Phase, State, claims, legal_moves, winners, without_dice
from wormgrill.solver import Option, Solution
from wormgrill.solver import Roll as Rolled
from wormgrill.solver.payoffs import EQUAL

Chances = tuple[float, ...]
"""The chance to win of every seat; ties are shared."""
NOTICEABLE = 0.001
"""A decision whose options are all this close to each other counts for nobody."""
MARKS = (("??", 0.08), ("?", 0.04), ("?!", 0.015))
"""What a decision is marked with that costs so much of the chance to win, or more."""
SHOWN_DIGITS = 3
"""Costs are shown in tenths of a point; a mark goes by what is shown."""
MOST_MOMENTS = 3
CONFIDENCE = 0.95
"""The probability with which an interval holds the true chance."""


def mark_of(error: float) -> str:
    """The mark of a decision; empty if it is right, or nearly so.

    >>> [mark_of(error) for error in (0.0, 0.02, 0.04, 0.3)]
    ['', '?!', '?', '??']
    """
    return next((mark for mark, least in MARKS if round(error, SHOWN_DIGITS) >= least), "")


# ------------------------------------------------------------------------------------------------ positions


def chances_at(state: State | str, evaluator: TrainedChance = TRAINED) -> Chances:
    """The chances to win, if the current seat plays the rest of its turn as is best for itself.

    >>> [round(chance, 2) for chance in chances_at("classic-2014 | 26 | 36 35 | seat=0 phase=decide aside=5555WW")]
    [1.0, 0.0]
    """
    state = as_state(state)
    match state.phase:
        case Phase.OVER:
            return _shares(state)
        case Phase.ROLL:
            solved = max(solve_starts(state, evaluator), key=lambda turn: turn.solution.value)
            return _chances(evaluator, solved, solved.solution, solved.solution.best(solved.kind.start))
        case Phase.KEEP | Phase.DECIDE | Phase.CHANCE:
            solved = solve_turn(state, evaluator)
            rolled = Rolled(state.turn.rolled.counts, state.turn.rolled.golden or 0) if state.turn.rolled else None
            found = solved.solution.options(turn_state(state, solved.kind), rolled)
            is_chance = state.phase is Phase.CHANCE
            best = next(option for option in found if option.move == "roll" or not is_chance)
            return _chances(evaluator, solved, solved.solution, best)
        case Phase.ROB if not state.turn.in_hand:
            solved = solve_turn(state, evaluator)
            turn = turn_state(state, solved.kind)
            branch = max(solved.branches or (solved.solution,), key=lambda each: each.best(turn).value)
            return _chances(evaluator, solved, branch, branch.best(turn))
        case Phase.CLAIM:
            ends = _ends(evaluator, without_dice(state))[0]
            return _tuple(ends[_best_claim(state, ends)])
        case _:
            every = evaluator.of_every([*endings(state)])
            return _tuple(every[int(np.argmax(every[:, state.seat]))])


def _best_claim(state: State, ends: dict[Claim | None, Floats]) -> Claim | None:
    """What is best to claim, of equals the last one, as the solver has it: the steal, or the highest tile."""
    found: list[Claim | None] = [*reversed(claims(state))]
    if state.rules.may_pass:
        found.append(None)
    most = max(ends[claim][state.seat] for claim in found)
    return next(claim for claim in found if ends[claim][state.seat] >= most - EQUAL)


def chances_between(state: State, evaluator: TrainedChance = TRAINED) -> Chances:
    """The chances between two turns, as the evaluator sees them without solving the next one."""
    return _shares(state) if state.phase is Phase.OVER else tuple(evaluator.of_all(state))


def _shares(state: State) -> Chances:
    """The result of a game that is over."""
    first = winners(state)
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(state.players))


def _chances(evaluator: TrainedChance, solved: SolvedTurn, solution: Solution, option: Option) -> Chances:
    ends, total = _ends(evaluator, solved.state), np.zeros(solved.state.players)
    for gained, claim, chance in solved.finishes(solution, option):
        total += chance * ends[gained if solved.kind.bratworms else 0][claim]
    return _tuple(total)


def _tuple(chances: Floats) -> Chances:
    return tuple(chances.tolist())


@lru_cache(CACHED_TURNS)
def _ends(evaluator: TrainedChance, state: State) -> list[dict[Claim | None, Floats]]:
    return evaluator.ends_for_all(state)


# ------------------------------------------------------------------------------------------------ plies


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """One ply: a roll or a decision, and what it meant for every seat."""

    number: int
    """How many plies came before it."""
    turn: int
    """The number of its turn, from 1 on."""
    seat: int
    """Whose turn it is."""
    move: Move
    before: Chances
    after: Chances
    """What the position after it is worth, as it could be known when it was played."""
    settled: Chances
    """The same as it is known once the turn has passed; different from `after` only there."""
    best: Move
    """What would have been best; of a roll, the roll itself."""
    error: float = 0.0
    """What the decision cost its player; 0 for the best move and those that are as good."""
    is_counted: bool = False
    """Whether it is a decision that matters: not forced, and not one between options that are nearly the same."""

    @property
    def is_roll(self) -> bool:
        """Whether dice fell."""
        return isinstance(self.move, Dice)

    @property
    def changes(self) -> Chances:
        """By how much it changed the chance of every seat."""
        return tuple(after - before for after, before in zip(self.after, self.before, strict=True))

    def luck(self, seat: int) -> float:
        """What a roll brought to a seat."""
        return self.changes[seat] if self.is_roll else 0.0

    def given(self, seat: int) -> float:
        """What a decision of somebody else brought to a seat."""
        return 0.0 if self.is_roll or seat == self.seat else self.changes[seat]

    def own_error(self, seat: int) -> float:
        """What the seat's own decision cost it."""
        return self.error if seat == self.seat else 0.0

    def rest(self, seat: int) -> float:
        """What is left: the evaluator's correction when the turn passed, and what is too small to count."""
        known = self.luck(seat) + self.given(seat) - self.own_error(seat)
        return self.settled[seat] - self.before[seat] - known


def reviewed_plies(
    game: Game, evaluator: TrainedChance = TRAINED, first: int = 0, stop: int | None = None
) -> Iterator[ReviewedPly]:
    """The plies of a game one after the other, from one on and up to another one; by default all there are."""
    positions = list(islice(game.replay(), (len(game.moves) if stop is None else stop) + 1))
    turn = 1 + sum(state.phase is Phase.ROLL for state in positions[1 : first + 1])
    before = chances_at(positions[first], evaluator)
    for number, (state, after_state) in enumerate(pairwise(positions[first:]), first):
        move, settled = game.moves[number], chances_at(after_state, evaluator)
        after = chances_between(after_state, evaluator) if after_state.is_turn_over else settled
        best, error, is_counted = (move, 0.0, False) if isinstance(move, Dice) else _judged(state, move, evaluator)
        yield ReviewedPly(number, turn, state.seat, move, before, after, settled, best, error, is_counted)
        turn += after_state.phase is Phase.ROLL
        before = settled


def _judged(state: State, move: Move, evaluator: TrainedChance) -> tuple[Move, float, bool]:
    """The best move, what the move that was played costs, and whether the decision counts."""
    if len(legal_moves(state)) == 1:
        return move, 0.0, False
    found = choices(state, evaluator)
    best, worst = found[0], min(choice.value for choice in found)
    cost = best.value - next(choice.value for choice in found if choice.move == move)
    if best.value - worst <= NOTICEABLE:
        return best.move, 0.0, False
    return (move, 0.0, True) if cost <= EQUAL else (best.move, cost, True)


# ------------------------------------------------------------------------------------------------ the whole game


@dataclass(frozen=True)
class Totals:
    """What made the result of one seat."""

    start: float
    luck: float
    error: float
    """All that its own decisions cost it."""
    given: float
    """What the others' decisions brought it, or took from it if it is negative."""
    rest: float
    final: float
    """The result, 1 for a win; the chance to win where the game is not over."""
    decisions: int
    """How many of its decisions count."""
    deviation: float
    """The standard error of what the evaluator makes of the game: of `adjusted`, too."""

    @property
    def error_rate(self) -> float:
        """The cost of a decision on average."""
        return self.error / self.decisions if self.decisions else 0.0

    @property
    def adjusted(self) -> float:
        """The result without the luck of all dice: what the same decisions bring with dice that favour nobody.

        It is a chance, so an estimate below 0 or above 1 is moved there.
        """
        return min(1.0, max(0.0, self.final - self.luck))

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the adjusted result with a probability of 95 %."""
        return likeliest(self.final - self.luck, self.deviation)


def likeliest(estimate: float, deviation: float) -> tuple[float, float]:
    """The shortest interval that has a chance with a probability of 95 %, by an estimate with this standard error.

    Every chance from 0 to 1 is taken for equally likely before: what is known afterwards is a normal distribution, cut
    off at 0 and 1.

    >>> [round(end, 2) for end in likeliest(0.5, 0.1)], [round(end, 2) for end in likeliest(1.1, 0.1)]
    ([0.3, 0.7], [0.86, 1.0])
    """
    if estimate > 1 / 2:  # from the nearer end on
        low, high = likeliest(1 - estimate, deviation)
        return 1 - high, 1 - low

    def above(chance: float) -> float:
        return erfc((chance - estimate) / (deviation * sqrt(2))) / 2

    inside = above(0) - above(1) if deviation else 0.0
    if inside < sys.float_info.min:
        return max(0.0, estimate), max(0.0, estimate)
    half = deviation * NormalDist().inv_cdf((1 + CONFIDENCE * inside) / 2)
    if half <= estimate:
        return estimate - half, estimate + half
    return 0.0, estimate - deviation * NormalDist().inv_cdf(above(0) - CONFIDENCE * inside)


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn that changed the chance of a seat."""

    turn: int
    ply: int
    """Its first ply."""
    seat: int
    change: float


@dataclass(frozen=True)
class Review:
    """A game, looked at afterwards."""

    players: int
    plies: tuple[ReviewedPly, ...]
    start: Chances
    is_over: bool
    evaluator: str
    """The version of the evaluator: reviews by others are not to be compared with this one."""

    @property
    def final(self) -> Chances:
        """The result, or the chances as they stand."""
        return self.plies[-1].settled if self.plies else self.start

    @cached_property
    def totals(self) -> tuple[Totals, ...]:
        """What made the result, by seat."""
        return tuple(map(self._totals, range(self.players)))

    def _totals(self, seat: int) -> Totals:
        rests = [ply.rest(seat) for ply in self.plies]
        return Totals(
            start=self.start[seat],
            luck=sum(ply.luck(seat) for ply in self.plies),
            error=sum(ply.own_error(seat) for ply in self.plies),
            given=sum(ply.given(seat) for ply in self.plies),
            rest=sum(rests),
            final=self.final[seat],
            decisions=sum(ply.is_counted and ply.seat == seat for ply in self.plies),
            deviation=sqrt(sum(rest * rest for rest in rests)),
        )

    @property
    def turning_point(self) -> Swing | None:
        """The turn in which the chance of somebody changed most; None if nothing has happened."""
        swings = (
            Swing(turn, plies[0].number, seat, plies[-1].settled[seat] - plies[0].before[seat])
            for turn, plies in ((turn, [*plies]) for turn, plies in groupby(self.plies, attrgetter("turn")))
            for seat in range(self.players)
        )
        return max(swings, key=lambda swing: abs(swing.change), default=None)

    def costliest(self, seat: int | None = None) -> ReviewedPly | None:
        """The decision that cost most, of one seat or of all; None if none cost anything."""
        return next(iter(self.moments(seat, most=1)), None)

    def moments(self, seat: int | None = None, most: int = MOST_MOMENTS) -> tuple[ReviewedPly, ...]:
        """The decisions to learn from, of one seat or of all, the most expensive first."""
        wrong = [ply for ply in self.plies if mark_of(ply.error) and seat in (None, ply.seat)]
        return tuple(sorted(wrong, key=lambda ply: -ply.error)[:most])

    def rolls_by_luck(self, seat: int) -> list[ReviewedPly]:
        """The rolls of a seat, the luckiest first."""
        rolls = (ply for ply in self.plies if ply.is_roll and ply.seat == seat)
        return sorted(rolls, key=lambda ply: -ply.luck(seat))


def review_of(game: Game | str, evaluator: TrainedChance = TRAINED) -> Review:
    """The review of a game, or of the text of its record."""
    game = as_game(game)
    return make_review(game, reviewed_plies(game, evaluator))


def make_review(game: Game, plies: Iterable[ReviewedPly]) -> Review:
    """The review of a game whose plies have been looked at."""
    every = tuple(plies)
    start = every[0].before if every else chances_at(game.state)
    return Review(len(game.players), every, start, game.state.phase is Phase.OVER, evaluator_version())
