"""`wormgrill import`: take records into the server's database."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from wormgrill.cli.common import add_database_argument
from wormgrill.cli.records import file_name, read_records
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.record import Game

DESCRIPTION = """\
Take records, of finished games or not, into the server's database; games that are there already are left alone. If one
of the records cannot be read, none is taken. A SQLite database must not be in use by a server.

  wormgrill import games.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files with records; - reads standard input")
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Import, and say how many were new."""
    games = list(_games(options.records))
    import asyncio

    taken, known = asyncio.run(_import(games, options.database))
    sys.stdout.write(f"{taken} {'game' if taken == 1 else 'games'} imported, {known} were here already\n")
    return 0


def _games(paths: list[str]) -> Iterator[Game]:
    """The games of all files; one that cannot be read stops everything."""
    for path in paths:
        for game in read_records(path):
            if isinstance(game, InvalidNotation):
                raise ValueError(f"{file_name(path)} cannot be read: {game}")
            yield game


async def _import(games: Sequence[Game], database: str | None) -> tuple[int, int]:
    from wormgrill.server.model.refusals import DatabaseUnavailable
    from wormgrill.server.settings import read_settings
    from wormgrill.server.storage.archive import import_game
    from wormgrill.server.storage.sole_use import sole_use
    from wormgrill.server.storage.store import Store

    url = read_settings(database=database).database
    with sole_use(url):
        store = await Store.open(url, is_alone=True)
        try:
            are_new = [await import_game(store, game) for game in games]
        except DatabaseUnavailable as problem:
            raise ValueError(str(problem)) from None
        finally:
            await store.close()
    return sum(are_new), len(are_new) - sum(are_new)
