"""The keeper of the tables: memory, the one serial writer of each, its bots and its clock.

Every change is on disk before anybody sees it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from wormgrill.game.moves import Move
from wormgrill.game.record import Game
from wormgrill.game.state import Phase, State, legal_moves
from wormgrill.players.levels import STRONGEST
from wormgrill.server.metrics import Metrics
from wormgrill.server.model.refusals import Stale, Unknown
from wormgrill.server.model.table import DAY_SECONDS, Life, Table, with_away
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.live import LiveTable, Step
from wormgrill.server.settings import Settings
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.store import Store

T = TypeVar("T")
log = logging.getLogger(__name__)

KEPT = 500
"""Tables kept in memory besides those that are being played or watched."""
GRACE_SECONDS = 30.0
"""After a restart everybody has at least so long to move."""
SWEEP_SECONDS = 600.0
RETRY_SECONDS = 1.0


class Keeper:
    """Keeps the tables of this server; the only one who changes them."""

    def __init__(self, store: Store, bots: Bots, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.bots = bots
        self.settings = settings
        self.metrics = metrics
        self.is_closing = False
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._kept: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    def open(self) -> None:
        """Go on, in the background, with everything that was being played."""
        self._spawn(self._resume())
        self._spawn(self._sweep_on())

    async def _resume(self) -> None:
        for table_id in await self.store.list_ids(Life.PLAYING):
            await self.get(table_id)

    def close_streams(self) -> None:
        """End all streams; called as soon as the server is asked to stop."""
        self.is_closing = True
        for live in list(self._live.values()):
            live.announce(is_changed=False)

    async def close(self) -> None:
        """Stop the clocks and the bots; what has begun to be written is finished."""
        self.close_streams()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def get(self, table_id: str) -> LiveTable:
        """The table with this id."""
        live = self._live.get(table_id)
        if live is None:
            async with self._loading:
                live = self._live.get(table_id) or await self._load(table_id)
        self._keep(live)
        return live

    # ------------------------------------------------------------------------------------------------ changing

    async def change(self, table_id: str, decide: Callable[[Table], Table]) -> LiveTable:
        """Change anything but the moves of a table."""
        live = await self.get(table_id)
        await self.shielded(self._change_live(live, decide))
        return live

    async def _change_live(self, live: LiveTable, decide: Callable[[Table], Table]) -> None:
        """Change anything but the moves; the decision is made on the table as it is when its turn comes."""
        async with live.lock:
            changed = decide(live.table)
            if changed == live.table:
                return
            await self.store.change_table(changed)
            self._adopt(live, changed)
            live.announce(is_changed=True)

    async def append(self, live: LiveTable, move: Move, table: Table) -> tuple[Step, ...]:
        """Append a move, and the dice if it was a roll; then show it. The caller holds the lock."""
        game, steps = _played(live.game, move, table)
        if game.state.phase is Phase.OVER:
            table = replace(table, life=Life.FINISHED, finished_at=time.time())
        is_changed = table != live.table
        moves = [step.move for step in steps]
        now = time.time()
        with self.metrics.append_seconds.time():
            try:
                await self.store.append(table.id, live.ply, moves, now, table if is_changed else None)
            except Conflict:
                await self._restore(live)
                raise Stale("Somebody else has moved.", ply=live.ply) from None
        live.advance(game, steps, now)
        if is_changed:
            self._adopt(live, table)
        live.announce(is_changed=is_changed)
        self.metrics.plies.inc(len(steps))
        return steps

    def _adopt(self, live: LiveTable, table: Table) -> None:
        """Make a table that is on disk the one that everybody sees."""
        live.adopt(table, time.time())
        self._drive(live)

    # ------------------------------------------------------------------------------------------------ bots and clocks

    def _drive(self, live: LiveTable) -> None:
        is_driven = live.driver is not None and not live.driver.done()
        if live.table.life is Life.PLAYING and not is_driven and not self.is_closing:
            live.driver = self._spawn(self._play_on(live))

    async def _play_on(self, live: LiveTable) -> None:
        """Play for the bots, and for people whose time is up, as long as the game goes on."""
        while (seat := live.seat_to_move) is not None and not self.is_closing:
            await self._tolerantly(self._play_or_wait(live, seat))

    async def _play_or_wait(self, live: LiveTable, seat: int) -> None:
        changed, ply = live.changed, live.ply
        if live.table.seats[seat].is_played_by_bot:
            await self._play_bot(live, seat, ply)
        elif not await self._has_moved(live, changed):
            await self.shielded(self._time_is_up(live, seat, ply))

    async def _time_is_up(self, live: LiveTable, seat: int, ply: int) -> None:
        """A bot takes over, unless the ply was played at the last moment."""
        await self._change_live(live, lambda table: with_away(table, seat) if live.ply == ply else table)

    async def _has_moved(self, live: LiveTable, changed: asyncio.Event) -> bool:
        """Wait for any change; False if the time to move is up first."""
        deadline = live.deadline
        try:
            async with asyncio.timeout(None if deadline is None else max(0.0, deadline - time.time())):
                await changed.wait()
        except TimeoutError:
            return False
        return True

    async def _play_bot(self, live: LiveTable, seat: int, ply: int) -> None:
        if live.has_people:
            await asyncio.sleep(self.settings.bot_pause_seconds)
        if not live.is_due_for_bot(seat, ply):
            return
        move = await self._bot_move(live.table, live.state)
        try:
            await self.shielded(self._append_bot(live, seat, ply, move))
        except Stale:
            return

    async def _bot_move(self, table: Table, state: State) -> Move:
        try:
            with self.metrics.bot_seconds.time():
                level = table.seats[state.seat].level or STRONGEST
                return await self.bots.choose(level, bot_seed(table, state.seat), state)
        except Exception:  # a bot that stumbles must not stop the table
            log.exception("a bot could not decide")
            return legal_moves(state)[-1]

    async def _append_bot(self, live: LiveTable, seat: int, ply: int, move: Move) -> None:
        async with live.lock:
            if live.is_due_for_bot(seat, ply):
                await self.append(live, move, live.table)

    async def _sweep_on(self) -> None:
        while True:
            await self._tolerantly(self._sweep())
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self) -> None:
        """Abandon tables that nobody has started for days, and count what there is."""
        before = time.time() - self.settings.waiting_days * DAY_SECONDS
        for table_id in await self.store.waiting_since(before):
            await self.change(
                table_id, lambda table: replace(table, life=Life.ABANDONED) if table.life is Life.WAITING else table
            )
        for life, number in (await self.store.count_lives()).items():
            self.metrics.tables.labels(life).set(number)

    async def _tolerantly(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what will be done again, even if it fails this time, such as on a full disk."""
        try:
            await work
        except Exception:
            log.exception("something failed and will be tried again")
            await asyncio.sleep(RETRY_SECONDS)

    # ------------------------------------------------------------------------------------------------ memory

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self.store.load(table_id)
        if stored is None:
            raise Unknown("There is no such table.")
        live = LiveTable(stored)
        live.give_time(time.time(), GRACE_SECONDS)
        self._live[table_id] = live
        self._drive(live)
        return live

    async def _restore(self, live: LiveTable) -> None:
        stored = await self.store.load(live.table.id)
        if stored is not None:
            live.restore(stored)

    def _keep(self, live: LiveTable) -> None:
        self._kept[live.table.id] = live
        self._kept.move_to_end(live.table.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish the work even if who asked for it goes away: nothing is written and then not shown."""
        waiting: Awaitable[T] = asyncio.shield(asyncio.ensure_future(work))
        return await waiting


def _played(game: Game, move: Move, table: Table) -> tuple[Game, tuple[Step, ...]]:
    """The game after a move and, if that was a roll, its dice."""
    steps: list[Step] = []
    while True:
        before, ply = game.state, len(game.moves)
        game = game.play(move)
        steps.append(Step(ply, before, move, game.state))
        if game.state.phase is not Phase.CHANCE:
            return game, tuple(steps)
        move = table.dice.roll(game.state, ply + 1)


def bot_seed(table: Table, seat: int) -> str:
    """What a bot's whims follow from."""
    return f"{table.id} {seat}"
