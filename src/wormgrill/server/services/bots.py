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
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from wormgrill.game.moves import Move
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import State, initial_state
from wormgrill.players.levels import LEVELS
from wormgrill.players.player import Thought
from wormgrill.players.reasons import Reason
from wormgrill.server.services.background import Background, look_at, survive

T = TypeVar("T")
log = logging.getLogger(__name__)

NICENESS = 5
"""The server's own process goes first where there are few cores."""
WARM_UP_DELAY_SECONDS = 1.0
THINK_SECONDS = 10.0
"""How long anybody waits for an answer; a process that takes longer is replaced."""
COLD_SECONDS = 300.0
"""How long a process may take as long as it may have to compile."""


@dataclass(frozen=True)
class Doubt:
    """What speaks against a move."""

    cost: float
    """Of the chance to win."""
    reasons: tuple[Reason, ...]
    """What it brings, and what the best move does."""


class Bots:
    """Processes that choose moves and work out odds; each does one thing at a time.

    Whoever asks gets an answer soon or `TimeoutError`, and `BrokenProcessPool` if two processes died of the question.
    """

    def __init__(self, processes: int) -> None:
        self._background = Background()
        self._processes = [_Process() for _ in range(processes)]
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        for process in self._processes:
            self._free.put_nowait(process)
        self._background.start(self._warm_up())

    async def choose(self, level: str, seed: int, state: State) -> Move:
        """The move of a bot; the same for the same seed and position."""
        return await self._run(_choose, level, seed, state)

    async def consider(self, level: str, seed: int, state: State) -> tuple[Thought, ...]:
        """The legal moves as a bot ranks them, best first."""
        return await self._run(_consider, level, seed, state)

    async def odds(self, state: State) -> dict[str, Any]:
        """Every option of a position with its value and chances."""
        return await self._run(_odds, state)

    async def doubt(self, state: State, move: Move) -> Doubt | None:
        """The best move and this one as the champion sees them, if this one costs enough for a mark."""
        return await self._run(_doubt, state, move)

    async def close(self) -> None:
        """End the processes, whatever they are doing."""
        await self._background.close()
        await asyncio.gather(*(asyncio.to_thread(process.end) for process in self._processes))

    async def _run(self, function: Callable[..., T], *arguments: object) -> T:
        """Ask the next process that is free; a caller who gives up does not stop it."""
        async with asyncio.timeout(THINK_SECONDS):
            process = await self._free.get()
            answer = self._background.start(self._ask(process, function, *arguments))
            answer.add_done_callback(look_at)
            return await asyncio.shield(answer)

    async def _ask(self, process: _Process, function: Callable[..., T], *arguments: object) -> T:
        try:
            return await process.run(function, *arguments)
        finally:
            self._free.put_nowait(process)

    async def _warm_up(self) -> None:
        """Let the server start first, then let every new process compile what it needs, or load what another has."""
        while True:
            await asyncio.sleep(WARM_UP_DELAY_SECONDS)
            if any(process.is_cold for process in self._processes):
                await survive(self._prepare(await self._free.get()))

    async def _prepare(self, process: _Process) -> None:
        if not process.is_cold:
            self._free.put_nowait(process)
            return
        with suppress(BrokenProcessPool, TimeoutError):  # the log has been told
            await self._ask(process, _warm_up)
            process.is_cold = False


class _Process:
    """A process that thinks; another one takes its place if it dies or thinks for too long."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_prepare)
        self._started: list[BaseProcess] = []
        self.is_cold = True
        """Whether it may still have to compile something."""

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """Ask; if the process has died, once more with a new one."""
        try:
            return await self._ask(function, *arguments)
        except BrokenProcessPool:
            log.warning("a bots' process has died and is started again")
            self._replace()
            return await self._ask(function, *arguments)

    async def _ask(self, function: Callable[..., T], *arguments: object) -> T:
        before = multiprocessing.active_children()
        answer = self._pool.submit(function, *arguments)  # the first time this starts the process
        self._started += [child for child in multiprocessing.active_children() if child not in before]
        try:
            async with asyncio.timeout(COLD_SECONDS if self.is_cold else THINK_SECONDS):
                return await asyncio.wrap_future(answer)
        except TimeoutError:
            log.warning("a bots' process takes too long and is replaced")
            self._replace()
            raise

    def _replace(self) -> None:
        pool, started = self._pool, self._started
        self._start()
        for process in started:
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        for process in self._started:
            process.kill()
        self._pool.shutdown(cancel_futures=True)


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
    from wormgrill.analysis.value import prepare_value  # noqa: PLC0415

    started = time.perf_counter()
    for rules in EDITIONS.values():
        prepare(rules)
        prepare_value(rules)
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


def _doubt(state: State, move: Move) -> Doubt | None:
    from wormgrill.analysis.review import mark_of  # noqa: PLC0415  # the server itself starts without the compiler
    from wormgrill.players.champion import ChampionPlayer  # noqa: PLC0415
    from wormgrill.players.comparing import compared  # noqa: PLC0415

    thoughts = ChampionPlayer().consider(state)
    cost = thoughts[0].value - next(thought.value for thought in thoughts if thought.move == move)
    return Doubt(cost, compared(state, thoughts[0].move, move)) if mark_of(cost) else None


def _odds(state: State) -> dict[str, Any]:
    from wormgrill.analysis.odds import odds  # noqa: PLC0415  # the server itself starts without the compiler

    return odds(state).as_json()
