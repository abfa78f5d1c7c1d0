"""A position as the solver sees it: which kind of turn, where in it, and every option with its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from wormgrill.analysis.measures import EQUAL, Measure, total_points
from wormgrill.game.dice import WHITE_DICE
from wormgrill.game.moves import Claim, Grill, Move, Retain, Rob, Roll, Steal, Stop, parse_move
from wormgrill.game.rules import Rules, Specialist
from wormgrill.game.state import CANNED_WORM_POINTS, Phase, State, Turn, claims, robbable, scores
from wormgrill.solver import Option, Payoffs, Results, Solution, TurnKind, TurnState, solve
from wormgrill.solver import Roll as Rolled

CACHED_TURNS = 128
"""Solutions remembered, some tens of kilobytes each: the positions of the turns now being played."""


@dataclass(frozen=True)
class Choice:
    """One move with its exact value, and what it takes to tell its results."""

    move: Move
    value: float
    state: State
    measure: Measure
    solution: Solution | None = None
    """None where no dice fall any more: claims, and the choices that a claim brings."""
    option: Option | None = None

    def outcomes(self) -> Outcomes:
        """The chance of every result with best play afterwards."""
        if isinstance(self.move, Grill | Steal):
            return Outcomes({self.move: 1.0}, 0.0)
        if self.solution is None or self.option is None:
            claimed = _claimed(self.state)
            return Outcomes({claimed: 1.0} if claimed else {}, 0.0)
        return _outcomes(self.state, self.measure, self.solution.results_of(self.option))


@dataclass(frozen=True)
class Outcomes:
    """How likely each claim is, and the chance to fail. They sum to 1."""

    claims: dict[Claim, float]
    fail: float
    bratworm: float = 0.0
    """The chance of a bratworm for two 1s from now on."""


def choices(state: State, measure: Measure) -> tuple[Choice, ...]:
    """Every move open in a position with its exact value, best first.

    Of equal values the lower chance to fail goes first, then stopping before rolling (but never for nothing), a steal
    before the grill, the victim who has more; at last the order of the solver, lower faces first and the weasel last.

    >>> from wormgrill.game.position import parse_state
    >>> from wormgrill.analysis.measures import WORMS
    >>> state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W")
    >>> [(str(choice.move), round(choice.value, 6)) for choice in choices(state, WORMS)][:2]
    [('keep 4', 1.503508), ('keep W', 1.174193)]
    """
    return tuple(_best_first(_choices(state, measure)))


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
        case Roll() | Grill():
            return fail, 1
        case Rob(seat):
            return fail, -scores(choice.state)[seat]
        case _:
            return fail, 0


def _choices(state: State, measure: Measure) -> Iterator[Choice]:
    match state.phase:
        case Phase.ROLL:
            has_golden = state.specialists[state.seat] is Specialist.GOLDEN_DIE
            for golden in (False, True) if has_golden else (False,):
                solution = solution_of(state, measure, golden=golden)
                option = solution.best(solution.kind.start)
                yield Choice(Roll(golden), option.value, state, measure, solution, option)
        case Phase.KEEP | Phase.DECIDE | Phase.CHANCE:
            solution = solution_of(state, measure)
            rolled = Rolled(state.turn.rolled.counts, state.turn.rolled.golden or 0) if state.turn.rolled else None
            for option in solution.options(turn_state(state, solution.kind), rolled):
                if state.phase is not Phase.CHANCE or option.must_roll:
                    yield Choice(parse_move(option.move), option.value, state, measure, solution, option)
        case Phase.CLAIM:
            for claim in claims(state):
                yield Choice(claim, measure.of_claim(state, claim), state, measure)
        case Phase.ROB:
            yield from _rob_choices(state, measure)
        case Phase.RETAIN:
            for specialist in state.turn.in_hand:
                value = measure.of_claimed(state) + measure.of_specialist(specialist)
                yield Choice(Retain(specialist), value, state, measure)
        case Phase.OVER:
            return


def _rob_choices(state: State, measure: Measure) -> Iterator[Choice]:
    bratworm = measure.of_bratworm(state)
    for seat in robbable(state):
        if state.turn.in_hand:  # the raven's bratworm ends the turn
            yield Choice(Rob(seat), measure.of_claimed(state) + bratworm, state, measure)
        else:
            solution = solution_of(state, measure)
            option = solution.best(turn_state(state, solution.kind))
            yield Choice(Rob(seat), bratworm + option.value, state, measure, solution, option)


def solution_of(state: State, measure: Measure, *, golden: bool = False) -> Solution:
    """Best play for the rest of this turn; `golden` takes the golden die along at its start."""
    return _solved(turn_kind(state, measure, golden=golden), measure, _visible(state))


@lru_cache(maxsize=CACHED_TURNS)
def _solved(kind: TurnKind, measure: Measure, view: State) -> Solution:
    return solve(kind, measure.payoffs(view))


def _visible(state: State) -> State:
    """What the payoffs of a turn hang on: the same in all positions of a turn, and for all stacks with equal tops."""
    tops = tuple(stack[-1:] for stack in state.stacks)
    return State(state.rules, state.grill, state.on_tile, tops, state.specialists, state.bratworms, state.seat, _FRESH)


_FRESH = Turn()


def turn_kind(state: State, measure: Measure, *, golden: bool = False) -> TurnKind:
    """What the rest of this turn is played with."""
    turn = state.turn
    has_golden = golden or turn.dice_left + sum(turn.aside) > WHITE_DICE
    return TurnKind(
        golden_die_faces=state.rules.golden_die_faces if has_golden else None,
        bratworms=not turn.aside[0] and measure.of_bratworm(state) > 0,
        weasel=state.specialists[state.seat] is Specialist.WEASEL,
    )


def turn_kinds(rules: Rules) -> Iterator[TurnKind]:
    """Every kind of turn that a game under these rules can have."""
    for bratworms in (False, True) if rules.bratworms else (False,):
        yield TurnKind(bratworms=bratworms)
        if rules.has(Specialist.WEASEL):
            yield TurnKind(bratworms=bratworms, weasel=True)
        if rules.has(Specialist.GOLDEN_DIE):
            yield TurnKind(rules.golden_die_faces, bratworms)


def prepare(rules: Rules) -> None:
    """Build and compile beforehand what decisions under these rules need: then not even the first one has to wait."""
    for kind in turn_kinds(rules):
        solve(kind, Payoffs.of(float)).results()


def turn_state(state: State, kind: TurnKind) -> TurnState:
    """Where in its turn a position is."""
    turn = state.turn
    return kind.state(turn.aside, golden_left=turn.golden_left, weasel_used=turn.weasel_used)


def _outcomes(state: State, measure: Measure, results: Results) -> Outcomes:
    is_canned = state.specialists[state.seat] is Specialist.CANNED_WORM
    found: dict[Claim, float] = {}
    fail = results.fail
    for (earned, has_worm, points), chance in np.ndenumerate(results.stopped):
        if not chance:
            continue
        total = points + (0 if has_worm else CANNED_WORM_POINTS)
        claim = measure.claim(state, total, earned) if has_worm or is_canned else None
        if claim is None:
            fail += float(chance)
        else:
            found[claim] = found.get(claim, 0.0) + float(chance)
    return Outcomes(found, fail, results.bratworm)


def _claimed(state: State) -> Claim | None:
    """What has been claimed in this turn, while a choice that it brought is open.

    A tile counts as taken from the grill, for the position no longer tells whose it was; a hen came without its tile,
    which its last owner still has.
    """
    if Specialist.HEN in state.turn.in_hand:
        for seat, top in enumerate(state.tops):
            if seat != state.seat and top == total_points(state):
                return Steal(seat)
    top = state.tops[state.seat]
    return None if top is None else Grill(top)
