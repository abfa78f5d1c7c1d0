"""Sets of moves and of tiles as the bits of an integer."""

from __future__ import annotations

from wormgrill.batch.compiling import compiled_helper


@compiled_helper
def has_bit(bits: int, place: int) -> bool:
    """Whether the bit at a place is set."""
    return (bits >> place) & 1 == 1


@compiled_helper
def lowest_place(bits: int) -> int:
    """The place of the lowest bit that is set; there must be one."""
    place = 0
    while not (bits >> place) & 1:
        place += 1
    return place


@compiled_helper
def highest_place(bits: int) -> int:
    """The place of the highest bit that is set; there must be one."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        if bits >> (place + step):
            place += step
    return place


@compiled_helper
def count_bits(bits: int) -> int:
    """How many bits are set."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@compiled_helper
def place_of(bits: int, rank: int) -> int:
    """The place of the bit before which so many others are set."""
    for _ in range(rank):
        bits &= bits - 1
    return lowest_place(bits)
