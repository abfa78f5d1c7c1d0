"""`wormgrill simulate`: play games from a seed and tell about them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from wormgrill.arena.match import Match
from wormgrill.arena.simulate import MAX_PLIES, Tally, game_random, play_game
from wormgrill.cli.common import add_rules_arguments, chosen_rules, player_number, whole_number
from wormgrill.cli.show import show_game
from wormgrill.game.record import Game, format_game
from wormgrill.game.trace import format_trace
from wormgrill.players import LEVELS, Chooser, RandomPlayer, SensiblePlayer, prepare

DESCRIPTION = """\
Play games from a seed: the same arguments give the same games on any machine.

  wormgrill simulate --edition deluxe-2018 --players 4 --games 1000
  wormgrill simulate --option short_game=true --games 1 --record > game.txt
  wormgrill simulate --policy random --trace | head
  wormgrill simulate --players-are thinker,greedy --games 200

With --players-are everyone moves one seat on after each game, so that all of them start equally often, and the summary
counts by player instead of by seat.
"""
POLICIES = ("random", "sensible")


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("simulate", help="play games from a seed and tell about them", description=DESCRIPTION)
    add_rules_arguments(parser)
    parser.add_argument("--players", type=player_number, metavar="N", help="2 to 7 (default: 2)")
    parser.add_argument(
        "--players-are",
        metavar="LIST",
        help=f"who plays, such as thinker,greedy; levels from weak to strong: {', '.join(LEVELS)}",
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
    output.add_argument("--trace", action="store_true", help="print every ply as JSON lines instead of a summary")
    output.add_argument("--record", action="store_true", help="print score sheets instead of a summary")
    output.add_argument("--show", action="store_true", help="print the games turn by turn, to read along")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play, and print what was asked for."""
    rules = chosen_rules(options)
    match = _match(options)
    if match:
        prepare(rules)
    players = len(match.levels) if match else options.players or 2
    numbers: Sequence[int] = range(options.games)
    tally = Tally(players)
    is_summary = not (options.trace or options.record or options.show)
    bar = Console(stderr=True)
    for number in track(numbers, "Playing", console=bar, transient=True, disable=not is_summary):
        rng = game_random(options.seed, number)
        seated: Sequence[Chooser] = match.players(number) if match else _players(options, players, rng)
        plies = list(play_game(rules, seated, rng, options.max_plies))
        moves = tuple(move for _, move, _ in plies)
        if options.trace:
            for line in format_trace(rules, players, moves):
                sys.stdout.write(line + "\n")
        elif is_summary:
            tally.add(plies, match.seating(number) if match else None)
        else:
            names = match.names(number) if match else tuple(f"Seat {seat}" for seat in range(players))
            game = Game(rules, names, moves)
            sys.stdout.write("\n" if number else "")
            if options.record:
                sys.stdout.write(format_game(game))
            else:
                show_game(game)
    if is_summary:
        _print_summary(tally, match.player_names if match else ())
    return 0


def _match(options: argparse.Namespace) -> Match | None:
    if options.players_are is None:
        return None
    levels = tuple(level.strip() for level in options.players_are.split(","))
    match = Match(levels, options.seed, options.max_plies)
    if options.players not in (None, len(match.levels)):
        raise ValueError(f"--players is {options.players}, but --players-are names {len(match.levels)}")
    if options.policy is not None:
        raise ValueError("--policy says how all play and --players-are who plays: only one of them can be given")
    return match


def _players(options: argparse.Namespace, players: int, rng: Random) -> Sequence[Chooser]:
    player: Chooser = RandomPlayer(rng) if options.policy == "random" else SensiblePlayer()
    return [player] * players


def _print_summary(tally: Tally, names: Sequence[str]) -> None:
    finished = tally.games - tally.unfinished
    title = f"{_games(tally.games)}, {tally.plies} plies"
    table = Table(title=title, title_justify="left", collapse_padding=True)
    table.add_column("player" if names else "seat", justify="left" if names else "right")
    for heading in ("wins", "win rate", "worms/game", "turns/game", "fails/game", "steals/game"):
        table.add_column(heading, justify="right")
    for seat in range(tally.players):
        totals = (tally.worms, tally.turns, tally.fails, tally.steals)
        means = [f"{total[seat] / finished:.2f}" if finished else "-" for total in totals]
        rate = f"{tally.wins[seat] / finished:.1%}" if finished else "-"
        table.add_row(names[seat] if names else str(seat), f"{tally.wins[seat]:.10g}", rate, *means)
    console = Console()
    console.print(table)
    if tally.unfinished:
        were = "was cut off and is" if tally.unfinished == 1 else "were cut off and are"
        console.print(f"{_games(tally.unfinished)} {were} not counted in the table.")


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
