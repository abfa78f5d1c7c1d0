"""The moves of a game as a value that grows at its end without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

from wormgrill.game.moves import Move


class History(Sequence[Move]):
    """Moves in their order: it equals the tuple of its moves, has the same hash and looks the same.

    Games that go on from one another share one list, of which each sees the beginning. The list grows only at the end
    of the longest of them; whoever goes on from an earlier move gets a copy. So n moves take time in the order of n
    when they are played one after the other.

    >>> from wormgrill.game.moves import Roll, Stop
    >>> begun = History([Roll()])
    >>> begun.then(Stop()), begun.then(Roll()), begun
    ((Roll(golden=False), Stop()), (Roll(golden=False), Roll(golden=False)), (Roll(golden=False),))
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, moves: list[Move], length: int | None = None) -> None:
        self._shared = moves  # it belongs to us from now on
        self._length = len(moves) if length is None else length

    def then(self, move: Move) -> History:
        """These moves and one more."""
        if len(self._shared) == self._length:
            self._shared.append(move)
            if self._shared[self._length] is move:  # else another thread has gone on from here just now
                return History(self._shared, self._length + 1)
        return History([*self, move])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, int):
            return self._shared[range(self._length)[place]]
        return tuple(map(self._shared.__getitem__, range(self._length)[place]))

    def __add__(self, others: Iterable[Move]) -> tuple[Move, ...]:
        return (*self, *others)

    def __radd__(self, others: Iterable[Move]) -> tuple[Move, ...]:
        return (*others, *self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, History | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[History], tuple[list[Move]]]:
        return History, ([*self],)
