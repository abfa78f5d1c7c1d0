"""`wormgrill backup`: copy the server's database while it is used."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from wormgrill.cli.common import add_database_argument

DESCRIPTION = """\
Copy the server's SQLite database as it is at one moment, while the server plays on: nobody waits. The copy is checked,
and readable for its owner alone, because it holds the secrets of dice that are still to be rolled.

  wormgrill backup worms-backup.db
  wormgrill backup --replace /var/backups/worms.db

`wormgrill restore` puts it back. For PostgreSQL see docs/hosting.md: pg_dump does it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes")
    parser.add_argument("--replace", action="store_true", help="replace the file if it is there already")
    add_database_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Copy, and say what there is."""
    from wormgrill.cli.copying import copying
    from wormgrill.server.settings import read_settings
    from wormgrill.server.storage.backup import back_up

    url = read_settings(database=options.database).database
    with copying("Copying") as show:
        tables = back_up(url, options.file, show, may_replace=options.replace)
    size = options.file.stat().st_size / 1e6
    sys.stdout.write(f"{options.file}: {'1 table' if tables == 1 else f'{tables} tables'}, {size:.1f} MB\n")
    return 0
