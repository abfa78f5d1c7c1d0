"""The services of a server inside the test's own process, on a real database: no web, no server process."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from wormgrill.game.moves import Move, Stop
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import State, claims, legal_moves
from wormgrill.players.player import Thought
from wormgrill.players.reasons import Reason
from wormgrill.server.metrics import Metrics
from wormgrill.server.model.ids import random_bytes
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.model.table import RELAXED, Pace, Table
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.driver import Driver
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.people import People
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.services.tables import Tables
from wormgrill.server.settings import Settings
from wormgrill.server.storage.engines import Transactions
from wormgrill.server.storage.opening import open_engine
from wormgrill.server.storage.store import Store

P = ParamSpec("P")
PATIENCE_SECONDS = 300
ROUNDS = 8
"""Of the loop: everybody has got to know by then that something has happened."""
ADA, BO = Person("ada", "Ada", "en"), Person("bo", "Bo", "en")
RULES = EDITIONS["classic-2014"]


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test that is a coroutine, in a loop of its own and not for ever."""

    @functools.wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*arguments, **named), PATIENCE_SECONDS))

    return run


async def overtime(seconds: float, rounds: int) -> None:
    """Let everybody wait, hold up the loop until a time limit of theirs is over, and give it some more rounds."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
    time.sleep(2 * seconds)  # noqa: ASYNC251  # other work
    for _ in range(rounds):
        await asyncio.sleep(0)


class QuickBots(Bots):
    """Bots that think in this process, not at all: their games end soon."""

    def __init__(self) -> None:  # without the processes of a real pool
        self.asked = 0
        """How many moves they were asked for."""
        self.asked_odds = 0
        self.thinking = asyncio.Event()
        """Set as soon as a bot is asked for a move."""
        self.may_answer = asyncio.Event()
        """A bot answers when this is set."""
        self.may_answer.set()

    @property
    def is_cold(self) -> bool:
        """They need no code."""
        return False

    async def choose(self, level: str, seed: int, state: State) -> Move:  # noqa: ARG002  # as the real ones
        """A move at once, or when it may be."""
        self.asked += 1
        self.thinking.set()
        await self.may_answer.wait()
        return quick_move(state)

    async def consider(self, level: str, seed: int, state: State) -> tuple[Thought, ...]:
        """The one move that they would choose."""
        return (
            Thought(
                await self.choose(level, seed, state), 0.0, Reason("roll.on", {"points": 0, "value": 0.0, "fail": 0.0})
            ),
        )

    async def odds(self, state: State) -> dict[str, Any]:
        """What is asked, and how often something was."""
        self.asked_odds += 1
        return {"best": str(quick_move(state)), "number": self.asked_odds}

    async def close(self) -> None:
        """Nothing is to be ended."""


class SlowStore(Store):
    """A store whose writes can be held back."""

    def __init__(self, engine: Transactions) -> None:
        super().__init__(engine)
        self.writing = asyncio.Event()
        """Set as soon as something is to be written."""
        self.may_write = asyncio.Event()
        """Writes go on when this is set."""
        self.may_write.set()

    async def change_table(self, *arguments: Any, **more: Any) -> None:
        """Change a table, when it may be."""
        await self._hold()
        await super().change_table(*arguments, **more)

    async def append(self, *arguments: Any, **more: Any) -> None:
        """Append moves, when they may be."""
        await self._hold()
        await super().append(*arguments, **more)

    async def _hold(self) -> None:
        self.writing.set()
        await self.may_write.wait()


@dataclass(frozen=True, slots=True)
class Parts:
    """The services and what they are made of."""

    settings: Settings
    store: SlowStore
    metrics: Metrics
    bots: Any
    """The bots; quick ones, unless a test has brought others."""
    driver: Driver
    live_tables: LiveTables
    tables: Tables
    people: People
    published: list[tuple[str, int]]
    """The id and the ply of every live table that was published, in order."""

    async def open_table(self, *seats: str, pace: Pace = RELAXED, has_hints: bool = True) -> LiveTable:
        """A new table of Ada's; a seat is `me`, `open` or the level of a bot."""
        plans = (SeatPlan(seat) if seat in ("me", "open") else SeatPlan("bot", level=seat) for seat in seats)
        return await self.tables.create(ADA, Plan(RULES, tuple(plans), pace, has_hints=has_hints))

    async def start_table(self, *seats: str) -> LiveTable:
        """A table of Ada's at which the game has begun; Bo takes the seats that are open."""
        live = await self.open_table(*seats)
        for _ in range(seats.count("open")):
            await self.tables.join(live.table.id, BO)
        return await self.tables.start(live.table.id, ADA)


@asynccontextmanager
async def services(
    path: Path,
    *,
    bots: Bots | None = None,
    published: Callable[[LiveTable], None] = lambda _live: None,
    is_driven: bool = True,
    **settings: Any,
) -> AsyncIterator[Parts]:
    """The services on a database, until the end of the block; `published` is told of every change."""
    chosen = Settings(database=f"sqlite:///{path}", bot_pause_seconds=0, **settings)
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        store = SlowStore(await open_engine(chosen.database))
        stack.push_async_callback(store.close)
        pool = bots or QuickBots()
        driver = Driver(pool, metrics, chosen.bot_pause_seconds, chosen.reveal_seconds)
        stack.push_async_callback(driver.close)
        seen: list[tuple[str, int]] = []

        def tell(live: LiveTable) -> None:
            seen.append((live.table.id, live.ply))
            published(live)
            if is_driven:
                driver.drive(live)

        live_tables = LiveTables(store, metrics, tell)
        stack.callback(live_tables.close_streams)
        tables = Tables(store, live_tables, pool, chosen, random_bytes())
        yield Parts(chosen, store, metrics, pool, driver, live_tables, tables, People(store), seen)


def quick_move(state: State) -> Move:
    """A move that ends every game soon: keep the worm or the highest face, and stop as soon as there is a tile."""
    moves = legal_moves(state)
    can_only_fail = moves[-1] == Stop() and not claims(state)
    return moves[0] if can_only_fail else moves[-1]


def any_move(table: Table, game: Game) -> tuple[Table, Move]:
    """The decision to play on quickly, whoever has to move."""
    return table, quick_move(game.state)


async def until(live: LiveTable, is_so: Callable[[], bool]) -> None:
    """Wait until something holds at a table; looked at again after every change."""
    while not is_so():
        await live.wait_for_change(None)


class Disk:
    """The database as another process sees it: only what has been committed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def plies(self, table_id: str) -> int:
        """How many plies of a table are stored."""
        return int(self._one("SELECT count(*) FROM moves WHERE table_id = ?", table_id))

    def lines(self, table_id: str) -> int:
        """How many lines of chat of a table are stored."""
        return int(self._one("SELECT count(*) FROM chat WHERE table_id = ?", table_id))

    def life(self, table_id: str) -> str:
        """The life of a table as it is stored."""
        return str(self._one("SELECT life FROM tables WHERE id = ?", table_id))

    def count(self, name: str) -> int:
        """How many rows a table of the database has."""
        return int(self._one(f"SELECT count(*) FROM {name}"))  # a name of our own

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Fail if anything at all is written in the block."""
        with closing(sqlite3.connect(self._path)) as connection:
            before = connection.execute("PRAGMA data_version").fetchone()
            yield
            assert connection.execute("PRAGMA data_version").fetchone() == before

    @contextmanager
    def broken(self, name: str) -> Iterator[None]:
        """Make every write to a table of the database fail in the block."""
        self._execute(f"ALTER TABLE {name} RENAME TO broken")
        try:
            yield
        finally:
            self._execute(f"ALTER TABLE broken RENAME TO {name}")

    def _one(self, query: str, *values: str) -> Any:
        with closing(sqlite3.connect(self._path)) as connection:
            return connection.execute(query, values).fetchone()[0]

    def _execute(self, statement: str) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            connection.execute(statement)
            connection.commit()
