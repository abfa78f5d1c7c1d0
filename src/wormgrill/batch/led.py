"""What turns are worth to others than the mover, if the mover plays them best by some value.

The ends of a turn are worth something to each of several lanes. The first lane belongs to the mover, who chooses by it;
the others get what comes of that: the other seats, or whatever else depends on how the turn ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.compiling import compiled
from wormgrill.batch.ends import (
    COLUMNS,
    FAIL,
    LANE,
    MAX_VARIANTS,
    MOVE,
    VARIANT,
    Ends,
    Floats,
    Ints,
    all_ends,
    best_claim,
    make_ends,
)
from wormgrill.batch.layout import NONE, Axes, Games
from wormgrill.batch.luck import WinValue
from wormgrill.batch.noise import NO_WHIM
from wormgrill.batch.players import Table
from wormgrill.batch.rules import claims_with
from wormgrill.batch.turns import (
    HAS_CHOICE,
    HAS_GOLDEN,
    LANES,
    STOP_ROWS,
    Turns,
    alike,
    branches_of,
    has_bratworm,
    kind_of,
    make_turns,
    stop_index,
)
from wormgrill.solver import MAX_POINTS, TurnKind
from wormgrill.solver.arrays import empty_values, solve_arrays
from wormgrill.solver.lattice import lattice
from wormgrill.solver.payoffs import EQUAL

AnyFloats = NDArray[np.float32] | Floats
LanesValue = Callable[[Games, Ints], Floats]
"""By `[position, lane]` what positions are worth, the first lane to the seat beside each, which has moved."""
GROUPS = (4, 8)
"""The lanes that the solver takes together: the fewest in which all of them have room."""


class LedSolver:
    """Solves turns that are about to begin for several lanes, of which the first one chooses.

    Where it `is_rough` it takes half the time, in float32, and values are off by some millionths.
    """

    def __init__(self, value: LanesValue, lanes: int, table: Table, *, is_rough: bool = False) -> None:
        self._value, self._lanes = value, lanes
        self._axes = table.axes
        self._golden_faces = table.rules.golden_die_faces
        self._group = next(group for group in GROUPS if group >= lanes)
        self._dtype: Any = np.float32 if is_rough else np.float64

    def worth(self, games: Games) -> Floats:
        """By `[turn, lane]` what the turns are worth before their first roll."""
        found = np.empty((len(games), self._lanes))
        for code, places, gains in alike(self._axes, games, LANES // self._group):
            starts = games[places]
            positions, index = all_ends(self._axes, starts)
            paid = np.zeros((len(positions), self._group))
            paid[:, : self._lanes] = self._value(positions, starts["seat"][index[:, LANE]].astype(np.int64))
            ends = make_ends(index, np.ascontiguousarray(paid[:, 0]), len(starts))
            turns = make_turns(code, places, starts, gains, ends)
            worth = self._solve(turns, paid, code & ~HAS_GOLDEN)
            if code & HAS_GOLDEN:
                golden = self._solve(turns, paid, code)
                worth = np.where(golden[:, :1] > worth[:, :1] + EQUAL, golden, worth)
            found[places] = worth[:, : self._lanes]
        return found

    def _solve(self, turns: Turns, paid: Floats, code: int) -> Floats:
        """By `[turn, lane]` what the turns are worth before their first roll."""
        kind, gains = kind_of(code, self._golden_faces), turns.gains
        best = np.empty((len(gains), MAX_VARIANTS, COLUMNS), dtype=np.int64)
        find_best_ends(turns.ends, best)
        lanes, known = np.arange(len(gains)), None
        variants = gains
        if code & HAS_CHOICE:
            firsts, branches = branches_of(gains)
            after = self._solve_side(kind, turns, branches, (best, paid), is_earned=True)
            known = np.empty_like(self._empty_values(kind, len(gains))[1])
            choose_ways(self._by_turn(after[1]), firsts, gains, has_bratworm(kind), self._by_turn(known))
            variants = np.zeros_like(gains)
        solves = np.stack([lanes, variants], axis=1)
        layer, slot = lattice(kind).slot(kind.start)
        starting = self._solve_side(kind, turns, solves, (best, paid), known=known)[1, :, layer, slot]
        return starting.reshape(-1, self._group)[: len(gains)].astype(np.float64)

    def _empty_values(self, kind: TurnKind, turns: int) -> AnyFloats:
        return empty_values(kind, self._group * turns, self._dtype)

    def _by_turn(self, array: AnyFloats) -> AnyFloats:
        """An array `[set, ..., lane of the set]` seen as `[set, ..., turn of the set, lane of the turn]`."""
        return array.reshape(*array.shape[:-1], -1, self._group)

    def _solve_side(  # noqa: PLR0913  # which turns, what they pay, and what is known of them
        self,
        kind: TurnKind,
        turns: Turns,
        solves: Ints,
        paid: tuple[Ints, Floats],
        *,
        known: AnyFloats | None = None,
        is_earned: bool = False,
    ) -> AnyFloats:
        """Solve turns by turn and variant with a bratworm."""
        values = self._empty_values(kind, len(solves))
        _, sets, _, _, width = values.shape
        stopped, failed = np.zeros((sets, STOP_ROWS, width), self._dtype), np.zeros((sets, 2, width), self._dtype)
        payoffs = self._by_turn(stopped), self._by_turn(failed)
        fill_payoffs_of_seats(self._axes, turns.games, solves, turns.worth, paid, payoffs)
        solve_arrays(kind, stopped, failed, values, known=known, is_earned=is_earned, group=self._group)
        return values


class SeatsSolver:
    """Solves turns that are about to begin for all seats: what each has, if the mover plays best for itself."""

    def __init__(self, value: WinValue, table: Table, *, is_rough: bool = False) -> None:
        self._value, self._players = value, table.players
        self._solver = LedSolver(self._from_mover_on, table.players, table, is_rough=is_rough)

    def worth(self, games: Games) -> Floats:
        """By `[turn, seat]` the chances before the first roll."""
        return self._turned(self._solver.worth(games), -games["seat"].astype(np.int64))

    def _from_mover_on(self, games: Games, movers: Ints) -> Floats:
        return self._turned(self._value.of_all(games), movers)

    def _turned(self, chances: Floats, by: Ints) -> Floats:
        """Chances by seat, from other seats on."""
        seats = (np.arange(self._players) + by[:, None]) % self._players
        found: Floats = np.take_along_axis(chances, seats, axis=1)
        return found


@compiled
def find_best_ends(ends: Ends, best: Ints) -> None:
    """Fill in the best end by `[lane, variant, move]`: that of the best answer, of equals the first one."""
    best[:] = NONE
    for end in range(len(ends.values)):
        lane, variant, move = ends.found_by[end, LANE], ends.found_by[end, VARIANT], ends.found_by[end, MOVE]
        known = best[lane, variant, move]
        if known == NONE or ends.values[end] > ends.values[known]:
            best[lane, variant, move] = end


@compiled
def fill_payoffs_of_seats(  # noqa: PLR0913, PLR0917  # which turns, what they pay, and where it goes
    axes: Axes,
    games: Games,
    solves: Ints,
    worth: Floats,
    paid: tuple[Ints, Floats],
    payoffs: tuple[AnyFloats, AnyFloats],
) -> None:
    """Fill in `stopped[set, stop index, turn of the set, lane]` and `failed[set, bratworm, turn of the set, lane]`."""
    best, by_end = paid
    stopped, failed = payoffs
    for solve in range(len(solves)):
        number, place = divmod(solve, stopped.shape[2])
        lane = solves[solve, 0]
        for bratworm in range(2):
            variant = solves[solve, 1] if bratworm else 0
            failed[number, bratworm, place] = by_end[best[lane, variant, FAIL]]
            for has_worm in range(2):
                for points in range(MAX_POINTS + 1):
                    claims = claims_with(axes, games[lane], points, has_worm > 0)
                    claim = best_claim(axes, worth[lane, variant], claims, NO_WHIM)
                    row = stop_index(bratworm, has_worm, points)
                    stopped[number, row, place] = by_end[best[lane, variant, claim]]


@compiled
def choose_ways(keeping: AnyFloats, firsts: Ints, gains: Ints, is_wanted: NDArray[np.bool_], known: AnyFloats) -> None:
    """Fill `known[set, layer, slot, turn of the set]` with the way to get a bratworm that is best for the mover."""
    _, layers, _, places, _ = known.shape
    for turn in range(len(gains)):
        for layer in range(layers):
            for slot in range(len(is_wanted)):
                if not is_wanted[slot]:
                    continue
                best = firsts[turn]
                for way in range(firsts[turn] + 1, firsts[turn] + gains[turn]):
                    mine = keeping[best // places, layer, slot, best % places, 0]
                    other = keeping[way // places, layer, slot, way % places, 0]
                    if other > mine + EQUAL:
                        best = way
                known[turn // places, layer, slot, turn % places] = keeping[best // places, layer, slot, best % places]
