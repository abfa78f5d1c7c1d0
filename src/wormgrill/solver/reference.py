"""The specification of the solver: best play inside a turn, said as plainly as possible.

Slow on purpose. `kernel.py` is tested against it over every state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from wormgrill.solver.kinds import Roll, TurnKind, TurnState
from wormgrill.solver.payoffs import Payoffs


class Reference(NamedTuple):
    """The values of one kind of turn under some payoffs, as functions."""

    rolling: Callable[[TurnState], float]
    """Roll the dice left, then play best."""
    after_keep: Callable[[TurnState], float]
    """Roll or stop, whichever is better."""
    after_roll: Callable[[TurnState, Roll], float]
    """Keep the best face, or use the weasel."""


def solve(kind: TurnKind, payoffs: Payoffs) -> Reference:
    """Solve a turn by its definition.

    Ten points from two dice: W W at once, or a 5 or W first (18 of 36 rolls) and then the other of them.

    >>> two_dice = TurnKind(white_dice=2)
    >>> round(36 * solve(two_dice, Payoffs.at_least(10)).rolling(two_dice.start), 9)
    4.0
    """

    @cache
    def rolling(state: TurnState) -> float:
        return sum(chance * after_roll(state, roll) for roll, chance in kind.rolls(state))

    def after_roll(state: TurnState, roll: Roll) -> float:
        values = [after_keep(after) for after in kind.keeps(state, roll).values()] or [payoffs.of_fail(state)]
        if state.weasel_left:
            values.append(rolling(state._replace(weasel_left=False)))
        return max(values)

    def after_keep(state: TurnState) -> float:
        stopping = payoffs.of_stop(state)
        return max(stopping, rolling(state)) if state.can_roll else stopping

    return Reference(rolling, after_keep, after_roll)
