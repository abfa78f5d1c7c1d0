"""The registry: one live table per id, as long as somebody needs it."""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.support.long_games import ENDLESS, add_long_tables, moves_of
from tests.support.services import ADA, in_loop, services
from wormgrill.presentation.story import story_of
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.model.table import Pace, game_of
from wormgrill.server.services import registry
from wormgrill.server.services.registry import LiveTables


@in_loop
async def test_there_is_one_live_table_however_many_ask_at_once(database: Path) -> None:
    async with services(database) as parts:
        table_id = (await parts.open_table("me", "open")).table.id
        loaded: list[str] = []
        other = LiveTables(parts.store, parts.metrics, lambda live: loaded.append(live.table.id))
        found = await asyncio.gather(*(other.get(table_id) for _ in range(20)))
        assert len({id(live) for live in found}) == 1
        assert loaded == [table_id]


@in_loop
async def test_a_table_that_is_not_there_is_refused_every_time(database: Path) -> None:
    async with services(database) as parts:
        for _ in range(2):
            with pytest.raises(NotFound):
                await parts.live_tables.get("2" * 16)


@in_loop
async def test_tables_that_nobody_needs_are_forgotten(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RECENT_TABLES", 1)
    async with services(database) as parts:
        waiting = (await parts.open_table("me", "open")).table.id
        watched = (await parts.open_table("me", "open")).table.id
        playing = (await parts.start_table("me", "me")).table.id
        timed = (await parts.open_table("me", "me", pace=Pace("live", 30))).table.id
        await parts.tables.start(timed, ADA)
        async with aclosing(parts.tables.watch(watched)) as updates:
            await anext(updates)
            await parts.open_table("me", "open")  # now the most recent one
            gc.collect()
            assert waiting not in parts.live_tables._live
            assert watched in parts.live_tables._live
            assert playing not in parts.live_tables._live  # whoever has to move may take their time
            assert timed in parts.live_tables._live
        await parts.open_table("me", "open")
        gc.collect()
        assert watched not in parts.live_tables._live
        assert (await parts.tables.get(waiting)).table.id == waiting


@in_loop
async def test_a_table_whose_game_is_over_is_forgotten(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RECENT_TABLES", 1)
    async with services(database) as parts:
        table_id = (await parts.start_table("greedy", "greedy")).table.id
        await asyncio.wait([parts.driver._tasks[table_id]])
        await parts.open_table("me", "open")
        gc.collect()
        assert table_id not in parts.live_tables._live
        again = await parts.tables.get(table_id)
        assert again.table.is_over
        assert again.state == again.game.state


@in_loop
async def test_a_table_that_is_loaded_while_the_server_stops_has_no_streams(database: Path) -> None:
    async with services(database) as parts:
        table_id = (await parts.open_table("me", "open")).table.id
        other = LiveTables(parts.store, parts.metrics, lambda _live: None)
        other.close_streams()
        live = await other.get(table_id)
        assert [update async for update in live.watch(0, ADA, 600)] == []


@in_loop
async def test_a_long_game_is_loaded_part_by_part(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        [table_id] = await add_long_tables(parts.settings.database, 1200, 1, ENDLESS)
        gaps: list[float] = []
        """How long the thread of the event loop has worked, each time, before others could go on."""

        async def tick() -> None:
            while True:
                worked = time.thread_time()
                await asyncio.sleep(0)
                gaps.append(time.thread_time() - worked)

        gc.collect()
        gc.freeze()  # as the server does: what else the tests have made is not looked through again
        ticking = asyncio.create_task(tick())
        live = await parts.live_tables.get(table_id)
        story = live.story
        await asyncio.sleep(0)
        ticking.cancel()
        gc.unfreeze()
        assert max(gaps) < sum(gaps) / 5
        assert live.game == game_of(live.table, moves_of(1200, ENDLESS))
        assert story == story_of(live.game)


@in_loop
async def test_nobody_waits_for_the_long_game_of_others(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        [long_id] = await add_long_tables(parts.settings.database, 1200, 1, ENDLESS)
        short_id = (await parts.open_table("me", "open")).table.id
        other = LiveTables(parts.store, parts.metrics, lambda _live: None)
        loading = asyncio.create_task(other.get(long_id))
        await asyncio.sleep(0)
        await other.get(short_id)
        assert not loading.done()
        assert (await loading).table.id == long_id
