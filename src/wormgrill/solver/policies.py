"""Policies: any way to play a turn, and the chance of every result it leads to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from wormgrill.game.dice import parse_face
from wormgrill.solver.kinds import Roll, TurnKind, TurnState
from wormgrill.solver.payoffs import Results

Policy = Callable[[TurnState, Roll | None], str]
"""Returns a move. After a keep, when the roll is None, this is `roll` or `stop`, or `roll golden` while the golden die
waits, before the first roll too; after a roll it is `keep …` or `weasel`; after a roll with nothing to keep it is
`weasel` or `stop`. When only `roll` or only `stop` is possible, the policy is not called."""


def results(kind: TurnKind, policy: Policy, state: TurnState | None = None) -> Results:
    """The chance of every result when a policy plays from a state, or from the start.

    This is slow, because the policy is called for every possible roll. For best play, `Solution.results` is fast.

    >>> from wormgrill.game.dice import format_face
    >>> from wormgrill.solver.kinds import CLASSIC
    >>> def high(state, roll):
    ...     if roll is None:
    ...         return "stop" if state.points >= 21 and state.has_worm else "roll"
    ...     return f"keep {format_face(max(CLASSIC.keeps(state, roll)))}"
    >>> round(results(CLASSIC, high).fail, 6)
    0.152927
    """

    @cache
    def rolling(state: TurnState) -> Results:
        return Results.mixed((after_roll(state, roll), chance) for roll, chance in kind.rolls(state))

    def after_roll(state: TurnState, roll: Roll) -> Results:
        can_keep = bool(kind.keeps(state, roll))
        move = policy(state, roll) if can_keep or state.weasel_left else "stop"
        verb, _, face = move.partition(" ")
        if verb == "keep":
            return before_roll(kind.keep(state, roll, parse_face(face)))
        if verb == "weasel" and state.weasel_left:
            return rolling(state._replace(weasel_left=False))
        if verb == "stop" and not can_keep:
            return Results.certain(state, failed=True)
        raise ValueError(f"{move!r} cannot be played after {roll} in {state}")

    def before_roll(state: TurnState) -> Results:
        moves = ["stop"] * state.can_stop + ["roll"] * state.can_roll + ["roll golden"] * state.can_join
        move = policy(state, None) if len(moves) > 1 else moves[0]
        if move not in moves:
            raise ValueError(f"{move!r} cannot be played in {state}")
        if move == "stop":
            return Results.certain(state)
        return rolling(kind.join(state) if move == "roll golden" else state)

    return before_roll(kind.start if state is None else state)
