"""Where ids and secrets come from."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random

RandomBytes = Callable[[int], bytes]
"""So many bytes that nobody can foresee; in tests, bytes that follow from a seed."""

ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, 1, i, l and o: an id can be read aloud and typed."""
ID_LENGTH = 16
"""79 bits: nobody guesses one at the rates that the server answers."""
ID_PATTERN = f"^[{ID_ALPHABET}]{{{ID_LENGTH}}}$"


def random_bytes(test_seed: str | None = None) -> RandomBytes:
    """The system's randomness; with a seed, for tests only, bytes that are the same in every run."""
    return secrets.token_bytes if test_seed is None else Random(test_seed).randbytes  # noqa: S311  # tests only


def new_id(source: RandomBytes) -> str:
    """An id that cannot be guessed."""
    number = int.from_bytes(source(16))
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_ALPHABET))
        letters.append(ID_ALPHABET[letter])
    return "".join(letters)


def new_secret(source: RandomBytes) -> str:
    """The server's secret for one game."""
    return source(32).hex()
