"""How fast the champion is: whole games on arrays, one decision anywhere, and its weights."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import chain, islice

from bench._deciding import decision_times
from wormgrill.analysis.value import WEIGHTS_FILE
from wormgrill.batch import play
from wormgrill.batch.players import ArrayPlayer
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Rules
from wormgrill.players import make_player, prepare
from wormgrill.players.arrays import CHAMPION, THINKER

GAMES = 600
GOAL_GAMES, GOAL_MILLISECONDS, GOAL_LOADING, GOAL_BYTES = 300, 3, 50, 1_500_000
DECISIONS = 150
"""Of one game in each setting."""
LOADING = """
import time
from wormgrill.analysis.value import load_weights, WEIGHTS_FILE
begin = time.perf_counter()
for family in ("classic", "deluxe"):
    for players in range(2, 8):
        load_weights(WEIGHTS_FILE, f"{family}-{players}")
print(time.perf_counter() - begin)
"""


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be."""
    rules = EDITIONS["classic-2014"]
    champion, thinker = _games_a_second(rules, CHAMPION), _games_a_second(rules, THINKER)
    found = [
        (
            "two champions on arrays, classic-2014, one core",
            f"{champion:.0f} games/s; thinkers {thinker:.0f}",
            f">= {GOAL_GAMES}",
        )
    ]
    for edition, rules in EDITIONS.items():
        times = {players: _decisions(rules, players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
        every = sorted(chain.from_iterable(times.values()))
        slowest = max(times, key=lambda players: max(times[players]))
        told = f"{1000 * sum(every) / len(every):.2f} ms, 99 % in {1000 * every[int(0.99 * len(every))]:.2f}"
        found.append(
            (
                f"a decision, {edition}, 2 to 7 players",
                f"{told}, at most {1000 * every[-1]:.2f} (with {slowest} players)",
                f"<= {GOAL_MILLISECONDS} ms",
            )
        )
    seconds = min(float(_run(LOADING)) for _ in range(3))
    found.append(("loading all weights", f"{1000 * seconds:.1f} ms", f"< {GOAL_LOADING} ms"))
    found.append(("size of all weights", f"{WEIGHTS_FILE.stat().st_size:,} bytes", f"<= {GOAL_BYTES:,} bytes"))
    return found


def _games_a_second(rules: Rules, player: ArrayPlayer) -> float:
    play(rules, (player, player), 20)
    return GAMES / _processor_time(lambda: play(rules, (player, player), GAMES, seed=1))


def _processor_time(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _decisions(rules: Rules, players: int) -> list[float]:
    """How long each decision of a game takes on its core, the first of a turn with everything that it needs."""
    prepare(rules)
    player = make_player("champion")
    for _ in decision_times(player, rules, players, seed=1):  # compiles and warms up
        pass
    gc.collect()
    gc.freeze()  # else a collection goes through all that the compiler has left behind, which takes some 40 ms
    return [*islice(decision_times(player, rules, players, seed=2), DECISIONS)]


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
