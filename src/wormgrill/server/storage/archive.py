"""Records in and out of a database."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from wormgrill.game.record import Game, format_game
from wormgrill.game.state import Phase
from wormgrill.server.model.ids import new_id
from wormgrill.server.model.table import NOBODY, Life, Seat, Table
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.store import Store


async def export_games(store: Store) -> AsyncIterator[str]:
    """Every finished game and every imported one as a record, oldest first; not those that are being played."""
    async for stored in store.archived():
        yield format_game(stored.table.record(stored.game, stored.chains))


async def import_game(store: Store, game: Game) -> bool:
    """Take a game that was played elsewhere, to the end or not; False if it is here already."""
    table_id = new_id(lambda size: hashlib.sha256(format_game(game).encode()).digest()[:size])
    is_over = game.state.phase is Phase.OVER
    secret = game.tag("dice-secret") if is_over else None  # a part of a game does not stand for all of it
    if await store.has_game(table_id, secret):
        return False
    played_at = _played_at(game)
    table = Table(
        id=table_id,
        host=NOBODY,
        rules=game.rules,
        seats=tuple(Seat(name) for name in game.players),
        secret=(secret or "")[:64],
        created_at=played_at,
        life=Life.FINISHED if is_over else Life.ABANDONED,
        started_at=played_at,
        finished_at=played_at if is_over else None,
        tags=game.tags,
    )
    try:
        await store.import_game(table, game.moves)
    except Conflict:
        return False
    return True


def _played_at(game: Game) -> float:
    date = game.tag("date")
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp() if date else 0.0
    except ValueError:  # such as the 31st of February
        return 0.0
