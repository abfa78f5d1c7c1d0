"""Plies per second of the engine, beside the public package pickomino-env stepping its own environment."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import gymnasium
import pickomino_env  # noqa: F401  # registers the environment

from wormgrill.arena.simulate import game_random, roll_dice
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, apply, initial_state, legal_moves

SECONDS = 1.0
ROUNDS = 5
GOAL = 20


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be: both sides in turn, the best round of each."""
    ours = dict.fromkeys(EDITIONS, 0.0)
    theirs = 0.0
    for _ in range(ROUNDS):
        for edition in EDITIONS:
            ours[edition] = max(ours[edition], _rate(partial(_engine_game, edition)))
        theirs = max(theirs, _rate(environment_game))
    measured = [
        (f"plies per second, {edition}, 2 random players", f"{rate:,.0f} ({rate / theirs:.0f} x)", f">= {GOAL} x")
        for edition, rate in ours.items()
    ]
    return [("steps per second, pickomino-env, 1 bot", f"{theirs:,.0f}", "the measure"), *measured]


def _rate(play: Callable[[Random], int]) -> float:
    """Plies per second over whole games."""
    rng = game_random(0, 0)
    plies, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        plies += play(rng)
    return plies / (time.perf_counter() - start)


def _engine_game(edition: str, rng: Random) -> int:
    """List the legal moves and play one of them until the game is over."""
    state = initial_state(EDITIONS[edition], 2)
    plies = 0
    while state.phase is not Phase.OVER:
        moves = legal_moves(state)
        move = moves[int(rng.random() * len(moves))] if moves else roll_dice(state, rng)
        state = apply(state, move)
        plies += 1
    return plies


def environment_game(rng: Random) -> int:
    """Step their environment, without Gymnasium's checking wrappers, through legal actions until it ends."""
    environment = gymnasium.make("Pickomino-v0", number_of_bots=1).unwrapped
    seen, _ = environment.reset(seed=int(rng.random() * 1e9))
    steps, is_over = 0, False
    while not is_over:
        seen, _, terminated, truncated, _ = environment.step(environment_action(seen, rng))
        is_over = terminated or truncated
        steps += 1
    environment.close()
    return steps


def environment_action(seen: Any, rng: Random) -> tuple[int, int]:
    """A legal action in their environment: which face to keep, and whether to stop."""
    faces = [face for face in range(6) if seen["dice_rolled"][face] and not seen["dice_collected"][face]]
    face = faces[int(rng.random() * len(faces))] if faces else 0
    return face, int(rng.random() * 2)
