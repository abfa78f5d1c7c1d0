"""`wormgrill serve`: the table to play at, in the browser and over the API."""

from __future__ import annotations

import argparse
from contextlib import suppress

from wormgrill.cli.common import add_database_argument, whole_number

DESCRIPTION = """\
Serve tables to play at: in the browser, and over the JSON API under /api/v1. This is what `wormgrill` alone does.

  wormgrill serve
  wormgrill serve --host 0.0.0.0 --port 8000 --public-url https://worms.example.org

What is not given here is taken from the environment (WORMGRILL_HOST, WORMGRILL_DATABASE ...; see docs/server.md).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", metavar="H", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), metavar="P", help="the port; 0 takes any free one (default: 8421)"
    )
    add_database_argument(parser)
    parser.add_argument("--public-url", metavar="URL", help="how people reach it, such as https://worms.example.org")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    with suppress(KeyboardInterrupt):  # asked to stop while it starts
        from wormgrill.server.serve import serve
        from wormgrill.server.settings import read_settings

        serve(
            read_settings(
                host=options.host,
                port=options.port,
                database=options.database,
                public_url=options.public_url,
                open_browser=False if options.no_browser else None,
            )
        )
    return 0
