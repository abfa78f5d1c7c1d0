"""Positions written in a line, for tests that start in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wormgrill.game.moves import parse_move
from wormgrill.game.rules import Rules, Specialist, parse_rules
from wormgrill.game.state import State, apply, legal_moves


def position(  # one keyword per kind of thing on the table
    rules: str | Rules,
    *,
    stacks: Sequence[Sequence[int]] = ((), ()),
    grill: Sequence[int] | None = None,
    on_tile: Mapping[int, str] | None = None,
    specialists: Mapping[int, str] | None = None,
    bratworms: Sequence[int] = (),
    seat: int = 0,
) -> State:
    """The position at the start of a turn.

    What is not said follows from the rest: tiles in no stack lie face-up on the grill (with `grill` given, the rest
    is face-down), specialists nobody owns stand where they stood at the start if that tile is face-up (with `on_tile`
    given, the rest has left the game), and nobody has bratworms.
    """
    if isinstance(rules, str):
        rules = parse_rules(rules)
    taken = {tile for stack in stacks for tile in stack}
    face_up = tuple(tile for tile in rules.tiles if tile not in taken) if grill is None else tuple(sorted(grill))
    owned = {seat: Specialist(name) for seat, name in (specialists or {}).items()}
    if on_tile is None:
        standing = [(t, name) for t, name in rules.specialists if t in face_up and name not in owned.values()]
    else:
        standing = sorted((tile, Specialist(name)) for tile, name in on_tile.items())
    return State(
        rules,
        face_up,
        tuple(standing),
        tuple(tuple(stack) for stack in stacks),
        tuple(owned.get(place) for place in range(len(stacks))),
        tuple(bratworms) or (0,) * len(stacks),
        seat,
    )


def play(state: State, *moves: str) -> State:
    """The position after these moves, chance's included."""
    for move in moves:
        state = apply(state, parse_move(move))
    return state


def legal(state: State) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in legal_moves(state)]
