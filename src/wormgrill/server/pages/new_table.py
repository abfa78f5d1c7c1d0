"""The form for a new table: what it shows at first, what a visitor filled in, and the table that it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Rules, Specialist, make_rules
from wormgrill.players.levels import MIDDLE
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.model.table import parse_pace

ME, LINK, DEVICE, NOBODY, BOT = "me", "link", "device", "", "bot "
"""The possible owners of a seat; the choice of a bot goes on with its level."""
SWITCHES = ("short_game", "decline_steal", "golden_die_faces")
"""The house rules that can be switched on."""
FIRST_EDITION = "classic-2014"


@dataclass(frozen=True)
class SeatChoice:
    """The owner of a seat."""

    choice: str = NOBODY
    name: str = ""
    """Of another person on this device."""


@dataclass(frozen=True)
class TableForm:
    """A form as it is filled in."""

    seats: tuple[SeatChoice, ...]
    edition: str = FIRST_EDITION
    switches: frozenset[str] = frozenset()
    pace: str = "relaxed"
    is_public: bool = False
    has_hints: bool = True

    @property
    def rules(self) -> Rules:
        """The edition with the house rules that make sense in it."""
        options = [_option(switch) for switch in SWITCHES if switch in self.switches]
        if not has_golden_die(self.edition):
            options = [option for option in options if not option.startswith("golden_die_faces")]
        return make_rules(self.edition, options)


def has_golden_die(edition: str) -> bool:
    """Whether the golden die is among the specialists of an edition."""
    return edition in EDITIONS and EDITIONS[edition].has(Specialist.GOLDEN_DIE)


def _option(switch: str) -> str:
    return f"golden_die_faces={GOLDEN_DIE_FACES[1]}" if switch == "golden_die_faces" else switch


def first_form() -> TableForm:
    """The form as it is offered: me, a guest by link, and a bot of the middle level."""
    seats = [SeatChoice(ME), SeatChoice(LINK), SeatChoice(BOT + MIDDLE)]
    return TableForm((*seats, *[SeatChoice()] * (MAX_PLAYERS - len(seats))))


def read_form(form: Mapping[str, str]) -> TableForm:
    """The form as a visitor sent it."""
    numbers = range(1, MAX_PLAYERS + 1)
    return TableForm(
        seats=tuple(SeatChoice(form.get(f"seat{n}", ""), form.get(f"name{n}", "").strip()) for n in numbers),
        edition=form.get("edition", FIRST_EDITION),
        switches=frozenset(switch for switch in SWITCHES if form.get(switch)),
        pace=form.get("pace", "relaxed"),
        is_public=form.get("open_to") == "all",
        has_hints=bool(form.get("hints")),
    )


def plan_of(form: TableForm) -> Plan:
    """The table that a form asks for; `InvalidRequest` if there is none such."""
    seats = tuple(_seat(seat) for seat in form.seats if seat.choice != NOBODY)
    if len(seats) < MIN_PLAYERS:
        raise InvalidRequest(f"A game needs at least {MIN_PLAYERS} players.")
    try:
        return Plan(form.rules, seats, parse_pace(form.pace), form.is_public, form.has_hints)
    except InvalidNotation as problem:
        raise InvalidRequest(str(problem)) from None


def _seat(seat: SeatChoice) -> SeatPlan:
    if seat.choice.startswith(BOT):
        return SeatPlan("bot", level=seat.choice.removeprefix(BOT))
    if seat.choice == LINK:
        return SeatPlan("open")
    if seat.choice == DEVICE:
        return SeatPlan("me", name=seat.name or None)
    if seat.choice == ME:
        return SeatPlan("me")
    raise InvalidRequest(f"{seat.choice!r} cannot have a seat.")
