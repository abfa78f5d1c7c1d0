"""Workers: processes for work that would hold up the event loop, with a bound on its time, memory and number."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple

from pebble import ProcessExpired, ProcessPool

from wormgrill.server.model.refusals import LimitReached, RequestTooLarge
from wormgrill.server.settings import Settings

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
log = logging.getLogger(__name__)

LINE = 8
"""So many pieces of work of one address may wait while one is done."""
NICENESS = 5
"""The server's own process goes first where there are few cores."""
RETRY_SECONDS = 2


class Workers:
    """Does one piece of work at a time for each address, so that nobody keeps all processes to themselves."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = self._start()
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}

    def _start(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self._settings.work_processes,
            context=multiprocessing.get_context("spawn"),
            initializer=_prepare,
            initargs=(self._settings.work_megabytes * 1_000_000,),
        )

    async def run(self, address: str, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do some work for an address; refused if it has too much in hand, or if the work takes too long."""
        with self._in_line(address) as turn:
            async with turn:
                try:
                    return await self._do(function, arguments)
                except TimeoutError:
                    raise RequestTooLarge("This takes longer than the server works on one request.") from None
                except (ProcessExpired, MemoryError) as problem:
                    log.warning("a worker has ended: %s", problem)
                    raise RequestTooLarge("This needs more than the server spends on one request.") from None

    async def _do(self, function: Callable[[*Ts], T], arguments: tuple[*Ts]) -> T:
        """Ask the processes; if they have died meanwhile, once more with new ones."""
        pool, seconds = self._pool, self._settings.work_seconds
        try:
            return await asyncio.wrap_future(pool.schedule(function, arguments, timeout=seconds))
        except RuntimeError as problem:
            if not isinstance(problem, BrokenProcessPool) and pool.active:
                raise
            if pool is self._pool:
                log.warning("the workers have died and are started again")
                self._pool = self._start()
            return await asyncio.wrap_future(self._pool.schedule(function, arguments, timeout=seconds))

    @contextmanager
    def _in_line(self, address: str) -> Iterator[asyncio.Lock]:
        if self._waiting[address] > LINE:
            raise LimitReached("Too much is asked from your address at once.", retry_after=RETRY_SECONDS)
        self._waiting[address] += 1
        turn = self._turns.setdefault(address, asyncio.Lock())
        try:
            yield turn
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._turns[address]

    async def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._pool.stop()  # type: ignore[no-untyped-call]  # pebble's types have gaps
        await asyncio.to_thread(self._pool.join)


def _prepare(memory_bytes: int) -> None:
    """Inside a process: bound its memory, leave the keyboard's interrupt to the server, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        import resource  # noqa: PLC0415  # not on Windows either

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
