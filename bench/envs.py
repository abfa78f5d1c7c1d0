"""Decisions after a roll a second in the environments, beside the public package pickomino-env.

A step of pickomino-env is one decision after a roll: which dice to keep, and whether to roll on or to stop, against one
bot of its own. Here these are two steps, of which only those that keep dice count. The opponent is greedy, and actions
are legal ones at random on both sides. What counts is the time in the environment, by the clock, without the time in
which actions are chosen. All rates are taken in turn with the others, and the best round of each counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from bench.engine import environment_action
from wormgrill.envs import PickominoAEC, PickominoEnv, PickominoVectorEnv

ROUNDS = 7
SECONDS = 1.0
MANY = 32_768
FACES = 6
SINGLE_GOAL, VECTOR_GOAL = 20, 1000


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be."""
    single = PickominoEnv(opponents=["greedy"])
    alone, together = (PickominoVectorEnv(MANY, opponents=["greedy"], threads=threads) for threads in (1, None))
    deluxe = PickominoVectorEnv(MANY, "deluxe-2018", opponents=["greedy"] * 3)
    table = PickominoAEC()
    cores = len(os.sched_getaffinity(0))
    ways: list[tuple[str, Callable[[float], float], str]] = [
        ("pickomino-env, 1 bot", _theirs, "the measure"),
        ("one game, Gymnasium, classic-2014, 2 players", partial(_alone, single), f">= {SINGLE_GOAL} x"),
        ("one game, PettingZoo, classic-2014, 2 players", partial(_at_table, table), f">= {SINGLE_GOAL} x"),
        (f"{MANY:,} games side by side, one thread", partial(_side_by_side, alone), ""),
        (f"{MANY:,} games side by side, {cores} cores", partial(_side_by_side, together), f">= {VECTOR_GOAL:,} x"),
        (f"{MANY:,} games side by side, {cores} cores, deluxe-2018, 4 players", partial(_side_by_side, deluxe), ""),
    ]
    best = [0.0] * len(ways)
    for _, measure, _ in ways:
        measure(0.01)  # compiles
    for _ in range(ROUNDS):
        for number, (_, measure, _) in enumerate(ways):
            best[number] = max(best[number], measure(SECONDS))
    theirs = best[0]
    return [
        (f"decisions after a roll a second: {what}", f"{rate:,.0f} ({rate / theirs:,.0f} x)", goal)
        for rate, (what, _, goal) in zip(best, ways, strict=True)
    ]


class _Watch:
    """Counts the time that environments take; that in which actions are chosen belongs to the learner."""

    def __init__(self) -> None:
        self.spent = 0.0

    def timed(self, call: Callable[[], Any]) -> Any:
        """What a call returns."""
        start = perf_counter()
        found = call()
        self.spent += perf_counter() - start
        return found


def _theirs(seconds: float) -> float:
    rng, watch, decisions = Random(1), _Watch(), 0
    env: Any = gymnasium.make("Pickomino-v0", number_of_bots=1).unwrapped  # without Gymnasium's checking wrappers
    while watch.spent < seconds:
        seen, _ = watch.timed(partial(env.reset, seed=rng.randrange(1 << 30)))
        is_over = False
        while not is_over:
            seen, _, is_ended, is_late, _ = watch.timed(partial(env.step, environment_action(seen, rng)))
            is_over = is_ended or is_late
            decisions += 1
    return decisions / watch.spent


def _alone(env: PickominoEnv, seconds: float) -> float:
    rng, watch, decisions = Random(1), _Watch(), 0
    while watch.spent < seconds:
        _, info = watch.timed(env.reset)
        is_over = False
        while not is_over:
            action = _any_action(info["action_mask"], rng)
            decisions += action < FACES
            _, _, is_over, _, info = watch.timed(partial(env.step, action))
    return decisions / watch.spent


def _at_table(env: PickominoAEC, seconds: float) -> float:
    rng, watch, decisions = Random(1), _Watch(), 0
    while watch.spent < seconds:
        watch.timed(env.reset)
        while not (told := watch.timed(env.last))[2]:
            action = _any_action(told[0]["action_mask"], rng)
            decisions += action < FACES
            watch.timed(partial(env.step, action))
    return decisions / watch.spent


def _any_action(mask: NDArray[np.int8], rng: Random) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(rng.random() * len(legal))])


def _side_by_side(envs: PickominoVectorEnv, seconds: float) -> float:
    rng, watch, decisions = np.random.default_rng(1), _Watch(), 0
    _, infos = envs.reset(seed=1)
    while watch.spent < seconds:
        mask = infos["action_mask"]
        actions = (mask * rng.random(mask.shape, dtype=np.float32)).argmax(axis=1)
        decisions += int((actions < FACES).sum())
        *_, infos = watch.timed(partial(envs.step, actions))
    return decisions / watch.spent


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:90} {measured:>24}  {goal}")
