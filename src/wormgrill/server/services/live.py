"""A live table: the one owner of a table while it is played or looked at.

In its process nothing else writes to it. `change`, `append` and `say` decide under its lock, on the table as it is
then; what they have decided is stored first and published afterwards, so whatever anybody has seen is on disk. If
another process was faster, nothing is stored: what that one has written is taken over, and decided anew.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TypeVar
from weakref import WeakMethod

from wormgrill.game.fair_dice import NONE, Chain
from wormgrill.game.moves import Dice, Move
from wormgrill.game.record import Game
from wormgrill.game.state import Phase, State, apply
from wormgrill.presentation.board import BotsTold
from wormgrill.presentation.story import Story, story_of
from wormgrill.server.metrics import Metrics
from wormgrill.server.model.people import Person
from wormgrill.server.model.play import (
    Clock,
    Step,
    chains_after,
    chains_of,
    clock_of,
    continued,
    fitting_link,
    played,
    seat_to_move,
)
from wormgrill.server.model.refusals import DatabaseUnavailable, NotFound, Refusal
from wormgrill.server.model.table import (
    ChatLine,
    Life,
    Seat,
    Table,
    after_turn,
    deadline,
    game_of,
    has_people,
    named_after,
)
from wormgrill.server.services.background import Background, finish
from wormgrill.server.storage.database import Conflict, Lease
from wormgrill.server.storage.rows import StoredTable
from wormgrill.server.storage.store import Store

T = TypeVar("T")
ATTEMPTS = 8
"""How often something is decided anew because another process was faster."""
RECENT_STEPS = 32
"""Plies kept with their positions; for older ones the game is replayed, by another process."""
ABSENT_SECONDS = 8.0
"""So long after their last page was closed a person is absent; one that is loaded again is soon back."""
ARRIVALS_SECONDS = 1.0
"""Who has come to watch or has gone is told so late, all at once: one who comes and goes costs the others nothing."""
GRACE_SECONDS = 30.0
"""After a table is loaded, its players have at least so long to move."""

Mark = tuple[int, int, int]
"""Differs whenever anything that people see of a table has changed."""


Replay = Callable[[Game, int], Awaitable[tuple[str, ...]]]
"""Some plies of a game from one on, at least one, each as a line of its trace; nothing that the event loop can do."""


@dataclass(frozen=True, slots=True)
class Update:
    """What is new to one viewer."""

    live: LiveTable
    old: tuple[str, ...] = ()
    """Plies that lie far back, each as a line of the trace, and"""
    old_ply: int = 0
    """the first of them; all others come later."""
    steps: tuple[Step, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    is_changed: bool = False
    """Whether anything but the moves is new: seats, life, settings, viewers."""
    is_up_to_date: bool = True
    """Whether nothing more is there already."""

    @property
    def is_heartbeat(self) -> bool:
        """Whether nothing is new, and this only says that the stream lives."""
        return not (self.old or self.steps or self.chat or self.is_changed)


class LiveTable:
    """A table in memory: its value, its game, its chat and its viewers."""

    def __init__(
        self, stored: StoredTable, store: Store, metrics: Metrics, published: Callable[[LiveTable], None]
    ) -> None:
        self._store = store
        self._metrics = metrics
        self._published = published
        """Told of every change, after it is on disk."""
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        """Set at the next change, and then replaced by a new one."""
        self._version = 0
        """Grows with every change of anything but the moves."""
        self._is_closed = False
        self._watchers: Counter[Person | None] = Counter()
        self._told_watching: tuple[str, ...] = ()
        self._loaded_at = time.monotonic()
        self._seen: set[str] = set()
        """The ids of the people whose page was opened."""
        self._gone_at: dict[str, float] = {}
        """When people who have followed the game stopped doing so, by their ids."""
        self._elsewhere: set[tuple[str, str]] = set()
        """The people who follow the game at other processes: of which process, and the id."""
        self._background = Background()
        self._told_absent: tuple[tuple[int, ...], ...] = ((), ())
        _call_later(ABSENT_SECONDS, WeakMethod(self._tell_absent))
        self._is_telling_watching = False
        self.bots = BotsTold.NOTHING
        """What people have to know of the bots."""
        self._steps: deque[Step] = deque(maxlen=RECENT_STEPS)
        self._story = stored.story
        self._table = stored.table
        self._game = stored.game
        self._chains = stored.chains
        self._chat = stored.chat
        since = _with_grace(stored.clock.since, stored.table.pace.seconds)
        self._clock = clock_of(self._table, self._game.state, since)
        self._stored_due_at = stored.clock.due_at
        self._stored_version = stored.version
        """Grows with every change on disk; what has been decided on an older one is not stored."""

    # ------------------------------------------------------------------------------------------------ reading

    @property
    def table(self) -> Table:
        """The seats and settings."""
        return self._table

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._game

    @property
    def chains(self) -> Mapping[str, Chain]:
        """By anchor, how far the chains of the people who have rolled have come."""
        return self._chains

    @property
    def record(self) -> Game:
        """The game with all that its record says."""
        return self._table.record(self._game, self._chains)

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """All lines of chat."""
        return self._chat

    @property
    def ply(self) -> int:
        """The number of plies played, which is the ply to be played next."""
        return len(self._game.moves)

    @property
    def state(self) -> State:
        """The position."""
        return self._game.state

    @property
    def story(self) -> Story:
        """The game told turn by turn; continued with every new move, not told again."""
        self._story = story_of(self._game, self._story)
        return self._story

    @property
    def seat_to_move(self) -> int | None:
        """The seat that has to decide now, if any."""
        return seat_to_move(self._table, self.state)

    @property
    def deadline(self) -> float | None:
        """When the current seat's time is up, if it has a clock."""
        seat = self.seat_to_move
        return None if seat is None else deadline(self._table, seat, self._clock.since)

    @property
    def clock(self) -> Clock:
        """What the table waits for."""
        return self._clock

    @property
    def has_people(self) -> bool:
        """Whether people follow the game, at the table or watching."""
        return has_people(self._table) or any(not (person and person.is_client) for person in self._watchers)

    @property
    def is_shown_at_leisure(self) -> bool:
        """Whether people play here without hurry: then their pages decide how fast they see what the bots do."""
        people = (person for person in self._watchers if person and not person.is_client)
        is_at_page = any(self._table.seats_of(person.id) for person in people)
        return self._table.pace.kind != "live" and (is_at_page or has_people(self._table))

    @property
    def watching(self) -> tuple[str, ...]:
        """The names of the people who watch without a seat, each once, sorted."""
        people = {person.id: person.name for person in self._watchers if person}
        return tuple(sorted(name for person, name in people.items() if not self._table.seats_of(person)))

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats of people who have not opened this table, or do not any more; by mail nobody is expected to."""
        if self._table.life is not Life.PLAYING or self._table.pace.kind == "mail":
            return ()
        is_late = self._loaded_at <= time.monotonic() - ABSENT_SECONDS
        seats = enumerate(self._table.seats)
        return tuple(number for number, seat in seats if not seat.is_played_by_bot and self._is_missing(seat, is_late))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of people who do not look at a table that has not begun."""
        if self._table.life is not Life.WAITING:
            return ()
        return tuple(number for number, seat in enumerate(self._table.seats) if self._is_missing(seat, is_late=True))

    def _is_missing(self, seat: Seat, is_late: bool) -> bool:
        """Whether the person of a seat has gone, or has not come though it is late; programs need not look."""
        if not seat.person or self._is_following(seat.person):
            return False
        gone_at = self._gone_at.get(seat.person)
        if gone_at is None:
            return is_late and not seat.is_client and seat.person not in self._seen
        return gone_at <= time.monotonic() - ABSENT_SECONDS

    def _is_following(self, person: str) -> bool:
        """Whether a person follows the game, here or at another process."""
        is_here = any(watcher and watcher.id == person for watcher in self._watchers)
        return is_here or any(other == person for _, other in self._elsewhere)

    @property
    def is_watched(self) -> bool:
        """Whether anybody follows the game here."""
        return bool(self._watchers)

    def expect(self, person: Person) -> None:
        """A page of theirs has been opened: they are about to follow the game, if their browser can."""
        self._seen.add(person.id)
        if person.id in self._gone_at:
            self._depart(person.id)
        self._tell_absent()

    @property
    def mark(self) -> Mark:
        """How far the game, the table and the chat have come."""
        return self.ply, self._version, len(self._chat)

    def recent_steps(self, ply: int) -> tuple[Step, ...] | None:
        """The plies from this one on; None if it lies so far back that the game would have to be replayed."""
        if ply >= self.ply:
            return ()
        if self._steps and self._steps[0].ply <= ply:
            return tuple(step for step in self._steps if step.ply >= ply)
        return None

    def known_step(self, ply: int) -> Step | None:
        """One ply, if it is among those whose positions are in memory."""
        if recent := self.recent_steps(ply):
            return recent[0]
        told = next((told for told in self._story.recent if told.ply == ply), None) if self._story else None
        return Step(ply, told.before, told.move, apply(told.before, told.move)) if told else None

    # ------------------------------------------------------------------------------------------------ changing

    async def change(
        self, decide: Callable[[Table], Table], *, adding: Table | None = None, lease: Lease | None = None
    ) -> None:
        """Change anything but the moves; a new table may be stored in the same transaction.

        If `decide` returns the table as it is, nothing is stored, nor is the new table.
        """
        await finish(self._decided(lambda: self._change(decide, adding, lease)))

    async def _change(self, decide: Callable[[Table], Table], adding: Table | None, lease: Lease | None) -> None:
        table = decide(self._table)
        if table == self._table:
            return
        game = named_after(table, self._game) if self.ply else game_of(table)
        clock = clock_of(table, game.state, self._since_after(table))
        await self._store.change_table(table, clock, self._stored_version, adding=adding, lease=lease)
        self._take(table, game, clock, self._stored_version + 1)
        self._publish(is_changed=True)

    async def store_due(self) -> None:
        """See to it that the database knows when something must happen here: it may have been told too early a time."""
        await finish(self._decided(self._store_due))

    async def _store_due(self) -> None:
        if self._clock.due_at != self._stored_due_at:
            await self._store.change_clock(self._table.id, self._clock, self._stored_version)
            self._take(self._table, self._game, self._clock, self._stored_version + 1)

    async def append(
        self, decide: Callable[[Table, Game], tuple[Table, Move]], link: str = NONE, lease: Lease | None = None
    ) -> tuple[Step, ...]:
        """Append a move, and the dice if it is a roll; what came of it.

        `decide` says which move, and how the table changes with it, or refuses. The link becomes part of a roll if it
        is the right one. Whoever plays for others does so under a lease, if several processes could.
        """
        return await finish(self._decided(lambda: self._append(decide, link, lease)))

    async def _append(
        self, decide: Callable[[Table, Game], tuple[Table, Move]], link: str, lease: Lease | None
    ) -> tuple[Step, ...]:
        table, move = decide(self._table, self._game)
        link = fitting_link(table, self._game, self._chains, link)
        game, steps = played(table, self._game, move, link)
        if game.state.is_turn_over:
            table = after_turn(table, self._game.state.seat)
        chains = chains_after(table, self._chains, steps[-1], link)
        now = time.time()
        story = None
        if game.state.phase is Phase.OVER:
            story = story_of(game, self._story)
            table = replace(table, life=Life.FINISHED, finished_at=now)
        is_changed = table != self._table
        is_broken = link == NONE and chains != self._chains
        clock = clock_of(table, game.state, now)
        is_due_changed = clock.due_at != self._stored_due_at
        with self._metrics.append_seconds.time():
            await self._store.append(
                table.id,
                self.ply,
                [step.move for step in steps],
                now,
                version=self._stored_version,
                clock=clock if is_changed or is_due_changed else None,
                changed=table if is_changed else None,
                links={step.ply: link for step in steps if isinstance(step.move, Dice) and link != NONE},
                story=story,
                lease=lease,
            )
        self._take(table, game, clock, self._stored_version + 1)
        self._chains = chains
        self._steps += steps
        self._publish(is_changed=is_changed or is_broken)
        self._metrics.plies.inc(len(steps))
        return steps

    async def say(self, decide: Callable[[Table, int], ChatLine]) -> ChatLine:
        """Say a line to everybody; `decide` makes the line with this number, or refuses."""
        return await finish(self._decided(lambda: self._say(decide)))

    async def _say(self, decide: Callable[[Table, int], ChatLine]) -> ChatLine:
        line = decide(self._table, len(self._chat))
        await self._store.say(self._table.id, line)
        self._chat = (*self._chat, line)
        self._publish(is_changed=False)
        return line

    async def _decided(self, decide: Callable[[], Awaitable[T]]) -> T:
        """Decide and store, again if another process has stored something since this table was read."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                try:
                    return await decide()
                except Conflict:
                    await self._catch_up()
                except DatabaseUnavailable:
                    raise
                except Refusal:  # perhaps because of something that another process has changed just now
                    if not self._store.is_shared or not await self._catch_up():
                        raise
            raise DatabaseUnavailable

    async def catch_up(self) -> None:
        """Take over what another process has written since."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Take it over; whether there was anything."""
        news = await self._store.load_news(self._table.id, self.ply, len(self._chat))
        if news is None:
            raise NotFound("There is no such table any more.")
        known = named_after(news.table, self._game) if self.ply else game_of(news.table)
        game, steps = continued(known, news.moves)
        is_changed = news.table != self._table
        if not (steps or news.chat or is_changed or news.version != self._stored_version):
            return False
        self._chains = chains_of(news.table, steps, news.links, self._chains)
        self._chat += news.chat
        self._steps += steps
        since = max(self._clock.since, news.clock.since)
        self._take(news.table, game, clock_of(news.table, game.state, since), news.version)
        self._stored_due_at = news.clock.due_at
        self._publish(is_changed=is_changed)
        return True

    async def reload(self) -> None:
        """Take over everything: what was written past this table may be old lines as well."""
        async with self._lock:
            stored = await self._store.load(self._table.id)
            if stored is None:
                raise NotFound("There is no such table any more.")
            clock = clock_of(stored.table, stored.game.state, stored.clock.since)
            self._take(stored.table, stored.game, clock, stored.version)
            self._stored_due_at = stored.clock.due_at
            self._chains = stored.chains
            self._chat = stored.chat
            self._steps.clear()
            self._story = stored.story
            self._publish(is_changed=True)

    def _take(self, table: Table, game: Game, clock: Clock, version: int) -> None:
        """Become what is on disk now."""
        self._table, self._game, self._clock, self._stored_due_at = table, game, clock, clock.due_at
        self._stored_version = version

    def _since_after(self, table: Table) -> float:
        """The clock begins anew when the table starts or ends, and when somebody returns to their turn."""
        before, seat = self._table, self.state.seat
        has_returned = before.seats[seat].is_played_by_bot and not table.seats[seat].is_played_by_bot
        return time.time() if before.life is not table.life or has_returned else self._clock.since

    # ------------------------------------------------------------------------------------------------ watching

    def _publish(self, *, is_changed: bool) -> None:
        """Wake everything that waits for news."""
        self._version += is_changed
        self._told_absent, self._told_watching = (self.absent, self.awaited), self.watching
        past, self._changed = self._changed, asyncio.Event()
        past.set()
        self._published(self)

    def tell_of_bots(self, told: BotsTold) -> None:
        """Tell people something of the bots, if that is news."""
        if told is not self.bots:
            self.bots = told
            self._publish(is_changed=True)

    def close_streams(self) -> None:
        """End all streams of this table."""
        self._is_closed = True
        self._publish(is_changed=False)

    async def wait_for_change(self, seconds: float | None) -> bool:
        """Wait for the next change; False if so many seconds pass first."""
        return await _is_set(self._changed, seconds)

    async def wait_for_reveals(self, seconds: float) -> None:
        """Wait until everybody has revealed what they committed to, but no longer than so many seconds from the start.

        The first roll waits for it; later nothing can be revealed any more.
        """
        while self._table.unrevealed and self._table.life is Life.PLAYING and not self.ply:
            left = (self._table.started_at or 0.0) + seconds - time.time()
            if left <= 0:
                return
            await self.wait_for_change(left)

    async def watch(
        self, ply: int, person: Person | None, heartbeat_seconds: float, replay: Replay | None = None
    ) -> AsyncGenerator[Update]:
        """What is new, from a ply on: at once what there is, then whatever comes, and heartbeats.

        Plies that lie far back are left out, unless somebody replays them.
        """
        version, lines = -1, 0
        with self._watched_by(person):
            while not self._is_closed:
                changed = self._changed
                steps = self.recent_steps(ply)
                if steps is None and replay:
                    old = await replay(self._game, ply)
                    is_last = ply + len(old) == self.ply
                    chat = self._chat[lines:] if is_last else ()
                    update = Update(self, old, ply, chat=chat, is_changed=version < 0, is_up_to_date=is_last)
                    version = self._version if version < 0 else version
                    ply, lines = ply + len(old), lines + len(chat)
                    yield update
                    continue
                is_changed = self._version != version or steps is None
                update = Update(self, steps=steps or (), chat=self._chat[lines:], is_changed=is_changed)
                told = max(ply, self.ply), self._version, len(self._chat)
                if version >= 0 and update.is_heartbeat and await _is_set(changed, heartbeat_seconds):
                    continue
                ply, version, lines = told
                yield update

    @contextmanager
    def _watched_by(self, person: Person | None) -> Iterator[None]:
        """Count a viewer while they look."""
        self._watchers[person] += 1
        if person:
            self._arrive(person.id)
            self._say_who("here", person.id)
        self._metrics.streams.inc()
        self._publish_watcher(person)
        try:
            yield
        finally:
            self._watchers[person] -= 1
            self._watchers += Counter()  # forget viewers whose count is zero
            if person and not any(other and other.id == person.id for other in self._watchers):
                self._depart(person.id)
                self._say_who("gone", person.id)
            self._metrics.streams.dec()
            self._publish_watcher(person)

    def _arrive(self, person: str) -> None:
        """A person follows the game."""
        self._seen.add(person)
        self._gone_at.pop(person, None)
        self._tell_absent()

    def _depart(self, person: str) -> None:
        """A person follows the game no more, unless they do elsewhere."""
        if self._table.seats_of(person) and not self._is_following(person):
            self._gone_at[person] = time.monotonic()
            _call_later(ABSENT_SECONDS, WeakMethod(self._tell_absent))

    # Processes on one database tell each other who is at a table: `here`, `gone`, and `who` to be told.

    def hear(self, origin: str, kind: str, person: str) -> None:
        """Another process says that a person is here or gone, or asks who is here."""
        if kind == "who":
            for watcher in {each.id for each in self._watchers if each}:
                self._say_who("here", watcher)
        elif kind == "here":
            self._elsewhere.add((origin, person))
            self._arrive(person)
        elif kind == "gone":
            self._elsewhere.discard((origin, person))
            self._depart(person)

    def ask(self) -> None:
        """Ask other processes who is at this table; whoever of them does not answer in time has gone."""
        known, self._elsewhere = self._elsewhere, set()
        for _, person in known:
            self._depart(person)
        self._say_who("who")

    def _say_who(self, kind: str, person: str = "") -> None:
        if self._store.is_shared and (not person or self._table.seats_of(person)):
            self._background.start(self._store.tell(kind, f"{self._table.id} {person}"))

    def _tell_absent(self) -> None:
        """Tell who is not there any more, if that is news."""
        if (self.absent, self.awaited) != self._told_absent and not self._is_closed:
            self._publish(is_changed=True)

    def _publish_watcher(self, person: Person | None) -> None:
        is_seated = person is not None and self._table.seats_of(person.id)
        if person and not is_seated and not self._is_telling_watching:
            self._is_telling_watching = True
            asyncio.get_running_loop().call_later(ARRIVALS_SECONDS, self._tell_watching)

    def _tell_watching(self) -> None:
        """Tell who watches now, if that is news."""
        self._is_telling_watching = False
        if self.watching != self._told_watching and not self._is_closed:
            self._publish(is_changed=True)


def _call_later(seconds: float, method: WeakMethod[Callable[[], None]]) -> None:
    """Call a method after so many seconds, unless its object is forgotten before."""

    def call() -> None:
        found = method()
        if found:
            found()

    asyncio.get_running_loop().call_later(seconds + 0.1, call)


def _with_grace(moved_at: float, seconds: float | None) -> float:
    """After a restart everybody has a while to move, even if their time has run out meanwhile."""
    return moved_at if seconds is None else max(moved_at, time.time() - seconds + min(seconds, GRACE_SECONDS))


async def _is_set(event: asyncio.Event, seconds: float | None) -> bool:
    """Wait for an event; False if so many seconds pass first. Both may happen in one round of the loop."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
