"""The form for a new table: what it shows at first, what a visitor filled in, and the table that it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.rules import (
    DEFAULT_EDITION,
    EDITIONS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Rules,
    ShortGame,
    Specialist,
    make_rules,
)
from wormgrill.players.levels import MIDDLE
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.model.table import parse_pace

ME, LINK, DEVICE, NOBODY, BOT = "me", "link", "device", "", "bot "
"""The possible owners of a seat; the choice of a bot goes on with its level."""
SWITCHES = ("decline_steal", "lower_tile", "may_pass", "golden_die_joins")
"""The house rules that can be switched on."""
SWITCHED_ON = {"lower_tile": "lower_tile=any", "golden_die_joins": "golden_die_joins=any_roll"}
"""How a switch is written where its name alone does not mean yes."""


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
    edition: str = DEFAULT_EDITION
    switches: frozenset[str] = frozenset()
    short_game: str = ShortGame.OFF
    golden_die_faces: Mapping[str, str] = field(default_factory=dict)
    """Which golden die is in the box, by edition; as printed where nothing is said."""
    pace: str = "relaxed"
    is_public: bool = False
    has_hints: bool = True

    @property
    def rules(self) -> Rules:
        """The edition with the house rules and the golden die that were chosen."""
        options = [SWITCHED_ON.get(switch, switch) for switch in SWITCHES if switch in self.switches]
        options.append(f"short_game={self.short_game}")
        if faces := self.golden_die_faces.get(self.edition):
            options.append(f"golden_die_faces={faces}")
        return make_rules(self.edition, options)

    @property
    def has_house_rules(self) -> bool:
        """Whether a house rule is chosen."""
        return bool(self.switches) or self.short_game != ShortGame.OFF


def golden_editions() -> tuple[str, ...]:
    """The editions that have the golden die."""
    return tuple(name for name, rules in EDITIONS.items() if rules.has(Specialist.GOLDEN_DIE))


def first_form() -> TableForm:
    """The form as it is offered: me, a guest by link, and a bot of the middle level."""
    seats = [SeatChoice(ME), SeatChoice(LINK), SeatChoice(BOT + MIDDLE)]
    return TableForm((*seats, *[SeatChoice()] * (MAX_PLAYERS - len(seats))))


def read_form(form: Mapping[str, str]) -> TableForm:
    """The form as a visitor sent it."""
    numbers = range(1, MAX_PLAYERS + 1)
    return TableForm(
        seats=tuple(SeatChoice(form.get(f"seat{n}", ""), form.get(f"name{n}", "").strip()) for n in numbers),
        edition=form.get("edition", DEFAULT_EDITION),
        switches=frozenset(switch for switch in SWITCHES if form.get(switch) == "on"),
        short_game=form.get("short_game", ShortGame.OFF),
        golden_die_faces={name: form.get(f"golden-{name}", "") for name in golden_editions()},
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
    raise InvalidRequest(f"{quoted(seat.choice)} cannot have a seat.")
