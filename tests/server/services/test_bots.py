"""The real bots, with processes of their own."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psutil
import pytest

from tests.support.services import RULES, in_loop
from wormgrill.game.moves import Roll
from wormgrill.game.rules import DEFAULT_EDITION, EDITIONS
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


def _processes() -> list[psutil.Process]:
    """Those that run: multiprocessing may not know that one has ended if another thread has waited for it."""
    pids = [child.pid for child in multiprocessing.active_children() if child.pid]
    return [psutil.Process(pid) for pid in pids if psutil.pid_exists(pid)]


@in_loop
async def test_a_process_that_thinks_too_long_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with one_process() as pool:
        assert await pool.choose("hatchling", 7, STATE) == Roll()
        [stuck] = _processes()
        stuck.suspend()
        with monkeypatch.context() as context:
            context.setattr(bots, "THINK_SECONDS", 0.5)
            context.setattr(bots, "COLD_SECONDS", 0.5)
            with pytest.raises(TimeoutError):
                await pool.choose("hatchling", 7, STATE)
            assert not (await asyncio.to_thread(psutil.wait_procs, [stuck], 60))[1]
        assert await pool.choose("hatchling", 7, STATE) == Roll()
        [other] = _processes()
        assert other.pid != stuck.pid
    assert "takes too long and is replaced" in caplog.text


@in_loop
async def test_only_a_bot_that_has_to_move_waits_for_a_process_that_may_have_to_compile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with one_process() as pool:
        assert await pool.choose("hatchling", 7, STATE) == Roll()
        [slow] = _processes()
        slow.suspend()
        with monkeypatch.context() as context:
            context.setattr(bots, "THINK_SECONDS", 0.1)
            move = asyncio.ensure_future(pool.choose("hatchling", 7, STATE))
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    await pool.consider("hatchling", 7, STATE)
            assert not move.done()
            slow.resume()
            assert await move == Roll()
        assert [process.pid for process in _processes()] == [slow.pid]


@in_loop
async def test_one_process_that_is_stuck_does_not_harm_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Bots(2)
    try:
        await asyncio.gather(*(pool.choose("hatchling", 7, STATE) for _ in range(2)))
        stuck, other = _processes()
        stuck.suspend()
        monkeypatch.setattr(bots, "THINK_SECONDS", 2.0)
        monkeypatch.setattr(bots, "COLD_SECONDS", 2.0)
        answers = await asyncio.gather(
            *(pool.choose("hatchling", number, STATE) for number in range(6)), return_exceptions=True
        )
        assert [type(answer) for answer in answers].count(TimeoutError) == 1
        assert answers.count(Roll()) == 5
        assert other.is_running()
    finally:
        await pool.close()


@in_loop
async def test_closing_ends_also_a_process_that_is_stopped() -> None:
    async with one_process() as pool:
        await pool.choose("hatchling", 7, STATE)
        children = _processes()
        children[0].suspend()
    assert not psutil.wait_procs(children, timeout=120)[1]


@in_loop
async def test_closing_ends_the_processes_while_they_think() -> None:
    async with one_process() as pool:
        thinking = asyncio.ensure_future(pool.consider("hatchling", 7, STATE))
        for _ in range(5):
            await asyncio.sleep(0)  # lets it be asked
        children = _processes()
        assert children
    assert not psutil.wait_procs(children, timeout=120)[1]
    await asyncio.gather(thinking, return_exceptions=True)


@in_loop
async def test_processes_are_warmed_up_from_the_start_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WARM_UP_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(bots, "WARM_UP_PAUSE_SECONDS", 0.0)
    asked: list[tuple[str, bool]] = []

    async def run(self: object, function: object, *part: Any) -> None:  # noqa: ARG001  # as the real one
        asked.append(part)

    monkeypatch.setattr(bots._Process, "run", run)
    async with one_process() as pool:
        while pool.is_cold:  # noqa: ASYNC110  # nobody else waits for this
            await asyncio.sleep(0)
    assert asked[:2] == [(DEFAULT_EDITION, False), (DEFAULT_EDITION, True)]
    assert {edition for edition, _ in asked} == {*EDITIONS}
    assert len(asked) == 2 * len(EDITIONS)
