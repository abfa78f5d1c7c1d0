"""Plans: what a new table shall be, and how a person takes a seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wormgrill.game.errors import quoted
from wormgrill.game.fair_dice import NONE
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from wormgrill.players.levels import KNOWN_LEVELS
from wormgrill.server.model.people import Person, checked_name
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.model.table import RELAXED, Pace, Seat, Table, checked_anchor, free_name, with_bird, with_bot


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The owner of a seat at a new table: `me` (as often as I play seats on this device), `bot` or `open`."""

    kind: str
    name: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new table shall be."""

    rules: Rules
    seats: tuple[SeatPlan, ...]
    pace: Pace = RELAXED
    is_public: bool = False
    has_hints: bool = True
    has_chat: bool = True
    anchor: str = NONE
    """What the host commits to for the dice."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """How a person takes a seat."""

    name: str | None = None
    """Another name than their own, for this table."""
    is_another: bool = False
    """One more seat for another person on the same device."""
    anchor: str = NONE
    """What they commit to for the dice."""


def planned_table(plan: Plan, host: Person, *, table_id: str, secret: str, now: float) -> Table:
    """The table that a plan asks for; the host sits at the seats planned for `me`."""
    if not MIN_PLAYERS <= len(plan.seats) <= MAX_PLAYERS:
        raise InvalidRequest(f"{len(plan.seats)} cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can.")
    table = Table(
        id=table_id,
        host=host.id,
        rules=plan.rules,
        seats=(Seat(),) * len(plan.seats),
        secret=secret,
        created_at=now,
        pace=plan.pace,
        is_public=plan.is_public,
        has_hints=plan.has_hints,
        has_chat=plan.has_chat,
    )
    for number, seat in enumerate(plan.seats):
        if seat.kind == "bot":
            table = with_bot(table, number, checked_level(seat.level or ""))
        elif seat.kind == "me":
            taken = requested_seat(SeatRequest(seat.name, is_another=True, anchor=plan.anchor), host)
            named = replace(taken, name=free_name(table, taken.name))
            table = replace(table, seats=(*table.seats[:number], named, *table.seats[number + 1 :]))
    return with_bird(table, host.id, host.name, host.bird)


def requested_seat(request: SeatRequest, person: Person) -> Seat:
    """The seat of a person as they ask for it."""
    anchor = checked_anchor(request.anchor)
    bird = None if request.is_another else person.bird
    name = checked_name(request.name or person.name)
    return Seat(name, person.id, is_client=person.is_client, anchor=anchor, bird=bird)


def checked_level(level: str) -> str:
    """The name of a level itself; `InvalidRequest` if there is no such level."""
    if level not in KNOWN_LEVELS:
        raise InvalidRequest(f"{quoted(level)} is not a level: known are {', '.join(KNOWN_LEVELS)}.")
    return level
