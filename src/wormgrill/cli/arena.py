"""`wormgrill arena`: find out who is better."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from wormgrill.cli.common import add_place_arguments, check_writable, count_cores, whole_number
from wormgrill.cli.rules import named_rules
from wormgrill.game.rules import AXES, DEFAULT_EDITION, EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.players.levels import LEVELS_TOLD

if TYPE_CHECKING:
    from wormgrill.arena.plan import Plan
    from wormgrill.arena.results_file import ResultsFile
    from wormgrill.arena.running import Runner
    from wormgrill.arena.tournament import Outcome

DESCRIPTION = """\
Let players and programs play each other and tell who is better, by how much, and how sure that is.

  wormgrill arena thinker greedy --games 2000
  wormgrill arena thinker rooster greedy --games 10000 --edition deluxe-2018 --players 2-7 --file results.jsonl
  wormgrill arena thinker --player 'cmd:python mybot.py' --until 99%
  wormgrill arena thinker rooster greedy fledgling --table --players 4 --html results.html

Every two of them play, and share the seats of larger tables evenly; with --table all of them sit at one table. Each
seating is played in all rotations with the same dice. Beside the raw results stand luck-adjusted ones: the luck of
every roll is subtracted, which changes no mean and makes the intervals narrower. The same arguments give the same
results with any number of processes. With --file, Ctrl+C loses nothing: the same command goes on where it was.
docs/bots.md describes how a program of yours plays; docs/research.md, how the numbers are made.
"""

GETTING_READY = "Getting ready (the very first time this takes about a minute)"
SECONDS_BETWEEN_LINES = 10.0
"""Where there is no terminal for a bar, progress is told in lines."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("entrants", nargs="*", metavar="LEVEL", help=f"who plays, from weak to strong: {LEVELS_TOLD}")
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="P",
        help="one more that plays: a level, or a program as 'cmd:COMMAND'; may be given again",
    )
    _add_game_arguments(parser)
    _add_running_arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print JSON instead of tables")
    output.add_argument("--html", type=Path, metavar="FILE", help="also write a page with plots, all in one file")


def _add_game_arguments(parser: argparse.ArgumentParser) -> None:
    games = parser.add_argument_group("games")
    games.add_argument(
        "--games",
        type=whole_number(1),
        default=1000,
        metavar="G",
        help="play at least so many, in whole rounds (default: %(default)s)",
    )
    games.add_argument(
        "--until",
        type=_confidence,
        metavar="P",
        help="stop earlier, once it is known who is better of every two, with this confidence, such as 99%%",
    )
    games.add_argument(
        "--edition",
        default=DEFAULT_EDITION,
        metavar="E",
        help=f"the rulebook, or several with commas: {', '.join(EDITIONS)} (default: %(default)s)",
    )
    games.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help=f"change one axis of the rules, such as short_game=true; may be given again. Axes: {', '.join(AXES)}",
    )
    games.add_argument(
        "--players", type=_numbers, default=(2,), metavar="N", help="at a table, such as 2, 2-7 or 2,4 (default: 2)"
    )
    games.add_argument("--table", action="store_true", help="everybody at one table instead of every two")
    games.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="0 or more (default: %(default)s)")
    games.add_argument(
        "--milliseconds",
        type=whole_number(0),
        default=1000,
        metavar="M",
        help="for each move of a program; 0 is no limit (default: %(default)s)",
    )
    games.add_argument(
        "--max-plies", type=whole_number(1), default=10_000, metavar="M", help="cut a game off (default: %(default)s)"
    )
    games.add_argument("--raw", action="store_true", help="do not calculate luck: faster, with wider intervals")


def _add_running_arguments(parser: argparse.ArgumentParser) -> None:
    running = parser.add_argument_group("running")
    running.add_argument(
        "--file", type=Path, metavar="FILE", help="keep results here, and go on from what it already has"
    )
    add_place_arguments(running)


def run(options: argparse.Namespace) -> int:
    """Play, and tell who is better."""
    from wormgrill.arena.report import make_report
    from wormgrill.arena.results_file import ResultsFile
    from wormgrill.arena.tournament import Ending, Tournament

    plan = _plan(options)
    names = _names(plan)
    for path in (options.html, options.file):
        if path:
            check_writable(path)
    file = ResultsFile(options.file, plan) if options.file else None
    passes = plan.passes_for(options.games)

    with _runner(options) as runner:
        outcome = _with_progress(
            plan.games_in(passes),
            lambda tell: Tournament(plan, passes, runner, file, options.until, tell).play(),
        )
    if not outcome.passes:
        _tell_interrupted(outcome, file)
        return 130
    report = make_report(outcome, names)
    if options.html:
        from wormgrill.arena.page import make_page

        options.html.write_text(make_page(report), encoding="utf-8")
    if options.json:
        print(json.dumps(report.to_json(), indent=2))
    else:
        from wormgrill.cli.arena_tables import print_report

        print_report(report)
    if outcome.ending is Ending.INTERRUPTED:
        _tell_interrupted(outcome, file)
        return 130
    return 0


def _tell_interrupted(outcome: Outcome, file: ResultsFile | None) -> None:
    """Say what is kept; with several processes, later games may be played before the first, and count only then."""
    kept = sum(fold.games for fold in file.pieces.values()) if file else 0
    where = f"; the same command goes on from {file.path} with {kept} games" if file and kept else ""
    print(f"wormgrill: interrupted after {outcome.fold.games} games{where}", file=sys.stderr)


def _plan(options: argparse.Namespace) -> Plan:
    from wormgrill.arena.plan import Plan, Setting

    rules = [named_rules(edition.strip(), options.option) for edition in options.edition.split(",")]
    settings = tuple(Setting(each, players) for each in dict.fromkeys(rules) for players in options.players)
    entrants = (*options.entrants, *options.player)
    if len(entrants) < 2:
        raise ValueError("name at least two who play, such as 'wormgrill arena thinker greedy'")
    return Plan(
        entrants, settings, options.seed, options.table, options.milliseconds, options.max_plies, not options.raw
    )


def _names(plan: Plan) -> tuple[str, ...]:
    """What the entrants are called; every program is started once, to see that it plays."""
    from wormgrill.arena.plan import command_of, is_program, numbered
    from wormgrill.arena.programs import Program, ProgramFailed

    names = []
    for entrant in plan.entrants:
        if not is_program(entrant):
            names.append(entrant)
            continue
        try:
            with Program(command_of(entrant), plan.milliseconds) as program:
                names.append(program.name)
        except ProgramFailed as problem:
            raise ValueError(str(problem)) from None
    return numbered(names)


def _runner(options: argparse.Namespace) -> AbstractContextManager[Runner]:
    from wormgrill.arena.running import Here, Processes

    if options.ray is not None:
        from wormgrill.arena.cluster import Cluster

        return Cluster(options.ray)
    processes = options.processes or count_cores()
    return nullcontext(Here() if processes == 1 else Processes(processes))


def _with_progress(games: int, play: Callable[[Callable[[int], None]], Outcome]) -> Outcome:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games,"), TimeRemainingColumn(), TextColumn("left"))
    with Progress(TextColumn("{task.description}"), *columns, console=console, transient=True) as progress:
        task = progress.add_task(GETTING_READY, total=games)
        begun: list[int] = []
        said = monotonic()

        def tell(played: int) -> None:
            nonlocal said
            begun.append(played)
            name = "Playing" if played > begun[0] else GETTING_READY
            progress.update(task, description=name, completed=played, total=max(games, played))
            if not console.is_terminal and monotonic() > said + SECONDS_BETWEEN_LINES:
                said = monotonic()
                print(f"{played} of {max(games, played)} games are played", file=sys.stderr)

        return play(tell)


def _confidence(text: str) -> float:
    """The chance to be wrong that `99%` or `0.99` leaves."""
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = 0.0
    if not 0.5 <= number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a confidence: write it as 99% or 0.99, 50% or more")
    return 1 - number


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of players that `2`, `2-7` or `2,4` name."""
    found: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = part.partition("-")
        try:
            numbers = range(int(first), int(last if dash else first) + 1)
        except ValueError:
            numbers = range(0)
        if not numbers or numbers[0] < MIN_PLAYERS or numbers[-1] > MAX_PLAYERS:
            raise argparse.ArgumentTypeError(
                f"{text!r} names no numbers of players: {MIN_PLAYERS} to {MAX_PLAYERS}, such as 2, 2-7 or 2,4"
            )
        found |= dict.fromkeys(numbers)
    return tuple(found)
