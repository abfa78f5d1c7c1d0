"""Blocks against the same sums in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from wormgrill.solver.blocks import (
    better,
    block_width,
    empty_table,
    entry,
    filled,
    gather,
    load,
    plus,
    store,
    times,
    unless,
)
from wormgrill.solver.lattice import BUNDLE

ROWS = 3


@njit
def calculate(numbers: Any, indices: Any, found: Any, width: int) -> None:
    """Use everything once; each result goes to a part of `found`."""
    table = empty_table(numbers, ROWS, 1)
    store(table, 0, load(numbers, 1))
    store(table, ROWS - 1, gather(numbers, indices, 2))
    one, two = load(table, 0), load(table, ROWS - 1)
    store(found, 0, one)
    store(found, width, two)
    store(found, 2 * width, better(table, one, two))
    store(found, 3 * width, plus(times(0.5, one), two))
    store(found, 4 * width, unless(one, filled(two, entry(numbers.reshape(3, width), 3)), filled(numbers, -7.0)))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_blocks_calculate_like_arrays(dtype: type[np.floating[Any]]) -> None:
    width = block_width(dtype)
    random = np.random.default_rng(1)
    numbers = random.integers(-99, 99, 3 * width).astype(dtype)
    numbers[3] = 99.5
    indices = random.integers(0, numbers.size, width + 2).astype(np.uint16)
    found = np.full(6 * width, 0.25, dtype)
    calculate(numbers, indices, found, width)
    one, two = numbers[1 : 1 + width], numbers[indices[2:]]
    replaced = np.where(one == numbers[3], -7, one)
    assert -7 in replaced
    expected = [one, two, np.maximum(one, two), one / 2 + two, replaced, np.full(width, 0.25)]
    assert found.reshape(6, width).tolist() == [each.tolist() for each in expected]


@njit
def choose_in_fours(numbers: Any, found: Any, width: int) -> None:
    """The better one of two blocks, for every four numbers."""
    table = empty_table(numbers, ROWS, 4)
    store(found, 0, better(table, load(numbers, 0), load(numbers, width)))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_first_number_of_a_group_decides_for_all_of_it(dtype: type[np.floating[Any]]) -> None:
    width = block_width(dtype)
    one, two = np.arange(width, dtype=dtype), np.full(width, 2, dtype)
    found = np.empty(width, dtype)
    choose_in_fours(np.concatenate([one, two]), found, width)
    assert found.tolist() == [2, 2, 2, 2, *range(4, width)]
    two[:] = one + 1
    two[::4] = one[::4]
    choose_in_fours(np.concatenate([one, two]), found, width)
    assert found.tolist() == one.tolist(), "of equals the first one"


def test_a_bundle_of_states_has_room_for_any_block() -> None:
    assert max(block_width(np.float32), block_width(np.float64)) == BUNDLE
