"""Files with records, as commands read them."""

from __future__ import annotations

import sys
from pathlib import Path

from wormgrill.game.errors import InvalidNotation, shortened
from wormgrill.game.record import Game, read_games

STANDARD_INPUT = "-"


def read_records(path: str) -> list[Game | InvalidNotation]:
    """The records of a file, or of standard input for `-`, with the problem in the place of one that cannot be read.

    `ValueError` with one line if there is no record.
    """
    try:
        found = list(read_games(_read_bytes(path)))
    except ValueError as problem:
        raise ValueError(f"{file_name(path)} cannot be read: {problem}") from None
    except OSError as problem:
        raise ValueError(f"{file_name(path)} cannot be read: {problem.strerror or problem}") from None
    if not found:
        raise ValueError(f"there is no record in {file_name(path)}")
    return found


def file_name(path: str) -> str:
    """How a file is named to people."""
    return "standard input" if path == STANDARD_INPUT else shortened(path)


def _read_bytes(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
