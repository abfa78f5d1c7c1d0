"""The real bots, with processes of their own."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psutil
import pytest

from tests.support.services import RULES, in_loop
from wormgrill.game.moves import Roll
from wormgrill.game.state import initial_state
from wormgrill.server.services import bots
from wormgrill.server.services.bots import Bots

STATE = initial_state(RULES, 2)


@asynccontextmanager
async def one_process() -> AsyncIterator[Bots]:
    """Bots with one process."""
    pool = Bots(1)
    try:
        yield pool
    finally:
        await pool.close()


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled in advance: that takes longer than these tests."""
    monkeypatch.setattr(bots, "WARM_UP_DELAY_SECONDS", 600.0)


@in_loop
async def test_bots_answer_again_after_their_processes_were_killed() -> None:
    async with one_process() as pool:
        assert await pool.choose("hatchling", 7, STATE) == Roll()
        [process] = multiprocessing.active_children()
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        await asyncio.to_thread(process.join)
        answers = (pool.choose("hatchling", number, STATE) for number in range(3))
        assert await asyncio.gather(*answers) == [Roll()] * 3
        [other] = multiprocessing.active_children()
        assert other.pid != process.pid


@in_loop
async def test_closing_ends_the_processes_while_they_think() -> None:
    async with one_process() as pool:
        thinking = asyncio.ensure_future(pool.consider("hatchling", 7, STATE))
        await asyncio.sleep(0)  # lets it be asked
        children = [psutil.Process(child.pid) for child in multiprocessing.active_children()]
        assert children
    assert not psutil.wait_procs(children, timeout=120)[1]
    await asyncio.gather(thinking, return_exceptions=True)
