"""A table in memory: its game, who watches, and what is new since somebody last looked."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from wormgrill.game.moves import Dice, Move
from wormgrill.game.record import Game
from wormgrill.game.state import Phase, State, legal_moves, scores, winners
from wormgrill.game.trace import trace_state
from wormgrill.server.model.people import Person
from wormgrill.server.model.table import ChatLine, Life, Table, deadline, has_people
from wormgrill.server.storage.store import StoredTable

RECENT_STEPS = 32
"""Plies kept with their positions; who asks for older ones makes the game be replayed."""


@dataclass(frozen=True)
class Step:
    """One ply with the positions around it."""

    ply: int
    before: State
    move: Move
    after: State

    @cached_property
    def json(self) -> str:
        """The ply as a line of the trace; made once for all who see it."""
        line: dict[str, object] = {
            "ply": self.ply,
            "by": "chance" if isinstance(self.move, Dice) else self.before.seat,
            "move": str(self.move),
            "legal": [str(move) for move in legal_moves(self.after)],
            "state": trace_state(self.after),
        }
        if self.after.phase is Phase.OVER:
            line["scores"] = scores(self.after)
            line["winners"] = winners(self.after)
        return json.dumps(line, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Update:
    """What is new to one viewer."""

    live: LiveTable
    steps: tuple[Step, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    is_changed: bool = False
    """Whether anything but the moves is new: seats, life, settings, who watches."""

    @property
    def is_heartbeat(self) -> bool:
        """Whether nothing is new, and this only says that the stream lives."""
        return not (self.steps or self.chat or self.is_changed)


class LiveTable:
    """A table as everybody sees it now; only `Tables` changes it, under its lock, after the change is on disk."""

    def __init__(self, stored: StoredTable) -> None:
        self.lock = asyncio.Lock()
        self.version = 0
        """Grows with every change of anything but the moves."""
        self.changed = asyncio.Event()
        """Set at the next change, and then replaced by a new one."""
        self.driver: asyncio.Task[None] | None = None
        """Plays the bots and watches the clock while the game goes on."""
        self._watchers: Counter[Person | None] = Counter()
        self._steps: deque[Step] = deque(maxlen=RECENT_STEPS)
        self.restore(stored)

    def restore(self, stored: StoredTable) -> None:
        """Become what the store says."""
        self.table: Table = stored.table
        self.game: Game = _game_of(stored.table, stored.moves)
        self.clock_from: float = stored.moved_at
        """Since when the current seat thinks."""
        self.chat: tuple[ChatLine, ...] = stored.chat
        self._steps.clear()
        self.announce(is_changed=True)

    @property
    def ply(self) -> int:
        """The number of plies played, which is the ply to be played next."""
        return len(self.game.moves)

    @property
    def state(self) -> State:
        """The position."""
        return self.game.state

    @property
    def seat_to_move(self) -> int | None:
        """The seat that has to decide now, if any."""
        is_playing = self.table.life is Life.PLAYING and self.state.phase is not Phase.OVER
        return self.state.seat if is_playing else None

    @property
    def deadline(self) -> float | None:
        """When the current seat's time is up, if it has a clock."""
        seat = self.seat_to_move
        return None if seat is None else deadline(self.table, seat, self.clock_from)

    @property
    def has_people(self) -> bool:
        """Whether people follow the game, at the table or watching."""
        return has_people(self.table) or any(not (person and person.is_client) for person in self._watchers)

    @property
    def watching(self) -> tuple[str, ...]:
        """The names of the people who watch without a seat, each once, sorted."""
        people = {person.id: person.name for person in self._watchers if person}
        return tuple(sorted(name for person, name in people.items() if not self.table.seats_of(person)))

    def is_due_for_bot(self, seat: int, ply: int) -> bool:
        """Whether a bot still has to play this ply for this seat."""
        return self.ply == ply and self.seat_to_move == seat and self.table.seats[seat].is_played_by_bot

    def advance(self, game: Game, steps: tuple[Step, ...], now: float) -> None:
        """The game goes on."""
        self.game = game
        self.clock_from = now
        self._steps += steps

    def adopt(self, table: Table, now: float) -> None:
        """Become another table with the same moves; who starts, or returns to their turn, has the full time."""
        seat, before, self.table = self.state.seat, self.table, table
        if not self.ply:
            self.game = _game_of(table)
        is_started = before.life is not table.life
        if is_started or (before.seats[seat].is_played_by_bot and not table.seats[seat].is_played_by_bot):
            self.clock_from = now

    def give_time(self, now: float, grace_seconds: float) -> None:
        """After a restart everybody has a while to move, even if their time has run out meanwhile."""
        seconds = self.table.pace.seconds
        if seconds is not None:
            self.clock_from = max(self.clock_from, now - seconds + min(seconds, grace_seconds))

    def announce(self, *, is_changed: bool) -> None:
        """Wake everybody who waits for news."""
        self.version += is_changed
        past, self.changed = self.changed, asyncio.Event()
        past.set()

    def steps_from(self, ply: int) -> tuple[Step, ...]:
        """The plies from this one on."""
        if ply >= self.ply:
            return ()
        if self._steps and self._steps[0].ply <= ply:
            return tuple(step for step in self._steps if step.ply >= ply)
        states = list(self.game.replay())
        return tuple(
            Step(number, states[number], self.game.moves[number], states[number + 1])
            for number in range(max(0, ply), self.ply)
        )

    @contextmanager
    def watched_by(self, person: Person | None) -> Iterator[None]:
        """Count a viewer while they look."""
        self._watchers[person] += 1
        self._announce_watcher(person)
        try:
            yield
        finally:
            self._watchers[person] -= 1
            self._watchers += Counter()  # forget who is at zero
            self._announce_watcher(person)

    def _announce_watcher(self, person: Person | None) -> None:
        if person and not self.table.seats_of(person.id):
            self.announce(is_changed=True)


def _game_of(table: Table, moves: tuple[Move, ...] = ()) -> Game:
    """The game of a table, or what it will be: with a name for every seat."""
    names = (seat.name or f"Seat {number}" for number, seat in enumerate(table.seats))
    return Game(table.rules, tuple(names), moves)
