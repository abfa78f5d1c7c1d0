"""Games per second on arrays, beside the public package pickomino-env playing its own environment.

All figures of one run are taken side by side: every round measures each of them once, and the best round counts.
Figures of one core are processor time, in which other processes' work does not count; threads are compared by the
clock. A game of pickomino-env lasts from `reset` to termination, with one bot of its own and legal actions at random
for the player: each `step` is one decision of the player, and the bot's turns are played inside it. Gymnasium's
checking wrappers are left off. What threads can give depends on what the machine gives: so two processes that know
nothing of each other share the same games in the same minute.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from time import perf_counter, process_time

from bench.engine import environment_game
from wormgrill.arena.match import Match
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.rounds import play_one_by_one, play_passes
from wormgrill.arena.simulate import game_random
from wormgrill.batch import GREEDY, RANDOM, ArrayPlayer, Policy, play
from wormgrill.game.rules import EDITIONS
from wormgrill.players.arrays import THINKER

ROUNDS = 15
"""Many and short: on a shared machine some of them find both cores free."""
GAMES = 5_000
MANY = 8
"""So many times the games, to see how the time grows."""
THEIR_GAMES = 10
GOAL = 20_000
THINKER_GOAL = 1_000
CORES = 2
OTHER = """
import sys
from wormgrill.batch import GREEDY, play
from wormgrill.game.rules import EDITIONS
for line in sys.stdin:
    play(EDITIONS["classic-2014"], (GREEDY, GREEDY), int(line))
    print(flush=True)
"""
ARENA = Plan(("thinker", "rooster"), (Setting(EDITIONS["classic-2014"], 2),))
ARENA_PASSES = 200


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be."""
    with ExitStack() as closing:
        return _rows([closing.enter_context(_Other()) for _ in range(CORES)])


def _rows(others: list[_Other]) -> list[tuple[str, str, str]]:
    rng = game_random(0, 0)
    two, four = (GREEDY,) * 2, (GREEDY,) * 4
    tasks: dict[str, Callable[[], object]] = {
        "theirs": lambda: [environment_game(rng) for _ in range(THEIR_GAMES)],
        "classic": _task("classic-2014", two, GAMES),
        "random": _task("classic-2014", (RANDOM,) * 2, GAMES // 8),
        "deluxe": _task("deluxe-2018", four, GAMES),
        "thinker": _task("classic-2014", (THINKER,) * 2, GAMES // 8),
        "thinkers": _task("deluxe-2018", (THINKER,) * 4, GAMES // 8),
        "players": lambda: [[*Match(("thinker",) * 4).play("deluxe-2018", number)] for number in range(THEIR_GAMES)],
        "arena": lambda: play_passes(ARENA, 0, ARENA_PASSES),
        "one by one": lambda: play_one_by_one(ARENA, 0, 1),
        "many": _task("classic-2014", two, GAMES * MANY),
        "cores": _task("classic-2014", two, GAMES * MANY, threads=CORES),
        "one process": lambda: others[0].play(GAMES * MANY),
        "processes": lambda: _play_apart(others, GAMES * MANY),
    }
    for task in tasks.values():
        task()  # compiles
    best = dict.fromkeys(tasks, float("inf"))
    by_clock = dict.fromkeys(tasks, float("inf"))
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            begin, begin_by_clock = process_time(), perf_counter()
            task()
            best[name] = min(best[name], process_time() - begin)
            by_clock[name] = min(by_clock[name], perf_counter() - begin_by_clock)
    theirs, ours = THEIR_GAMES / best["theirs"], GAMES / best["classic"]
    thinkers, one_by_one = GAMES // 8 / best["thinkers"], THEIR_GAMES / best["players"]
    arena = ARENA.games_in(ARENA_PASSES) / best["arena"]
    return [
        ("games per second, pickomino-env, 1 bot", f"{theirs:,.0f}", "the measure"),
        ("classic-2014, 2 greedy players, one core", f"{ours:,.0f} ({ours / theirs:,.0f} x)", f">= {GOAL:,}"),
        ("classic-2014, 2 random players, one core", f"{GAMES // 8 / best['random']:,.0f}", ""),
        ("deluxe-2018, 4 greedy players, one core", f"{GAMES / best['deluxe']:,.0f}", ""),
        ("classic-2014, 2 thinkers, one core", f"{GAMES // 8 / best['thinker']:,.0f}", f">= {THINKER_GOAL:,}"),
        (
            "deluxe-2018, 4 thinkers, one core, against players/",
            f"{thinkers:,.0f} ({thinkers / one_by_one:.0f} x)",
            ">= 20 x",
        ),
        (
            "arena with luck, classic-2014, thinker and rooster, one core, against one by one",
            f"{arena:,.0f} ({arena * best['one by one'] / ARENA.games(0):.0f} x)",
            "",
        ),
        (f"time for {MANY} times the games", f"{best['many'] / best['classic']:.1f} x", f"{MANY} x"),
        (
            f"{CORES} threads against one, by the clock, on {os.cpu_count()} cores",
            f"{by_clock['many'] / by_clock['cores']:.2f} x",
            ">= 1.8 x",
        ),
        (
            f"{CORES} processes that share nothing against one, in the same minute",
            f"{by_clock['one process'] / by_clock['processes']:.2f} x",
            "what the machine gives",
        ),
        (f"processor time of {CORES} threads against one", f"{best['cores'] / best['many']:.2f} x", "1 x"),
    ]


class _Other:
    """A process that plays games of greedy players when it is told to."""

    def __enter__(self) -> _Other:
        self._process = subprocess.Popen(
            [sys.executable, "-c", OTHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.play(100)  # compiles
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def begin(self, games: int) -> None:
        """Tell it to play."""
        assert self._process.stdin is not None  # asked for above
        self._process.stdin.write(f"{games}\n")
        self._process.stdin.flush()

    def wait(self) -> None:
        """Wait until it has played."""
        assert self._process.stdout is not None  # asked for above
        self._process.stdout.readline()

    def play(self, games: int) -> None:
        """Play so many games."""
        self.begin(games)
        self.wait()


def _play_apart(others: list[_Other], games: int) -> None:
    """Play so many games, an equal part in each process."""
    for other in others:
        other.begin(games // len(others))
    for other in others:
        other.wait()


def _task(edition: str, players: Sequence[Policy | ArrayPlayer], games: int, threads: int = 1) -> Callable[[], object]:
    return partial(play, EDITIONS[edition], players, games, threads=threads)
