"""The application inside the test's own process, and clients that ask it without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple, cast

import httpx2

from tests.support.services import Parts
from wormgrill.server.app import create_app
from wormgrill.server.model.refusals import WorkersBusy
from wormgrill.server.services.container import Services
from wormgrill.server.services.history import History
from wormgrill.server.services.personal import Personal
from wormgrill.server.services.readiness import Readiness
from wormgrill.server.services.reviews import Reviews
from wormgrill.server.services.workers import Lines, Workers

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class SameProcess:
    """Workers that do what needs no compiler at once, in this process, and nothing else."""

    async def run(
        self, _address: str, function: Callable[[*Ts], T], *arguments: *Ts, needs_compiler: bool = False
    ) -> T:
        """Do some work, or refuse it."""
        if needs_compiler:
            raise WorkersBusy
        return function(*arguments)


def app_of(parts: Parts, workers: Any = None) -> Any:
    """The application on these services; without workers no long work is done."""
    workers = cast("Workers", workers)
    readiness, history = Readiness(parts.store), History(parts.store, parts.live_tables)
    return create_app(
        Services(
            parts.settings,
            parts.store,
            parts.people,
            parts.live_tables,
            parts.tables,
            workers,
            Lines(),
            parts.metrics,
            readiness,
            history,
            Reviews(workers, history),
            Personal(parts.store, parts.live_tables, parts.people, history),
        )
    )


def client_of(app: Any, **headers: str) -> httpx2.AsyncClient:
    """Somebody who asks an application."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1:8421", headers=headers)
