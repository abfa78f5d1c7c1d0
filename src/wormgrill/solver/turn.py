"""Solve a turn, and read the solution: values, the options after a roll, the chance of every result.

Moves are texts: `roll`, `roll golden` while the golden die waits, `stop`, `keep 4`, `keep W`, `weasel`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

import numpy as np

from wormgrill.game.dice import format_face
from wormgrill.game.errors import quoted
from wormgrill.solver import kernel
from wormgrill.solver.arrays import empty_values, nothing_known, read_only, solve_arrays, solve_lattice
from wormgrill.solver.blocks import block_width
from wormgrill.solver.kinds import CLASSIC, Roll, TurnKind, TurnState, as_roll
from wormgrill.solver.lattice import Joining, Lattice, Tables, lattice
from wormgrill.solver.payoffs import EQUAL, SHAPE, Floats, Payoffs, Results
from wormgrill.solver.spreads import GROUP_SPREADS, spreads


class Values(NamedTuple):
    """What the kernel fills in: by `[layer, slot]` or, under many payoffs, by `[set, layer, slot, lane]`.

    The last slot stands for a keep that cannot be made.
    """

    rolling: Floats
    """The value of rolling."""
    keeping: Floats
    """The value of rolling, with the golden die if it waits and is worth it, or of stopping, whichever is better."""


class Option(NamedTuple):
    """One thing the player can do now."""

    move: str
    value: float
    """With best play afterwards."""
    state: TurnState
    """The state after the move: `roll`, `roll golden` and `weasel` roll its dice, `stop` ends the turn in it."""
    fails: bool = False
    """The roll had nothing to keep, and the turn ends."""

    @property
    def must_roll(self) -> bool:
        """Whether a roll must follow this move."""
        return self.move in ("roll", "roll golden", "weasel")


@dataclass(frozen=True, eq=False)
class Solution:
    """Best play for one kind of turn under some payoffs. Made by `solve`.

    Among moves of equal value, stopping comes before rolling, rolling without the golden die before rolling with it, a
    lower face before a higher one, and the weasel last.
    """

    kind: TurnKind
    payoffs: Payoffs
    lattice: Lattice = field(repr=False)
    _values: Values = field(repr=False)
    branches: tuple[Solution, ...] = ()
    """Best play after each way to get a bratworm, where there are several; empty otherwise."""

    @property
    def value(self) -> float:
        """What the turn is worth before the first roll."""
        return self.after_keep(self.kind.start)

    def rolling(self, state: TurnState) -> float:
        """The value of rolling the dice left; raises `ValueError` if the turn is over."""
        if not state.can_roll:
            raise ValueError(f"nothing to roll for in {state}")
        return float(self._values.rolling[self.lattice.slot(state)])

    def stopping(self, state: TurnState) -> float:
        """The value of stopping; raises `ValueError` if nothing is kept yet."""
        if not state.can_stop:
            raise ValueError("the turn cannot be stopped before anything is kept")
        self.lattice.slot(state)
        return self.payoffs.of_stop(state)

    def after_keep(self, state: TurnState) -> float:
        """The value of a state: of its best option."""
        return float(self._values.keeping[self.lattice.slot(state)])

    def options(self, state: TurnState, roll: Roll | str | None = None) -> tuple[Option, ...]:
        """Everything the player can do, best first: after a keep, or after a roll if one is given.

        >>> worms = Payoffs.of(lambda points: min(4, (points - 17) // 4) if points >= 21 else 0)
        >>> for option in solve(CLASSIC, worms).options(CLASSIC.start, "1124445W")[:2]:
        ...     print(option.move, round(option.value, 6))
        keep 4 1.503508
        keep W 1.174193
        """
        listed = [*(self._after_keep(state) if roll is None else self._after_roll(state, as_roll(roll)))]
        return tuple(sorted(listed, key=lambda option: -option.value))

    def _after_keep(self, state: TurnState) -> Iterator[Option]:
        if state.can_stop:
            yield Option("stop", self.stopping(state), state)
        if state.can_roll:
            yield Option("roll", self.rolling(state), state)
        if state.can_join:
            joined = self.kind.join(state)
            yield Option("roll golden", self.rolling(joined), joined)

    def _after_roll(self, state: TurnState, roll: Roll) -> Iterator[Option]:
        if sum(roll.counts) != state.dice_left or (state.golden_left and not roll.golden):
            raise ValueError(f"{roll} is not a roll of {state}")
        keeps = self.kind.keeps(state, roll)
        for face, after in keeps.items():
            yield Option(f"keep {format_face(face)}", self.after_keep(after), after)
        if not keeps:
            yield Option("stop", self.payoffs.of_fail(state), state, fails=True)
        if state.weasel_left:
            used = state._replace(weasel_left=False)
            yield Option("weasel", self.rolling(used), used)

    def best(self, state: TurnState, roll: Roll | str | None = None) -> Option:
        """The best option."""
        return self.options(state, roll)[0]

    def policy(self, state: TurnState, roll: Roll | str | None = None) -> str:
        """The best move; this method is a `Policy`."""
        return self.best(state, roll).move

    def results(self, state: TurnState | None = None, roll: Roll | str | None = None) -> Results:
        """The chance of every result with best play: from the start, from a state, or after a roll in a state."""
        return self.results_of(self.best(self.kind.start if state is None else state, roll))

    def results_of(self, option: Option) -> Results:
        """The chance of every result when this option is taken, with best play afterwards."""
        parts = self.branch_results(option)
        return Results.mixed((part, 1.0) for part in parts) if self.branches else parts[0]

    def branch_results(self, option: Option) -> tuple[Results, ...]:
        """The same in parts that sum to 1: the results without a bratworm, then those of each branch.

        Without branches everything is in the one part.
        """
        if option.fails or option.move == "stop":
            certain = Results.certain(option.state, failed=option.fails)
            return certain, *(Results.mixed(()) for _ in self.branches)
        slots = self.lattice.slots
        arrived = np.zeros((2, self.lattice.layers, slots))
        arrived[int(option.must_roll), *self.lattice.slot(option.state)] = 1.0
        first = self._play_out(arrived)
        if not self.branches:
            return (first,)
        chosen = np.argmax([branch._values.keeping[:, :slots] for branch in self.branches], axis=0)  # noqa: SLF001  # of the same class
        earned = arrived[0] * self.lattice.tables.fail_index[:slots]
        parts = (np.stack([earned * (chosen == number), np.zeros_like(earned)]) for number in range(len(self.branches)))
        return first, *(branch._play_out(part) for branch, part in zip(self.branches, parts, strict=True))  # noqa: SLF001  # the same

    def _play_out(self, arrived: Floats) -> Results:
        """The chance of every result from where the turn has arrived; with branches, of those without a bratworm."""
        stopped, failed = np.zeros(SHAPE), np.zeros(SHAPE[:1])
        tables, joining = self.lattice.tables, self.lattice.joining
        payoffs = self.payoffs.stopped.reshape(-1)
        if joining:
            tables = joining.joined
            self._play_until_joined(joining, arrived, stopped.reshape(-1), failed)
        self._propagate(tables, payoffs, arrived, stopped.reshape(-1), failed)
        return Results(stopped, failed)

    def _play_until_joined(self, joining: Joining, arrived: Floats, stopped: Floats, failed: Floats) -> None:
        """Follow the chances while the golden die waits; where it is added, they arrive in the states that have it."""
        stop_index = self.lattice.tables.stop_index
        payoffs = self.payoffs.stopped.reshape(-1)[stop_index]
        froms, tos = joining.from_slots, joining.to_slots
        adding = self._values.rolling[0, tos]
        is_added = adding > np.maximum(payoffs[froms], self._values.rolling[0, froms]) + EQUAL
        froms, tos = froms[is_added], tos[is_added]
        payoffs[froms] = adding[is_added]
        ended = np.zeros(self.lattice.room)
        self._propagate(joining.waiting, read_only(payoffs), arrived, ended, failed)
        arrived[1, 0, tos] += ended[froms]
        ended[froms] = 0.0
        np.add.at(stopped, stop_index, ended)

    def _propagate(self, tables: Tables, payoffs: Floats, arrived: Floats, stopped: Floats, failed: Floats) -> None:
        """Follow the chances through the states of these tables."""
        kernel.propagate_chances(
            tables,
            spreads(np.float64),
            (payoffs, self.payoffs.failed),
            (*self._values,),
            (arrived, stopped, failed),
            (np.zeros((2, GROUP_SPREADS)), np.zeros((2, GROUP_SPREADS), dtype=np.int64)),
            bool(self.branches),
        )


@dataclass(frozen=True, eq=False)
class Solutions:
    """Best play for one kind of turn under many payoffs, solved side by side. Made by `solve_many`.

    Each of the payoffs is a *lane*. Values are arrays with one number per lane; `solutions[lane]` is the `Solution` of
    a single lane.
    """

    kind: TurnKind
    payoffs: tuple[Payoffs, ...] = field(repr=False)
    lattice: Lattice = field(repr=False)
    _values: Values = field(repr=False)

    @property
    def values(self) -> Floats:
        """What the turn is worth before the first roll, by lane."""
        return self.after_keep(self.kind.start)

    def rolling(self, state: TurnState) -> Floats:
        """The value of rolling the dice left, by lane; raises `ValueError` if the turn is over."""
        if not state.can_roll:
            raise ValueError(f"nothing to roll for in {state}")
        return self._of_all_lanes(self._values.rolling, state)

    def stopping(self, state: TurnState) -> Floats:
        """The value of stopping, by lane; raises `ValueError` if nothing is kept yet."""
        if not state.can_stop:
            raise ValueError("the turn cannot be stopped before anything is kept")
        return np.array([payoffs.of_stop(state) for payoffs in self.payoffs])

    def after_keep(self, state: TurnState) -> Floats:
        """The value of a state, by lane: of its best option."""
        return self._of_all_lanes(self._values.keeping, state)

    def _of_all_lanes(self, values: Floats, state: TurnState) -> Floats:
        layer, slot = self.lattice.slot(state)
        return values[:, layer, slot].reshape(-1)[: len(self)]

    def __len__(self) -> int:
        """How many lanes there are."""
        return len(self.payoffs)

    def __getitem__(self, lane: int) -> Solution:
        """The solution for one lane."""
        lane = range(len(self))[lane]
        of_set, place = divmod(lane, block_width(np.float64))
        values = (np.ascontiguousarray(each[of_set, :, :, place]) for each in self._values)
        return Solution(self.kind, self.payoffs[lane], self.lattice, Values(*values))


def solve(kind: TurnKind, payoffs: Payoffs, branches: Sequence[Payoffs] = ()) -> Solution:
    """Find best play for a turn.

    Where a bratworm can be got in several ways, `branches` has the payoffs after each of them; the way is chosen when
    the 1s are kept, before the next roll. `payoffs` then counts only for turns without a bratworm.

    >>> worms = Payoffs.of(lambda points: min(4, (points - 17) // 4) if points >= 21 else 0)
    >>> round(solve(CLASSIC, worms).value, 9)
    1.644729674
    """
    if not isinstance(kind, TurnKind) or not isinstance(payoffs, Payoffs):
        raise TypeError(
            f"a TurnKind such as CLASSIC and Payoffs such as Payoffs.at_least(25) are solved, "
            f"not {quoted(kind)} and {quoted(payoffs)}"
        )
    nodes = lattice(kind)
    solved = tuple(solve(kind, branch) for branch in branches)
    kept = [solution._values.keeping[:, : nodes.slots] for solution in solved]  # noqa: SLF001  # made here
    known = np.max(kept, axis=0).reshape(1, nodes.layers, nodes.slots, 1) if kept else nothing_known(np.float64)
    wanted = kernel.WITHOUT_BRATWORM if kept else kernel.ALL_STATES
    # One block of memory for both arrays: the allocator then keeps it for the next solve and does not return it.
    values = np.empty((2, 1, nodes.layers, nodes.room, 1))
    stopped, failed = payoffs.stopped.reshape(1, -1, 1), payoffs.failed.reshape(1, -1, 1)
    solve_lattice(nodes, stopped, failed, values, known, wanted)
    return Solution(kind, payoffs, nodes, Values(*values.reshape(2, nodes.layers, nodes.room)), solved)


def solve_many(kind: TurnKind, payoffs: Sequence[Payoffs]) -> Solutions:
    """Find best play for a turn under many payoffs. This is faster than solving them one by one.

    >>> targets = [Payoffs.at_least(21), Payoffs.at_least(25), Payoffs.at_least(30)]
    >>> solve_many(CLASSIC, targets).values.round(9)
    array([0.89302674, 0.68033071, 0.26378952])
    """
    if not payoffs:
        raise ValueError("nothing to solve: no payoffs are given")
    width = block_width(np.float64)
    whole_sets = [*payoffs, *[payoffs[0]] * (-len(payoffs) % width)]
    stopped = np.array([each.stopped for each in whole_sets]).reshape(-1, width, prod(SHAPE))
    failed = np.array([each.failed for each in whole_sets]).reshape(-1, width, SHAPE[0])
    values = empty_values(kind, len(whole_sets), np.float64)
    solve_arrays(kind, stopped.swapaxes(1, 2).copy(), failed.swapaxes(1, 2).copy(), values)
    return Solutions(kind, tuple(payoffs), lattice(kind), Values(*values))


def chance_at_least(target: int, kind: TurnKind = CLASSIC) -> float:
    """The best chance to stop with a worm and at least so many points.

    >>> round(chance_at_least(36), 9)
    0.015678145
    """
    return solve(kind, Payoffs.at_least(target)).value


def chance_exactly(target: int, kind: TurnKind = CLASSIC) -> float:
    """The best chance to stop with a worm and exactly so many points.

    >>> round(chance_exactly(11), 9)
    0.518313412
    """
    return solve(kind, Payoffs.exactly(target)).value
