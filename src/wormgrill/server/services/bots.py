"""The bots think in processes of their own, so that none of them can delay a table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from wormgrill.game.moves import Move
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import State, initial_state
from wormgrill.players.levels import LEVELS
from wormgrill.players.player import Thought

T = TypeVar("T")
log = logging.getLogger(__name__)

NICENESS = 5
"""The server's own process goes first where there are few cores."""
WARM_UP_DELAY_SECONDS = 1.0


class Bots:
    """A pool of processes that choose moves and work out odds."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._start()
        self._warming = asyncio.create_task(self._warm_up())

    async def choose(self, level: str, seed: int, state: State) -> Move:
        """The move of a bot; the same for the same seed and position."""
        return await self._run(_choose, level, seed, state)

    async def consider(self, level: str, seed: int, state: State) -> tuple[Thought, ...]:
        """The legal moves as a bot ranks them, best first."""
        return await self._run(_consider, level, seed, state)

    async def odds(self, state: State) -> dict[str, Any]:
        """Every option of a position with its value and chances."""
        return await self._run(_odds, state)

    async def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._warming.cancel()
        await asyncio.gather(self._warming, return_exceptions=True)
        for process in multiprocessing.active_children():
            process.terminate()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    async def _warm_up(self) -> None:
        """Let the server start first, then compile behind it what the bots need."""
        await asyncio.sleep(WARM_UP_DELAY_SECONDS)
        await self._run(_warm_up)

    def _start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_prepare)

    async def _run(self, function: Callable[..., T], *arguments: object) -> T:
        """Ask the pool; if its processes have died, once more with new ones."""
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
        except BrokenProcessPool:
            if pool is self._pool:
                log.warning("the bots' processes have died and are started again")
                self._pool = self._start()
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)


# ------------------------------------------------------------------------------------------ inside the processes


def _prepare() -> None:
    """End with the server, even if it is killed; leave the keyboard's interrupt to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def _warm_up() -> float:
    """Compile, or load from the cache, what the bots need; how long it took."""
    from wormgrill.analysis.options import prepare  # noqa: PLC0415  # the server itself starts without the compiler

    started = time.perf_counter()
    for rules in EDITIONS.values():
        prepare(rules)
        state = initial_state(rules, 2)
        for level in LEVELS:
            _choose(level, 0, state)
        _odds(state)
    return time.perf_counter() - started


def _choose(level: str, seed: int, state: State) -> Move:
    from wormgrill.players.factory import make_player  # noqa: PLC0415  # the server itself starts without the compiler

    return make_player(level, seed).choose(state)


def _consider(level: str, seed: int, state: State) -> tuple[Thought, ...]:
    from wormgrill.players.factory import make_player  # noqa: PLC0415  # the server itself starts without the compiler

    return make_player(level, seed).consider(state)


def _odds(state: State) -> dict[str, Any]:
    from wormgrill.analysis.odds import odds  # noqa: PLC0415  # the server itself starts without the compiler

    return odds(state).as_json()
