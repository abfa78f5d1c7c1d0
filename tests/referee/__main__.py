"""Compare the engine with the referee: `python -m tests.referee --plies 1000000`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.referee.compare import Difference, compare_batch, missing, play_game

PLIES_PER_BATCH = 2500


def main() -> int:
    """Play games on the engine and with the referee, and stop at the first difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description=main.__doc__)
    parser.add_argument("--plies", type=int, default=100_000, help="how many at least; %(default)s by default")
    parser.add_argument("--seed", type=int, default=0, help="another one plays other games; %(default)s by default")
    parser.add_argument("--processes", type=int, default=1, help="how many at once; %(default)s by default")
    parser.add_argument("--game", type=int, help="play only the game of this number, as a difference names it")
    arguments = parser.parse_args()
    console = Console()
    started = monotonic()
    try:
        if arguments.game is not None:
            play_game(arguments.seed, arguments.game, Counter())
            console.print("The game is the same on both sides.")
            return 0
        counted = compare(arguments.seed, arguments.plies, arguments.processes, console)
    except Difference as difference:
        console.print(str(difference), markup=False, highlight=False, soft_wrap=True)
        return 1
    seconds = monotonic() - started
    not_met = missing(counted)
    met = sum(": " in name for name in counted) - len(not_met)
    for name in not_met:
        console.print(f"not met: {name}", markup=False, highlight=False)
    console.print(
        f"{counted['games']:,} games, {counted['plies']:,} plies, {counted['refused']:,} illegal moves refused, "
        f"{seconds:.0f} seconds, {met} of {met + len(not_met)} kinds and situations met: all equal",
        highlight=False,
        soft_wrap=True,
    )
    return 0


def compare(seed: int, plies: int, processes: int, console: Console) -> Counter[str]:
    """Compare so many plies in batches, with a bar; what was counted."""
    counted: Counter[str] = Counter()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("plies"), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress, ProcessPoolExecutor(processes) as pool:
        task = progress.add_task("plies", total=plies)
        batches = range((plies + PLIES_PER_BATCH - 1) // PLIES_PER_BATCH)
        futures = [pool.submit(compare_batch, seed, batch, min(PLIES_PER_BATCH, plies)) for batch in batches]
        try:
            for future in as_completed(futures):
                counted.update(future.result())
                progress.update(task, completed=min(counted["plies"], plies))
        finally:
            pool.shutdown(cancel_futures=True)
    return counted


if __name__ == "__main__":
    sys.exit(main())
