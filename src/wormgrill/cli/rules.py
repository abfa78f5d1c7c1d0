"""The arguments that name rules and players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wormgrill.cli.common import whole_number
from wormgrill.game.errors import InvalidNotation, did_you_mean, shortened
from wormgrill.game.rules import AXES, DEFAULT_EDITION, EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Rules, make_rules

player_number = whole_number(MIN_PLAYERS, MAX_PLAYERS)


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--edition` and `--option`; `chosen_rules` reads them."""
    parser.add_argument(
        "--edition",
        default=DEFAULT_EDITION,
        metavar="E",
        help=f"the rulebook: {', '.join(EDITIONS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help=f"change one axis of the rules, such as short_game=true; may be given again. Axes: {', '.join(AXES)}",
    )


def chosen_rules(options: argparse.Namespace) -> Rules:
    """The rules that `--edition` and `--option` name."""
    return named_rules(options.edition, options.option)


def named_rules(edition: str, options: Sequence[str]) -> Rules:
    """The rules of an edition, with some axes changed; an edition that is mistyped is answered with the nearest one."""
    for option in options if edition in EDITIONS else ():
        _check_readable(edition, option)
    try:
        return make_rules(edition, options)
    except InvalidNotation as problem:
        nearest = did_you_mean(edition, EDITIONS) if edition not in EDITIONS else ""
        raise InvalidNotation(problem.problem, expected=problem.expected + nearest, column=problem.column) from None


def _check_readable(edition: str, option: str) -> None:
    """Refuse an option that cannot be read, by its name; whether options go together is another question."""
    try:
        make_rules(edition, [option])
    except InvalidNotation as problem:
        if problem.column:
            raise InvalidNotation(
                f"--option {shortened(option)}: {problem.problem}", expected=problem.expected
            ) from None
