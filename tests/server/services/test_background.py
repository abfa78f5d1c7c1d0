"""Work in the background: it ends with the server, and one failure is not the end."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.services import ROUNDS, in_loop, overtime
from wormgrill.server.model.refusals import DatabaseUnavailable
from wormgrill.server.services import background
from wormgrill.server.services.background import Background, finish, survive


@in_loop
async def test_closing_cancels_everything_that_still_runs() -> None:
    work = Background()
    for_ever = [work.start(asyncio.Event().wait()) for _ in range(3)]
    done = work.start(asyncio.sleep(0, "done"))
    assert await done == "done"
    await work.close()
    assert all(task.cancelled() for task in for_ever)
    assert not work._tasks


@in_loop
async def test_closing_waits_until_what_is_cancelled_has_tidied_up() -> None:
    tidied: list[bool] = []
    begun = asyncio.Event()

    async def tidy() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # takes a moment
            tidied.append(True)

    work = Background()
    work.start(tidy())
    await begun.wait()
    await work.close()
    assert tidied == [True]


@in_loop
async def test_work_is_finished_although_its_caller_is_cancelled() -> None:
    begun, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await may_end.wait()
        ended.set()

    caller = asyncio.create_task(finish(work()))
    await begun.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    may_end.set()
    await ended.wait()


@in_loop
async def test_a_refusal_reaches_the_caller_of_finish() -> None:
    async def refuse() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await finish(refuse())


@in_loop
async def test_a_caller_without_patience_is_refused_and_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE_SECONDS", 0.01)
    may_end, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        await may_end.wait()
        ended.set()
        raise ValueError("nobody hears this")

    with pytest.raises(DatabaseUnavailable):
        await finish(work())
    may_end.set()
    await ended.wait()


@in_loop
async def test_work_that_ends_in_the_round_in_which_patience_does_is_not_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "PATIENCE_SECONDS", 0.01)
    for rounds in range(ROUNDS):
        may_end, ended = asyncio.Event(), asyncio.Event()
        caller = asyncio.create_task(_is_rightly_answered(may_end, ended))
        await overtime(0.01, rounds)
        may_end.set()
        assert await caller, f"after {rounds} rounds"
        await ended.wait()


async def _is_rightly_answered(may_end: asyncio.Event, ended: asyncio.Event) -> bool:
    """Whether some work is done, or its caller is refused while it is not."""

    async def work() -> None:
        await may_end.wait()
        ended.set()

    try:
        await finish(work())
    except DatabaseUnavailable:
        return not ended.is_set()
    return ended.is_set()


def test_a_failure_is_told_and_survived(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(background, "RETRY_SECONDS", 0.0)

    async def fail() -> None:
        raise OSError("No space left on device")

    asyncio.run(survive(fail()))
    assert "No space left on device" in caplog.text


@in_loop
async def test_being_cancelled_is_not_survived() -> None:
    task = asyncio.create_task(survive(asyncio.sleep(600)))
    await asyncio.sleep(0)  # lets it begin
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
