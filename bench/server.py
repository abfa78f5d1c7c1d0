"""The server under load: 200 tables, 400 streams, moves as fast as they are answered, every commit durable."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from tests.support.running import free_port

from bench._serving import Connection, Load, Place, play, serving, until_open

TABLES = 200
STREAMS_PER_TABLE = 2
SECONDS = 30.0
PACED = 300
"""Moves per second of the second run, in which people think between their moves."""
PACED_SECONDS = 10.0
SIDE_SECONDS = 3.0
"""For each of the two rates beside it."""
CONNECTIONS = 50


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
        places = [Place([server.port], [server.port] * STREAMS_PER_TABLE)] * TABLES
        load, _ = asyncio.run(play(places, SECONDS))
        load.memory = server.process.memory_info().rss
        load.start_seconds = server.start_seconds
        paced, _ = asyncio.run(play(places, PACED_SECONDS, TABLES / PACED))
        return load, paced


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:60} {measured:>12}  {goal}")
