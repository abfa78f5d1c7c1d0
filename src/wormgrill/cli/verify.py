"""`wormgrill verify`: recompute the dice of a record."""

from __future__ import annotations

import argparse
import sys

from wormgrill.cli.common import read_bytes
from wormgrill.game.fair_dice import Verification, verify
from wormgrill.game.record import parse_game

DESCRIPTION = """\
Recompute every roll of a record from the server's secret and the players' seeds (docs/fair-dice.md).
Ends with 0 if everything matches, with 1 if something does not, with 2 if the record cannot be verified.

  wormgrill verify game.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="RECORD", help="a file with the record of a game; - reads standard input")


def run(options: argparse.Namespace) -> int:
    """Verify, and say what came out."""
    result = verify(parse_game(read_bytes(options.record)))
    sys.stdout.write(tell(result) + "\n")
    return 0 if result.is_fair else 1


def tell(result: Verification) -> str:
    """The result as a sentence.

    >>> tell(Verification(7, (), True))
    'All 7 rolls match: they follow from the secret that was promised and from the seeds.'
    >>> tell(Verification(7, (5,), True))
    'Of 7 rolls, 1 does not match: ply 5.'
    """
    if not result.keeps_commitment:
        return "The secret is not the one that was promised: its SHA-256 differs from dice-commitment."
    if result.differing:
        verb = "do" if len(result.differing) > 1 else "does"
        plies = ", ".join(map(str, result.differing))
        return f"Of {result.rolls} rolls, {len(result.differing)} {verb} not match: ply {plies}."
    return f"All {result.rolls} rolls match: they follow from the secret that was promised and from the seeds."
