"""`wormgrill train`: make the weights of the champion from nothing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wormgrill.cli.common import add_place_arguments, count_cores, whole_number

if TYPE_CHECKING:
    from wormgrill.train.course import Course, Tell
    from wormgrill.train.lessons import Lesson
    from wormgrill.train.pupil import Report

DESCRIPTION = """\
Make the weights of the champion from nothing: nets play against themselves and learn from every turn.

  wormgrill train                                      all nets, in less than two hours on two cores
  wormgrill train --lesson classic-2 --positions 200000      one net, badly, in a minute
  wormgrill train --lesson response-2                  what can be gained against the champion by playing for that
  wormgrill train --weights src/wormgrill/analysis/weights.npz

There is a net for every number of players, each for the classic game (classic-2 to classic-7) and for games with
specialists or bratworms (deluxe-2 to deluxe-7). Everything is kept in a folder: after Ctrl+C or a power cut the same
command goes on where it was. The same seed gives the same weights on the same machine, with any number of processes.
At the end there are a file of weights and the learning curve as a picture. docs/champion.md tells how it works.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("wormgrill-training"),
        metavar="DIR",
        help="keep everything here, and go on from what it already has (default: %(default)s)",
    )
    parser.add_argument("--weights", type=Path, metavar="FILE", help="write the weights here (default: in the folder)")
    parser.add_argument(
        "--lesson",
        action="append",
        default=[],
        metavar="NAME",
        help="only this net, such as classic-2; may be given again",
    )
    parser.add_argument(
        "--positions",
        type=whole_number(1),
        metavar="N",
        help="learn from so many in each lesson (default: some millions, most for two players)",
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="0 or more (default: %(default)s)")
    add_place_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Train."""
    from wormgrill.train.course import Course, take_here, take_on
    from wormgrill.train.curve import curve_picture

    course = Course(_lessons(options.lesson, options.positions), options.seed, options.folder)
    weights = options.weights or options.folder / "weights.npz"
    course.begin()

    def take(tell: Tell) -> None:
        if options.ray is None:
            take_here(course, options.processes or count_cores(), tell)
        else:
            from wormgrill.arena.cluster import Cluster

            with Cluster(options.ray) as cluster:
                take_on(cluster, course, tell)

    try:
        _with_progress(course, take)
    except KeyboardInterrupt:
        print(f"wormgrill: interrupted; the same command goes on from {options.folder}", file=sys.stderr)
        return 130
    course.write_weights(weights)
    picture = options.folder / "curve.svg"
    picture.write_text(curve_picture(course.reports()), encoding="utf-8")
    for found in course.reports().values():
        strength = next((_strength(each, course) for each in reversed(found) if each.strength), "")
        print(f"{found[-1].lesson}: {found[-1].positions} positions{strength}")
    print(f"weights: {weights} ({weights.stat().st_size / 1e6:.2f} MB)\nlearning curve: {picture}")
    return 0


def _lessons(names: list[str], positions: int | None) -> tuple[Lesson, ...]:
    from wormgrill.game.errors import quoted
    from wormgrill.train.lessons import lessons, response

    every = lessons(positions)
    known = {lesson.name: lesson for lesson in (*every, response(positions))}
    for name in names:
        if name not in known:
            raise ValueError(f"{quoted(name)} is not a lesson: known are {', '.join(sorted(known))}")
    return tuple(known[name] for name in dict.fromkeys(names)) or every


def _with_progress(course: Course, take: Callable[[Tell], None]) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(TextColumn("{task.description}"), *columns, console=console, transient=True) as progress:
        total = sum(lesson.positions for lesson in course.lessons)
        done = {name: found[-1].positions if found else 0 for name, found in course.reports().items()}
        task = progress.add_task("Getting ready", total=total, completed=sum(done.values()))

        def tell(report: Report) -> None:
            done[report.lesson] = report.positions
            progress.update(task, description="Learning", completed=sum(done.values()))
            if report.strength:
                progress.console.print(
                    f"{report.lesson}: {report.positions} positions{_strength(report, course)}", highlight=False
                )

        take(tell)


def _strength(report: Report, course: Course) -> str:
    if report.strength is None:
        return ""
    opponents = next(lesson.opponents for lesson in course.lessons if lesson.name == report.lesson)
    equal = 100 / int(report.lesson.rpartition("-")[2])
    won, error = 100 * report.strength.won, 100 * report.strength.error
    return f", wins {won:.1f} ± {2 * error:.1f} % among {opponents} (equals win {equal:.1f} %)"
