"""What the loads of the server share: a server in a process of its own, a lean client, and what a run has shown."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx2
import psutil
from tests.support.running import free_port

GENEROUS = {
    "WORMGRILL_REQUESTS_PER_SECOND": "1000000",
    "WORMGRILL_REQUESTS_AT_ONCE": "1000000",
    "WORMGRILL_NEW_PER_MINUTE": "1000000",
    "WORMGRILL_NEW_AT_ONCE": "1000000",
    "WORMGRILL_CONNECTIONS_PER_ADDRESS": "10000",
    "WORMGRILL_STREAMS_PER_ADDRESS": "10000",
    "WORMGRILL_TABLES_PER_PERSON": "10000",
}
WARM_UP_SECONDS = 5.0
"""So long the bots compile in the background; the load needs none of them."""
MOVE = b'{"type":"move","move":{"ply":'
"""How a move begins in the stream."""


@dataclass
class Load:
    """What a run has shown."""

    moves: int = 0
    delays: list[float] = field(default_factory=list)
    memory: int = 0
    start_seconds: float = 0.0

    @property
    def told(self) -> str:
        """The delays in words."""
        return told(self.delays)


def told(delays: Sequence[float]) -> str:
    """What half of the delays, and 99 of a hundred, do not exceed."""
    hundredths = quantiles(delays, n=100)
    return f"{hundredths[49] * 1000:.0f} / {hundredths[98] * 1000:.0f} ms"


@dataclass
class Server:
    """A server in a process of its own."""

    process: psutil.Process
    port: int
    start_seconds: float
    """From its start to its first answer."""

    @property
    def cpu_seconds(self) -> float:
        """The time for which it has kept a processor busy, its bots not counted."""
        times = self.process.cpu_times()
        return times.user + times.system


@contextmanager
def serving(directory: Path, database: str = "") -> Iterator[Server]:
    """A server that answers, with limits that no load reaches; on SQLite, if no database is given."""
    port = free_port()
    database = database or f"sqlite:///{directory / 'worms.db'}"
    command = [sys.executable, "-m", "wormgrill", "serve", "--no-browser", "--port", str(port), "--database", database]
    started = time.perf_counter()
    with subprocess.Popen(command, env=os.environ | GENEROUS, stdout=subprocess.DEVNULL) as process:
        try:
            asyncio.run(until_open(port))
            asyncio.run(_until_healthy(port))
            start_seconds = time.perf_counter() - started
            time.sleep(WARM_UP_SECONDS)
            yield Server(psutil.Process(process.pid), port, start_seconds)
        finally:
            process.terminate()


class Connection:
    """A lean client: one request after the other over one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.token = ""

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Connect."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, content: object) -> Any:
        """The answer of the API to a request that must be granted."""
        head = f"Content-Type: application/json\r\nAuthorization: Bearer {self.token}\r\n"
        return json.loads(await self.send(method, path, head, json.dumps(content).encode()))

    async def send(self, method: str, path: str, head: str, body: bytes) -> bytes:
        """The body of the response to a request that must be granted."""
        start = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        self._writer.write((start + head + "\r\n").encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or b"0")
        content = await self._reader.readexactly(length)
        if not answer.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"{path}: {content[:200]!r}")
        return content

    async def close(self) -> None:
        """Disconnect."""
        self._writer.close()
        await self._writer.wait_closed()


@dataclass(frozen=True)
class Place:
    """At which servers, by their ports, the people of a table play and the streams of it are followed."""

    players: Sequence[int]
    streams: Sequence[int]


async def play(places: Sequence[Place], seconds: float, interval: float = 0.0) -> tuple[Load, list[Player]]:
    """Play at a table of each place, as fast as moves are answered or once in an interval."""
    load = Load()
    async with asyncio.timeout(seconds + 60):
        players = await asyncio.gather(*(Player.sit_down(place.players, load) for place in places))
        watching = [
            asyncio.create_task(player.watch(port))
            for player, place in zip(players, places, strict=True)
            for port in place.streams
        ]
        await asyncio.sleep(1)
        end = time.perf_counter() + seconds
        await asyncio.gather(*(player.play_until(end, interval) for player in players))
        await asyncio.sleep(0.5)
        for task in watching:
            task.cancel()
        for ended in await asyncio.gather(*watching, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        for player in players:
            await player.leave()
            load.delays += player.delays
    return load, players


class Player:
    """Plays both seats of a table without thought, and notes when its streams have shown each move."""

    def __init__(self, connections: Sequence[Connection], table_id: str, load: Load) -> None:
        self.posted: dict[int, float] = {}
        """By ply, when a move was sent."""
        self.seen: list[dict[int, float]] = []
        """By stream and ply, when it arrived there."""
        self._connections = connections
        self._table_id = table_id
        self._load = load

    @classmethod
    async def sit_down(cls, ports: Sequence[int], load: Load) -> Player:
        """Open a table and start it; each seat is played at the next server."""
        connections = [await Connection.open(port) for port in ports]
        person = await connections[0].ask("POST", "/api/v1/people", {})
        for connection in connections:
            connection.token = person["token"]
        table = await connections[0].ask("POST", "/api/v1/tables", {"seats": [{"kind": "me"}, {"kind": "me"}]})
        await connections[0].ask("POST", f"/api/v1/tables/{table['id']}/start", {})
        return cls(connections, table["id"], load)

    async def play_until(self, end: float, interval: float) -> None:
        """Move as fast as moves are answered, or once in an interval, until then or the end of the game."""
        path = f"/api/v1/tables/{self._table_id}/moves"
        ply, legal, seat = 0, ["roll"], 0
        due = time.perf_counter() + random.uniform(0, interval)
        while legal and time.perf_counter() < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += interval
            connection = self._connections[seat % len(self._connections)]
            self.posted[ply] = time.perf_counter()
            answer = await connection.ask("POST", path, {"ply": ply, "move": legal[-1]})
            self._load.moves += 1
            last = answer["plies"][-1]
            ply, legal, seat = answer["ply"], last["legal"], last["state"]["seat"]

    async def watch(self, port: int) -> None:
        """Read the stream at a server, which tells every ply once, none left out."""
        seen: dict[int, float] = {}
        self.seen.append(seen)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(f"GET /api/v1/tables/{self._table_id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            async for line in reader:
                if line.startswith(MOVE):
                    ply = int(line.removeprefix(MOVE).partition(b",")[0])
                    if ply != len(seen):
                        raise RuntimeError(f"the stream tells ply {ply} instead of {len(seen)}")
                    seen[ply] = time.perf_counter()
        finally:
            writer.close()

    @property
    def delays(self) -> list[float]:
        """From the post of each move to its arrival at the last stream."""
        return [max(seen[ply] for seen in self.seen) - self.posted[ply] for ply in self.seen_everywhere]

    @property
    def seen_everywhere(self) -> list[int]:
        """The plies of moves that have arrived at all streams."""
        return [ply for ply in self.posted if all(ply in seen for seen in self.seen)]

    async def leave(self) -> None:
        """Disconnect."""
        for connection in self._connections:
            await connection.close()


async def until_open(port: int) -> None:
    """Wait until somebody listens on a port."""
    for _ in range(2000):
        try:
            connection = await Connection.open(port)
        except OSError:
            await asyncio.sleep(0.01)
        else:
            await connection.close()
            return
    raise TimeoutError(f"nobody listens on port {port}")


async def _until_healthy(port: int) -> None:
    async with httpx2.AsyncClient() as client:
        (await client.get(f"http://127.0.0.1:{port}/api/v1/health", timeout=30)).raise_for_status()
