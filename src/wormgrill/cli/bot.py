"""`wormgrill bot`: a level as a program that any arena can start."""

from __future__ import annotations

import argparse
import sys

from wormgrill.cli.common import whole_number
from wormgrill.players.levels import LEVELS_TOLD

DESCRIPTION = """\
Play as a program: read lines from standard input and answer with moves on standard output, as docs/bots.md
describes. An arena starts it so; to try it by hand, type these lines:

  $ wormgrill bot thinker
  wormgrill-bot/1
  position classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W
  choose 1000 keep 1, keep 2, keep 4, keep 5, keep W
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("level", metavar="LEVEL", help=f"who plays, from weak to strong: {LEVELS_TOLD}")
    parser.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="S", help="of the whims of weaker levels (default: 0)"
    )


def run(options: argparse.Namespace) -> int:
    """Answer until the input ends."""
    from wormgrill.arena.speaking import speak
    from wormgrill.game.rules import DEFAULT_EDITION
    from wormgrill.game.state import apply, initial_state
    from wormgrill.players.factory import make_player

    # Its code is compiled before it says that it is ready: an arena waits longer for that than for a move.
    rolled = apply(apply(initial_state(DEFAULT_EDITION, 2), "roll"), "dice 1124445W")
    make_player(options.level, options.seed).choose(rolled)
    player = make_player(options.level, options.seed)

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    speak(options.level, player, sys.stdin, write)
    return 0
