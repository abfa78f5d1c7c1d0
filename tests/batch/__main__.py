"""Compare the arrays with the engine: `python -m tests.batch --plies 1000000`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.batch.twin import Difference, compare_round, play_table


def main() -> int:
    """Play the same dice and moves through game/ and batch/, and stop at the first difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.batch", description=main.__doc__)
    parser.add_argument("--plies", type=int, default=100_000, help="how many at least; %(default)s by default")
    parser.add_argument("--seed", type=int, default=0, help="another one plays other games; %(default)s by default")
    parser.add_argument("--table", type=int, help="play only the table of this number, as a difference names it")
    arguments = parser.parse_args()
    console = Console()
    started = monotonic()
    counted: Counter[str] = Counter()
    try:
        if arguments.table is not None:
            play_table(arguments.seed, arguments.table, counted)
        else:
            counted = compare(arguments.seed, arguments.plies, console)
    except Difference as difference:
        console.print(str(difference), markup=False, highlight=False, soft_wrap=True)
        return 1
    console.print(
        f"{counted['games']:,} games, {counted['plies']:,} plies, {monotonic() - started:.0f} seconds: all equal",
        highlight=False,
    )
    return 0


def compare(seed: int, plies: int, console: Console) -> Counter[str]:
    """Compare so many plies in rounds, with a bar; what was counted."""
    counted: Counter[str] = Counter()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("plies"), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("plies", total=plies)
        for number in count():
            counted.update(compare_round(seed, number))
            progress.update(task, completed=min(counted["plies"], plies))
            if counted["plies"] >= plies:
                break
    return counted


if __name__ == "__main__":
    sys.exit(main())
