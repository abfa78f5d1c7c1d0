"""Play pieces of work on a cluster, with Ray: it schedules them, and plays again what dies with a worker or a node."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from wormgrill import __version__
from wormgrill.arena.fold import Fold
from wormgrill.arena.pieces import Piece
from wormgrill.arena.plan import Plan
from wormgrill.arena.running import AHEAD, Result, play_piece
from wormgrill.game.errors import quoted

if TYPE_CHECKING:
    from types import ModuleType

T = TypeVar("T")

AUTO = "auto"
"""The cluster that this machine is part of."""
DEFAULT_PORT = 6379
ANSWER_SECONDS = 10.0
"""How long an address may take to answer."""
SETTINGS = 4
"""The kind of the frame with which both sides of HTTP/2 begin."""
FRAME_HEAD = 9
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, SETTINGS, 0, 0, 0, 0, 0])
FOR_EVER = -1
"""Ray plays a piece again as often as its worker or its node dies."""


class OtherVersion(Exception):
    """A node of the cluster has another version of the package."""


class Cluster:
    """Plays on a Ray cluster; `ValueError` if there is none to be reached. Use it in a `with` block."""

    def __init__(self, address: str) -> None:
        self._ray = _import_ray()
        self._connect(address)

    @property
    def workers(self) -> int:
        """How many processors the cluster has now; nodes may come and go."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def run(self, plan: Plan, pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results of all pieces; each is taken once, however often it was played."""
        ray = self._ray
        play = ray.remote(max_retries=FOR_EVER, num_cpus=1)(_play_piece)
        waiting = iter(pieces)
        described = plan.to_json()
        under_way: dict[Any, Piece] = {}
        try:
            while True:
                for piece in islice(waiting, max(0, self.workers * AHEAD - len(under_way))):
                    under_way[play.remote(__version__, described, *piece)] = piece
                if not under_way:
                    return
                try:
                    done, _ = ray.wait([*under_way], num_returns=1)
                except ray.exceptions.RayError as problem:
                    raise ConnectionError(f"the Ray cluster is lost: {_last_line(problem)}") from None
                for reference in done:
                    piece = under_way.pop(reference)
                    try:
                        found = ray.get(reference)
                    except (ray.exceptions.RayTaskError, OtherVersion) as problem:
                        raise ValueError(_last_line(problem)) from None
                    except ray.exceptions.RayError:  # lost with its node after it was played: it is played again
                        under_way[play.remote(__version__, described, *piece)] = piece
                        continue
                    yield piece, Fold.from_json(found)
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)

    def call(self, function: Callable[..., T], jobs: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, T]]:
        """Call a function with each of these arguments, side by side; the number of each job and what came of it."""
        ray = self._ray
        remote = ray.remote(max_retries=FOR_EVER, num_cpus=1)(function)
        under_way = {remote.remote(*job): number for number, job in enumerate(jobs)}
        try:
            while under_way:
                done, _ = ray.wait([*under_way], num_returns=1)
                for reference in done:
                    yield under_way[reference], ray.get(reference)
                    del under_way[reference]
        except ray.exceptions.RayError as problem:
            raise ConnectionError(f"the Ray cluster is lost: {_last_line(problem)}") from None
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)

    def _connect(self, address: str) -> None:
        if address != AUTO:
            _check_answer(address)
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as problem:
            where = "on this machine" if address == AUTO else f"at {address}"
            raise ValueError(f"no Ray cluster is found {where}: {_last_line(problem)}") from None


def _play_piece(wanted: str, described: dict[str, Any], first: int, last: int) -> dict[str, Any]:
    if __version__ != wanted:
        raise OtherVersion(f"a node of the cluster has wormgrill {__version__}, and this machine has {wanted}")
    return play_piece(described, first, last)


def _import_ray() -> ModuleType:
    try:
        import ray  # noqa: PLC0415  # an extra, and slow to import
        import ray.exceptions  # noqa: PLC0415
    except ImportError:
        raise ValueError("Ray is not installed: pip install 'wormgrill[arena]'") from None
    found: ModuleType = ray
    return found


def _check_answer(address: str) -> None:
    """Ask whether a Ray cluster is there: Ray itself never gives up on an address where something else answers.

    It speaks gRPC, which is HTTP/2: a server greets with a frame of settings.
    """
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    try:
        number = int(port) if colon else DEFAULT_PORT
        with socket.create_connection((host if colon else port, number), ANSWER_SECONDS) as connection:
            if "RAY_USE_TLS" in os.environ:
                return
            connection.sendall(GREETING)
            answer = connection.recv(FRAME_HEAD, socket.MSG_WAITALL)
    except (OSError, OverflowError, ValueError) as problem:
        raise ValueError(f"no Ray cluster answers at {quoted(address)}: {problem}") from None
    if len(answer) < FRAME_HEAD or answer[3] != SETTINGS:
        raise ValueError(f"no Ray cluster answers at {quoted(address)}: something else is there")


def _last_line(problem: BaseException) -> str:
    """What a problem says in one line; of the trace of another process only its end."""
    return (str(problem).strip().splitlines() or [type(problem).__name__])[-1].strip()
