"""`wormgrill odds`: every option of a position with its value and the chance of each result."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from wormgrill.cli.rules import add_rules_arguments, chosen_rules
from wormgrill.game.errors import InvalidNotation, quoted, shortened
from wormgrill.game.position import parse_state
from wormgrill.game.results import most_points

if TYPE_CHECKING:
    from wormgrill.analysis.measures import Measure, Target
    from wormgrill.game.state import State

DESCRIPTION = """\
What every option of a position is worth, how likely each result is, and the risk to fail: exactly, by solving
the turn. You are seat 0 and your opponents, in the order of --tops, are seats 1, 2 and so on.

  wormgrill odds
  wormgrill odds --roll 11244 45W
  wormgrill odds --own 24 --tops 26,31,- --kept 333 --roll 1344W
  wormgrill odds --kept 35WWW --target 25
  wormgrill odds --edition deluxe-2018 --specialist golden_die --roll 1134455W+W
"""
MEASURES = ("worms", "own")
LISTS = ("grill", "tops")
LOWEST_TARGET = 5
"""The points of a lone worm."""


class Unsaid(str):
    """The value of an argument that was not given, to tell it from the same word typed in."""

    __slots__ = ()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser._negative_number_matcher = re.compile("-,")  # noqa: SLF001  # lets --tops -,31 be a value: there is no other way
    add_rules_arguments(parser)
    parser.set_defaults(edition=Unsaid(parser.get_default("edition")))
    parser.add_argument(
        "--grill", metavar="TILES", help="the face-up tiles, such as 11,13,21-24 or '11 13 21-24' (default: all others)"
    )
    parser.add_argument("--own", metavar="TILE", help="the top of your stack (default: no tile)")
    parser.add_argument(
        "--tops", metavar="LIST", help="the tops of your opponents, - for none (default: one opponent without a tile)"
    )
    parser.add_argument("--specialist", metavar="NAME", help="the specialist you own")
    parser.add_argument(
        "--kept",
        metavar="DICE",
        help="dice kept, such as 333W; 33+W has the golden die kept as W, 33W+ still to be rolled",
    )
    parser.add_argument(
        "--roll", nargs="+", metavar="DICE", help="dice just rolled; the golden die comes last, as in 1134+W"
    )
    parser.add_argument("--position", metavar="TEXT", help="a position in one line, instead of all of the above")
    counting = parser.add_mutually_exclusive_group()
    counting.add_argument(
        "--value",
        choices=MEASURES,
        default="worms",
        help="worms counts what you gain and your share of what a victim loses, own only what you gain and lose "
        "(default: %(default)s)",
    )
    counting.add_argument("--target", metavar="T", help="count the chance of at least T points with a worm")
    counting.add_argument("--exactly", metavar="T", help="count the chance of exactly T points with a worm")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")


def run(options: argparse.Namespace) -> int:
    """Work out the odds and print them."""
    state = _state(options)
    measure = _measure(options, state)
    if options.json:
        import json

        from wormgrill.analysis.odds import odds

        sys.stdout.write(json.dumps(odds(state, measure).as_json()) + "\n")
    else:
        from wormgrill.cli.odds_tables import print_odds

        print_odds(state, measure)
    return 0


def _state(options: argparse.Namespace) -> State:
    described = {name: getattr(options, name) for name in ("grill", "own", "tops", "specialist", "kept")}
    roll = None if options.roll is None else _faces("".join(options.roll))
    if options.position is None:
        rules = chosen_rules(options)
        described["kept"] = _faces(options.kept or "")
        described |= {name: _list(text) for name, text in described.items() if name in LISTS and text is not None}
        from wormgrill.analysis.situation import make_situation

        return make_situation(rules, **described, roll=roll)
    extra = [name for name, value in {**described, "roll": roll}.items() if value is not None]
    extra += [] if isinstance(options.edition, Unsaid) else ["edition"]
    extra += ["option"] if options.option else []
    if extra:
        raise InvalidNotation(f"--position already says everything: it cannot go with --{extra[0]}")
    return parse_state(options.position)


def _faces(text: str) -> str:
    return text.replace(" ", "").upper()


def _list(text: str) -> str:
    """A list whose parts have spaces between them instead of commas, with commas."""
    return re.sub(r"\s*,\s*|\s+", ",", text.strip())


def _measure(options: argparse.Namespace, state: State) -> Measure | Target:
    from wormgrill.analysis.measures import OWN, WORMS, Target

    text = options.exactly if options.target is None else options.target
    if text is None:
        return OWN if options.value == "own" else WORMS
    most = most_points(state)
    if not (text.isascii() and text.isdigit()):
        raise InvalidNotation(f"{quoted(text)} is not a number", expected=f"{LOWEST_TARGET} to {most}")
    if len(text) > 4 or not LOWEST_TARGET <= int(text) <= most:
        raise InvalidNotation(
            f"{shortened(text)} points with a worm cannot be made", expected=f"{LOWEST_TARGET} to {most}"
        )
    return Target(int(text), is_exact=options.exactly is not None)
