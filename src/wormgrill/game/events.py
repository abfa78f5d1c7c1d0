"""What a move brought about, read off the positions before and after it.

Score sheets, logs and statistics are made of events. They are derived, never stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State


@dataclass(frozen=True, slots=True)
class Took:
    """A tile came from the grill, perhaps with the specialist on it."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Stole:
    """The top of another stack changed hands; `tile` is None where the victim gave the hen instead."""

    seat: int
    victim: int
    tile: int | None


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn brought nothing; what went back to the grill and what was turned down, if anything."""

    seat: int
    returned: int | None
    turned: int | None


@dataclass(frozen=True, slots=True)
class GotBratworm:
    """A bratworm came from the supply, or from a victim."""

    seat: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class GotSpecialist:
    """A specialist is now this seat's."""

    seat: int
    specialist: Specialist


@dataclass(frozen=True, slots=True)
class LeftSpecialist:
    """A specialist went back to a tile of the grill, or left the game (`tile` is None)."""

    specialist: Specialist
    tile: int | None


Event = Took | Stole | Failed | GotBratworm | GotSpecialist | LeftSpecialist


def events(before: State, after: State) -> tuple[Event, ...]:
    """What the one move between two positions brought about, in the order in which it happened.

    >>> from wormgrill.game.moves import parse_move
    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import apply, initial_state
    >>> state = initial_state(EDITIONS["classic-2014"], 2)
    >>> for text in ("roll", "dice 1444444W", "keep 4", "roll", "dice 1W", "keep 1"):
    ...     state = apply(state, parse_move(text))
    >>> events(state, apply(state, parse_move("stop")))
    (Failed(seat=0, returned=None, turned=None),)
    """
    tiles = _tiles(before, after)
    bratworms = _bratworms(before, after)
    took_ravens_tile = any(isinstance(took, Took) and (took.tile, Specialist.RAVEN) in before.on_tile for took in tiles)
    is_ravens = took_ravens_tile and Specialist.RAVEN not in after.turn.in_hand
    later = bratworms[-1:] if is_ravens else []
    earlier = bratworms[:-1] if is_ravens else bratworms
    return (*earlier, *tiles, *later, *_specialists(before, after))


def _bratworms(before: State, after: State) -> list[Event]:
    """The supply gives first; players are robbed only when it is empty."""
    victims: list[int | None] = [None] * (before.supply - after.supply)
    for seat, (had, has) in enumerate(zip(before.bratworms, after.bratworms, strict=True)):
        if seat != before.seat:
            victims += [seat] * (had - has)
    return [GotBratworm(before.seat, victim) for victim in victims]


def _tiles(before: State, after: State) -> list[Event]:
    seat = before.seat
    had, has = before.stacks[seat], after.stacks[seat]
    if len(has) > len(had):
        if has[-1] in before.grill:
            return [Took(seat, has[-1])]
        (victim,) = (other for other, stack in enumerate(before.stacks) if stack and stack[-1] == has[-1])
        return [Stole(seat, victim, has[-1])]
    for victim, specialist in enumerate(before.specialists):
        if victim != seat and specialist is Specialist.HEN and after.specialists[victim] is None:
            return [Stole(seat, victim, None)]
    is_turn_over = after.is_turn_over
    is_after_claim = before.phase is Phase.RETAIN or Specialist.RAVEN in before.turn.in_hand
    if not is_turn_over or is_after_claim:
        return []
    returned = had[-1] if len(has) < len(had) else None
    turned = set(after.face_down) - set(before.face_down)
    return [Failed(seat, returned, turned.pop() if turned else None)]


def _specialists(before: State, after: State) -> list[Event]:
    found: list[Event] = []
    for seat, specialist in enumerate(after.specialists):
        if specialist is not None and before.specialists[seat] is not specialist:
            found.append(GotSpecialist(seat, specialist))
    stood = {name: tile for tile, name in before.on_tile}
    stands = {name: tile for tile, name in after.on_tile}
    was_gone = before.removed
    for specialist in (*before.turn.in_hand, *filter(None, before.specialists), *stood):
        if specialist in stands and stands[specialist] != stood.get(specialist):
            found.append(LeftSpecialist(specialist, stands[specialist]))
        elif specialist in after.removed and specialist not in was_gone:
            found.append(LeftSpecialist(specialist, None))
    return found
