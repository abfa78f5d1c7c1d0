"""Limits: what depends on the clock alone."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.support.services import in_loop
from wormgrill.server import limits
from wormgrill.server.limits import Pace, is_done_within


@pytest.mark.parametrize("since_start", [0.0, 900.0, 1e6])
def test_a_burst_is_spread_after_as_many_as_come_at_once_however_long_the_machine_runs(
    since_start: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wormgrill.server.limits.time.monotonic", lambda: since_start)
    pace = Pace(per_second=0.02, at_once=20)
    waits = [pace.seconds_to_wait("10.0.0.1") for _ in range(23)]
    assert waits == pytest.approx([0] * 20 + [50, 100, 150])


@in_loop
async def test_patience_does_not_end_because_the_loop_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SLICE_SECONDS", 0.01)
    work = asyncio.get_running_loop().create_future()
    waiting = asyncio.create_task(is_done_within(work, 0.2))
    for _ in range(3):
        await asyncio.sleep(0)
        time.sleep(0.2)  # noqa: ASYNC251  # the loop has other things to do for as long as it would wait
    work.set_result(None)
    assert await waiting


@in_loop
async def test_patience_ends_if_nothing_comes() -> None:
    work = asyncio.get_running_loop().create_future()
    assert not await is_done_within(work, 0.01)
    work.set_result(None)
    assert await is_done_within(work, None)
