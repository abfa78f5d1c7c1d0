"""What people can do at the tables: the service that API and pages share."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from wormgrill.game.errors import IllegalMove, InvalidNotation
from wormgrill.game.fair_dice import SEED
from wormgrill.game.moves import Dice, Move, parse_move
from wormgrill.game.record import Game
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from wormgrill.game.state import legal_moves
from wormgrill.players.levels import LEVELS
from wormgrill.server.limits import RateLimit
from wormgrill.server.model import table as change
from wormgrill.server.model.ids import RandomBytes, new_id, new_secret, new_seed
from wormgrill.server.model.people import Person, checked_name
from wormgrill.server.model.refusals import Illegal, NotNow, NotYours, Stale, TooMuch, Unknown, Unreadable
from wormgrill.server.model.table import FILL_NOBODY, MAX_CHAT, RELAXED, ChatLine, Life, Pace, Seat, Table
from wormgrill.server.services.bots import ThoughtOf
from wormgrill.server.services.driver import Keeper, bot_seed
from wormgrill.server.services.live import LiveTable, Step, Update

T = TypeVar("T")
log = logging.getLogger(__name__)

EMOJI_JOINER = "\u200d"
"""Not printed itself, but many an emoji is made with it."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who shall have a seat of a new table: `me` (as often as I play seats on this device), `bot` or `open`."""

    kind: str
    name: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants to sit down."""

    name: str | None = None
    """Another name than their own, for this table."""
    seed: str | None = None
    """What they add to the dice; random if they give none."""
    is_another: bool = False
    """One more seat for somebody on the same device."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new table shall be."""

    rules: Rules
    seats: tuple[SeatPlan, ...]
    pace: Pace = RELAXED
    is_public: bool = False
    has_hints: bool = True
    has_chat: bool = True


class Tables:
    """All tables of this server."""

    def __init__(self, keeper: Keeper, random_bytes: RandomBytes) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._bots = keeper.bots
        self._random = random_bytes
        self._chatting = RateLimit(per_second=0.5, at_once=5)

    # ------------------------------------------------------------------------------------------------ looking

    async def get(self, table_id: str) -> LiveTable:
        """The table with this id."""
        return await self._keeper.get(table_id)

    async def list_public(self) -> list[Table]:
        """The newest public tables that wait for people or are being played."""
        return await self._store.list_public()

    async def list_of(self, person: Person) -> list[Table]:
        """The newest tables at which a person sits or is the host."""
        return await self._store.list_of(person.id)

    async def record(self, table_id: str) -> Game:
        """The record of a table's game so far."""
        live = await self.get(table_id)
        return live.table.record(live.game)

    async def odds(self, table_id: str) -> tuple[int, dict[str, Any] | None]:
        """The current ply and the odds of its options, where hints are allowed; None if nothing is to decide."""
        live = await self.get(table_id)
        if not live.table.has_hints:
            raise NotYours("This table is played without hints.")
        if not legal_moves(live.state):
            return live.ply, None
        return live.ply, await self._bots.odds(live.state)

    async def thoughts(self, table_id: str, ply: int) -> tuple[ThoughtOf, ...]:
        """How the bot at turn ranked its moves at a ply; not before that ply is played."""
        live = await self.get(table_id)
        if not 0 <= ply < live.ply:
            raise Unknown(f"Ply {ply} has not been played.")
        step = live.steps_from(ply)[0]
        seat = live.table.seats[step.before.seat]
        if seat.level is None or isinstance(step.move, Dice):
            raise Unknown(f"Ply {ply} was not a bot's.")
        return await self._bots.consider(seat.level, bot_seed(live.table, step.before.seat), step.before)

    async def watch(self, table_id: str, ply: int = 0, person: Person | None = None) -> AsyncGenerator[Update]:
        """What is new at a table, from a ply on: at once what there is, then whatever comes, and heartbeats."""
        live = await self.get(table_id)
        version, said = -1, 0
        with live.watched_by(person):
            self._keeper.metrics.streams.inc()
            try:
                while not self._keeper.is_closing:
                    changed = live.changed
                    update = Update(live, live.steps_from(ply), live.chat[said:], live.version != version)
                    if version >= 0 and update.is_heartbeat and await self._is_changed(changed):
                        continue
                    ply, version, said = max(ply, live.ply), live.version, len(live.chat)
                    yield update
            finally:
                self._keeper.metrics.streams.dec()

    async def _is_changed(self, changed: asyncio.Event) -> bool:
        """Wait for a change; False if none has come when it is time for a heartbeat."""
        try:
            async with asyncio.timeout(self._keeper.settings.heartbeat_seconds):
                await changed.wait()
        except TimeoutError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------ before the game

    async def create(self, host: Person, plan: Plan) -> LiveTable:
        """Open a table; the host sits at the seats planned for `me`."""
        if not MIN_PLAYERS <= len(plan.seats) <= MAX_PLAYERS:
            raise Unreadable(f"{len(plan.seats)} cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can.")
        if await self._store.count_hosted(host.id) >= self._keeper.settings.tables_per_person:
            raise TooMuch("You host as many unfinished tables as one person may.")
        table = Table(
            id=await self._new_id(),
            host=host.id,
            rules=plan.rules,
            seats=(Seat(),) * len(plan.seats),
            secret=new_secret(self._random),
            created_at=time.time(),
            pace=plan.pace,
            is_public=plan.is_public,
            has_hints=plan.has_hints,
            has_chat=plan.has_chat,
        )
        for number, seat in enumerate(plan.seats):
            table = replace(table, seats=self._planned(table, number, seat, host))
        await self._store.add_table(table)
        return await self.get(table.id)

    def _planned(self, table: Table, number: int, plan: SeatPlan, host: Person) -> tuple[Seat, ...]:
        if plan.kind == "bot":
            return change.with_bot(table, number, _checked_level(plan.level or "")).seats
        if plan.kind == "open":
            return table.seats
        seat = self._seat_for(host, Wish(plan.name))
        named = replace(seat, name=change.free_name(table, seat.name))
        return (*table.seats[:number], named, *table.seats[number + 1 :])

    def _seat_for(self, person: Person, wish: Wish) -> Seat:
        seed = _checked_seed(wish.seed) if wish.seed else new_seed(self._random)
        return Seat(checked_name(wish.name or person.name), person.id, seed=seed, is_client=person.is_client)

    async def join(self, table_id: str, person: Person, wish: Wish | None = None) -> LiveTable:
        """Take an open seat; who sits already stays, unless they wish for another seat on the same device."""
        wish = wish or Wish()
        seat = self._seat_for(person, wish)
        return await self._keeper.change(
            table_id, lambda table: change.with_person(table, seat, is_another=wish.is_another)
        )

    async def set_seed(self, table_id: str, person: Person, seed: str) -> LiveTable:
        """Give one's own seed for the dice, before the start."""
        seed = _checked_seed(seed)
        return await self._keeper.change(table_id, lambda table: change.with_seed(table, person.id, seed))

    async def set_seat(self, table_id: str, person: Person, number: int, level: str | None) -> LiveTable:
        """The host gives a seat to a bot, or (None) leaves it open."""
        level = _checked_level(level) if level else None
        return await self._change_as_host(table_id, person, lambda table: change.with_bot(table, number, level))

    async def start(self, table_id: str, person: Person, fill: str | None = None) -> LiveTable:
        """The host begins the game; `fill` is a level for the open seats, or `nobody` to take them away."""
        if fill and fill != FILL_NOBODY:
            fill = _checked_level(fill)
        return await self._change_as_host(table_id, person, lambda table: change.started(table, time.time(), fill))

    # ------------------------------------------------------------------------------------------------ the game

    async def play(self, table_id: str, person: Person, ply: int, text: str) -> tuple[Step, ...]:
        """Play a move that answers a ply; what came of it, the dice of a roll included."""
        live = await self.get(table_id)
        return await self._keeper.shielded(self._play(live, person, ply, text))

    async def _play(self, live: LiveTable, person: Person, ply: int, text: str) -> tuple[Step, ...]:
        async with live.lock:
            table = change.with_return(live.table, person.id)
            if table.life is not Life.PLAYING:
                raise NotNow(f"The table is {table.life}: nothing can be played.")
            if ply != live.ply:
                raise Stale(f"The move answers ply {ply}, but the game is at ply {live.ply}.", ply=live.ply)
            if live.state.seat not in table.seats_of(person.id):
                raise NotYours(f"It is the turn of {live.game.players[live.state.seat]}.")
            return await self._keeper.append(live, _readable(text, live), table)

    async def leave(self, table_id: str, person: Person) -> LiveTable:
        """Leave: an open seat again before the start, later a bot's until one comes back."""
        return await self._keeper.change(table_id, lambda table: change.without_person(table, person.id))

    async def come_back(self, table_id: str, person: Person) -> LiveTable:
        """Play one's own seats again after having been away."""
        return await self._keeper.change(table_id, lambda table: change.with_return(table, person.id))

    async def rematch(self, table_id: str, person: Person) -> LiveTable:
        """A new table for the same people; everybody who asks gets to the same one."""
        live = await self.get(table_id)
        new_id = await self._keeper.shielded(self._rematch(live, person))
        new = await self.get(new_id)
        others = {seat.person for seat in new.table.seats if seat.kind != "bot"} - {person.id}
        if new.table.life is Life.WAITING and not others:
            return await self.start(new_id, person)
        return new

    async def _rematch(self, live: LiveTable, person: Person) -> str:
        async with live.lock:
            if live.table.rematch:
                return live.table.rematch
            seeds = [new_seed(self._random) for _ in live.table.seats]
            new = replace(
                live.table,
                id=await self._new_id(),
                host=person.id,
                seats=change.again(live.table, person.id, seeds),
                secret=new_secret(self._random),
                created_at=time.time(),
                life=Life.WAITING,
                started_at=None,
                finished_at=None,
            )
            before = replace(live.table, rematch=new.id)
            await self._store.add_table(new, before=before)
            live.table = before
            live.announce(is_changed=True)
            return new.id

    # ------------------------------------------------------------------------------------------------ talking

    async def say(self, table_id: str, person: Person, text: str) -> ChatLine:
        """Say a line to everybody at the table."""
        text = re.sub(r"[^\S\r\n]", " ", text).strip()  # some keyboards put narrow spaces before ! and ?
        if not 0 < len(text) <= MAX_CHAT or not text.replace(EMOJI_JOINER, "").isprintable():
            raise Unreadable(f"A line of chat has 1 to {MAX_CHAT} characters that can be printed.")
        live = await self.get(table_id)
        return await self._keeper.shielded(self._say(live, person, text))

    async def _say(self, live: LiveTable, person: Person, text: str) -> ChatLine:
        async with live.lock:
            if not live.table.has_chat:
                raise NotNow("The host has switched the chat off.")
            seats = live.table.seats_of(person.id)
            if not seats:
                raise NotYours("Only who sits at the table can talk.")
            if not self._chatting.allows(person.id):
                raise TooMuch("You talk too fast.")
            line = ChatLine(len(live.chat), person.id, live.table.seats[seats[0]].name, text, time.time())
            await self._store.say(live.table.id, line)
            live.chat = (*live.chat, line)
            live.announce(is_changed=False)
            return line

    async def set_chat(self, table_id: str, person: Person, *, has_chat: bool) -> LiveTable:
        """The host switches the chat on or off."""
        return await self._change_as_host(table_id, person, lambda table: replace(table, has_chat=has_chat))

    # ------------------------------------------------------------------------------------------------ in common

    async def _change_as_host(self, table_id: str, person: Person, decide: Callable[[Table], Table]) -> LiveTable:
        def decide_as_host(table: Table) -> Table:
            change.check_host(table, person.id)
            return decide(table)

        return await self._keeper.change(table_id, decide_as_host)

    async def _new_id(self) -> str:
        while True:
            table_id = new_id(self._random)
            if not await self._store.has_game(table_id, None):
                return table_id


def _readable(text: str, live: LiveTable) -> Move:
    """The move that a text names, if it is legal now."""
    legal = legal_moves(live.state)
    choices = [str(move) for move in legal]
    try:
        move = parse_move(text)
        if move not in legal:
            raise IllegalMove(move, live.state.phase, legal)
    except InvalidNotation as problem:
        raise Unreadable(str(problem), legal=choices) from None
    except IllegalMove as problem:
        raise Illegal(str(problem), legal=choices) from None
    return move


def _checked_level(level: str) -> str:
    if level not in LEVELS:
        raise Unreadable(f"{level!r} is not a level: known are {', '.join(LEVELS)}.")
    return level


def _checked_seed(seed: str) -> str:
    if not SEED.fullmatch(seed):
        raise Unreadable("A seed has 1 to 64 letters and digits.")
    return seed
