"""What a move brought about, read off the positions before and after it.

Score sheets, logs and statistics are made of events. They are derived, never stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.dice import earns_bratworm
from wormgrill.game.moves import Keep, Move, Pass, Rob, as_move
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, after_rob, bratworm_gains

DICE_PHASES = (Phase.CHANCE, Phase.KEEP, Phase.DECIDE, Phase.CLAIM)
"""In these the turn goes on with dice: no tile and no specialist has moved."""


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
    on_purpose: bool = False
    """Whether the player passed although there was something to claim."""


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


@dataclass(frozen=True, slots=True)
class MissedBratworm:
    """A bratworm was due, but neither the supply nor another player can give one."""

    seat: int


Event = Took | Stole | Failed | GotBratworm | MissedBratworm | GotSpecialist | LeftSpecialist


def events(before: State, move: Move | str, after: State) -> tuple[Event, ...]:
    """What a move between two positions brought about, in the order in which it happened.

    >>> from wormgrill.game.state import apply, initial_state
    >>> state = initial_state("classic-2014", 2)
    >>> for move in ("roll", "dice 1444444W", "keep 4", "roll", "dice 1W", "keep 1"):
    ...     state = apply(state, move)
    >>> events(state, "stop", apply(state, "stop"))
    (Failed(seat=0, returned=None, turned=None, on_purpose=False),)
    """
    move = as_move(move)
    earned, between = _earned_bratworm(before, move)
    if after.phase in DICE_PHASES:
        return tuple(earned)
    tiles = _tiles(before, move, after)
    is_ravens = any(isinstance(event, Took) and (event.tile, Specialist.RAVEN) in before.on_tile for event in tiles)
    given, _ = _bratworm(between) if is_ravens else ([], between)
    return (*earned, *tiles, *given, *_specialists(before, after))


def _earned_bratworm(before: State, move: Move) -> tuple[list[Event], State]:
    """The bratworm that the move itself is about, and the position once it is given."""
    if isinstance(move, Rob):
        return [GotBratworm(before.seat, move.seat)], after_rob(before, move.seat)
    rolled = before.turn.rolled
    if isinstance(move, Keep) and rolled and earns_bratworm(move.face, rolled.counts[move.face - 1]):
        return _bratworm(before)
    return [], before


def _bratworm(state: State) -> tuple[list[Event], State]:
    """A bratworm for the current seat, and the position once it is given; nothing while the victim is to be chosen."""
    gains = bratworm_gains(state)
    if not state.rules.bratworms or len(gains) > 1:
        return [], state
    (gain,) = gains
    if gain is state:
        return [MissedBratworm(state.seat)], state
    lost = (seat for seat, had in enumerate(state.bratworms) if gain.bratworms[seat] < had)
    return [GotBratworm(state.seat, next(lost, None))], gain


def _tiles(before: State, move: Move, after: State) -> list[Event]:
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
    return [Failed(seat, returned, turned.pop() if turned else None, isinstance(move, Pass))]


def _specialists(before: State, after: State) -> list[Event]:
    found: list[Event] = []
    for seat, specialist in enumerate(after.specialists):
        if specialist is not None and before.specialists[seat] is not specialist:
            found.append(GotSpecialist(seat, specialist))
    stood = {name: tile for tile, name in before.on_tile}
    stands = {name: tile for tile, name in after.on_tile}
    is_gone = after.removed
    for specialist in (*before.turn.in_hand, *filter(None, before.specialists), *stood):
        if specialist in stands and stands[specialist] != stood.get(specialist):
            found.append(LeftSpecialist(specialist, stands[specialist]))
        elif specialist in is_gone:
            found.append(LeftSpecialist(specialist, None))
    return found
