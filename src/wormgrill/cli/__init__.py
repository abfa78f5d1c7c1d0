"""The command `wormgrill`."""

from wormgrill.cli.main import main, make_parser

__all__ = ["main", "make_parser"]
