"""The driver: plays for the bots, and for people whose time is up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.support.services import ADA, RULES, Disk, Parts, QuickBots, any_move, in_loop, quick_move, services, until
from wormgrill.game.moves import Dice, Move
from wormgrill.game.state import State
from wormgrill.players.policies import SensiblePlayer
from wormgrill.presentation.board import BotsTold
from wormgrill.server.api.models import view_of
from wormgrill.server.model.play import step_of
from wormgrill.server.model.refusals import BotsWarmingUp
from wormgrill.server.model.table import Life, Pace, Presence, Seat, Table
from wormgrill.server.services import background, driver, live
from wormgrill.server.services import bots as bots_module
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.live import LiveTable
from wormgrill.server.storage.database import Lease


class FailingBots(QuickBots):
    """Bots that cannot decide."""

    async def choose(self, level: str, seed: int, state: State) -> Move:
        """Fail, after having been asked."""
        await super().choose(level, seed, state)
        raise RuntimeError("this bot has a mistake")


@in_loop
async def test_bots_play_to_the_end(database: Path, disk: Disk) -> None:
    async with services(database) as parts:
        table = await parts.start_table("greedy", "greedy", "greedy")
        await until(table, lambda: table.table.is_over)
        assert table.table.life is Life.FINISHED
        assert disk.plies(table.table.id) == table.ply


@in_loop
async def test_a_bot_that_fails_does_not_stop_the_table(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with services(database, bots=FailingBots()) as parts:
        table = await parts.start_table("greedy", "me")
        for _ in range(5):
            await until(table, lambda: table.seat_to_move == 1)
            while table.seat_to_move == 1:
                await parts.tables.play(table.table.id, ADA, table.ply, str(quick_move(table.state)))
        assert parts.bots.asked > 5
        assert view_of(table, ADA, "").bots is BotsTold.PLAIN
    assert "a bot could not decide" in caplog.text


class ColdBots(QuickBots):
    """Bots whose code is not ready."""

    is_cold = True


@in_loop
async def test_a_bot_waits_for_its_code_and_people_are_told(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOADING_SECONDS", 0.01)
    bots = ColdBots()
    bots.may_answer.clear()
    async with services(database, bots=bots) as parts:
        table = await parts.start_table("rooster", "me")
        await until(table, lambda: table.bots is BotsTold.WARMING_UP)
        assert (table.seat_to_move, table.ply) == (0, 0)
        assert view_of(table, ADA, "").bots is BotsTold.WARMING_UP
        bots.may_answer.set()
        await until(table, lambda: table.seat_to_move == 1)
        assert view_of(table, ADA, "").bots is BotsTold.NOTHING


@in_loop
async def test_a_bot_that_cannot_think_plays_sensibly_and_says_so(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots_module, "WARM_UP_DELAY_SECONDS", 600.0)
    monkeypatch.setattr(bots_module, "THINK_SECONDS", 0.01)  # no process starts in this time
    monkeypatch.setattr(bots_module, "COLD_SECONDS", 0.01)
    pool = Bots(1)
    try:
        async with services(database, bots=pool) as parts:
            table = await parts.start_table("rooster", "me")
            await until(table, lambda: table.seat_to_move == 1)
            for step in (step_of(table.game, ply) for ply in range(table.ply)):
                if not isinstance(step.move, Dice):
                    assert step.move == SensiblePlayer().choose(step.before)
            assert table.bots is BotsTold.PLAIN
            with pytest.raises(BotsWarmingUp, match="warming up"):
                await parts.tables.odds(table.table.id)
    finally:
        await pool.close()
    assert f"a bot could not decide in time at table {table.table.id} and plays sensibly" in caplog.text


@in_loop
async def test_a_bot_waits_for_people(database: Path) -> None:
    async with services(database) as parts:
        table = await parts.start_table("greedy", "me")
        await until(table, lambda: table.seat_to_move == 1)
        asked, ply = parts.bots.asked, table.ply
        await parts.tables.say(table.table.id, ADA, "Let me think")
        assert (parts.bots.asked, table.ply) == (asked, ply)
        await parts.tables.play(table.table.id, ADA, ply, "roll")


@asynccontextmanager
async def _late_table(parts: Parts, level: str | None = None, *, is_client: bool = False) -> AsyncIterator[LiveTable]:
    """A table of Ada's and Bo's, or a bot's, at which Ada's time is up as soon as it is loaded."""
    other = Seat("Bot", level=level) if level else Seat("Bo", "bo", seed="b")
    seats = (Seat("Ada", ADA.id, seed="a", is_client=is_client), other)
    table = Table("t" * 16, ADA.id, RULES, seats, "0" * 64, 1.0, Pace("live", 3600))
    await parts.store.add_table(replace(table, life=Life.PLAYING, started_at=1.0))
    yield await parts.tables.get(table.id)


@in_loop
async def test_a_bot_takes_the_seat_when_the_time_is_up(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "GRACE_SECONDS", 0.0)
    async with services(database) as parts, _late_table(parts) as table:
        await until(table, lambda: table.seat_to_move == 1)
        assert [seat.presence for seat in table.table.seats] == [Presence.AWAY, Presence.HERE]
        stored = await parts.store.load(table.table.id)
        assert stored is not None
        assert stored.table == table.table
        assert len(stored.game.moves) == table.ply


@in_loop
async def test_a_program_whose_time_is_up_has_time_to_return(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "GRACE_SECONDS", 0.0)
    async with services(database) as parts:
        parts.driver._pause_seconds = 600.0
        async with _late_table(parts, "greedy", is_client=True) as table:
            await until(table, lambda: table.table.seats[0].presence is Presence.AWAY)
            await asyncio.sleep(0.05)  # longer than a bot needs that does not wait
            assert (table.ply, parts.bots.asked) == (0, 0)


@in_loop
async def test_a_bot_lets_go_when_the_person_returns(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "GRACE_SECONDS", 0.0)
    async with services(database) as parts:
        parts.bots.may_answer.clear()
        async with _late_table(parts) as table:
            await parts.bots.thinking.wait()
            await parts.tables.come_back(table.table.id, ADA)
            parts.bots.may_answer.set()
            assert table.deadline is not None
            await parts.tables.play(table.table.id, ADA, 0, "roll")
            assert [seat.presence for seat in table.table.seats] == [Presence.HERE, Presence.HERE]
            assert (table.ply, parts.bots.asked) == (2, 1)


@in_loop
async def test_a_person_who_returns_while_their_time_ends_has_a_new_clock(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GRACE_SECONDS", 0.1)
    async with services(database) as parts, _late_table(parts) as table:
        end = table.deadline
        assert end is not None
        parts.store.may_write.clear()
        leaving = asyncio.create_task(parts.tables.leave(table.table.id, ADA))
        returning = asyncio.create_task(parts.tables.come_back(table.table.id, ADA))
        await parts.store.writing.wait()
        while len(table._lock._waiters or ()) < 2:  # noqa: ASYNC110  # Ada, and the driver, because the time is up
            await asyncio.sleep(0.01)
        parts.store.may_write.set()
        await asyncio.gather(leaving, returning)
        await table.change(lambda found: found)  # after the driver
        assert table.table.seats[0].presence is Presence.HERE
        assert table.deadline is not None
        assert table.deadline > end


class SlowLeases:
    """Leases that are taken while others play."""

    def __init__(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        self._meanwhile = meanwhile

    def holds(self, lease: Lease | None) -> bool:
        """Whether it has been taken."""
        return lease is not None

    async def take(self, table_id: str) -> Lease:
        """A lease, as soon as the others have played."""
        await self._meanwhile()
        return Lease(table_id, "this process", 1)

    async def release(self, lease: Lease) -> None:
        """Nothing is to be done."""


@in_loop
async def test_what_happens_while_a_lease_is_taken_is_known_to_whoever_takes_it(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "ABSENT_SECONDS", 3600.0)  # nothing else happens at the table
    async with services(database) as parts:

        async def play_a_turn() -> None:
            table = await parts.tables.get("t" * 16)
            while table.seat_to_move == 0:
                await table.append(any_move)

        monkeypatch.setattr(parts.driver, "leases", SlowLeases(play_a_turn))
        monkeypatch.setattr(parts.store, "append", partial(_without_lease, parts.store.append))
        async with _late_table(parts, "greedy") as table:
            await until(table, lambda: parts.bots.asked > 0)  # the bot whose turn has come meanwhile
        assert table.table.seats[0].presence is Presence.HERE


async def _without_lease(append: Callable[..., Awaitable[None]], *arguments: object, **more: object) -> None:
    """Append, whoever has the lease."""
    await append(*arguments, **{**more, "lease": None})


@in_loop
async def test_a_move_in_time_gives_the_next_one_a_new_clock(database: Path) -> None:
    async with services(database) as parts:
        table = await parts.open_table("me", "me", pace=Pace("live", 60))
        await parts.tables.start(table.table.id, ADA)
        first = table.deadline
        await parts.tables.play(table.table.id, ADA, 0, "roll")
        assert first is not None
        assert table.deadline is not None
        assert table.deadline > first


@in_loop
async def test_a_table_that_was_abandoned_is_driven_again_when_somebody_returns(database: Path) -> None:
    async with services(database) as parts:
        parts.bots.may_answer.clear()
        table = await parts.start_table("greedy", "me")
        await parts.bots.thinking.wait()
        driving = parts.driver._tasks[table.table.id]
        await parts.tables.leave(table.table.id, ADA)
        assert table.table.life is Life.ABANDONED
        parts.bots.may_answer.set()
        await asyncio.wait([driving])
        assert table.ply == 0
        assert not parts.driver._tasks
        await parts.tables.come_back(table.table.id, ADA)
        await until(table, lambda: table.seat_to_move == 1)
        assert table.ply > 0


@in_loop
async def test_a_table_has_one_task_however_often_it_changes(database: Path) -> None:
    async with services(database) as parts:
        parts.bots.may_answer.clear()
        table = await parts.start_table("greedy", "me")
        await parts.bots.thinking.wait()
        for text in ("One", "Two"):
            await parts.tables.say(table.table.id, ADA, text)
        assert len(parts.driver._tasks) == 1
        assert parts.bots.asked == 1


@in_loop
async def test_the_driver_goes_on_when_the_disk_works_again(
    database: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RETRY_SECONDS", 0.0)
    async with services(database) as parts:
        parts.bots.may_answer.clear()
        table = await parts.start_table("greedy", "me")
        await parts.bots.thinking.wait()
        with disk.broken("moves"):
            parts.bots.thinking.clear()
            parts.bots.may_answer.set()
            await parts.bots.thinking.wait()  # asked again, because the first move could not be stored
            assert table.ply == 0
        await until(table, lambda: table.seat_to_move == 1)
        assert disk.plies(table.table.id) == table.ply > 0


@in_loop
async def test_what_is_being_written_when_the_driver_closes_is_finished(database: Path, disk: Disk) -> None:
    async with services(database) as parts:
        parts.bots.may_answer.clear()
        table = await parts.start_table("greedy", "me")
        parts.store.writing.clear()
        parts.store.may_write.clear()
        parts.bots.may_answer.set()
        await parts.store.writing.wait()
        await parts.driver.close()
        parts.store.may_write.set()
        await until(table, lambda: table.ply > 0)
        assert disk.plies(table.table.id) == table.ply == 2
        parts.driver.drive(table)
        assert not parts.driver._tasks
