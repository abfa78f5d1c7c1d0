"""What the parsers share: bytes as text, problems placed where they stand in a larger text, values given as texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from wormgrill.game.errors import InvalidNotation, quoted

T = TypeVar("T")

BYTE_ORDER_MARK = "\ufeff"
"""Some editors begin a file with it."""


def decoded(text: str | bytes) -> str:
    """Text from bytes in UTF-8, without a byte order mark."""
    if isinstance(text, str):
        return text.removeprefix(BYTE_ORDER_MARK)
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = text[: problem.start].count(b"\n") + 1
        raise InvalidNotation("the text is not readable", expected="UTF-8", line=line) from None


def placed(parse: Callable[[str], T], text: str, column: int, line: int | None = None) -> T:
    """Parse a part of a larger text in which it starts at this column, counted from 1."""
    try:
        return parse(text)
    except InvalidNotation as problem:
        raise problem.at(line, column) from None


def parts(text: str, separator: str) -> list[tuple[int, str]]:
    """The parts between separators, each with the column at which it starts."""
    found: list[tuple[int, str]] = []
    column = 1
    for part in text.split(separator):
        found.append((column, part))
        column += len(part) + len(separator)
    return found


def value_of(given: object, kind: Any, parse: Callable[[str], T], wanted: str) -> T:
    """Return a value of this kind as it is, or read it from its text; `TypeError` for all else."""
    if isinstance(given, str):
        return parse(given)
    if not isinstance(given, kind):
        raise TypeError(f"{wanted}, not {quoted(given)}")
    found: T = given
    return found
