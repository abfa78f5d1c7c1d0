"""Workers: processes for work that would hold up the event loop, with a bound on its time, memory and number."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NoReturn, TypeVar, TypeVarTuple

from pebble import ProcessExpired, ProcessPool

from wormgrill.server.logs import write_logs
from wormgrill.server.model.refusals import LimitReached, RequestTooLarge, ServerStopping, WorkersBusy
from wormgrill.server.services.background import Background
from wormgrill.server.settings import Settings

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
log = logging.getLogger(__name__)

LINE = 8
"""So many pieces of work of one address may wait while one is done."""
NICENESS = 5
"""The server's own process goes first where there are few cores."""
RETRY_SECONDS = 2
PATIENCE = 4
"""So many times as long as the processor may work for one piece, it may take until it is done: others want it, too."""

CAN_TIME = hasattr(signal, "setitimer")
"""Not on Windows: there the time of the day counts."""
LOADING_SECONDS = 15.0
"""So much longer for what needs the compiler and the champion's nets: a new process loads them first."""


class Lines:
    """One thing at a time for each address; some more wait in line, and all beyond are refused."""

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait in line, and have one's turn in the block."""
        if self._waiting[address] > LINE:
            raise LimitReached("Too much is asked from your address at once.", retry_after=RETRY_SECONDS)
        self._waiting[address] += 1
        try:
            async with self._turns.setdefault(address, asyncio.Lock()):
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._turns[address]


class Workers:
    """Does one piece of work at a time for each address, so that nobody keeps all processes to themselves."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = self._start()
        self._lines = Lines()
        self._background = Background()
        self._done = 0
        """How many pieces of work have come to an end, whatever it was."""
        self._is_stopping = False
        self._waiting: set[asyncio.Task[Any]] = set()

    def _start(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self._settings.work_processes,
            context=multiprocessing.get_context("spawn"),
            initializer=_prepare,
            initargs=(self._settings.work_megabytes * 1_000_000, self._settings.log_format == "json"),
        )

    async def run(self, address: str, function: Callable[[*Ts], T], *arguments: *Ts, needs_compiler: bool = False) -> T:
        """Do some work for an address; refused if it has too much in hand, or if the work takes too long."""
        seconds = self._settings.work_seconds + LOADING_SECONDS * needs_compiler
        with self._interruptible():
            async with self._lines.turn(address):
                return await self._bounded(seconds, function, arguments)

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Let whoever waits in the block be interrupted when the server stops."""
        task = asyncio.current_task()
        if self._is_stopping or task is None:
            raise ServerStopping
        self._waiting.add(task)
        try:
            yield
        finally:
            self._waiting.discard(task)

    def hurry(self) -> None:
        """Let nobody wait any longer: the server is about to stop."""
        self._is_stopping = True
        for task in self._waiting:
            task.cancel()

    async def _bounded(self, seconds: float, function: Callable[[*Ts], T], arguments: tuple[*Ts]) -> T:
        """Do some work within its time; a process that has not even begun with it in a long time is replaced."""
        pool, done = self._pool, self._done
        try:
            async with asyncio.timeout(PATIENCE * seconds) as patience:
                return await self._tried(seconds, function, arguments)
        except TimeoutError:
            if patience.expired() and done == self._done and pool is self._pool:
                self._replace(pool, "do nothing")
            raise WorkersBusy from None

    async def _tried(self, seconds: float, function: Callable[[*Ts], T], arguments: tuple[*Ts]) -> T:
        """Do some work within the bounds of one piece of it."""
        is_done = True
        try:
            return await self._do(seconds, function, arguments)
        except ProcessExpired as problem:
            log.warning("a worker has ended: %s", problem)
            raise WorkersBusy from None
        except MemoryError:
            raise RequestTooLarge("This needs more memory than the server spends on one request.") from None
        except asyncio.CancelledError:
            is_done = False
            raise
        finally:
            self._done += is_done

    async def _do(self, seconds: float, function: Callable[[*Ts], T], arguments: tuple[*Ts]) -> T:
        """Ask the processes; if they have died meanwhile, once more with new ones."""
        pool, timeout = self._pool, PATIENCE * seconds if CAN_TIME else seconds
        work = seconds, function, arguments
        try:
            return await asyncio.wrap_future(pool.schedule(_timed, work, timeout=timeout))
        except RuntimeError as problem:
            if not isinstance(problem, BrokenProcessPool) and pool.active:
                raise
            if pool is self._pool:
                self._replace(pool, "have died")
            return await asyncio.wrap_future(self._pool.schedule(_timed, work, timeout=timeout))

    def _replace(self, pool: ProcessPool, what: str) -> None:
        log.warning("the workers %s and are replaced", what)
        self._pool = self._start()
        self._background.start(asyncio.to_thread(_end, pool))  # those of its workers that live would stay

    async def close(self) -> None:
        """End the processes, whatever they are doing."""
        await asyncio.to_thread(_end, self._pool)
        await self._background.close()


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]  # pebble's types have gaps
    pool.join()


def _prepare(memory_bytes: int, logs_json: bool) -> None:
    """Inside a process: write logs and end as the server does, bound memory, leave the keyboard's interrupt to it."""
    write_logs(as_json=logs_json)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        import resource  # noqa: PLC0415  # not on Windows either

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    threading.Thread(target=_end_with_parent, daemon=True).start()


class _OutOfTimeError(BaseException):
    """Not caught by any work, whatever it expects."""


def _timed(seconds: float, function: Callable[[*Ts], T], arguments: tuple[*Ts]) -> T:
    """Inside a process: do some work for at most so many seconds of the processor, however much else it has to do."""
    if not CAN_TIME:
        return function(*arguments)

    def stop(_signal: int, _frame: object) -> NoReturn:
        raise _OutOfTimeError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*arguments)
    except _OutOfTimeError:
        raise TimeoutError from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
