"""The driver: plays for the bots, and for people whose time is up, at every live table where a game goes on."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import BrokenExecutor
from contextlib import suppress

from wormgrill.game.moves import Move
from wormgrill.players.levels import STRONGEST
from wormgrill.players.policies import SensiblePlayer
from wormgrill.presentation.board import BotsTold
from wormgrill.server.limits import is_done_within
from wormgrill.server.metrics import Metrics
from wormgrill.server.model.play import bot_move, is_due_for_bot
from wormgrill.server.model.refusals import DatabaseUnavailable, StaleMove
from wormgrill.server.model.table import Table, bot_seed, with_away
from wormgrill.server.services.background import Background, survive
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.leases import RENEW_SECONDS, Leases
from wormgrill.server.services.live import LiveTable
from wormgrill.server.storage.database import Lease, LeaseLost

log = logging.getLogger(__name__)


WAKE_SECONDS = 60.0
"""A table at which nothing must happen for longer sleeps: nobody needs to hold it in memory until it is woken."""

LOADING_SECONDS = 2.0
"""A bot that is not ready after so long has to compile its code: to load it takes less."""

LEISURE_SECONDS = 0.04
"""The pause where pages show what happens in a rhythm of their own: every ply is shown, none is skipped."""
END_PAUSES = 2
"""As long as so many pauses the end of a turn is held elsewhere."""


class Driver:
    """One task for each table at which something will happen by itself soon: a bot's move, or the end of a clock."""

    def __init__(
        self,
        bots: Bots,
        metrics: Metrics,
        pause_seconds: float,
        reveal_seconds: float,
        leases: Leases | None = None,
    ) -> None:
        self._bots = bots
        self._metrics = metrics
        self._pause_seconds = pause_seconds
        """How long a bot waits before each move while people look on, or play themselves if they return."""
        self._reveal_seconds = reveal_seconds
        self.leases = leases
        """Where several processes could play for the same table."""
        self._background = Background()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_closing = False

    def drive(self, live: LiveTable) -> None:
        """See to it that a game goes on, if it does soon; told of every change of a live table."""
        table_id = live.table.id
        if self._is_closing or self.is_driving(table_id) or not _is_near(live):
            return
        task = self._tasks[table_id] = self._background.start(self._play_on(live))
        task.add_done_callback(lambda done: self._forget(table_id, done))

    def is_driving(self, table_id: str) -> bool:
        """Whether a task sees to this table."""
        running = self._tasks.get(table_id)
        return running is not None and not running.done()

    def _forget(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(table_id) is done:
            del self._tasks[table_id]

    async def close(self) -> None:
        """Stop the clocks and the bots; what has begun to be written is finished."""
        self._is_closing = True
        await self._background.close()

    async def _play_on(self, live: LiveTable) -> None:
        lease: Lease | None = None
        try:
            while live.seat_to_move is not None and _is_near(live) and not self._is_closing:
                if self.leases and not self.leases.holds(lease):
                    lease = await self._lease(live)
                if lease or not self.leases:
                    await survive(self._play_or_wait(live, lease))
        finally:
            if lease and self.leases and not self._is_closing:
                with suppress(DatabaseUnavailable):
                    await self.leases.release(lease)

    async def _lease(self, live: LiveTable) -> Lease | None:
        """A lease of a table; None after a while in which another process had it."""
        lease = None
        if self.leases:
            with suppress(DatabaseUnavailable):
                lease = await self.leases.take(live.table.id)
        if lease is None:
            await asyncio.sleep(RENEW_SECONDS)
        return lease

    async def _play_or_wait(self, live: LiveTable, lease: Lease | None) -> None:
        seat, ply = live.seat_to_move, live.ply
        if seat is None:  # the game has ended while the lease was taken
            return
        try:
            if live.table.seats[seat].is_played_by_bot:
                await self._play_bot(live, seat, ply, lease)
            else:
                await self._wait_for_person(live, seat, ply, lease)
        except LeaseLost:
            log.info("another process plays on at table %s", live.table.id)
            if self.leases and lease:
                self.leases.lose(lease)

    async def _wait_for_person(self, live: LiveTable, seat: int, ply: int, lease: Lease | None) -> None:
        """Wait for the person to move, and end their clock."""
        deadline = live.deadline
        seconds = None if deadline is None else max(0.0, deadline - time.time())
        if await live.wait_for_change(seconds):
            return

        def decide(table: Table) -> Table:
            is_late = (live.ply, live.deadline) == (ply, deadline)
            return with_away(table, seat) if is_late else table

        await live.change(decide, lease=lease)

    async def _play_bot(self, live: LiveTable, seat: int, ply: int, lease: Lease | None) -> None:
        is_for_person = live.table.seats[seat].level is None  # who may be about to return
        if live.has_people or is_for_person:
            await asyncio.sleep(self._pause(live))
        await live.wait_for_reveals(self._reveal_seconds)
        if not is_due_for_bot(live.table, live.game, seat, ply):
            return
        move = await self._bot_move(live)
        try:
            await live.append(lambda table, game: bot_move(table, game, seat, ply, move), lease=lease)
        except StaleMove:
            return

    def _pause(self, live: LiveTable) -> float:
        """How long to wait before a bot's move. With a clock everybody must see it when it happens."""
        if live.is_shown_at_leisure:
            return min(self._pause_seconds, LEISURE_SECONDS)
        return self._pause_seconds * (END_PAUSES if live.state.is_turn_over else 1)

    async def _bot_move(self, live: LiveTable) -> Move:
        table, state = live.table, live.state
        try:
            with self._metrics.bot_seconds.time():
                move = await self._chosen(live)
        except (TimeoutError, BrokenExecutor):
            log.warning("a bot could not decide in time at table %s and plays sensibly", table.id)
        except Exception:  # a bot that fails must not stop the table
            log.exception("a bot could not decide at table %s and plays sensibly", table.id)
        else:
            live.tell_of_bots(BotsTold.NOTHING)
            return move
        live.tell_of_bots(BotsTold.PLAIN)
        return SensiblePlayer().choose(state)

    async def _chosen(self, live: LiveTable) -> Move:
        """What the bot at turn chooses; people are told if it has to wait for its code."""
        table, state = live.table, live.state
        level = table.seats[state.seat].level or STRONGEST
        choosing = asyncio.ensure_future(self._bots.choose(level, bot_seed(table, state.seat), state))
        try:
            if self._bots.is_cold and not await is_done_within(choosing, LOADING_SECONDS):
                live.tell_of_bots(BotsTold.WARMING_UP)
            return await choosing
        finally:
            choosing.cancel()


def _is_near(live: LiveTable) -> bool:
    """Whether something must happen at a table soon."""
    return live.clock.due_at is not None and live.clock.due_at < time.time() + WAKE_SECONDS
