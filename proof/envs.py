"""Random games in the environments, each played once more by the engine with the same dice and compared."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random

from tests.envs.beside import compare_single, compare_together
from tests.referee.tables import VALUES, Table

from wormgrill.envs.single import PickominoEnv
from wormgrill.envs.together import PickominoAEC
from wormgrill.game.rules import EDITION_NAMES, MAX_PLAYERS, MIN_PLAYERS

CASES = 834
ROUNDS_PER_CASE = 4
SOURCES = (
    "src/wormgrill/game",
    "src/wormgrill/batch",
    "src/wormgrill/envs",
    "src/wormgrill/players",
    "tests/envs/beside.py",
)
LEVELS = ("greedy", "hatchling", "nestling", "rooster")
"""Those that choose the same on arrays as one by one, even between moves whose values differ by rounding alone."""


@cache
def _processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def case(number: int) -> Counter[str]:
    """Some rounds, shared by all processors."""
    rounds = range(number * ROUNDS_PER_CASE, (number + 1) * ROUNDS_PER_CASE)
    return sum(_processes().map(play_round, rounds), Counter())


def play_round(number: int) -> Counter[str]:
    """A game with everybody asked, and two of a learner against known levels, under the next rules."""
    rng = Random(f"envs {number}")
    edition = EDITION_NAMES[number % len(EDITION_NAMES)]
    players = MIN_PLAYERS + number // len(EDITION_NAMES) % (MAX_PLAYERS - MIN_PLAYERS + 1)
    options = {axis: rng.choice(values) for axis, values in VALUES.items() if rng.random() < 0.3}
    rules = Table(edition, options, players).rules_text
    reward = rng.choice(("win", "worms"))
    counted = compare_together(PickominoAEC(rules, players, reward=reward), number, rng)
    env = PickominoEnv(rules, rng.choices(LEVELS, k=players - 1), reward=reward)
    for game in range(2):
        counted += compare_single(env, number if game == 0 else None, game, rng)
    return counted


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    what = (
        "random games in the environments of PettingZoo and Gymnasium against the engine, all editions, 2 to 7 players"
    )
    return [(what, f"{figures['games']:,} games, {figures['plies']:,} plies", "all equal")]
