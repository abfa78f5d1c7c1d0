"""The command line: which commands there are, and how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from wormgrill.cli import odds, simulate
from wormgrill.cli.common import Parser

COMMANDS = (simulate, odds)
"""Modules with `add_parser(commands)`, which sets `run`: a function of the parsed arguments, returning an exit code."""


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; the reference in docs/ is made from it."""
    parser = Parser(
        prog="wormgrill",
        description="Pickomino (Heckmeck am Bratwurmeck, Regenwormen): play it, simulate it, solve it.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; problems with what was asked are told in one line, with exit code 2."""
    options = make_parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except ValueError as problem:  # InvalidNotation and other input that cannot be used
        print(f"wormgrill: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code
