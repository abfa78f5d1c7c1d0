"""Reviews of games, made piece by piece by the workers, behind everything else, and remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple

from wormgrill.presentation.looking_back import LookBack, look_back, look_back_json, reviewed_piece
from wormgrill.presentation.replaying import GameFacts, Replay
from wormgrill.server.model.table import Life
from wormgrill.server.services.history import History
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.workers import Workers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
REMEMBERED = 40
"""Reviews, of some hundred kilobytes each."""


@dataclass(frozen=True)
class Asked:
    """A game whose review is wanted."""

    replay: Replay
    key: str
    """Where the game is, and how far it has come: a review of the same key is the same."""
    address: str
    """Who asks."""
    table: str = ""
    """The table on which the game has been finished, if it was one."""


def asked_of(live: LiveTable, replay: Replay, address: str) -> Asked:
    """The game of a table, as far as it has come."""
    table = live.table
    return Asked(replay, f"/t/{table.id}#{live.ply}", address, table.id if table.life is Life.FINISHED else "")


@dataclass(frozen=True)
class Progress:
    """How much of a review there is."""

    done: int
    total: int
    facts: GameFacts


class Reviews:
    """Makes reviews; nobody who goes away is waited for, because every piece is asked for by itself."""

    def __init__(self, workers: Workers, history: History) -> None:
        self._workers, self._history = workers, history
        self._pieces: OrderedDict[str, tuple[bytes, ...]] = OrderedDict()
        self._views: OrderedDict[tuple[str, str, int | None, int | None], LookBack] = OrderedDict()

    async def make(self, asked: Asked) -> AsyncIterator[Progress]:
        """Make the plies of a review; nothing is to be done if it is known."""
        if asked.key in self._pieces:
            return
        pieces: tuple[bytes, ...] = ()
        done, total = 0, 1
        while done < total:
            piece = await self._work(asked, reviewed_piece, asked.replay, done)
            pieces, done, total = (*pieces, piece.plies), piece.done, piece.total
            if done < total:
                yield Progress(done, total, piece.facts)
        _remember(self._pieces, asked.key, pieces)

    async def view(self, asked: Asked, seat: int | None, you: int | None) -> LookBack:
        """A review as a reader sees it, with the moments of one seat or of all."""
        key = asked.key, asked.replay.language, seat, you
        if key not in self._views:
            pieces = await self._made(asked)
            found = await self._work(asked, look_back, asked.replay, pieces, seat, you)
            _remember(self._views, key, found)
            if asked.table and found.luck:
                await self._history.add_luck(asked.table, found.luck)
        return self._views[key]

    def moment_after(self, home: str, ply: int) -> int | None:
        """The ply of the next moment to learn from, if the review is known; the most expensive ones come first."""
        for (key, *_), found in reversed(self._views.items()):
            plies = [moment.ply for moment in found.view.moments]
            if key.partition("#")[0] == home and ply in plies[:-1]:
                return plies[plies.index(ply) + 1]
        return None

    async def json(self, asked: Asked) -> str:
        """A review as JSON, written where it is made: it has a megabyte."""
        pieces = await self._made(asked)
        return await self._work(asked, look_back_json, asked.replay, pieces)

    async def _work(self, asked: Asked, function: Callable[[*Ts], T], *arguments: *Ts) -> T:
        return await self._workers.run(asked.address, function, *arguments, needs_compiler=True)

    async def _made(self, asked: Asked) -> tuple[bytes, ...]:
        async for _ in self.make(asked):
            pass
        return self._pieces[asked.key]


K = TypeVar("K")
V = TypeVar("V")


def _remember(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    while len(known) > REMEMBERED:
        known.popitem(last=False)
