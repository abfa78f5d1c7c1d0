"""Noise: the same numbers for positions and for records, another one for every position, evenly spread."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random
from struct import pack as packed_bytes

import numpy as np
import pytest

from tests.batch.twin import KINDS, ROUNDS_FOR_ALL_VALUES, draw_kind
from tests.referee.compare import begin_in_the_middle
from wormgrill.batch.layout import pack
from wormgrill.batch.moves import MOVE_COUNT, MOVES
from wormgrill.batch.noise import noises_of, seed_in_game
from wormgrill.game import Phase, State, apply, legal_moves
from wormgrill.game.dice import FACES
from wormgrill.game.state import thrown
from wormgrill.players.noise import hashed_words, noises, position_words

PLIES = 40


@cache
def met_positions() -> tuple[State, ...]:
    """Positions of games with random moves, for every edition and number of players with all values of the axes."""
    return tuple(state for kind in range(ROUNDS_FOR_ALL_VALUES * len(KINDS)) for state in positions_of(kind))


def positions_of(kind: int) -> list[State]:
    rng = Random(f"noise {kind}")
    state = begin_in_the_middle(draw_kind(rng, kind), "a test", rng).state
    found = [state]
    for _ in range(PLIES):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.CHANCE:
            state = apply(state, thrown(state, [rng.randrange(len(FACES)) for _ in range(state.turn.dice_left)]))
        else:
            state = apply(state, rng.choice(legal_moves(state)))
        found.append(state)
    return found


def test_positions_and_records_have_the_same_noise() -> None:
    rng, states = Random(1), met_positions()
    assert len(states) > 5000
    assert {state.phase for state in states} == set(Phase)
    seed = rng.getrandbits(64)
    numbers = [rng.getrandbits(40) for _ in states]
    moves = [rng.randrange(MOVE_COUNT) for _ in states]
    found = noises_of(seed, pack(states), np.array(numbers), np.array(moves))
    for state, number, move, noise in zip(states, numbers, moves, found, strict=True):
        assert noises(seed_in_game(seed, number), state, [MOVES[move]]) == (noise,), state


def test_different_positions_have_different_words() -> None:
    records = {position_words(state): pack([state]).tobytes() for state in met_positions()}
    assert len(records) == len(set(records.values())) == len({pack([state]).tobytes() for state in met_positions()})
    assert all(0 <= word < 1 << 64 for words in records for word in words)


def test_the_hash_is_the_one_that_python_has_for_bytes() -> None:
    """Python hashes bytes by SipHash-1-3 as well; with PYTHONHASHSEED=0 its key is 0."""
    if sys.hash_info.algorithm != "siphash13":
        pytest.skip(f"this Python hashes by {sys.hash_info.algorithm}")
    words = [Random(word).getrandbits(64) for word in range(6)]
    code = f"print(hash({packed_bytes('<6Q', *words)!r}))"
    told = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "0"}, capture_output=True, check=True, text=True
    )
    assert hashed_words(0, 0, words) == int(told.stdout) % (1 << 64)


def test_noise_is_spread_evenly_and_the_moves_of_a_position_have_nothing_to_do_with_each_other() -> None:
    states = [*{position_words(state): state for state in met_positions()}.values()]
    found = np.array([noises(5, state, MOVES) for state in states])
    assert found.min() >= -1
    assert found.max() < 1
    counts, _ = np.histogram(found, bins=100, range=(-1, 1))
    expected = found.size / 100
    assert ((counts - expected) ** 2 / expected).sum() < 170  # chi-square with 99 degrees: beyond it once in 100 000
    between = np.corrcoef(found, rowvar=False)[~np.eye(MOVE_COUNT, dtype=bool)]
    assert abs(between).max() < 6 / len(states) ** 0.5


def test_every_bit_of_the_seed_that_counts_changes_the_noise() -> None:
    state = met_positions()[0]
    assert len({noises(1 << bit, state, MOVES[:1]) for bit in range(128)}) == 128
    assert noises(1 << 128, state, MOVES) == noises(0, state, MOVES)
