"""The command line: which commands there are, and how they end."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import signal
import sys
from collections.abc import Container, Sequence
from importlib import import_module
from pathlib import Path
from types import FrameType

from wormgrill import __version__
from wormgrill.cli.common import Parser

COMMANDS = {
    "serve": "serve tables to play at (the default)",
    "simulate": "play games from a seed and tell about them",
    "arena": "find out who is better, with intervals and ratings",
    "train": "make the weights of the champion from nothing",
    "bot": "play as a program, over standard input and output",
    "odds": "what every option of a position is worth, exactly",
    "review": "what was luck and what was skill in a game",
    "verify": "recompute the dice of records",
    "export": "write finished and imported games as records",
    "import": "take records into the database",
    "migrate": "bring the database to another version",
    "backup": "copy the database while a server uses it",
    "restore": "put a backup in the place of the database",
    "admin": "look after tables and people",
}
"""What each does. It is a module with a `DESCRIPTION`, with `add_arguments(parser)`, and with `run`: a function of the
parsed arguments that returns an exit code. Only the module of the command that is run is imported, and it imports what
it needs when it runs: help is there at once."""
MODULES = {"import": "import_"}
"""Where a module cannot have the name of its command."""
MANY_OBJECTS = 100_000
"""A short command looks for garbage only after so many new objects: most of them are modules, which stay to the end."""


def make_parser(complete: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the whole command line, from which the reference in docs/ is made.

    Commands that are not to be complete have their line in the help, but none of their arguments.
    """
    parser = Parser(
        prog="wormgrill",
        description="Pickomino (Heckmeck am Bratwurmeck, Regenwormen): play it, simulate it, solve it.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        if name in complete:
            module = import_module(f"wormgrill.cli.{MODULES.get(name, name)}")
            command.description = module.DESCRIPTION
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, alone `serve`; problems with what was asked are told in one line, with exit code 2."""
    is_process = arguments is None
    if arguments is None:
        arguments = sys.argv[1:] or ["serve"]
        if arguments[0] != "serve":
            _be_brief()
    options = make_parser(arguments).parse_args(arguments)
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # open as long as the process
    try:
        if is_process:
            signal.signal(signal.SIGTERM, _interrupt)
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


def _interrupt(number: int, _frame: FrameType | None) -> None:
    """End as at Ctrl+C, and with it the processes that were started: whoever asks again changes nothing."""
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _be_brief() -> None:
    """Prepare for a short life.

    Garbage is rarely looked for, and not at all when the process ends: its memory goes as a whole. NumPy starts no
    threads for the product of matrices, of which no command has any.
    """
    gc.set_threshold(MANY_OBJECTS, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _forget_output() -> None:
    """Let what is still to be written go nowhere, so that nothing complains at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
