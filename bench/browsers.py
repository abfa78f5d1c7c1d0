"""Browsers as the load: two people at each of 200 tables, their pages open, their moves sent by the pages' forms."""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

from tests.support.chains import Links

from bench._serving import Connection, Load, Server, serving
from bench.server import CONNECTIONS, empty_requests

TABLES = 200
FAST_SECONDS = 10.0
"""Moves as fast as they are answered, so that the games are well under way when it counts."""
PACED = 300
"""Moves per second of all tables together, in which people think between their moves."""
PACED_SECONDS = 20.0
SETTLE_SECONDS = 1.0
ARRIVING = 20
"""So many tables are opened at a time."""
PLY = re.compile(rb'id="play"[^>]* data-ply="(\d+)"')
MOVE = re.compile(rb'name="move" value="([^"]+)"')
BROWSER = "Cookie: wormgrill={token}\r\nHX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    with tempfile.TemporaryDirectory() as directory, serving(Path(directory)) as server:
        before = asyncio.run(empty_requests())
        fast, paced, busy = asyncio.run(_play(server))
        after = asyncio.run(empty_requests())
    requests = (before + after) / 2
    what = f"{TABLES} tables, {2 * TABLES} page streams"
    return [
        (f"{what}, moves as fast as answered, {FAST_SECONDS:.0f} s: moves/s", f"{fast.moves / FAST_SECONDS:.0f}", ""),
        ("there, from post to the last page's arrival, p50 / p99", fast.told, ""),
        (f"{what}, {PACED} moves/s, {PACED_SECONDS:.0f} s: p50 / p99", paced.told, "p99 150 ms"),
        ("there, moves/s played", f"{paced.moves / PACED_SECONDS:.0f}", f"{PACED}"),
        ("there, how busy the server's process is, of one core", f"{busy:.0%}", ""),
        (f"empty FastAPI endpoint, requests/s over {CONNECTIONS} connections", f"{requests:.0f}", ""),
        ("processor time of a move with its two pages, in empty requests", f"{busy / PACED * requests:.1f}", ""),
    ]


async def _play(server: Server) -> tuple[Load, Load, float]:
    """Moves as fast as answered, then at a pace; and how busy the server was meanwhile, of one core."""
    fast, paced = Load(), Load()
    async with asyncio.timeout(FAST_SECONDS + PACED_SECONDS + 120):
        arriving = asyncio.Semaphore(ARRIVING)
        tables = await asyncio.gather(*(PageTable.sit_down(server.port, arriving) for _ in range(TABLES)))
        watching = [asyncio.create_task(person.watch()) for table in tables for person in table.people]
        await asyncio.gather(*(table.until_shown() for table in tables))
        end = time.perf_counter() + FAST_SECONDS
        await asyncio.gather(*(table.play_until(end, 0.0, fast) for table in tables))
        await asyncio.sleep(SETTLE_SECONDS)
        started, busy = time.perf_counter(), server.cpu_seconds
        end = started + PACED_SECONDS
        await asyncio.gather(*(table.play_until(end, TABLES / PACED, paced) for table in tables))
        busy = (server.cpu_seconds - busy) / (time.perf_counter() - started)
        for task in watching:
            task.cancel()
        ended = await asyncio.gather(*watching, return_exceptions=True)
        for problem in ended:
            if not isinstance(problem, asyncio.CancelledError):
                raise RuntimeError("a stream ended") from (problem if isinstance(problem, Exception) else None)
        for table in tables:
            for person in table.people:
                await person.connection.close()
    return fast, paced, busy


class PagePerson:
    """Somebody with the page of a table open."""

    def __init__(self, port: int, connection: Connection, chain: Links) -> None:
        self.connection = connection
        self.chain = chain
        self.ply = -1
        """The ply that the page shows, and"""
        self.shown_at = 0.0
        """since when."""
        self.moves: list[str] = []
        """The buttons on the page."""
        self.takes = False
        """Whether stopping takes a tile."""
        self.shown = asyncio.Event()
        """Set when the page has changed, and then replaced by a new one."""
        self.table_id = ""
        self._port = port

    @classmethod
    async def arrive(cls, port: int) -> PagePerson:
        """Get to know the server."""
        connection = await Connection.open(port)
        connection.token = (await connection.ask("POST", "/api/v1/people", {}))["token"]
        return cls(port, connection, Links(connection.token))

    async def play(self, move: str) -> None:
        """Press a button."""
        fields = {"ply": self.ply, "link": self.chain.at(self.ply), "move": move}
        head = BROWSER.format(token=self.connection.token)
        await self.connection.send("POST", f"/t/{self.table_id}/moves", head, urlencode(fields).encode())

    async def until_after(self, ply: int) -> None:
        """Wait until the page shows what comes after a ply."""
        while self.ply <= ply:
            await self.shown.wait()

    async def watch(self) -> None:
        """Read the stream of the page."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            head = f"Host: localhost\r\nCookie: wormgrill={self.connection.token}\r\n"
            writer.write(f"GET /t/{self.table_id}/live HTTP/1.1\r\n{head}\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            while size := int(await reader.readline(), 16):
                self._show(await reader.readexactly(size + 2))
        finally:
            writer.close()

    def _show(self, event: bytes) -> None:
        if ply := PLY.search(event):
            self.ply, self.shown_at = int(ply[1]), time.perf_counter()
            self.moves = [move.decode() for move in MOVE.findall(event)]
            self.takes = b"action-take" in event or b"action-steal" in event
            self.shown.set()
            self.shown = asyncio.Event()


class PageTable:
    """Two people at a table, who play without much thought."""

    def __init__(self, people: tuple[PagePerson, PagePerson]) -> None:
        self.people = people

    @classmethod
    async def sit_down(cls, port: int, arriving: asyncio.Semaphore) -> PageTable:
        """Open a table, sit down, commit, begin and reveal, as pages do."""
        async with arriving:
            return await cls._sit_down(port)

    @classmethod
    async def _sit_down(cls, port: int) -> PageTable:
        people = await PagePerson.arrive(port), await PagePerson.arrive(port)
        host, guest = people
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = await host.connection.ask("POST", "/api/v1/tables", {"seats": seats, "anchor": host.chain.anchor})
        path = f"/api/v1/tables/{table['id']}"
        await guest.connection.ask("POST", f"{path}/join", {"anchor": guest.chain.anchor})
        await host.connection.ask("POST", f"{path}/start", {})
        for person in people:
            await person.connection.ask("POST", f"{path}/reveal", {"link": person.chain.seed})
            person.table_id = table["id"]
        return cls(people)

    async def until_shown(self) -> None:
        """Wait until both pages are shown."""
        await asyncio.gather(*(person.shown.wait() for person in self.people))

    async def play_until(self, end: float, interval: float, load: Load) -> None:
        """Move as fast as moves are shown to both, or once in an interval."""
        due = time.perf_counter() + random.uniform(0, interval)
        while max(due, time.perf_counter()) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += interval
            mover = next((person for person in self.people if person.moves), None)
            if mover is None:  # the game is over
                return
            ply, posted = mover.ply, time.perf_counter()
            seen = (person.until_after(ply) for person in self.people)
            await asyncio.gather(mover.play(_sensible(mover)), *seen)
            load.delays.append(max(person.shown_at for person in self.people) - posted)
            load.moves += 1


def _sensible(person: PagePerson) -> str:
    """Stop where that takes a tile, else go on."""
    if person.takes and "stop" in person.moves:
        return "stop"
    keeps = [move for move in person.moves if move.startswith("keep")]
    return random.choice(keeps) if keeps else person.moves[0]


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:70} {measured:>12}  {goal}")
