"""One way to play that ends every game, in a browser and in a position alike."""

from __future__ import annotations

from collections.abc import Sequence


def sensible_move(moves: Sequence[str], *, is_stop_a_gain: bool) -> str:
    """The choice of a sensible player: take what can be taken; keep a worm first, then what gives most."""
    if is_stop_a_gain and "stop" in moves:
        return "stop"
    preferred = ("roll", *(f"keep {face}" for face in "W54321"))
    return next((move for move in preferred if move in moves), moves[0])
