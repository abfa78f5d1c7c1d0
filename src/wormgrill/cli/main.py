"""The command line: which commands there are, and how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from wormgrill.cli.common import Parser

COMMANDS = ("serve", "simulate", "odds", "verify", "export", "import")
"""Each is a module with `add_parser(commands)`, which sets `run`: a function of the parsed arguments that returns an
exit code. Only the module of the command that is run is imported."""
MODULES = {"import": "import_"}
"""Where a module cannot have the name of its command."""


def make_parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the whole command line, from which the reference in docs/ is made, or of some commands only."""
    parser = Parser(
        prog="wormgrill",
        description="Pickomino (Heckmeck am Bratwurmeck, Regenwormen): play it, simulate it, solve it.",
    )
    parser.add_argument("--version", action="version", version=f"wormgrill {version('wormgrill')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in names:
        import_module(f"wormgrill.cli.{MODULES.get(name, name)}").add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, alone `serve`; problems with what was asked are told in one line, with exit code 2."""
    if arguments is None:
        arguments = sys.argv[1:] or ["serve"]
    is_known = arguments[0] in COMMANDS if arguments else False
    options = make_parser(arguments[:1] if is_known else COMMANDS).parse_args(arguments)
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open as long as the process
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except ValueError as problem:  # InvalidNotation and other input that cannot be used
        print(f"wormgrill: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        _forget_output()
        return 0
    except OSError as problem:
        print(f"wormgrill: {problem}", file=sys.stderr)
        _forget_output()
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _forget_output() -> None:
    """Let what is still to be written go nowhere, so that nothing complains at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
