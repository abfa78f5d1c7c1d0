"""`wormgrill restore`: put a backup in the place of the server's database."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from wormgrill.cli.common import add_database_argument

DESCRIPTION = """\
Put a backup in the place of the server's SQLite database. The server must be stopped; what was there is kept in a file
beside it. A backup of an earlier version is brought up to date at the next start.

  wormgrill restore worms-backup.db

For PostgreSQL see docs/hosting.md: pg_restore does it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that `wormgrill backup` has made")
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Restore, and say where the old database is."""
    from wormgrill.cli.copying import copying
    from wormgrill.server.settings import read_settings
    from wormgrill.server.storage.backup import restore

    url = read_settings(database=options.database).database
    with copying("Restoring") as show:
        kept = restore(url, options.file, show)
    sys.stdout.write(f"the database {url.removeprefix('sqlite:///')} is as {options.file} has it")
    sys.stdout.write(f"; what was there is kept in {kept}\n" if kept else "\n")
    return 0
