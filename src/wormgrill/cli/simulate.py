"""`wormgrill simulate`: play games from a seed and tell about them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from wormgrill.arena.simulate import MAX_PLIES, Tally, game_random, play_game
from wormgrill.cli.common import whole_number
from wormgrill.cli.rules import add_rules_arguments, chosen_rules, player_number
from wormgrill.game.record import Game, format_game
from wormgrill.game.trace import format_trace
from wormgrill.players.levels import LEVELS_TOLD
from wormgrill.players.player import Chooser
from wormgrill.players.policies import RandomPlayer, SensiblePlayer

if TYPE_CHECKING:
    from wormgrill.arena.match import Match, Ply
    from wormgrill.game.rules import Rules

DESCRIPTION = """\
Play games from a seed: the same arguments give the same games on any machine.

  wormgrill simulate --edition deluxe-2018 --players 4 --games 1000
  wormgrill simulate --option short_game=true --games 1 --record > game.txt
  wormgrill simulate --policy random --trace | head
  wormgrill simulate --players-are thinker,greedy --games 200

With --players-are everyone moves one seat on after each game, so that all of them start equally often, and the summary
counts by player instead of by seat. The dice of a game follow from the seed and its number, whoever plays. The summary
counts the same games that --record prints, but for choices between moves whose values differ by rounding alone.
"""
POLICIES = ("random", "sensible")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rules_arguments(parser)
    parser.add_argument("--players", type=player_number, metavar="N", help="2 to 7 (default: 2)")
    parser.add_argument(
        "--players-are",
        metavar="LIST",
        help=f"who plays, such as thinker,greedy; levels from weak to strong: {LEVELS_TOLD}",
    )
    parser.add_argument(
        "--games", type=whole_number(1), default=1, metavar="G", help="how many games (default: %(default)s)"
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="0 or more (default: %(default)s)")
    parser.add_argument(
        "--policy",
        choices=POLICIES,
        help="how all players play: random plays any legal move, sensible stops at the first claim (default: sensible)",
    )
    parser.add_argument(
        "--max-plies",
        type=whole_number(1),
        default=MAX_PLIES,
        metavar="M",
        help="cut a game off after so many plies (default: %(default)s)",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print the summary as JSON")
    output.add_argument("--trace", action="store_true", help="print every ply as JSON lines instead of a summary")
    output.add_argument("--record", action="store_true", help="print score sheets instead of a summary")
    output.add_argument("--show", action="store_true", help="print the games turn by turn, to read along")


def run(options: argparse.Namespace) -> int:
    """Play, and print what was asked for."""
    rules = chosen_rules(options)
    match = _match(options)
    if options.trace or options.record or options.show:
        _tell(options, rules, match)
    else:
        _count(options, rules, match)
    return 0


def _tell(options: argparse.Namespace, rules: Rules, match: Match | None) -> None:
    """Print game after game."""
    if match:
        from wormgrill.players import prepare

        prepare(rules)
    numbers: Iterable[int] = range(options.games)
    if sys.stderr.isatty() and not sys.stdout.isatty():  # a bar would break the lines of games on the same screen
        from wormgrill.cli.summary import with_progress

        numbers = with_progress(range(options.games))
    for number in numbers:
        moves = tuple(move for _, move, _ in _play(options, rules, match, number))
        names = match.names(number) if match else tuple(f"Seat {seat}" for seat in range(_players(options)))
        if options.trace:
            for line in format_trace(rules, len(names), moves):
                sys.stdout.write(line + "\n")
            continue
        game = Game(rules, names, moves)
        sys.stdout.write("\n" if number else "")
        if options.record:
            sys.stdout.write(format_game(game))
        else:
            from wormgrill.cli.show import show_game

            show_game(game)


def _count(options: argparse.Namespace, rules: Rules, match: Match | None) -> None:
    """Print a summary of all games."""
    from wormgrill.cli.summary import print_summary, progress, summary_json, with_progress

    if match:
        with progress(options.games) as tell:
            tally = match.tally(rules, range(options.games), tell)
    else:
        tally = Tally(_players(options))
        for number in with_progress(range(options.games)):
            tally.add(_play(options, rules, match, number))
    names = match.player_names if match else ()
    if options.json:
        print(summary_json(tally, names))
    else:
        print_summary(tally, names)


def _match(options: argparse.Namespace) -> Match | None:
    if options.players_are is None:
        return None
    from wormgrill.arena.match import Match

    levels = tuple(level.strip() for level in options.players_are.split(","))
    match = Match(levels, options.seed, options.max_plies)
    if options.players not in (None, len(match.levels)):
        raise ValueError(f"--players is {options.players}, but --players-are names {len(match.levels)}")
    if options.policy is not None:
        raise ValueError("--policy says how all play and --players-are who plays: only one of them can be given")
    return match


def _players(options: argparse.Namespace) -> int:
    return options.players or 2


def _play(options: argparse.Namespace, rules: Rules, match: Match | None, number: int) -> list[Ply]:
    if match:
        return list(match.play(rules, number))
    rng = game_random(options.seed, number)
    player: Chooser = RandomPlayer(rng) if options.policy == "random" else SensiblePlayer()
    return list(play_game(rules, [player] * _players(options), rng, options.max_plies))
