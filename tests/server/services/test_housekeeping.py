"""Housekeeping: games go on after a restart, and tables that nobody starts are given up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.services import ADA, RULES, Disk, Parts, any_move, in_loop, services, until
from wormgrill.game.moves import parse_move
from wormgrill.presentation.tally import Tally, tally_moves
from wormgrill.server.model.table import DAY_SECONDS, Life, Seat, Table
from wormgrill.server.services import background
from wormgrill.server.services.housekeeping import Housekeeping
from wormgrill.server.services.live import LiveTable

SEATS = (Seat("Ada", ADA.id, seed="a"), Seat("Greedy", level="greedy"))
BOTS = (Seat("Greedy", level="greedy"), Seat("Greedy 2", level="greedy"))


@asynccontextmanager
async def housekeeping(parts: Parts) -> AsyncIterator[Housekeeping]:
    """The housekeeping of these services."""
    keeping = Housekeeping(parts.store, parts.live_tables, parts.driver, parts.metrics, parts.settings)
    try:
        yield keeping
    finally:
        await keeping.close()


async def _add(parts: Parts, letter: str, life: Life, age_days: float, seats: tuple[Seat, ...] = SEATS) -> Table:
    """A table as an earlier server has left it."""
    at = time.time() - age_days * DAY_SECONDS
    table = Table(letter * 16, ADA.id, RULES, seats, "0" * 64, at)
    table = replace(table, life=life, started_at=None if life is Life.WAITING else at)
    await parts.store.add_table(table)
    return table


@in_loop
async def test_a_sweep_abandons_old_waiting_tables_only(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts, housekeeping(parts) as keeping:
        for letter, life, age in (
            ("a", Life.WAITING, 8),
            ("b", Life.WAITING, 6),
            ("c", Life.PLAYING, 8),
            ("d", Life.FINISHED, 8),
        ):
            await _add(parts, letter, life, age)
        await keeping.sweep()
        assert [disk.life(letter * 16) for letter in "abcd"] == ["abandoned", "waiting", "playing", "finished"]
        text = parts.metrics.text().decode()
        for life in Life:
            assert f'wormgrill_tables{{life="{life}"}} 1.0' in text
        with disk.unchanged():
            await keeping.sweep()


@in_loop
async def test_a_table_that_starts_meanwhile_is_not_abandoned(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts, housekeeping(parts) as keeping:
        old = await _add(parts, "a", Life.WAITING, 8)
        parts.store.may_write.clear()
        starting = asyncio.create_task(parts.tables.start(old.id, ADA))
        await parts.store.writing.wait()  # holds the lock of the table
        sweeping = asyncio.create_task(keeping.sweep())
        parts.store.may_write.set()
        await asyncio.gather(starting, sweeping)
        assert disk.life(old.id) == "playing"


@in_loop
async def test_games_that_were_being_played_go_on_after_a_restart(database: Path, disk: Disk) -> None:
    finished = asyncio.Event()

    def look(live: LiveTable) -> None:
        if live.table.id == "b" * 16 and live.table.is_over:
            finished.set()

    async with services(database, published=look) as parts, housekeeping(parts) as keeping:
        await _add(parts, "a", Life.PLAYING, 1)
        await _add(parts, "b", Life.PLAYING, 1, BOTS)
        await _add(parts, "c", Life.ABANDONED, 1, BOTS)
        keeping.open()
        await finished.wait()
        assert [disk.life(letter * 16) for letter in "abc"] == ["playing", "finished", "abandoned"]
        assert [disk.plies(letter * 16) for letter in "ac"] == [0, 0]


@in_loop
async def test_a_game_that_cannot_be_loaded_does_not_stop_the_others(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RETRY_SECONDS", 0.0)
    finished = asyncio.Event()

    def look(live: LiveTable) -> None:
        if live.table.is_over:
            finished.set()

    async with services(database, published=look) as parts, housekeeping(parts) as keeping:
        await _add(parts, "a", Life.PLAYING, 1, BOTS)
        await _add(parts, "b", Life.PLAYING, 2, BOTS)
        await parts.store.append("a" * 16, 0, [parse_move("keep 4")], 1.0, version=0)
        keeping.open()
        await finished.wait()
        assert (await parts.tables.get("b" * 16)).table.is_over


@in_loop
async def test_the_first_sweep_is_made_at_the_start(database: Path) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        await _add(parts, "a", Life.WAITING, 8)
        live = await parts.tables.get("a" * 16)
        keeping.open()
        await until(live, lambda: live.table.life is Life.ABANDONED)


@in_loop
async def test_the_dice_of_games_that_end_are_counted(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts, housekeeping(parts) as keeping:
        counted = Tally()
        for _ in range(3):
            live = await parts.start_table("me", "me")
            await keeping.count_dice()
            assert await parts.store.tally() == counted, "a game that is being played is not counted"
            while not live.table.is_over:
                await live.append(any_move)
            counted += tally_moves(live.game.moves)
            await keeping.count_dice()
            assert await parts.store.tally() == counted
        with disk.unchanged():
            await keeping.count_dice()


@in_loop
async def test_many_games_are_counted_in_parts(database: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    async with services(database, is_driven=False) as parts, housekeeping(parts) as keeping:
        for letter in "abcdefg":
            await _add(parts, letter, Life.FINISHED, 1)
            await parts.store.append(letter * 16, 0, [parse_move("roll"), parse_move("dice 1234455W")], 1.0, version=0)
        count = parts.store.count_dice
        monkeypatch.setattr(parts.store, "count_dice", lambda: count(3))
        await keeping.count_dice()
        assert await parts.store.tally() == Tally(7, (7, 7, 7, 14, 14, 7))
        assert disk.count("tallies") == 3


@in_loop
async def test_the_dice_are_counted_from_the_start_on(database: Path) -> None:
    async with services(database) as parts, housekeeping(parts) as keeping:
        await _add(parts, "a", Life.FINISHED, 1)
        keeping.open()
        while await parts.store.tally() == Tally():
            pass
