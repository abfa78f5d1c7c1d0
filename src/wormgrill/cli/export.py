"""`wormgrill export`: all finished games as records."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

from wormgrill.cli.serve import add_database_argument

DESCRIPTION = """\
Write all finished games of the server's database to standard output, one record after the other.

  wormgrill export > games.txt
"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("export", help="write all finished games as records", description=DESCRIPTION)
    add_database_argument(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the records."""
    asyncio.run(_export(options.database))
    return 0


async def _export(database: str | None) -> None:
    from wormgrill.server.settings import read_settings  # noqa: PLC0415  # the same
    from wormgrill.server.storage.archive import export_games  # noqa: PLC0415  # other commands start without the database
    from wormgrill.server.storage.store import Store  # noqa: PLC0415  # the same

    store = await Store.open(read_settings(database=database).database, must_exist=True)
    try:
        separator = ""
        async for record in export_games(store):
            sys.stdout.write(separator + record)
            separator = "\n"
    finally:
        await store.close()
