"""The two ways in which input can be wrong: it cannot be read, or it is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormgrill.game.moves import Move

MAX_QUOTED = 80
"""An error quotes at most so many characters of what it was given."""
TAIL = 20
"""So many of them are the last ones, where the middle is left out."""


def shortened(text: str) -> str:
    """A text as an error repeats it: the middle of a long one is left out.

    >>> shortened("wormgrill"), len(shortened("worm" * 1000)), shortened("worm" * 1000)[55:65]
    ('wormgrill', 80, 'mwor…wormw')
    """
    return text if len(text) <= MAX_QUOTED else f"{text[: MAX_QUOTED - TAIL - 1]}…{text[-TAIL:]}"


def quoted(text: object) -> str:
    """A text in quotes, shortened; anything else as it is written in code.

    >>> print(quoted("keep 7"), "is not a move")
    'keep 7' is not a move
    """
    return shortened(repr(text))


def did_you_mean(text: object, known: Iterable[str]) -> str:
    """A question to end an error with, if a text is nearly one of those that are known; else nothing.

    >>> did_you_mean("Roster", ["thinker", "rooster"])
    '; did you mean rooster?'
    """
    from difflib import get_close_matches  # noqa: PLC0415  # only errors need it

    return "".join(f"; did you mean {near}?" for near in get_close_matches(str(text).lower(), known, n=1))


class InvalidNotation(ValueError):
    """A text that cannot be read: where it goes wrong, and what would be right.

    >>> str(InvalidNotation("'keep 7' is not a move", expected="keep with a face 1-5 or W"))
    "'keep 7' is not a move; expected keep with a face 1-5 or W"
    """

    def __init__(self, problem: str, *, expected: str = "", line: int | None = None, column: int | None = None) -> None:
        self.problem = problem
        self.expected = expected
        self.line = line
        """Counted from 1; None if the text is a single line."""
        self.column = column
        """Counted from 1; None if the whole line is meant."""
        places = [f"{name} {number}" for name, number in (("line", line), ("column", column)) if number]
        where = ", ".join(places) + ": " if places else ""
        super().__init__(where + problem + (f"; expected {expected}" if expected else ""))

    def __reduce__(self) -> tuple[Callable[..., InvalidNotation], tuple[str, str, int | None, int | None]]:
        return _invalid_notation, (self.problem, self.expected, self.line, self.column)

    def at(self, line: int | None, column: int) -> InvalidNotation:
        """The same problem, placed in a larger text that starts at this line and column."""
        if self.column is not None:
            column += self.column - 1
        return InvalidNotation(self.problem, expected=self.expected, line=line, column=column)


def _invalid_notation(problem: str, expected: str, line: int | None, column: int | None) -> InvalidNotation:
    return InvalidNotation(problem, expected=expected, line=line, column=column)


class IllegalMove(ValueError):
    """A move that the position does not allow: names the move, the phase and the legal moves."""

    def __init__(self, move: Move, phase: str, legal: tuple[Move, ...], reason: str = "") -> None:
        self.move = move
        self.phase = phase
        self.legal = legal
        self.reason = reason
        choices = ", ".join(f"'{m}'" for m in legal) or "none"
        detail = f" ({reason})" if reason else ""
        super().__init__(f"'{shortened(str(move))}' is not legal in phase '{phase}'{detail}; legal moves: {choices}")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Move, str, tuple[Move, ...], str]]:
        return IllegalMove, (self.move, self.phase, self.legal, self.reason)
