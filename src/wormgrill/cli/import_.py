"""`wormgrill import`: take records into the server's database."""

from __future__ import annotations

import argparse
import sys

from wormgrill.cli.common import add_database_argument, read_bytes

DESCRIPTION = """\
Take records into the server's database; games that are there already are left alone.

  wormgrill import games.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files with records; - reads standard input")
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Import, and say how many were new."""
    import asyncio

    taken, known = asyncio.run(_import(options.records, options.database))
    sys.stdout.write(f"{taken} {'game' if taken == 1 else 'games'} imported, {known} were here already\n")
    return 0


async def _import(paths: list[str], database: str | None) -> tuple[int, int]:
    from wormgrill.game.record import parse_games
    from wormgrill.server.settings import read_settings
    from wormgrill.server.storage.archive import import_game
    from wormgrill.server.storage.store import Store

    games = [game for path in paths for game in parse_games(read_bytes(path))]
    if not games:
        raise ValueError("there is no record to import: the input is empty")
    store = await Store.open(read_settings(database=database).database)
    try:
        are_new = [await import_game(store, game) for game in games]
    finally:
        await store.close()
    return sum(are_new), len(are_new) - sum(are_new)
