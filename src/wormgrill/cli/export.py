"""`wormgrill export`: finished and imported games as records."""

from __future__ import annotations

import argparse
import sys

from wormgrill.cli.common import add_database_argument

DESCRIPTION = """\
Write all finished games of the server's database, and all that were imported, to standard output: one record after the
other. Games that are still being played are left out.

  wormgrill export > games.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Write the records."""
    import asyncio

    if not asyncio.run(_export(options.database)):
        print("wormgrill: there is nothing to export: no game is finished or was imported", file=sys.stderr)
    return 0


async def _export(database: str | None) -> int:
    """Write the records; how many there were."""
    from wormgrill.server.model.refusals import DatabaseUnavailable
    from wormgrill.server.settings import read_settings
    from wormgrill.server.storage.archive import export_games
    from wormgrill.server.storage.store import Store

    store = await Store.open(read_settings(database=database).database, must_exist=True)
    try:
        number = 0
        async for record in export_games(store):
            sys.stdout.write("\n" + record if number else record)
            number += 1
    except DatabaseUnavailable as problem:
        raise ValueError(str(problem)) from None
    finally:
        await store.close()
    return number
