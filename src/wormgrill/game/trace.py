"""The trace: a game as JSON lines, one for each ply, so that anyone can check it against their own reading."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from wormgrill.game.moves import Dice, Move, as_move
from wormgrill.game.rules import NO, YES, Rules, as_rules, format_axis
from wormgrill.game.state import Phase, State, apply, initial_state, legal_moves, scores, winners

FORMAT = "wormgrill-trace/1"


def format_trace(rules: Rules | str, players: int, moves: Iterable[Move | str]) -> Iterator[str]:
    """The lines of a game's trace, without line ends: the header, then one for each ply as it is played.

    >>> header, *plies = format_trace("classic-2014", 2, ["roll"])
    >>> header
    '{"format":"wormgrill-trace/1","edition":"classic-2014","players":2,"options":{}}'
    """
    rules = as_rules(rules)
    options = {axis: _json_of(axis, value) for axis, value in rules.options.items()}
    yield _line({"format": FORMAT, "edition": rules.edition, "players": players, "options": options})
    state = initial_state(rules, players)
    for ply, move in enumerate(map(as_move, moves)):
        before, state = state, apply(state, move)
        yield format_ply(ply, before, move, state)


def _json_of(axis: str, value: object) -> object:
    """An option as the header tells it: true, false and numbers as such, all else as text."""
    if isinstance(value, int):
        return value
    text = format_axis(axis, value)
    return {YES: True, NO: False}.get(text, text)


def format_ply(ply: int, before: State, move: Move, after: State) -> str:
    """One ply as a line of the trace: who moved, the moves now open, and the position after it."""
    line: dict[str, object] = {
        "ply": ply,
        "by": "chance" if isinstance(move, Dice) else before.seat,
        "move": str(move),
        "legal": [str(choice) for choice in legal_moves(after)],
        "state": trace_state(after),
    }
    if after.phase is Phase.OVER:
        line["scores"] = scores(after)
        line["winners"] = winners(after)
    return _line(line)


def trace_state(state: State) -> dict[str, object]:
    """A position as the trace shows it, all keys always."""
    turn = state.turn
    return {
        "grill": state.grill,
        "face_down": state.face_down,
        "on_tile": {str(tile): name for tile, name in state.on_tile},
        "removed": state.removed,
        "in_hand": turn.in_hand,
        "stacks": state.stacks,
        "specialists": state.specialists,
        "bratworms": state.bratworms,
        "supply": state.supply,
        "seat": state.seat,
        "phase": state.phase,
        "aside": turn.aside,
        "rolled": turn.rolled.counts if turn.rolled else None,
        "dice_left": turn.dice_left,
        "golden_left": turn.golden_left,
        "points": state.points,
        "weasel_used": turn.weasel_used,
    }


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, separators=(",", ":"))
