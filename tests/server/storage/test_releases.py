"""Databases of earlier releases: every table of them is loaded, played on and exported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.running import Client, running
from tests.support.services import any_move, in_loop, services
from wormgrill.game import Phase
from wormgrill.game.fair_dice import verify
from wormgrill.game.moves import parse_move
from wormgrill.game.record import Game, read_games
from wormgrill.presentation.tally import Tally, tally_moves
from wormgrill.server.model.people import Person
from wormgrill.server.model.table import Life

RELEASES = sorted((Path(__file__).parent / "releases").glob("*.sql"))
of_every_release = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)


@pytest.fixture
def database(release: Path, tmp_path: Path) -> Path:
    """The database of a release, as its server has left it."""
    path = tmp_path / "worms.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(release.read_text(encoding="utf-8"))
    return path


def _tables(database: Path) -> dict[str, tuple[str, list[str]]]:
    """The life and the moves of every table."""
    with closing(sqlite3.connect(database)) as connection:
        lives = connection.execute("SELECT id, life FROM tables").fetchall()
        query = "SELECT move FROM moves WHERE table_id = ? ORDER BY ply"
        return {
            table_id: (life, [move for (move,) in connection.execute(query, (table_id,))]) for table_id, life in lives
        }


def test_there_are_databases_of_earlier_releases() -> None:
    assert RELEASES


@of_every_release
@in_loop
async def test_every_table_is_loaded_as_it_was(database: Path) -> None:
    before = _tables(database)
    assert {life for life, _ in before.values()} == set(Life)
    async with services(database, is_driven=False) as parts:
        for table_id, (life, moves) in before.items():
            live = await parts.tables.get(table_id)
            assert (live.table.life, [str(move) for move in live.game.moves]) == (life, moves)
            assert (live.state.phase is Phase.OVER) == (life == "finished")
        assert await parts.store.list_set_aside() == []
        lines = [len((await parts.tables.get(table_id)).chat) for table_id in before]
        assert sorted(lines)[-3:] == [2, 2, 2]


@of_every_release
@in_loop
async def test_the_dice_of_every_finished_game_are_counted(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT id FROM tables WHERE life = 'finished' AND tags IS NULL"
        here = {table_id for (table_id,) in connection.execute(query)}
    finished = [moves for table_id, (_, moves) in _tables(database).items() if table_id in here]
    async with services(database, is_driven=False) as parts:
        assert await parts.store.count_dice()
        tallies = [tally_moves(map(parse_move, moves)) for moves in finished]
        assert await parts.store.tally() == sum(tallies, Tally())


@of_every_release
@in_loop
async def test_every_game_is_played_on(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        for table_id, (life, _) in _tables(database).items():
            live = await parts.tables.get(table_id)
            host = Person(live.table.host, "Ada", "en")
            if life == Life.WAITING:
                await parts.tables.start(table_id, host, fill="greedy")
            if life == Life.ABANDONED:
                await parts.tables.come_back(table_id, host)
            while not live.table.is_over:
                await live.append(any_move)
            assert live.state.phase is Phase.OVER


@of_every_release
def test_every_finished_game_is_exported_and_its_dice_hold(database: Path) -> None:
    finished = {tuple(moves) for life, moves in _tables(database).values() if life == "finished"}
    records = wormgrill("export", "--database", f"sqlite:///{database}")
    games = [game for game in read_games(records.encode()) if isinstance(game, Game)]
    assert {tuple(map(str, game.moves)) for game in games} == finished
    assert all(verify(game).is_fair for game in games if game.tag("dice-secret"))


@of_every_release
def test_a_server_goes_on_with_it(database: Path) -> None:
    [bots] = [table_id for table_id, (life, moves) in _tables(database).items() if life == "playing" and not moves]
    with running(database.parent) as server, Client(server, is_known=False) as viewer:
        view = viewer.await_table(bots, lambda view: view["seat_to_move"] == 1)
        assert view["ply"] > 0
