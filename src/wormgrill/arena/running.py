"""Play pieces of work in processes of this machine."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.util import Finalize
from typing import Any, Protocol

from pebble import ProcessExpired, ProcessPool

from wormgrill.arena.fold import Fold
from wormgrill.arena.pieces import Piece
from wormgrill.arena.plan import Plan
from wormgrill.arena.rounds import Programs, play_passes

MOST_DEATHS = 20
"""So many processes may die before one has played a piece to its end."""
AHEAD = 2
"""So many pieces a worker are under way or waiting."""

Result = tuple[Piece, Fold]


class Runner(Protocol):
    """Plays pieces somewhere."""

    @property
    def workers(self) -> int:
        """How many pieces are played at once."""
        ...

    def run(self, plan: Plan, pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results of all pieces, each once, in any order."""
        ...


class Here:
    """Plays in this process, one piece after the other."""

    workers = 1

    def run(self, plan: Plan, pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results of all pieces."""
        with Programs(plan.milliseconds) as programs:
            for piece in pieces:
                yield piece, play_passes(plan, *piece, programs)


class Processes:
    """Plays in so many processes. A piece whose process dies is played again by another."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, plan: Plan, pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results of all pieces."""
        work = _Work(plan.to_json(), iter(pieces), self.workers * AHEAD)
        while work.is_left:
            pool = ProcessPool(
                min(self.workers, work.waiting), initializer=ignore_interrupts, context=get_context("spawn")
            )
            try:
                yield from work.done_by(pool)
            except BrokenProcessPool as problem:  # a process has died before it had anything to do
                work.count_death(problem)
            finally:
                pool.stop()  # type: ignore[no-untyped-call]  # Pebble's pools have types only in part
                pool.join()


class _Work:
    """Pieces on their way through a pool, and through the next one if the pool breaks."""

    def __init__(self, described: dict[str, Any], pieces: Iterator[Piece], ahead: int) -> None:
        self._described, self._pieces, self._ahead = described, pieces, ahead
        self._open: deque[Piece] = deque(islice(pieces, ahead))
        self._deaths = 0

    @property
    def is_left(self) -> bool:
        return bool(self._open)

    @property
    def waiting(self) -> int:
        """How many pieces wait; if they are fewer than could be worked on, there are no more."""
        return len(self._open)

    def count_death(self, problem: Exception) -> None:
        """Give up if processes die again and again, whatever they do."""
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise ChildProcessError(f"the processes that play die: {problem}") from None

    def done_by(self, pool: ProcessPool) -> Iterator[Result]:
        """The results of pieces; one that is not done stays open."""
        under_way: dict[Future[dict[str, Any]], Piece] = {}
        while self._open:
            for piece in self._open:
                if piece not in under_way.values():
                    under_way[self._schedule(pool, piece)] = piece
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                piece = under_way.pop(done)
                try:
                    result = piece, Fold.from_json(done.result())
                except ProcessExpired as problem:
                    self.count_death(problem)
                    continue
                self._deaths = 0
                self._open.remove(piece)
                self._open.extend(islice(self._pieces, 1))
                yield result

    def _schedule(self, pool: ProcessPool, piece: Piece) -> Future[dict[str, Any]]:
        try:
            future: Future[dict[str, Any]] = pool.schedule(play_piece, (self._described, *piece))
        except RuntimeError as problem:  # so says a pool that is broken
            raise BrokenProcessPool(str(problem)) from None
        return future


def ignore_interrupts() -> None:
    """Ctrl+C is for the process that has started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_programs: dict[int, Programs] = {}


def play_piece(described: dict[str, Any], first: int, last: int) -> dict[str, Any]:
    """Play a piece in a process that plays many: its programs stay for the next one."""
    plan = Plan.from_json(described)
    if plan.milliseconds not in _programs:
        programs = _programs[plan.milliseconds] = Programs(plan.milliseconds)
        Finalize(None, programs.close, exitpriority=1)
    return play_passes(plan, first, last, _programs[plan.milliseconds]).to_json()
