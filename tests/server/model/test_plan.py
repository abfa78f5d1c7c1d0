"""Plans: what a new table shall be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wormgrill.game import EDITIONS
from wormgrill.game.fair_dice import NONE
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import (
    Plan,
    SeatPlan,
    SeatRequest,
    checked_level,
    planned_table,
    requested_seat,
)
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.model.table import Life, Pace, Table

ADA = Person("ada", "Ada", "en", is_client=True)
RULES = EDITIONS["deluxe-2018"]


def planned(*seats: SeatPlan, pace: Pace | None = None, anchor: str = NONE) -> Table:
    """The table of a plan."""
    plan = Plan(RULES, seats, pace or Pace(), is_public=True, has_hints=False, has_chat=False, anchor=anchor)
    return planned_table(plan, ADA, table_id="t" * 16, secret="0" * 64, now=5.0)


def test_a_table_is_as_it_was_planned() -> None:
    table = planned(SeatPlan("me"), SeatPlan("open"), SeatPlan("bot", level="greedy"), pace=Pace("live", 30))
    assert [seat.kind for seat in table.seats] == ["person", "open", "bot"]
    assert (table.host, table.rules, table.created_at, table.life) == ("ada", RULES, 5.0, Life.WAITING)
    assert (str(table.pace), table.is_public, table.has_hints, table.has_chat) == ("live 30", True, False, False)
    assert table.seats[0].is_client


def test_several_seats_of_one_person_have_names_of_their_own_and_one_chain() -> None:
    table = planned(SeatPlan("me"), SeatPlan("me"), SeatPlan("me", name="Grandma"), anchor="0" * 64)
    assert [seat.name for seat in table.seats] == ["Ada", "Ada 2", "Grandma"]
    assert [seat.anchor for seat in table.seats] == ["0" * 64] * 3
    assert table.seats_of("ada") == (0, 1, 2)


@pytest.mark.parametrize(
    "seats",
    [
        (SeatPlan("me"),),
        (SeatPlan("me"),) * 8,
        (SeatPlan("me"), SeatPlan("bot")),
        (SeatPlan("me"), SeatPlan("bot", level="god")),
        (SeatPlan("me", name=" "), SeatPlan("open")),
    ],
)
def test_a_plan_that_cannot_be_is_refused(seats: tuple[SeatPlan, ...]) -> None:
    with pytest.raises(InvalidRequest):
        planned(*seats)


def test_a_seat_is_taken_as_it_was_asked_for() -> None:
    seat = requested_seat(SeatRequest("Countess", anchor="0" * 64), ADA)
    assert (seat.name, seat.person, seat.anchor, seat.is_client) == ("Countess", "ada", "0" * 64, True)
    assert requested_seat(SeatRequest(), ADA).anchor == NONE


@pytest.mark.parametrize("anchor", ["", "--", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "٣" * 64])
def test_an_anchor_has_64_hexadecimal_digits(anchor: str) -> None:
    with pytest.raises(InvalidRequest):
        requested_seat(SeatRequest(anchor=anchor), ADA)


def test_an_unknown_level_is_told_with_the_known_ones() -> None:
    assert checked_level("greedy") == "greedy"
    with pytest.raises(InvalidRequest, match="hatchling"):
        checked_level("god")


def test_a_host_sits_down_with_their_bird_and_people_beside_them_without_it() -> None:
    host = replace(ADA, bird="duck")
    seats = (SeatPlan("me", "Ida"), SeatPlan("me"), SeatPlan("open"))
    table = planned_table(Plan(RULES, seats), host, table_id="t" * 16, secret="0" * 64, now=0.0)
    assert [seat.bird for seat in table.seats] == [None, "duck", None]
    assert requested_seat(SeatRequest(), host).bird == "duck"
    assert requested_seat(SeatRequest("Ida", is_another=True), host).bird is None
