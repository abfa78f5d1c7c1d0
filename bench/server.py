"""The server under load: 200 tables, 400 streams, moves as fast as they are answered, every commit durable."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from bench._serving import Connection, Load, free_port, serving, until_open

TABLES = 200
STREAMS_PER_TABLE = 2
SECONDS = 30.0
PACED = 300
"""Moves per second of the second run, in which people think between their moves."""
PACED_SECONDS = 10.0
SIDE_SECONDS = 3.0
"""For each of the two rates beside it."""
CONNECTIONS = 50
MOVE = b'{"type":"move","move":{"ply":'
"""How a move begins in the stream."""


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    with tempfile.TemporaryDirectory() as directory:
        commits = bare_commits(Path(directory))
        requests = asyncio.run(empty_requests())
        load, paced = serve_and_load(Path(directory))
    moves = load.moves / SECONDS
    what = f"{TABLES} tables, {TABLES * STREAMS_PER_TABLE} streams"
    return [
        (f"{what}, moves as fast as answered, {SECONDS:.0f} s: moves/s", f"{moves:.0f}", "300"),
        ("there, from post to the last stream's arrival, p50 / p99", load.told, ""),
        (f"{what}, {PACED} moves/s, {PACED_SECONDS:.0f} s: p50 / p99", paced.told, "p99 150 ms"),
        ("memory of the server, its bots not counted", f"{load.memory / 1e6:.0f} MB", ""),
        ("from start to the first answer", f"{load.start_seconds:.2f} s", "2 s"),
        ("bare durable SQLite commits/s, one row each", f"{commits:.0f}", ""),
        (f"empty FastAPI endpoint, requests/s over {CONNECTIONS} connections", f"{requests:.0f}", ""),
        ("moves per bare commit", f"{moves / commits:.2f}", ""),
        ("moves per empty request", f"{moves / requests:.2f}", ""),
    ]


# ------------------------------------------------------------------------------------------------------- side by side


def bare_commits(directory: Path) -> float:
    """How many transactions of one small row SQLite makes durable in a second."""
    with closing(sqlite3.connect(directory / "bare.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE moves (ply INTEGER PRIMARY KEY, move TEXT)")
        started, number = time.perf_counter(), 0
        while time.perf_counter() - started < SIDE_SECONDS:
            connection.execute("INSERT INTO moves (move) VALUES ('keep 4')")
            number += 1
        return number / (time.perf_counter() - started)


async def empty_requests() -> float:
    """How many requests a FastAPI application that does nothing answers to the same load generator."""
    port = free_port()
    process = multiprocessing.get_context("spawn").Process(target=_serve_nothing, args=(port,))
    process.start()
    try:
        await until_open(port)
        end = time.perf_counter() + SIDE_SECONDS
        counts = await asyncio.gather(*(_ask_until(port, end) for _ in range(CONNECTIONS)))
    finally:
        process.terminate()
        process.join()
    return sum(counts) / SIDE_SECONDS


def _serve_nothing(port: int) -> None:
    app = FastAPI()

    @app.post("/")
    async def nothing() -> dict[str, int]:
        return {}

    uvicorn.run(app, port=port, log_level="warning", access_log=False)


async def _ask_until(port: int, end: float) -> int:
    count = 0
    connection = await Connection.open(port)
    while time.perf_counter() < end:
        await connection.ask("POST", "/", {})
        count += 1
    await connection.close()
    return count


# ----------------------------------------------------------------------------------------------------------- the load


def serve_and_load(directory: Path) -> tuple[Load, Load]:
    """Run the server in a process of its own and the load in this one: as fast as can be, then at a pace."""
    with serving(directory) as server:
        load = asyncio.run(_load(server.port, SECONDS, 0.0))
        load.memory = server.process.memory_info().rss
        load.start_seconds = server.start_seconds
        return load, asyncio.run(_load(server.port, PACED_SECONDS, TABLES / PACED))


async def _load(port: int, seconds: float, interval: float) -> Load:
    load = Load()
    async with asyncio.timeout(seconds + 60):
        tables = await asyncio.gather(*(Player.sit_down(port, load) for _ in range(TABLES)))
        watching = [asyncio.create_task(player.watch()) for player in tables for _ in range(STREAMS_PER_TABLE)]
        await asyncio.sleep(1)
        end = time.perf_counter() + seconds
        await asyncio.gather(*(player.play_until(end, interval) for player in tables))
        await asyncio.sleep(0.5)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        for player in tables:
            await player.connection.close()
    return load


class Player:
    """Plays both seats of a table without thought, and notes when its streams have shown each move."""

    def __init__(self, port: int, connection: Connection, table_id: str, load: Load) -> None:
        self.connection = connection
        self._port = port
        self._table_id = table_id
        self._load = load
        self._posted: dict[int, float] = {}
        self._arrivals: dict[int, int] = {}

    @classmethod
    async def sit_down(cls, port: int, load: Load) -> Player:
        """Open a table and start it."""
        connection = await Connection.open(port)
        person = await connection.ask("POST", "/api/v1/people", {})
        connection.token = person["token"]
        table = await connection.ask("POST", "/api/v1/tables", {"seats": [{"kind": "me"}, {"kind": "me"}]})
        await connection.ask("POST", f"/api/v1/tables/{table['id']}/start", {})
        return cls(port, connection, table["id"], load)

    async def play_until(self, end: float, interval: float) -> None:
        """Move as fast as moves are answered, or once in an interval."""
        path = f"/api/v1/tables/{self._table_id}/moves"
        ply, legal = 0, ["roll"]
        due = time.perf_counter() + random.uniform(0, interval)
        while time.perf_counter() < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += interval
            self._posted[ply] = time.perf_counter()
            answer = await self.connection.ask("POST", path, {"ply": ply, "move": legal[-1]})
            self._load.moves += 1
            ply, legal = answer["ply"], answer["plies"][-1]["legal"]

    async def watch(self) -> None:
        """Read the stream; the last one to see a move says how long it took."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(f"GET /api/v1/tables/{self._table_id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            async for line in reader:
                if line.startswith(MOVE):
                    ply = line.removeprefix(MOVE).partition(b",")[0]
                    self._arrived(int(ply), time.perf_counter())
        finally:
            writer.close()

    def _arrived(self, ply: int, now: float) -> None:
        self._arrivals[ply] = self._arrivals.get(ply, 0) + 1
        if self._arrivals[ply] == STREAMS_PER_TABLE and ply in self._posted:
            self._load.delays.append(now - self._posted[ply])


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:60} {measured:>12}  {goal}")
