"""How long the command takes from its start to its end, beside a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROUNDS = 15
NOTHING = ("-c", "pass")
COMPILED = "from numba import njit\n@njit(cache=True)\ndef same(number):\n    return number\nsame(1.0)\n"
"""The least that a program with a compiled function does: load it from Numba's cache."""
COMMANDS = {
    "wormgrill --help": "<= 200 ms",
    "wormgrill odds --help": "",
    "wormgrill verify --help": "",
    "wormgrill simulate": "",
    "wormgrill odds --json": "",
    "wormgrill odds": "<= 600 ms",
}
"""The commands and their goals."""


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be: all in turn, the median of all rounds."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder) / "compiled.py"
        compiled.write_text(COMPILED, encoding="utf-8")
        programs: dict[str, tuple[str, ...]] = {
            "python -c pass": NOTHING,
            "a function from Numba's cache": (str(compiled),),
        }
        programs |= {command: ("-m", *command.split()) for command in COMMANDS}
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for arguments in programs.values():
            _seconds(arguments)  # fills the caches
        for _ in range(ROUNDS):
            for name, arguments in programs.items():
                taken[name].append(_seconds(arguments))
    nothing = median(taken["python -c pass"])
    return [
        (name, f"{median(times) * 1e3:.0f} ms ({median(times) / nothing:.0f} x)", COMMANDS.get(name, "the measure"))
        for name, times in taken.items()
    ]


def _seconds(arguments: tuple[str, ...]) -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return perf_counter() - begin
