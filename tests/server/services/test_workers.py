"""Long work is done by processes of its own: whoever asks for much of it holds up nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx2
import psutil
import pytest
from pebble import ProcessExpired

from tests.support.long_games import long_link
from tests.support.running import Client, Server, eventually, running
from tests.support.services import in_loop
from wormgrill.server.model.refusals import LimitReached, Refusal, RequestTooLarge, ServerStopping, WorkersBusy
from wormgrill.server.services import workers as module
from wormgrill.server.services.bots import Bots
from wormgrill.server.services.workers import LINE, Workers
from wormgrill.server.settings import read_settings

PATIENCE_SECONDS = 3.0
"""Far more than a request takes, far less than the attack."""


def another(server: Server) -> httpx2.Client:
    """Somebody at another address."""
    return httpx2.Client(base_url=server.url, transport=httpx2.HTTPTransport(local_address="127.0.0.2"), timeout=30)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("workers")) as server:
        yield server


def test_a_game_of_five_hundred_turns_is_replayed_and_a_longer_one_is_not(guarded: Server) -> None:
    with httpx2.Client(base_url=guarded.url, timeout=30) as client:
        assert client.get(long_link(480)).status_code == 200
        refused = client.get(long_link(520), headers={"accept": "application/json"})
        assert refused.status_code == 404
        assert "more than 500 turns" in refused.text


def test_whoever_opens_long_links_holds_up_nobody_else(guarded: Server) -> None:
    with Client(guarded, "Ada") as ada:
        table = ada.open_table("me", "hatchling")
        ada.start(table)
    links = [long_link(480, f"Ada {number}") for number in range(24)]
    longest, statuses = 0.0, []
    is_over = threading.Event()

    def attack(path: str) -> int:
        with httpx2.Client(base_url=guarded.url, timeout=60) as client:
            return client.get(path).status_code

    with another(guarded) as other, ThreadPoolExecutor(25) as attackers:
        attacks = [attackers.submit(attack, path) for path in links]
        attackers.submit(lambda: [each.result() for each in attacks]).add_done_callback(lambda _: is_over.set())
        while not is_over.is_set():
            for path in (f"/t/{table}", "/", f"/t/{table}/replay"):
                started = time.perf_counter()
                assert other.get(path).status_code == 200
                longest = max(longest, time.perf_counter() - started)
        statuses = [each.result() for each in attacks]
    assert longest < PATIENCE_SECONDS
    assert set(statuses) == {200, 429}, "one after the other, and no more than wait in line"


@in_loop
async def test_work_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    workers = Workers(read_settings(work_seconds=1.0))
    try:
        for _ in range(2):
            with pytest.raises(WorkersBusy):
                await workers.run("10.0.0.1", time.sleep, 600.0)
            assert await workers.run("10.0.0.1", os.getpid) != os.getpid()
    finally:
        await workers.close()


def _calculate(seconds: float) -> None:
    """Keep the processor busy, whatever goes wrong."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(Exception):
            sum(range(1000))


@in_loop
async def test_work_may_take_so_long_of_the_processor_and_longer_on_a_busy_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 100)
    workers = Workers(read_settings(work_processes=1, work_seconds=1.0))
    try:
        await workers.run("10.0.0.1", time.sleep, 1.5)
        pid = await workers.run("10.0.0.1", os.getpid)
        with pytest.raises(WorkersBusy):
            await workers.run("10.0.0.1", _calculate, 600.0)
        assert await workers.run("10.0.0.1", os.getpid) == pid, "nothing had to be killed"
    finally:
        await workers.close()


class Pool:
    """Processes in which every piece of work ends with this problem, at once."""

    active = True

    def __init__(self, problem: BaseException) -> None:
        self._problem = problem

    def schedule(self, *_arguments: object, **_named: object) -> Future[object]:
        """The end of some work."""
        future = Future[object]()
        future.set_exception(self._problem)
        return future

    def stop(self) -> None:
        """Nothing is to be ended."""

    def join(self) -> None:
        """Nothing is to be waited for."""


@pytest.mark.parametrize(
    ("problem", "expected", "status", "headers"),
    [
        (TimeoutError(), WorkersBusy, 503, {"Retry-After": "5"}),
        (ProcessExpired("killed"), WorkersBusy, 503, {"Retry-After": "5"}),  # type: ignore[no-untyped-call]  # gaps in its types
        (MemoryError(), RequestTooLarge, 413, {}),
    ],
)
def test_only_work_that_needs_too_much_memory_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
    problem: BaseException,
    expected: type[Refusal],
    status: int,
    headers: dict[str, str],
) -> None:
    monkeypatch.setattr(module, "ProcessPool", lambda **_settings: Pool(problem))
    workers = Workers(read_settings())
    with pytest.raises(expected) as caught:
        asyncio.run(workers.run("10.0.0.1", len, b"worm"))
    assert (caught.value.status, caught.value.headers) == (status, headers)


@in_loop
async def test_work_that_needs_the_compiler_has_time_to_load_it() -> None:
    workers = Workers(read_settings(work_seconds=0.2))
    try:
        await workers.run("10.0.0.1", _calculate, 0.8, needs_compiler=True)
        with pytest.raises(WorkersBusy):
            await workers.run("10.0.0.1", _calculate, 600.0)
    finally:
        await workers.close()


@in_loop
async def test_a_worker_that_dies_is_replaced() -> None:
    workers = Workers(read_settings(work_processes=2))
    try:
        first = await workers.run("10.0.0.1", os.getpid)
        os.kill(first, signal.SIGKILL)
        assert {await workers.run("10.0.0.1", os.getpid) for _ in range(3)}.isdisjoint({first, os.getpid()})
    finally:
        await workers.close()


@in_loop
async def test_a_worker_that_dies_leaves_no_other_behind() -> None:
    before = children()
    workers = Workers(read_settings(work_processes=2))
    try:
        for _ in range(2):
            os.kill(await workers.run("10.0.0.1", os.getpid), signal.SIGKILL)
            await asyncio.sleep(0.5)  # it is noticed while nothing is to be done
            await workers.run("10.0.0.1", os.getpid)
        assert await asyncio.to_thread(eventually, lambda: len(children() - before) <= 2)
    finally:
        await workers.close()


def children() -> set[psutil.Process]:
    """The processes that this one has started, without the one that Python starts beside the first."""
    return {child for child in psutil.Process().children() if _is_worker(child)}


def _is_worker(process: psutil.Process) -> bool:
    try:
        return "resource_tracker" not in " ".join(process.cmdline())
    except psutil.ZombieProcess:  # it has died, and nobody has looked yet
        return False


@in_loop
async def test_work_that_needs_too_much_memory_is_refused() -> None:
    workers = Workers(read_settings(work_processes=1, work_megabytes=400))
    try:
        with pytest.raises(RequestTooLarge):
            await workers.run("10.0.0.1", bytes, 2_000_000_000)
        assert await workers.run("10.0.0.1", len, b"worm") == 4
    finally:
        await workers.close()


@in_loop
async def test_one_address_has_one_piece_of_work_done_at_a_time_and_some_in_line() -> None:
    workers = Workers(read_settings(work_processes=2))
    try:
        waiting = [asyncio.create_task(workers.run("10.0.0.1", time.sleep, 0.1)) for _ in range(LINE + 4)]
        await asyncio.sleep(0)
        assert await workers.run("10.0.0.2", len, b"worm") == 4, "another address does not wait for them"
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in found].count(LimitReached) == 3
    finally:
        await workers.close()


@in_loop
async def test_whoever_waits_for_work_is_told_at_once_that_the_server_stops() -> None:
    workers = Workers(read_settings(work_processes=1))
    try:
        await workers.run("10.0.0.1", os.getpid)
        waiting = [asyncio.create_task(workers.run("10.0.0.1", time.sleep, 600.0)) for _ in range(3)]
        await asyncio.sleep(0.1)
        workers.hurry()
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(end) for end in ends] == [asyncio.CancelledError] * 3
        with pytest.raises(ServerStopping):
            await workers.run("10.0.0.1", os.getpid)
    finally:
        await workers.close()


@in_loop
async def test_workers_that_do_nothing_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(read_settings(work_processes=1, work_seconds=2.5))  # a process may take as long to begin
    try:
        frozen = await workers.run("10.0.0.1", os.getpid)
        os.kill(frozen, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr(module, "PATIENCE", 0.4)
            with pytest.raises(WorkersBusy):
                await workers.run("10.0.0.1", os.getpid)
        assert await workers.run("10.0.0.2", os.getpid) not in (frozen, os.getpid())
    finally:
        await workers.close()


def test_a_server_that_stops_refuses_what_waits_in_line(tmp_path: Path) -> None:
    """Whoever is answered asks again at once, so that all but one of those who ask wait in line at any moment."""
    link, answered = long_link(480), threading.Event()

    def ask_again_and_again(url: str) -> int:
        while (status := httpx2.get(url + link, timeout=30).status_code) == 200:
            answered.set()
        return status

    with running(tmp_path, work_processes="1") as server, ThreadPoolExecutor(8) as people:
        last_answers = [people.submit(ask_again_and_again, server.url) for _ in range(8)]
        assert answered.wait(30)
        assert server.stop() == 0
        problems = [answer.exception() for answer in last_answers]
        answers = [answer.result() for answer in last_answers if not answer.exception()]
    assert set(answers) == {503}
    assert all(problem is None or isinstance(problem, httpx2.TransportError) for problem in problems)


def _warn() -> None:
    logging.getLogger("somewhere").warning("compiling")


@in_loop
async def test_processes_write_logs_as_the_server_does(capfd: pytest.CaptureFixture[str]) -> None:
    settings = read_settings(log_format="json", work_processes=1)
    workers, bots = Workers(settings), Bots(1, logs_json=True)
    try:
        await workers.run("address", _warn)
        await bots._run(_warn, seconds=300.0)  # a busy machine takes long to start one
    finally:
        await workers.close()
        await bots.close()
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["message"] for line in lines if line["logger"] == "somewhere"] == ["compiling"] * 2
