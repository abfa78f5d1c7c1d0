"""Puzzles: positions in which one move is clearly the best and a plausible one is wrong.

They lie in a file beside this module, which `python -m tools.puzzles` makes from games of our levels; each was verified
by a look one turn further.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from hashlib import sha256
from itertools import product
from pathlib import Path

PUZZLES_FILE = Path(__file__).with_name("puzzles.txt")
DIFFICULTIES = ("easy", "medium", "hard")
DAILY = 10
ID_DIGITS = 8


@dataclass(frozen=True)
class Puzzle:
    """A position to be solved."""

    position: str
    best: str
    """The move that is clearly the best."""
    gap: float
    """By how much it is better than any other."""
    difficulty: str

    @cached_property
    def id(self) -> str:
        """What it is called in addresses: it depends on the position alone."""
        return sha256(self.position.encode()).hexdigest()[:ID_DIGITS]

    @property
    def edition(self) -> str:
        """The rules it is played with."""
        return self.position.partition(" |")[0]


def format_puzzles(puzzles: list[Puzzle], evaluator: str) -> str:
    """The text of a file with puzzles; the first line names the evaluator that made them."""
    lines = (f"{each.difficulty}\t{each.best}\t{each.gap:.4f}\t{each.position}\n" for each in puzzles)
    return "".join((f"evaluator\t{evaluator}\n", *lines))


def parse_puzzles(text: str) -> tuple[str, tuple[Puzzle, ...]]:
    """The evaluator and the puzzles of a file."""
    (_, evaluator), *lines = (line.split("\t") for line in text.splitlines())
    return evaluator, tuple(Puzzle(position, best, float(gap), level) for level, best, gap, position in lines)


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """All puzzles by their ids."""
    _, puzzles = parse_puzzles(PUZZLES_FILE.read_text(encoding="utf-8"))
    return {puzzle.id: puzzle for puzzle in puzzles}


@cache
def puzzles_evaluator() -> str:
    """The version of the evaluator that made the puzzles."""
    return parse_puzzles(PUZZLES_FILE.read_text(encoding="utf-8"))[0]


def chosen_puzzles(edition: str = "", difficulty: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of an edition and of a difficulty; of all, where nothing is said."""
    return _by_kind().get((edition, difficulty), ())


@cache
def _by_kind() -> dict[tuple[str, str], tuple[Puzzle, ...]]:
    kinds = defaultdict[tuple[str, str], list[Puzzle]](list)
    for puzzle in all_puzzles().values():
        for kind in product(("", puzzle.edition), ("", puzzle.difficulty)):
            kinds[kind].append(puzzle)
    return {kind: tuple(puzzles) for kind, puzzles in kinds.items()}


@cache
def daily_puzzles(day: date) -> tuple[Puzzle, ...]:
    """The puzzles of a day: the same for everybody, made from the date alone, easy ones first.

    >>> daily_puzzles(date(2026, 11, 17)) == daily_puzzles(date(2026, 11, 17)) != daily_puzzles(date(2026, 11, 18))
    True
    """
    mixed = sorted(all_puzzles().values(), key=lambda puzzle: sha256(f"{day} {puzzle.id}".encode()).digest())
    return tuple(sorted(mixed[:DAILY], key=lambda puzzle: DIFFICULTIES.index(puzzle.difficulty)))
