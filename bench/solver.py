"""How fast the turn solver is: `python bench/solver.py` prints what, measured and goal.

All figures of one run are taken side by side: every round measures each of them once, and the best round counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np

from wormgrill.solver import CLASSIC, Payoffs, TurnKind, reference, solve, solve_many
from wormgrill.solver.arrays import empty_values, solve_arrays
from wormgrill.solver.blocks import block_width
from wormgrill.solver.lattice import lattice

ROUNDS = 40
LANES = 64
ARRAY_LANES = 1024
KINDS = {
    "weasel": TurnKind(weasel=True),
    "golden die 12345W": TurnKind("12345W"),
    "golden die 111WWW": TurnKind("111WWW"),
    "bratworms": TurnKind(bratworms=True),
}

FRESH = """
from time import process_time
begin = process_time()
from wormgrill.solver import CLASSIC, Payoffs, solve
solve(CLASSIC, Payoffs.at_least(21)).results()
print(process_time() - begin)
"""
"""What a bot needs, from the import on, in a process of its own; other processes' work does not count."""


def worms(points: int) -> float:
    """Worms for these points with all 16 tiles on the grill."""
    return float(min(4, (points - 17) // 4)) if points >= 21 else 0.0


def best_of(tasks: dict[str, tuple[Callable[[], object], int]]) -> dict[str, float]:
    """Seconds per call of each task, called so many times a round; the best of all rounds and calls."""
    best = dict.fromkeys(tasks, float("inf"))
    for _ in range(ROUNDS):
        for name, (task, calls) in tasks.items():
            for _ in range(calls):
                begin = perf_counter()
                task()
                best[name] = min(best[name], perf_counter() - begin)
    return best


def seconds(task: Callable[[], object]) -> float:
    """Seconds of one core that a long task takes; other processes' work does not count."""
    begin = process_time()
    task()
    return process_time() - begin


def fresh_process(cache: str) -> float:
    """Seconds of one core from import to results in a fresh process with this directory as Numba's cache."""
    done = subprocess.run(
        [sys.executable, "-c", FRESH],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def float32_arrays() -> Callable[[], object]:
    """A task: solve `ARRAY_LANES` payoffs that are arrays already, into memory that is used again."""
    width = block_width(np.float32)
    payoffs = [Payoffs.of(worms, fail=-lane / ARRAY_LANES) for lane in range(ARRAY_LANES)]
    stopped = np.array([each.stopped for each in payoffs], np.float32).reshape(ARRAY_LANES // width, width, -1)
    failed = np.array([each.failed for each in payoffs], np.float32).reshape(ARRAY_LANES // width, width, -1)
    by_set = [np.ascontiguousarray(each.swapaxes(1, 2)) for each in (stopped, failed)]
    values = empty_values(CLASSIC, ARRAY_LANES, np.float32)
    return lambda: solve_arrays(CLASSIC, by_set[0], by_set[1], values)


def rows() -> list[tuple[str, str, str]]:
    """Each figure: what it is, what was measured, what it should be."""
    payoffs = Payoffs.of(worms)
    lanes = [Payoffs.of(worms, fail=-lane / LANES) for lane in range(LANES)]
    solution = solve(CLASSIC, payoffs)
    solution.results()
    tasks: dict[str, tuple[Callable[[], object], int]] = {
        "classic": (lambda: solve(CLASSIC, payoffs), 50),
        "lanes": (lambda: solve_many(CLASSIC, lanes), 2),
        "float32": (float32_arrays(), 1),
        "results": (solution.results, 5),
    }
    for name, kind in KINDS.items():
        solve(kind, payoffs)
        tasks[name] = (lambda kind=kind: solve(kind, payoffs), 20)  # type: ignore[misc]  # a default binds the loop's kind
    best = best_of(tasks)
    slow = min(seconds(lambda: reference.solve(CLASSIC, payoffs).rolling(CLASSIC.start)) for _ in range(3))
    built = min(seconds(lambda: lattice.__wrapped__(CLASSIC).tables) for _ in range(3))
    with tempfile.TemporaryDirectory() as cache:
        first, again = fresh_process(cache), min(fresh_process(cache) for _ in range(3))
    classic = best["classic"]
    return [
        ("solve a classic turn", f"{classic * 1e6:.0f} µs", "at most 35 µs"),
        ("… against reference.py", f"{slow / classic:.0f} times faster", "at least 1000"),
        (f"… {LANES} payoffs side by side", f"{best['lanes'] * 1e6 / LANES:.1f} µs each", "at most 14 µs"),
        (
            f"… {ARRAY_LANES} payoffs as arrays in float32",
            f"{best['float32'] * 1e6 / ARRAY_LANES:.1f} µs each",
            "at most 8 µs",
        ),
        *((f"solve a turn: {name}", f"{best[name] / classic:.1f} classic turns", "at most 6") for name in KINDS),
        ("chance of every result", f"{best['results'] / classic:.1f} classic turns", ""),
        ("build the classic lattice, once", f"{built * 1e3:.0f} ms", "at most 300 ms"),
        ("import, compile, solve, results: first time ever", f"{first:.1f} s", "at most 8 s"),
        ("import, load, solve, results: later", f"{again:.2f} s", "well under 1 s"),
    ]


def main() -> None:
    """Print the table."""
    table = [("what", "measured", "goal"), *rows()]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
