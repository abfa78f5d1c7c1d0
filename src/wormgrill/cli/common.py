"""What several commands share: errors in one line, help that keeps its examples, common arguments."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

WIDEST = 120
"""Help grows with the terminal up to this width."""
LONG_QUOTE = re.compile(r"'[^']{79,}'|\"[^\"]{79,}\"")


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, up to a width that is still easy to read; examples keep their lines."""

    def __init__(self, prog: str) -> None:
        from shutil import get_terminal_size

        super().__init__(prog, width=min(get_terminal_size().columns, WIDEST) - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from textwrap import TextWrapper

        wrapper = TextWrapper(width, initial_indent=indent, break_long_words=False, break_on_hyphens=False)
        parts = text.rstrip().split("\n\n")
        return "\n\n".join(part if part.startswith(" ") else wrapper.fill(part) for part in parts)


class Parser(argparse.ArgumentParser):
    """A parser that answers bad arguments with one clear line and exit code 2."""

    def __init__(self, *args: object, **settings: object) -> None:
        settings.setdefault("formatter_class", Help)
        settings.setdefault("allow_abbrev", False)
        super().__init__(*args, **settings)  # type: ignore[arg-type]  # handed on as they came

    def parse_known_args(  # type: ignore[override]  # one of the two overloads: a namespace as argparse makes it
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Refuse what is unknown here, so that the answer names the command it was given to."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            from wormgrill.game.errors import shortened

            self.error(f"unrecognized arguments: {shortened(' '.join(unknown))}")
        return options, unknown

    def _check_value(self, action: argparse.Action, value: object) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as problem:
            from wormgrill.game.errors import did_you_mean

            problem.message += did_you_mean(str(value), map(str, action.choices or ()))
            raise

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong and where to read on; what argparse quotes is shortened."""
        from wormgrill.game.errors import shortened

        message = LONG_QUOTE.sub(lambda quote: shortened(quote[0]), message)
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def add_database_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--database`."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="such as sqlite:///worms.db or postgresql://user@host/name (default: a file in the user's data directory)",
    )


def whole_number(minimum: int, maximum: int | None = None) -> type[int]:
    """An argument type: a whole number within bounds."""

    def read(text: str) -> int:
        from wormgrill.game.errors import quoted, shortened

        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number") from None
        if number < minimum or (maximum is not None and number > maximum):
            bounds = f"at least {minimum}" if maximum is None else f"{minimum} to {maximum}"
            raise argparse.ArgumentTypeError(f"{shortened(text)} is out of range: {bounds}")
        return number

    return read  # type: ignore[return-value]  # argparse takes any function as a type


def add_place_arguments(parser: argparse._ActionsContainer) -> None:
    """Add where long work is done: in processes of this machine, or on a cluster."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--processes", type=whole_number(1, 1024), metavar="N", help="on this machine (default: one a core)"
    )
    where.add_argument(
        "--ray", metavar="ADDRESS", help="on a Ray cluster: auto for the one of this machine, or its address"
    )


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before the work and not after it."""
    is_new = not path.exists()
    if path.is_fifo():  # whoever reads it would take this for the end
        return
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as problem:
        raise ValueError(f"{path} cannot be written: {problem.strerror or problem}") from None
    if is_new:
        path.unlink()


def count_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
