"""What people can do at the tables, also many of them at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tests.support.services import ADA, BO, RULES, Disk, any_move, in_loop, quick_move, services
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, initial_state, legal_moves
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import Plan, SeatPlan, SeatRequest
from wormgrill.server.model.refusals import InvalidRequest, LimitReached, NotAllowed, NotFound, NotNow
from wormgrill.server.model.table import Life
from wormgrill.server.services import tables
from wormgrill.server.services.live import LiveTable


@in_loop
async def test_a_rematch_asked_for_by_many_at_once_is_one_table(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        while not live.table.is_over:
            await live.append(any_move)
        asking = (parts.tables.rematch(live.table.id, person) for person in (ADA, BO, ADA, BO))
        found = await asyncio.gather(*asking)
        assert {again.table.id for again in found} == {live.table.rematch}
        assert disk.count("tables") == 2
        assert [seat.person for seat in found[0].table.seats] == [BO.id, ADA.id]
        assert found[0].table.secret != live.table.secret


@in_loop
async def test_a_rematch_that_is_refused_makes_no_table(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        with pytest.raises(NotNow):
            await parts.tables.rematch(live.table.id, ADA)
        while not live.table.is_over:
            await live.append(any_move)
        with pytest.raises(NotAllowed):
            await parts.tables.rematch(live.table.id, Person("cy", "Cy", "en"))
        assert live.table.rematch is None
        assert disk.count("tables") == 1


@in_loop
async def test_a_rematch_against_bots_begins_at_once(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "greedy")
        while not live.table.is_over:
            await live.append(any_move)
        assert (await parts.tables.rematch(live.table.id, ADA)).table.life is Life.PLAYING


@in_loop
async def test_of_many_who_join_at_once_one_gets_the_seat(database: Path) -> None:
    async with services(database) as parts:
        live = await parts.open_table("me", "open")
        people = [Person(f"p{number}", "Cy", "en") for number in range(10)]
        joining = (parts.tables.join(live.table.id, person) for person in people)
        results = await asyncio.gather(*joining, return_exceptions=True)
        assert sum(isinstance(result, NotNow) for result in results) == 9
        assert live.table.seats[1].person in {person.id for person in people}
        await parts.tables.join(live.table.id, ADA)  # sits already
        with pytest.raises(NotNow):
            await parts.tables.join(live.table.id, ADA, SeatRequest(is_another=True))


@in_loop
async def test_lines_said_at_once_have_numbers_that_do_not_clash(database: Path) -> None:
    async with services(database) as parts:
        live = await parts.start_table("me", "open")
        saying = (parts.tables.say(live.table.id, person, "Hello") for person in (ADA, BO, ADA, BO, ADA, BO))
        lines = await asyncio.gather(*saying)
        assert [line.number for line in lines] == [0, 1, 2, 3, 4, 5]
        assert live.chat == tuple(lines)
        stored = await parts.store.load(live.table.id)
        assert stored is not None
        assert stored.chat == live.chat


@in_loop
async def test_a_person_who_talks_too_fast_is_refused_and_others_are_not(database: Path, disk: Disk) -> None:
    async with services(database) as parts:
        live = await parts.start_table("me", "open")
        for _ in range(5):
            await parts.tables.say(live.table.id, ADA, "Hello")
        with pytest.raises(LimitReached):
            await parts.tables.say(live.table.id, ADA, "Hello")
        await parts.tables.say(live.table.id, BO, "Hello")
        with pytest.raises(InvalidRequest):
            await parts.tables.say(live.table.id, BO, " ")
        assert disk.lines(live.table.id) == len(live.chat) == 6


@in_loop
async def test_odds_are_worked_out_once_for_each_position(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        first = await parts.tables.odds(live.table.id)
        assert await parts.tables.odds(live.table.id) == first == (0, {"best": "roll", "number": 1})
        await parts.tables.play(live.table.id, ADA, 0, "roll")
        assert (await parts.tables.odds(live.table.id))[0] == 2
        assert parts.bots.asked_odds == 2


@in_loop
async def test_odds_of_many_positions_are_not_all_remembered(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "REMEMBERED_ODDS", 2)
    async with services(database, is_driven=False) as parts:
        states = [initial_state(EDITIONS["classic-2014"], players) for players in (2, 3, 4)]
        for state in states:
            await parts.tables.odds_of(state)
        assert len(parts.tables._odds) == 2
        await parts.tables.odds_of(states[2])
        assert parts.bots.asked_odds == 3
        await parts.tables.odds_of(states[0])
        assert parts.bots.asked_odds == 4


@in_loop
async def test_there_are_odds_only_where_hints_are_allowed_and_something_is_to_decide(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        strict = await parts.open_table("me", "me", has_hints=False)
        with pytest.raises(NotAllowed):
            await parts.tables.odds(strict.table.id)
        live = await parts.start_table("me", "me")
        while not live.table.is_over:
            await live.append(any_move)
        assert await parts.tables.odds(live.table.id) == (live.ply, None)
        assert parts.bots.asked_odds == 0


@in_loop
async def test_thoughts_that_do_not_lead_to_the_move_are_not_told(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "greedy")
        while live.state.seat == 0 or live.state.phase is not Phase.KEEP or len(legal_moves(live.state)) < 2:
            await live.append(any_move)
        other = next(move for move in legal_moves(live.state) if move != quick_move(live.state))
        ply = live.ply
        await live.append(lambda table, _game: (table, other))
        with pytest.raises(NotFound, match="not known any more"):
            await parts.tables.thoughts(live.table.id, ply)


@in_loop
async def test_thoughts_are_told_only_of_what_a_bot_has_played(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("greedy", "me")
        for ply in (-1, 0):
            with pytest.raises(NotFound):
                await parts.tables.thoughts(live.table.id, ply)
        await live.append(any_move)
        assert [str(thought.move) for thought in await parts.tables.thoughts(live.table.id, 0)] == ["roll"]
        with pytest.raises(NotFound):  # the dice
            await parts.tables.thoughts(live.table.id, 1)


@in_loop
async def test_a_person_hosts_only_so_many_unfinished_tables(database: Path) -> None:
    async with services(database, tables_per_person=2) as parts:
        first = await parts.open_table("me", "open")
        await parts.open_table("me", "open")
        with pytest.raises(LimitReached):
            await parts.open_table("me", "open")
        await parts.tables.leave(first.table.id, ADA)
        await parts.open_table("me", "open")


@in_loop
async def test_200_people_open_tables_at_once(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        people = [Person(f"{number:016}", f"Ada {number}", "en") for number in range(200)]
        plan = Plan(RULES, (SeatPlan("me"), SeatPlan("me")))
        tables = await asyncio.gather(*(parts.tables.create(person, plan) for person in people))
        assert len({live.table.id for live in tables}) == 200


@in_loop
async def test_of_80_tables_opened_at_once_only_as_many_are_made_as_one_person_may_host(
    database: Path, disk: Disk
) -> None:
    async with services(database, tables_per_person=50) as parts:
        opening = (parts.open_table("me", "open") for _ in range(80))
        found = await asyncio.gather(*opening, return_exceptions=True)
        assert Counter(map(type, found)) == {LiveTable: 50, LimitReached: 30}
        assert disk.count("tables") == 50


@in_loop
async def test_rematches_count_as_tables_that_a_person_hosts(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False, tables_per_person=4) as parts:
        finished = [await parts.start_table("me", "open") for _ in range(4)]
        for live in finished:
            while not live.table.is_over:
                await live.append(any_move)
        await parts.open_table("me", "open")
        asking = (parts.tables.rematch(live.table.id, ADA) for live in finished for _ in range(2))
        found = await asyncio.gather(*asking, return_exceptions=True)
        assert Counter(map(type, found)) == {LiveTable: 6, LimitReached: 2}
        assert disk.count("tables") == 8
        refused = next(live for live in finished if live.table.rematch is None)
        assert (await parts.tables.rematch(refused.table.id, BO)).table.host == BO.id
        assert (await parts.tables.rematch(refused.table.id, ADA)).table.host == BO.id


@in_loop
async def test_only_the_host_starts_and_only_once(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.open_table("me", "open")
        await parts.tables.join(live.table.id, BO)
        with pytest.raises(NotAllowed):
            await parts.tables.start(live.table.id, BO)
        with pytest.raises(InvalidRequest):
            await parts.tables.start(live.table.id, ADA, fill="god")
        starting = (parts.tables.start(live.table.id, ADA) for _ in range(3))
        results = await asyncio.gather(*starting, return_exceptions=True)
        assert sum(isinstance(result, NotNow) for result in results) == 2
