"""Write docs/cli.md from the command's own help; `--check` fails when the words on the page are stale."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "cli.md"
os.environ["COLUMNS"] = "100"  # help is wrapped to the terminal; the page has one width


def reference() -> str:
    """The page."""
    from wormgrill.cli import make_parser  # noqa: PLC0415  # after the width is set

    parser = make_parser()
    parts = ["# The command line", "", "Made by `make docs` from the commands' own help.", ""]
    parts += _section("wormgrill", parser)
    for command in _commands_of(parser):
        parts += _section(command.prog, command)
        for action in _commands_of(command):
            parts += _section(action.prog, action)
    return "\n".join(parts).rstrip() + "\n"


def _commands_of(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """The parsers of its commands; argparse shows them nowhere else."""
    found = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))  # noqa: SLF001
    return [command for action in found for command in action.choices.values()]


def _section(title: str, parser: argparse.ArgumentParser) -> list[str]:
    return [f"## {title}", "", "```", parser.format_help().rstrip(), "```", ""]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true", help=f"change nothing, fail if {PAGE.name} is stale")
    if not arguments.parse_args().check:
        PAGE.write_text(reference(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8").split() != reference().split():
        sys.exit(f"{PAGE.name} is stale: run 'make docs'")
