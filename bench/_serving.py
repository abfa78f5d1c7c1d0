"""What the loads of the server share: a server in a process of its own, a lean client, and what a run has shown."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx2
import psutil

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
        return f"{self.percentile(50) * 1000:.0f} / {self.percentile(99) * 1000:.0f} ms"

    def percentile(self, percent: int) -> float:
        """The delay that so many of a hundred moves do not exceed."""
        return quantiles(self.delays, n=100)[percent - 1]


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
def serving(directory: Path) -> Iterator[Server]:
    """A server that answers, with limits that no load reaches."""
    port = free_port()
    database = f"sqlite:///{directory / 'worms.db'}"
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


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


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
