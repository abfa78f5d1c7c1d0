"""Much at once: everybody waits a little, and nobody is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx2

from tests.support.running import CERTIFICATES, PATIENCE_SECONDS, running

TABLES = 100

Do = Callable[[httpx2.AsyncClient], Awaitable[None]]


async def _all_at_once(url: str, number: int, do: Do) -> None:
    async def come() -> None:
        async with httpx2.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=CERTIFICATES) as client:
            await do(client)

    await asyncio.gather(*(come() for _ in range(number)))


async def _create(client: httpx2.AsyncClient) -> None:
    """Begin a game, and look at it, with a browser."""
    client.headers["accept"] = "text/html"
    created = await client.post("/play", data={"level": "nestling"})
    assert created.status_code == httpx2.codes.SEE_OTHER, created.text
    page = await client.get(created.headers["location"])
    assert page.is_success, page.text


def test_a_hundred_tables_are_created_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        asyncio.run(_all_at_once(server.url, TABLES, _create))
