"""The bots think in processes of their own, so that none of them can delay a table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from wormgrill.game.moves import Move
from wormgrill.game.rules import DEFAULT_EDITION, EDITIONS
from wormgrill.game.state import State, initial_state
from wormgrill.players.levels import LEVELS, STRONGEST
from wormgrill.players.player import Thought
from wormgrill.players.reasons import Reason
from wormgrill.server.logs import write_logs
from wormgrill.server.services.background import Background, look_at, survive

T = TypeVar("T")
log = logging.getLogger(__name__)

NICENESS = 5
"""The server's own process goes first where there are few cores."""
WARM_UP_DELAY_SECONDS = 0.0
"""The first process begins before the server says that it serves."""
WARM_UP_PAUSE_SECONDS = 0.1
"""Between the parts of it."""
THINK_SECONDS = 10.0
"""How long anybody waits for an answer; a process that takes longer is replaced."""
COLD_SECONDS = 300.0
"""How long a process may take as long as it may have to compile, and a bot that has to move waits for it."""


_EDITIONS = sorted(EDITIONS, key=lambda name: name != DEFAULT_EDITION)
"""What most tables play is compiled first."""


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

    def __init__(self, processes: int, *, logs_json: bool = False) -> None:
        self._background = Background()
        self._processes = [_Process(logs_json=logs_json) for _ in range(processes)]
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        for process in self._processes:
            self._free.put_nowait(process)
        self._background.start(self._warm_up())

    @property
    def is_cold(self) -> bool:
        """Whether all processes may still have to compile something."""
        return all(process.is_cold for process in self._processes)

    async def choose(self, level: str, seed: int, state: State) -> Move:
        """The move of a bot, which waits for its code; the same for the same seed and position."""
        may_be_cold = any(process.is_cold for process in self._processes)
        return await self._run(_choose, level, seed, state, seconds=COLD_SECONDS if may_be_cold else THINK_SECONDS)

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

    async def _run(self, function: Callable[..., T], *arguments: object, seconds: float | None = None) -> T:
        """Ask the next process that is free; a caller who gives up does not stop it."""
        async with asyncio.timeout(THINK_SECONDS if seconds is None else seconds):
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
        """Let one new process after the other compile what it needs, or load what another has, from the start on."""
        await asyncio.sleep(WARM_UP_DELAY_SECONDS)
        while True:
            if any(process.is_cold for process in self._processes):
                await survive(self._prepare(await self._free.get()))
            await asyncio.sleep(WARM_UP_PAUSE_SECONDS)

    async def _prepare(self, process: _Process) -> None:
        """Warm a process up by one part: whoever waits for an answer does not wait for all of them."""
        if not process.is_cold:
            self._free.put_nowait(process)
            return
        part = process.cold_parts[0]
        with suppress(BrokenProcessPool, TimeoutError):  # the log has been told
            await self._ask(process, _warm_up, *part)
            process.cold_parts.remove(part)


class _Process:
    """A process that thinks; another one takes its place if it dies or thinks for too long."""

    def __init__(self, *, logs_json: bool) -> None:
        self._logs_json = logs_json
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_prepare, initargs=(self._logs_json,))
        self._started: list[BaseProcess] = []
        self.cold_parts = [(name, chances) for name in _EDITIONS for chances in (False, True)]
        """What it may still have to compile: by edition all but the chances to win, and these."""

    @property
    def is_cold(self) -> bool:
        """Whether it may still have to compile something."""
        return bool(self.cold_parts)

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


def _prepare(logs_json: bool) -> None:
    """End with the server, even if it is killed; leave the keyboard's interrupt to it, and write logs as it does."""
    write_logs(as_json=logs_json)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def _warm_up(edition: str, chances: bool) -> None:
    """Compile, or load from the cache, what the bots need: the champion the chances to win, all others the turns."""
    from wormgrill.analysis.options import prepare  # noqa: PLC0415  # the server itself starts without the compiler
    from wormgrill.analysis.value import prepare_value  # noqa: PLC0415

    rules = EDITIONS[edition]
    state = initial_state(rules, 2)
    if chances:
        prepare_value(rules)
        _choose(STRONGEST, 0, state)
        return
    prepare(rules)
    for level in LEVELS:
        if level != STRONGEST:
            _choose(level, 0, state)
    _odds(state)


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
