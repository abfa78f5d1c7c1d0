"""`wormgrill migrate`: bring the server's database to another version."""

from __future__ import annotations

import argparse
import sys

from wormgrill.cli.common import add_database_argument

DESCRIPTION = """\
Bring the server's database up to date, as every start of the server does, or back to an earlier version for an earlier
release of this program. Up to date it can be brought while servers play on PostgreSQL; no server may use a SQLite file
meanwhile, or a database that goes back. Make a copy before that: what later versions have added is deleted.

  wormgrill migrate
  wormgrill migrate --to 0009
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--to", metavar="VERSION", help="the version, such as 0009 (default: the newest)")
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Migrate, and say from where to where."""
    import asyncio

    from wormgrill.server.settings import read_settings
    from wormgrill.server.storage.opening import migrate_database

    url = read_settings(database=options.database).database
    before, after = asyncio.run(migrate_database(url, options.to))
    if before is None:
        sys.stdout.write(f"the database was made, in version {after}\n")
    elif before == after:
        sys.stdout.write(f"the database is in version {after}: nothing was to be done\n")
    else:
        sys.stdout.write(f"the database was brought from version {before} to {after}\n")
    return 0
