"""Every option of a decision with its exact value: a position as the solver sees it.

A turn is solved once and remembered: the positions in which it can end are made by the engine and valued by a measure,
and these values, compared with the value of the position now, are the payoffs of the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from wormgrill.analysis.measures import WORMS, Measure, Target, TurnMeasure
from wormgrill.game.dice import WHITE_DICE
from wormgrill.game.moves import Claim, Grill, Move, Pass, Rob, Roll, Steal, Stop, parse_move
from wormgrill.game.position import as_state
from wormgrill.game.results import claim_made, endings, total_points
from wormgrill.game.rules import GoldenDieJoins, Rules, Specialist, as_rules
from wormgrill.game.state import (
    CANNED_WORM_POINTS,
    Phase,
    State,
    after_claim,
    after_fail,
    apply,
    bratworm_gains,
    can_add_golden_die,
    claims_with,
    legal_moves,
    scores,
    without_dice,
)
from wormgrill.solver import MAX_POINTS, Option, Payoffs, Results, Solution, TurnKind, TurnState, solve
from wormgrill.solver import Roll as Rolled
from wormgrill.solver.payoffs import EQUAL

STEAL_FIRST = 100
"""More than any tile's number."""
DIGITS = 12
"""Values compared with now are rounded to so many decimal places: what is equal on the table is then equal here."""
CACHED_TURNS = 128
"""Solutions remembered, some tens of kilobytes each: the positions of the turns now being played."""

# ------------------------------------------------------------------------------------------------ options


@dataclass(frozen=True)
class Choice:
    """One move with its exact value, and what it takes to tell its results."""

    move: Move
    value: float
    """Compared with the position now: what is gained from now on with best play."""
    state: State
    solved: SolvedTurn | None = None
    """None where no dice fall any more: claims, and the choices that a claim brings."""
    solution: Solution | None = None
    option: Option | None = None

    def outcomes(self) -> Outcomes:
        """The chance of every result with best play afterwards."""
        if isinstance(self.move, Grill | Steal):
            return Outcomes({self.move: 1.0}, 0.0)
        if isinstance(self.move, Pass):
            return Outcomes({}, 1.0)
        if self.solved is None or self.solution is None or self.option is None:
            claimed = claim_made(self.state)
            return Outcomes({claimed: 1.0} if claimed else {}, 0.0)
        return self.solved.outcomes(self.solution, self.option)


@dataclass(frozen=True)
class Outcomes:
    """How likely each claim is, and the chance to fail. They sum to 1."""

    claims: dict[Claim, float]
    fail: float
    bratworm: float = 0.0
    """The chance of a bratworm for two 1s from now on."""


def choices(state: State | str, measure: Measure | Target) -> tuple[Choice, ...]:
    """Every move open in a position with its exact value, best first.

    Of equal values the lower chance to fail goes first, then stopping before rolling (but never for nothing), a steal
    before the grill, the higher tile, the victim with more worms; at last the order of the solver: lower faces first,
    the weasel last.

    >>> state = "classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W"
    >>> [(str(choice.move), round(choice.value, 6)) for choice in choices(state, WORMS)][:2]
    [('keep 4', 1.503508), ('keep W', 1.174193)]
    """
    return tuple(_best_first(_choices(as_state(state), measure)))


def _best_first(found: Iterable[Choice]) -> Iterator[Choice]:
    ordered = sorted(found, key=lambda choice: -choice.value)
    while ordered:
        equals = [choice for choice in ordered if choice.value >= ordered[0].value - EQUAL]
        yield from sorted(equals, key=_tie) if len(equals) > 1 else equals
        ordered = ordered[len(equals) :]


def _tie(choice: Choice) -> tuple[float, int]:
    fail = round(choice.outcomes().fail, 9)
    match choice.move:
        case Stop():
            return fail, 2 if fail else 0
        case Grill(tile):
            return fail, -tile
        case Steal():
            return fail, -STEAL_FIRST
        case Roll(golden):
            return fail, 1 + golden
        case Rob(seat):
            return fail, -scores(choice.state)[seat]
        case _:
            return fail, 0


def _choices(state: State, measure: Measure | Target) -> Iterator[Choice]:
    match state.phase:
        case Phase.ROLL:
            for solved in solve_starts(state, measure):
                for option in solved.solution.options(solved.kind.start):
                    golden = option.state.dice_left > WHITE_DICE
                    yield Choice(Roll(golden), option.value, state, solved, solved.solution, option)
        case Phase.KEEP | Phase.DECIDE | Phase.CHANCE:
            solved = solve_turn(state, measure)
            rolled = Rolled(state.turn.rolled.counts, state.turn.rolled.golden or 0) if state.turn.rolled else None
            for option in solved.solution.options(turn_state(state, solved.kind), rolled):
                if state.phase is not Phase.CHANCE or option.move == "roll":
                    yield Choice(parse_move(option.move), option.value, state, solved, solved.solution, option)
        case Phase.ROB if not state.turn.in_hand:  # in the middle of the turn: it goes on from each victim
            solved = solve_turn(state, measure)
            victims = legal_moves(state)
            for move, branch in zip(victims, solved.branches or [solved.solution] * len(victims), strict=True):
                option = branch.best(turn_state(state, solved.kind))
                yield Choice(move, option.value, state, solved, branch, option)
        case _:
            now = _value_now(state, measure)
            for move in legal_moves(state):
                yield Choice(move, round(_value_after(state, move, measure) - now, DIGITS), state)


def _value_now(state: State, measure: Measure | Target) -> float:
    return 0.0 if isinstance(measure, Target) else measure.values([state], state.seat)[0]


def _value_after(state: State, move: Move, measure: Measure | Target) -> float:
    """What a move after the last dice of a turn is worth to its player: open choices count as their best answer."""
    if isinstance(measure, Target):
        return 0.0 if isinstance(move, Pass) else measure.value(total_points(state))
    return max(measure.values([*endings(apply(state, move))], state.seat))


# ------------------------------------------------------------------------------------------------ the rest of the turn


@dataclass(frozen=True)
class Ends:
    """What each way to end a turn is worth, from one position on."""

    fail: float
    claims: Mapping[Claim, float]
    may_pass: bool = False
    """Whether the player may fail although there is something to claim."""

    def best(self, open_claims: Sequence[Claim]) -> Claim | None:
        """The claim that is made; of equals the last one: the steal, or the highest tile. None is a fail."""
        if not open_claims:
            return None
        most = max(map(self.claims.__getitem__, open_claims))
        if self.may_pass and self.fail > most + EQUAL:
            return None
        return next(claim for claim in reversed(open_claims) if self.claims[claim] >= most - EQUAL)

    def value(self, open_claims: Sequence[Claim]) -> float:
        """The value of stopping where these claims are open."""
        if not open_claims:
            return self.fail
        most = max(map(self.claims.__getitem__, open_claims))
        return max(most, self.fail) if self.may_pass else most


ClaimsByPoints = tuple[tuple[tuple[Claim, ...], ...], ...]
"""The claims that are open to kept dice by `[has a worm][points]`."""


def claims_by_points(state: State) -> ClaimsByPoints:
    """What the current seat could claim with any kept dice."""
    every = range(MAX_POINTS + 1)
    return tuple(tuple(claims_with(state, points, has_worm=worm) for points in every) for worm in (False, True))


def possible_claims(state: State) -> dict[Claim, None]:
    """Every claim that some number of points can make in a position, each once."""
    return dict.fromkeys(claim for open_claims in claims_by_points(state)[True] for claim in open_claims)


def ends_of(state: State, measure: Measure, now: float = 0.0) -> Ends:
    """What each way to end this turn is worth, compared with the value now.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21,22 | 36 26 - | seat=0 phase=roll")
    >>> ends = ends_of(state, WORMS, now=WORMS.values([state], 0)[0])
    >>> ends.fail, ends.claims[Grill(21)], ends.claims[Steal(1)]
    (-4.0, 1.0, 3.0)
    """
    return _ends_of(state, measure, now, possible_claims(state))


def _ends_of(state: State, measure: Measure, now: float, claims: Iterable[Claim]) -> Ends:
    found = {claim: [*endings(after_claim(state, claim))] for claim in claims}
    ends = [after_fail(state), *(end for positions in found.values() for end in positions)]
    fail, *values = (round(value - now, DIGITS) for value in measure.values(ends, state.seat))
    remaining = iter(values)
    worth = {claim: max(islice(remaining, len(positions))) for claim, positions in found.items()}
    return Ends(fail, worth, state.rules.may_pass)


def _compared(found: Mapping[Claim | None, float], now: float, rules: Rules) -> Ends:
    worth = {claim: round(value - now, DIGITS) for claim, value in found.items()}
    return Ends(worth[None], {claim: value for claim, value in worth.items() if claim}, rules.may_pass)


class Finish(NamedTuple):
    """A way in which a turn can end, and how likely it is."""

    gained: int
    """Which of the turn's `ends` it belongs to: 0 if no bratworm is gained."""
    claim: Claim | None
    """None if the turn fails."""
    chance: float


@dataclass(frozen=True)
class SolvedTurn:
    """Best play for the rest of a turn, and what its results mean on the table."""

    state: State
    """Without the dice: the same in all positions of a turn until a bratworm is gained."""
    kind: TurnKind
    solution: Solution
    claims: ClaimsByPoints
    ends: tuple[Ends, ...]
    """Without a bratworm, then for each way to gain one."""

    @property
    def branches(self) -> tuple[Solution, ...]:
        """The turn after each way to gain a bratworm, if there is a choice."""
        return self.solution.branches

    def outcomes(self, solution: Solution, option: Option) -> Outcomes:
        """The chance of every result when this option is taken; `solution` is the one it belongs to."""
        claims: dict[Claim, float] = {}
        fail = bratworm = 0.0
        for gained, claim, chance in self.finishes(solution, option):
            bratworm += chance if gained else 0.0
            if claim is None:
                fail += chance
            else:
                claims[claim] = claims.get(claim, 0.0) + chance
        return Outcomes(claims, fail, bratworm if solution is self.solution else 0.0)

    def finishes(self, solution: Solution, option: Option) -> Iterator[Finish]:
        """Every way in which the turn can end when this option is taken; `solution` is the one it belongs to."""
        for numbers, results in self._parts(solution, option):
            for (earned, has_worm, points), chance in np.ndenumerate(results.stopped):
                if chance:
                    claim = self.ends[numbers[earned]].best(self.claims[has_worm][points])
                    yield Finish(numbers[earned], claim, float(chance))
            for earned, chance in enumerate(results.failed):
                if chance:
                    yield Finish(numbers[earned], None, float(chance))

    def _parts(self, solution: Solution, option: Option) -> Iterator[tuple[tuple[int, int], Results]]:
        """The results, with the numbers of the ends that they lead to without and with a bratworm."""
        if solution is not self.solution:  # one of the branches: its bratworm is already chosen
            yield (0, 1 + self.branches.index(solution)), solution.results_of(option)
        elif not self.branches:
            yield (0, 1), solution.results_of(option)
        else:
            first, *others = solution.branch_results(option)
            yield (0, 0), first
            yield from (((0, number), results) for number, results in enumerate(others, start=1))


def solve_starts(state: State, measure: Measure | Target) -> tuple[SolvedTurn, ...]:
    """Solve a turn that is about to begin: twice if its player must decide now on the golden die, without and with it.

    Where the die may be added to any roll, one solution covers both.
    """
    is_decided_now = can_add_golden_die(state) and state.rules.golden_die_joins is GoldenDieJoins.START
    decisions = (False, True) if is_decided_now else (False,)
    return tuple(solve_turn(state, measure, golden=golden) for golden in decisions)


def solve_turn(state: State, measure: Measure | Target, *, golden: bool = False) -> SolvedTurn:
    """Best play for the rest of this turn; `golden` takes the golden die along at its start."""
    return _solved(turn_kind(state, measure, golden=golden), measure, without_dice(state))


@lru_cache(maxsize=CACHED_TURNS)
def _solved(kind: TurnKind, measure: Measure | Target, state: State) -> SolvedTurn:
    claims = claims_by_points(state)
    possible = dict.fromkeys(claim for open_claims in claims[True] for claim in open_claims)
    if isinstance(measure, Target):
        ends = _ends_of(state, WORMS, 0.0, possible)
        return SolvedTurn(state, kind, solve(kind, _target_payoffs(state, measure)), claims, (ends, ends))
    now = _value_now(state, measure)
    if isinstance(measure, TurnMeasure):
        before, *after = (_compared(found, now, state.rules) for found in measure.ends(state))
    else:
        before = _ends_of(state, measure, now, possible)
        after = [_ends_of(gain, measure, now, possible) for gain in bratworm_gains(state) if gain is not state]
    if not kind.bratworms:
        after = [before]
    payoffs = [_payoffs(claims, before, ends) for ends in after]
    return SolvedTurn(
        state, kind, solve(kind, payoffs[0], payoffs if len(payoffs) > 1 else ()), claims, (before, *after)
    )


def _payoffs(claims: ClaimsByPoints, before: Ends, after: Ends) -> Payoffs:
    """The value of every way to end the turn, without and with a bratworm."""
    stopped = [[[ends.value(open_claims) for open_claims in row] for row in claims] for ends in (before, after)]
    return Payoffs(np.array(stopped), np.array([before.fail, after.fail]))


def _target_payoffs(state: State, target: Target) -> Payoffs:
    if state.specialists[state.seat] is not Specialist.CANNED_WORM:
        return Payoffs.of(target.value)
    return Payoffs.of(target.value, without_worm=lambda points: target.value(points + CANNED_WORM_POINTS))


# ------------------------------------------------------------------------------------------------ kinds of turn


def turn_kind(state: State, measure: Measure | Target, *, golden: bool = False) -> TurnKind:
    """What the rest of this turn is played with."""
    turn, owned = state.turn, state.specialists[state.seat]
    may_wait = owned is Specialist.GOLDEN_DIE and state.rules.golden_die_joins is GoldenDieJoins.ANY_ROLL
    has_golden = golden or may_wait or turn.dice_left + sum(turn.aside) > WHITE_DICE
    is_bratworm_ahead = not turn.aside[0] or (turn.phase is Phase.ROB and not turn.in_hand)
    counts_bratworms = is_bratworm_ahead and not isinstance(measure, Target)
    return TurnKind(
        golden_die_faces=state.rules.golden_die_faces if has_golden else None,
        bratworms=counts_bratworms and can_gain_bratworm(state),
        weasel=owned is Specialist.WEASEL,
        golden_die_waits=may_wait,
    )


def can_gain_bratworm(state: State) -> bool:
    """Whether the supply or another player could give the current seat a bratworm."""
    return bratworm_gains(state)[0] is not state


def turn_kinds(rules: Rules) -> Iterator[TurnKind]:
    """Every kind of turn that a game under these rules can have."""
    for bratworms in (False, True) if rules.bratworms else (False,):
        yield TurnKind(bratworms=bratworms)
        if rules.has(Specialist.WEASEL):
            yield TurnKind(bratworms=bratworms, weasel=True)
        if rules.has(Specialist.GOLDEN_DIE):
            may_wait = rules.golden_die_joins is GoldenDieJoins.ANY_ROLL
            yield TurnKind(rules.golden_die_faces, bratworms, golden_die_waits=may_wait)


def prepare(rules: Rules | str) -> None:
    """Build and compile beforehand what decisions under these rules need: then not even the first one has to wait."""
    for kind in turn_kinds(as_rules(rules)):
        solve(kind, Payoffs.of(float)).results()


def turn_state(state: State, kind: TurnKind) -> TurnState:
    """Where in its turn a position is."""
    turn = state.turn
    return kind.state(
        turn.aside,
        golden_left=turn.golden_left,
        weasel_used=turn.weasel_used,
        golden_waits=can_add_golden_die(state),
    )
