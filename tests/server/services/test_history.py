"""The history of people: written down when a game ends, worked out for older games, and deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

from tests.support.services import ADA, BO, Parts, any_move, in_loop, services
from wormgrill.game.moves import Dice
from wormgrill.presentation.numbers import Numbers, numbers_of
from wormgrill.presentation.story import story_of
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.model.table import Life
from wormgrill.server.services import history as module
from wormgrill.server.services.history import History
from wormgrill.server.services.live import LiveTable


async def finished(parts: Parts, *seats: str) -> LiveTable:
    """A game of Ada's, and of Bo's where a seat was open, that is over."""
    live = await parts.start_table(*seats)
    while live.table.life is not Life.FINISHED:
        await live.append(any_move)
    return live


@in_loop
async def test_how_a_game_ended_is_written_with_its_last_move(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await finished(parts, "me", "greedy", "open")
        story = story_of(live.game)
        for person, seat in ((ADA, 0), (BO, 2)):
            assert await parts.store.list_without_outcomes(person.id) == []
            assert await parts.store.numbers_of(person.id) == {("classic-2014", 3): numbers_of(story, seat)}


@in_loop
async def test_older_games_are_worked_out_when_somebody_looks(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with services(database, is_driven=False) as parts:
        games = [await finished(parts, "me", "greedy") for _ in range(3)]
        expected = await parts.store.numbers_of(ADA.id)
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("DELETE FROM outcomes")
        history = History(parts.store, parts.live_tables)
        assert await history.numbers(ADA) == {}
        monkeypatch.setattr(module, "CATCH_UP_SECONDS", -1.0)
        assert await history.catch_up(ADA) == 3, "it takes too long, and is told so"
        monkeypatch.setattr(module, "CATCH_UP_SECONDS", inf)
        assert await history.catch_up(ADA) == 0
        assert await history.numbers(ADA) == expected
        assert sum(expected.values(), Numbers()).games == len(games)


@in_loop
async def test_a_deleted_game_is_gone_from_memory_too_and_its_dice_stay_counted(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        alone = await finished(parts, "me", "greedy")
        together = await finished(parts, "me", "open")
        dice = sum(isinstance(move, Dice) for live in (alone, together) for move in live.game.moves)
        await History(parts.store, parts.live_tables).forget(ADA)
        with pytest.raises(NotFound):
            await parts.tables.get(alone.table.id)
        assert [seat.name for seat in (await parts.tables.get(together.table.id)).table.seats] == ["Somebody", "Bo"]
        tally = await parts.store.tally()
        assert (tally.games, tally.dice > dice) == (2, True)


@in_loop
async def test_the_seat_of_somebody_who_has_deleted_their_history_is_open_in_a_rematch(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await finished(parts, "me", "open", "greedy")
        await History(parts.store, parts.live_tables).forget(ADA)
        again = await parts.tables.rematch(live.table.id, BO)
        assert [(seat.name, seat.kind) for seat in again.table.seats] == [
            ("Bo", "person"),
            ("Greedy", "bot"),
            ("", "open"),
        ]
