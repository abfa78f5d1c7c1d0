"""Plans: what a new table shall be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wormgrill.game import EDITIONS
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import (
    Plan,
    SeatPlan,
    SeatRequest,
    checked_level,
    checked_seed,
    planned_table,
    requested_seat,
)
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.model.table import Life, Pace, Table

ADA = Person("ada", "Ada", "en", is_client=True)
RULES = EDITIONS["deluxe-2018"]


def seeds() -> Callable[[], str]:
    """Seeds one after the other."""
    numbers = iter(range(100))
    return lambda: f"seed{next(numbers)}"


def planned(*seats: SeatPlan, pace: Pace | None = None) -> Table:
    """The table of a plan."""
    plan = Plan(RULES, seats, pace or Pace(), is_public=True, has_hints=False, has_chat=False)
    return planned_table(plan, ADA, table_id="t" * 16, secret="0" * 64, new_seed=seeds(), now=5.0)


def test_a_table_is_as_it_was_planned() -> None:
    table = planned(SeatPlan("me"), SeatPlan("open"), SeatPlan("bot", level="greedy"), pace=Pace("live", 30))
    assert [seat.kind for seat in table.seats] == ["person", "open", "bot"]
    assert (table.host, table.rules, table.created_at, table.life) == ("ada", RULES, 5.0, Life.WAITING)
    assert (str(table.pace), table.is_public, table.has_hints, table.has_chat) == ("live 30", True, False, False)
    assert table.seats[0].is_client


def test_several_seats_of_one_person_have_names_and_seeds_of_their_own() -> None:
    table = planned(SeatPlan("me"), SeatPlan("me"), SeatPlan("me", name="Grandma"))
    assert [seat.name for seat in table.seats] == ["Ada", "Ada 2", "Grandma"]
    assert [seat.seed for seat in table.seats] == ["seed0", "seed1", "seed2"]
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
    seat = requested_seat(SeatRequest("Countess", "own7"), ADA, seeds())
    assert (seat.name, seat.person, seat.seed, seat.is_client) == ("Countess", "ada", "own7", True)
    assert requested_seat(SeatRequest(), ADA, seeds()).seed == "seed0"


@pytest.mark.parametrize("seed", ["", "-", "two words", "é", "x" * 65])
def test_a_seed_has_letters_and_digits(seed: str) -> None:
    with pytest.raises(InvalidRequest):
        checked_seed(seed)


def test_an_unknown_level_is_told_with_the_known_ones() -> None:
    assert checked_level("greedy") == "greedy"
    with pytest.raises(InvalidRequest, match="hatchling"):
        checked_level("god")
