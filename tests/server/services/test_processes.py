"""Two processes on one database, each with the same table in memory: what one has not heard of, it does not undo."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.services import ADA, BO, Disk, Parts, any_move, in_loop, services
from wormgrill.server.model.refusals import NotFound, NotNow, Refusal, StaleMove
from wormgrill.server.services.live import LiveTable

CARL = replace(BO, id="carl", name="Carl")


@asynccontextmanager
async def two(database: Path, *seats: str, is_started: bool = True) -> AsyncIterator[tuple[Parts, Parts, str]]:
    """Two processes that have read the same table."""
    async with services(database, is_driven=False) as one, services(database, is_driven=False) as other:
        live = await (one.start_table(*seats) if is_started else one.open_table(*seats))
        await other.tables.get(live.table.id)
        yield one, other, live.table.id


async def lives(one: Parts, other: Parts, table_id: str) -> tuple[LiveTable, LiveTable]:
    """The table in the memory of each."""
    return await one.tables.get(table_id), await other.tables.get(table_id)


@in_loop
async def test_the_last_seat_is_given_once(database: Path) -> None:
    async with two(database, "me", "open", is_started=False) as (one, other, table_id):
        joins = (one.tables.join(table_id, BO), other.tables.join(table_id, CARL))
        results = await asyncio.gather(*joins, return_exceptions=True)
        assert len([each for each in results if isinstance(each, Refusal)]) == 1, results
        first, second = await lives(one, other, table_id)
        await first.catch_up()
        await second.catch_up()
        assert first.table == second.table
        assert [seat.person for seat in first.table.seats] in ([ADA.id, BO.id], [ADA.id, CARL.id])


@in_loop
async def test_a_ply_is_played_once_and_both_go_on_from_it(database: Path, disk: Disk) -> None:
    async with two(database, "me", "me") as (one, other, table_id):
        rolls = (one.tables.play(table_id, ADA, 0, "roll"), other.tables.play(table_id, ADA, 0, "roll"))
        results = await asyncio.gather(*rolls, return_exceptions=True)
        assert [type(each) for each in results].count(StaleMove) == 1
        assert disk.plies(table_id) == 2
        first, second = await lives(one, other, table_id)
        for live in (second, first) * 6:
            await live.append(any_move)
        await first.catch_up()
        await second.catch_up()
        assert first.game.moves == second.game.moves
        assert first.chains == second.chains
        assert first.clock == second.clock
        assert first.recent_steps(0) == second.recent_steps(0) is not None


@in_loop
async def test_a_finished_game_is_not_opened_again(database: Path, disk: Disk) -> None:
    async with two(database, "me", "me") as (one, other, table_id):
        first, second = await lives(one, other, table_id)
        while not first.table.is_over:
            await first.append(any_move)
        assert not second.table.is_over
        await other.tables.leave(table_id, ADA)
        assert second.table.is_over
        assert disk.life(table_id) == "finished"
        assert first.game.moves == second.game.moves


@in_loop
async def test_a_rematch_is_one_table_wherever_it_is_asked_for(database: Path, disk: Disk) -> None:
    async with two(database, "me", "open") as (one, other, table_id):
        first, second = await lives(one, other, table_id)
        while not first.table.is_over:
            await first.append(any_move)
        await second.catch_up()
        asked = (one.tables.rematch(table_id, ADA), other.tables.rematch(table_id, BO))
        again = {live.table.id for live in await asyncio.gather(*asked)}
        assert len(again) == 1
        assert disk.count("tables") == 2


@in_loop
async def test_lines_of_chat_are_numbered_by_the_database(database: Path) -> None:
    async with two(database, "me", "open") as (one, other, table_id):
        for _ in range(3):
            lines = await asyncio.gather(
                one.tables.say(table_id, ADA, "Hello Bo"), other.tables.say(table_id, BO, "Hello Ada")
            )
            assert abs(lines[0].number - lines[1].number) == 1
        first, second = await lives(one, other, table_id)
        await first.catch_up()
        await second.catch_up()
        assert first.chat == second.chat
        assert [line.number for line in first.chat] == list(range(6))


@in_loop
async def test_a_code_for_another_device_works_at_one_process(database: Path) -> None:
    async with two(database, "me", "me") as (one, other, _):
        person, _token = await one.people.create("Ada")
        code = await one.people.begin_transfer(person)
        both = (one.people.finish_transfer(code), other.people.finish_transfer(code))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert [type(each) for each in results].count(NotFound) == 1


@in_loop
async def test_what_another_process_has_deleted_is_not_there_any_more(database: Path) -> None:
    async with two(database, "me", "open", is_started=False) as (one, other, table_id):
        await one.live_tables.delete(table_id)
        with pytest.raises(NotFound):
            await other.tables.join(table_id, BO)


@in_loop
async def test_the_start_is_decided_once(database: Path) -> None:
    async with two(database, "me", "open", is_started=False) as (one, other, table_id):
        starts = (one.tables.start(table_id, ADA, "greedy"), other.tables.start(table_id, ADA, "hatchling"))
        results = await asyncio.gather(*starts, return_exceptions=True)
        assert [type(each) for each in results].count(NotNow) == 1
