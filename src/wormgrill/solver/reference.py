"""The specification of the solver: best play inside a turn, written as simply as possible.

It is slow. Tests compare the fast solver in `kernel.py` with it for every state.
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
    """The value of rolling the dice left, with best play afterwards."""
    after_keep: Callable[[TurnState], float]
    """The value of rolling, with the golden die if it waits and is worth it, or of stopping, whichever is better."""
    after_roll: Callable[[TurnState, Roll], float]
    """The value of a roll: of its best keep, of failing if there is none, or of the weasel if that is better."""


def solve(kind: TurnKind, payoffs: Payoffs) -> Reference:
    """Solve a turn by its definition.

    The example asks for ten points and a worm from two dice. One of the 36 rolls is W W. In 18 others exactly one die
    shows W, or exactly one shows 5; the player keeps it, and the other die then shows the 5 or W needed with
    probability 1/6. Together this is (1 + 18/6) / 36.

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
        values = [payoffs.of_stop(state)] if state.can_stop else []
        if state.can_roll:
            values.append(rolling(state))
        if state.can_join:
            values.append(rolling(kind.join(state)))
        return max(values)

    return Reference(rolling, after_keep, after_roll)
