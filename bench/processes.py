"""One process or two: moves a second on SQLite and on PostgreSQL, side by side, and how late news is at the other one.

Servers, PostgreSQL and the load share the cores of one machine; every commit is durable.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.support.postgres import DURABLE, postgresql

from bench._serving import Place, Server, play, serving, told

TABLES = 200
STREAMS_PER_TABLE = 2
SECONDS = 6.0
ROUNDS = 2
"""Every way is measured so often, in turn with the others."""
PACED = 50
"""Moves per second while delays are measured."""
PACED_TABLES = 25
PACED_SECONDS = 30.0


@dataclass
class Way:
    """Some servers, and how the tables are spread over them."""

    what: str
    servers: Sequence[Server]
    places: Sequence[Place]
    moves: int = 0
    cpu_seconds: float = 0.0

    def measure(self) -> None:
        """Play as fast as moves are answered."""
        before = sum(server.cpu_seconds for server in self.servers)
        load, _ = asyncio.run(play(self.places, SECONDS))
        self.moves += load.moves
        self.cpu_seconds += sum(server.cpu_seconds for server in self.servers) - before

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / SECONDS / ROUNDS


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(postgresql(DURABLE))
        one, two = cluster.new_database(), cluster.new_database()
        sqlite, alone, *both = [stack.enter_context(serving(directory, url)) for url in ("", one, two, two)]
        ways = [
            Way("one process on SQLite", [sqlite], _at_one([sqlite])),
            Way("one process on PostgreSQL", [alone], _at_one([alone])),
            Way("two on PostgreSQL, the people of a table at one of them", both, _at_one(both)),
            Way("two on PostgreSQL, the people of a table at both", both, _at_all(both)),
        ]
        for _ in range(ROUNDS):
            for way in ways:
                way.measure()
        here, there, more = delays(both)
    load = f"{TABLES} tables, {TABLES * STREAMS_PER_TABLE} streams, as fast as answered"
    cores = f"{len(os.sched_getaffinity(0))} for servers, database and load"
    first = ways[0]
    return [
        (f"cores that are shared by all; {load}:", cores, ""),
        *((f"{way.what}: moves/s", f"{way.rate:.0f} ({way.rate / first.rate:.2f} x)", "") for way in ways),
        *((f"{way.what}: processor time of the servers for a move", _cpu(way), "") for way in ways),
        (f"{PACED} moves/s at one process, from post to a stream there, p50 / p99", told(here), ""),
        ("the same moves to a stream at the other process", told(there), ""),
        ("there later than here", told(more), "p99 50 ms"),
    ]


def _at_one(servers: Sequence[Server]) -> list[Place]:
    """Tables each of which is at one server with all its people and streams."""
    ports = [servers[number % len(servers)].port for number in range(TABLES)]
    return [Place([port], [port] * STREAMS_PER_TABLE) for port in ports]


def _at_all(servers: Sequence[Server]) -> list[Place]:
    """Tables at which everybody is at another server."""
    ports = [server.port for server in servers]
    return [Place(ports, ports)] * TABLES


def _cpu(way: Way) -> str:
    return f"{way.cpu_seconds / way.moves * 1000:.2f} ms"


def delays(servers: Sequence[Server]) -> tuple[list[float], list[float], list[float]]:
    """From the post of a move to its arrival at the same server, at the other one, and from the first to the second."""
    here, there = (server.port for server in servers)
    places = [Place([here], [here, there])] * PACED_TABLES
    _, players = asyncio.run(play(places, PACED_SECONDS, PACED_TABLES / PACED))
    moves = [
        (player.posted[ply], player.seen[0][ply], player.seen[1][ply])
        for player in players
        for ply in player.seen_everywhere
    ]
    return (
        [seen - posted for posted, seen, _ in moves],
        [seen - posted for posted, _, seen in moves],
        [late - soon for _, soon, late in moves],
    )


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:60} {measured:>12}  {goal}")
