"""Decisions after a roll a second in the environments, beside the public package pickomino-env.

A step of pickomino-env is one decision after a roll: which dice to keep, and whether to roll on or to stop, against one
bot of its own. Here these are two steps, and a turn begins with a third one, to roll; of all steps only those that keep
dice count. The opponent is greedy, and actions are legal ones at random on both sides. All rates are taken by the
clock, in turn with the others, and the best round of each counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

import numpy as np

from bench.engine import environment_game
from wormgrill.arena.simulate import game_random
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
        ("one game, PettingZoo, classic-2014, 2 players", partial(_at_table, table), ""),
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


def _theirs(seconds: float) -> float:
    rng = game_random(0, 0)
    steps, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        steps += environment_game(rng)
    return steps / (perf_counter() - start)


def _alone(env: PickominoEnv, seconds: float) -> float:
    rng = Random(1)
    decisions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        _, info = env.reset(seed=1)
        is_over = False
        while not is_over:
            legal = info["action_mask"].nonzero()[0]
            action = legal[int(rng.random() * len(legal))]
            decisions += action < FACES
            _, _, is_over, _, info = env.step(action)
    return decisions / (perf_counter() - start)


def _at_table(env: PickominoAEC, seconds: float) -> float:
    rng = Random(1)
    env.reset(seed=1)
    decisions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        seen, _, is_over, _, _ = env.last()
        if is_over:
            env.reset()
            continue
        legal = seen["action_mask"].nonzero()[0]
        action = legal[int(rng.random() * len(legal))]
        decisions += action < FACES
        env.step(action)
    return decisions / (perf_counter() - start)


def _side_by_side(envs: PickominoVectorEnv, seconds: float) -> float:
    """The time in which actions are drawn does not count: that is the learner's."""
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    decisions, spent = 0, 0.0
    while spent < seconds:
        mask = infos["action_mask"]
        actions = (mask * rng.random(mask.shape, dtype=np.float32)).argmax(axis=1)
        decisions += int((actions < FACES).sum())
        start = perf_counter()
        *_, infos = envs.step(actions)
        spent += perf_counter() - start
    return decisions / spent


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:90} {measured:>24}  {goal}")
