"""A file of results that only grows: a line that says what is played, then a line for every piece that was played."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from wormgrill.arena.fold import Fold
from wormgrill.arena.pieces import Piece
from wormgrill.arena.plan import Plan
from wormgrill.game.errors import quoted

FORMAT = "wormgrill-arena/1"
OPTIONS = {
    "entrants": "the entrants",
    "settings": "the rules and numbers of players (--edition, --option, --players)",
    "seed": "--seed",
    "table": "--table",
    "milliseconds": "--milliseconds",
    "max_plies": "--max-plies",
    "adjusts_luck": "the adjustment for luck (--raw turns it off)",
}
"""What a plan's parts are called on the command line."""


class ResultsFile:
    """Results on disk; a last line that was not written to its end is dropped, and a piece written twice counts once.

    `ValueError` if the file is none of ours, or was made with other arguments.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._plan = plan
        self.pieces: dict[Piece, Fold] = {}
        """What is in the file."""
        if path.exists() and path.stat().st_size:
            self._read()
        else:
            self._append({"format": FORMAT, "plan": plan.to_json()})

    def add(self, piece: Piece, fold: Fold) -> None:
        """Write the results of a piece; when this returns they are on disk."""
        if piece not in self.pieces:
            self.pieces[piece] = fold
            line = {"piece": [*piece], "fold": fold.to_json()}
            self._append({**line, "check": _check_sum(line)})

    def _append(self, line: dict[str, Any]) -> None:
        with self.path.open("ab") as file:
            file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> None:
        whole = 0
        covered: list[Piece] = []
        for number, (end, line) in enumerate(self._lines()):
            try:
                data = json.loads(line)
                if number == 0:
                    self._check(data)
                else:
                    check = data.pop("check")
                    if check != _check_sum(data):
                        raise ValueError(f"{self.path}: line {number + 1} has been changed since it was written")
                    piece = Piece(*data["piece"])
                    if all(piece.last <= other.first or other.last <= piece.first for other in covered):
                        covered.append(piece)
                        self.pieces[piece] = Fold.from_json(data["fold"])
            except (AttributeError, KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
                raise ValueError(f"{self.path}: line {number + 1} is not a line of an arena's results") from None
            whole = end
        if not whole:
            raise ValueError(f"{self.path} is not a file of an arena's results")
        if whole < self.path.stat().st_size:
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Every line that has an end, with the place where it ends."""
        end = 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                yield end, line

    def _check(self, header: Any) -> None:
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ValueError(f"{self.path} is not a file of an arena's results")
        for key, wanted in self._plan.to_json().items():
            stored = header["plan"][key]
            if stored != wanted:
                raise ValueError(
                    f"{self.path} has results of other games: {OPTIONS[key]}: {_told(stored)} there, "
                    f"{_told(wanted)} now"
                )


def _check_sum(line: dict[str, Any]) -> str:
    """What tells a line that was damaged."""
    return f"{crc32(json.dumps(line, separators=(',', ':')).encode()):08x}"


def _told(value: object) -> str:
    return quoted(" ".join(map(_word, value)) if isinstance(value, list) else _word(value))


def _word(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
