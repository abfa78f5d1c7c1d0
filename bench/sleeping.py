"""A start with many sleeping games beside one with few: games that nobody looks at cost neither time nor memory."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

import psutil
from tests.support.running import Client, running
from tests.support.sleeping import copy_table

FEW, MANY = 10, 10_000
PLIES = 60
ROUNDS = 5
SETTLING_SECONDS = 3.0
"""So long the server may do in the background what it does after a start; its bots are not counted."""


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    starts, memories = {}, {}
    for number in (FEW, MANY):
        starts[number], memories[number] = start_with(number)
    return [
        (f"from start to the first answer, {FEW} sleeping games", f"{starts[FEW]:.2f} s", ""),
        (
            f"from start to the first answer, {MANY} sleeping games",
            f"{starts[MANY]:.2f} s ({starts[MANY] / starts[FEW]:.2f} x)",
            "<= 1.2 x",
        ),
        (f"memory, {FEW} sleeping games", f"{memories[FEW] / 1e6:.0f} MB", ""),
        (
            f"memory, {MANY} sleeping games",
            f"{memories[MANY] / 1e6:.0f} MB ({memories[MANY] / memories[FEW]:.2f} x)",
            "<= 1.2 x",
        ),
    ]


def start_with(number: int) -> tuple[float, float]:
    """The seconds from start to the first answer and the memory of the server, with so many games."""
    seconds, memory = [], []
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        with Client(server) as client:
            table_id = client.open_table("me", "me", pace="mail 3")
            client.start(table_id)
            while (view := client.read(table_id))["ply"] < PLIES:
                client.play(table_id, view["ply"], view["legal"][0]).raise_for_status()
        server.kill()
        copy_table(Path(folder) / "worms.db", table_id, number - 1)
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            server.start()
            server.wait()
            seconds.append(time.perf_counter() - begin)
            time.sleep(SETTLING_SECONDS)
            memory.append(psutil.Process(server.process_id).memory_info().rss)
            server.kill()
    return median(seconds), median(memory)


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:60} {measured:>18}  {goal}")
