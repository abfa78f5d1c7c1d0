"""What people can do at the tables: the service that API and pages share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from wormgrill.game.fair_dice import NONE
from wormgrill.game.moves import Dice
from wormgrill.game.record import Game
from wormgrill.game.state import State, legal_moves
from wormgrill.players.player import Thought
from wormgrill.server.limits import RateLimit
from wormgrill.server.model import table as model
from wormgrill.server.model.ids import RandomBytes, new_id, new_secret
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import Plan, SeatRequest, checked_level, planned_table, requested_seat
from wormgrill.server.model.play import Step, person_move
from wormgrill.server.model.refusals import (
    BotsBusy,
    BotsWarmingUp,
    LimitReached,
    Muted,
    NoReview,
    NotAllowed,
    NotFound,
    NotNow,
    TableSetAside,
)
from wormgrill.server.model.table import FILL_NOBODY, ChatLine, Life, Table
from wormgrill.server.services.bots import Bots, Doubt
from wormgrill.server.services.live import LiveTable, Replay, Update
from wormgrill.server.services.registry import LiveTables
from wormgrill.server.settings import Settings
from wormgrill.server.storage.store import Store

T = TypeVar("T")
REMEMBERED_ODDS = 2000
"""Positions whose odds are kept: every viewer of a table asks for the same ones."""


class Tables:
    """All tables of this server."""

    def __init__(
        self, store: Store, live_tables: LiveTables, bots: Bots, settings: Settings, random_bytes: RandomBytes
    ) -> None:
        self._store = store
        self._live_tables = live_tables
        self._bots = bots
        self._settings = settings
        self._random = random_bytes
        self._hosts: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._chatting = RateLimit(per_second=0.5, at_once=5)
        self._odds: LRUCache[State, dict[str, Any]] = LRUCache(REMEMBERED_ODDS)

    # ------------------------------------------------------------------------------------------------ looking

    async def get(self, table_id: str) -> LiveTable:
        """The table with this id."""
        return await self._live_tables.get(table_id)

    async def get_all(self, tables: Iterable[Table]) -> list[LiveTable]:
        """These tables, without those that cannot be read."""
        found = []
        for table in tables:
            with suppress(TableSetAside):
                found.append(await self.get(table.id))
        return found

    async def list_public(self) -> list[Table]:
        """The newest public tables that wait for people or are being played."""
        return await self._store.list_public()

    async def list_of(self, person: Person) -> list[Table]:
        """The newest tables at which a person sits or is the host."""
        return await self._store.list_of(person.id)

    async def list_running(self, person: Person) -> list[Table]:
        """The newest of these whose game waits, is played, or was left and can be taken up again."""
        return [table for table in await self._store.list_running(person.id) if person.id not in table.removed]

    async def record(self, table_id: str) -> Game:
        """The record of a table's game so far."""
        return (await self.get(table_id)).record

    async def odds(self, table_id: str) -> tuple[int, dict[str, Any] | None]:
        """The current ply and the odds of its options, where hints are allowed; None if nothing is to decide."""
        live = await self.get(table_id)
        if not live.table.has_hints:
            raise NotAllowed("This table is played without hints.")
        ply, state = live.ply, live.state
        if not legal_moves(state):
            return ply, None
        return ply, await self.odds_of(state)

    async def odds_of(self, state: State) -> dict[str, Any]:
        """The odds of the options of a position, of a table or not."""
        found = self._odds.get(state)
        if found is None:
            found = self._odds[state] = await self._answered(self._bots.odds(state))
        return found

    async def _answered(self, answer: Awaitable[T]) -> T:
        """What the bots' processes answer; refused if they do not."""
        try:
            return await answer
        except (TimeoutError, BrokenExecutor):
            raise (BotsWarmingUp if self._bots.is_cold else BotsBusy) from None

    async def doubt(self, table_id: str, person: Person, ply: int, text: str) -> Doubt | None:
        """What speaks against the move that a person is about to play, if it costs much; where hints are allowed."""
        live = await self.get(table_id)
        if not live.table.has_hints or ply != live.ply or live.state.seat not in live.table.seats_of(person.id):
            return None
        move = next((move for move in legal_moves(live.state) if str(move) == text), None)
        return await self._answered(self._bots.doubt(live.state, move)) if move else None

    async def thoughts(
        self, table_id: str, ply: int, replay: Callable[[Game, int], Awaitable[Step]] | None = None
    ) -> tuple[Thought, ...]:
        """How the bot at turn ranked its moves at a ply; not before that ply is played.

        A ply that lies far back is found only if somebody replays the game.
        """
        live = await self.get(table_id)
        if not 0 <= ply < live.ply:
            raise NotFound(f"Ply {ply} has not been played.")
        step = live.known_step(ply)
        if step is None and replay:
            step = await replay(live.game, ply)
        if step is None:
            raise NotFound(f"Ply {ply} lies too far back.")
        seat = live.table.seats[step.before.seat]
        if seat.level is None or isinstance(step.move, Dice):
            raise NotFound(f"Ply {ply} was not a bot's.")
        seed = model.bot_seed(live.table, step.before.seat)
        thoughts = await self._answered(self._bots.consider(seat.level, seed, step.before))
        if thoughts[0].move != step.move:  # it could not think in time, or an earlier version of it has played
            raise NotFound(f"What was considered at ply {ply} is not known any more.")
        return thoughts

    async def watch(
        self, table_id: str, ply: int = 0, person: Person | None = None, replay: Replay | None = None
    ) -> AsyncGenerator[Update]:
        """What is new at a table, from a ply on: at once what there is, then whatever comes, and heartbeats."""
        live = await self.get(table_id)
        async for update in live.watch(ply, person, self._settings.heartbeat_seconds, replay):
            yield update

    # ------------------------------------------------------------------------------------------------ before the game

    async def create(self, host: Person, plan: Plan) -> LiveTable:
        """Open a table; the host sits at the seats planned for `me`."""
        async with self._hosting(host):
            await self._check_hosted(host)
            own_id, secret = await self._new_id(), new_secret(self._random)
            table = planned_table(plan, host, table_id=own_id, secret=secret, now=time.time())
            await self._store.add_table(table)
        live = await self.get(table.id)
        live.expect(host)
        return live

    async def join(self, table_id: str, person: Person, request: SeatRequest | None = None) -> LiveTable:
        """Take an open seat; a person with a seat keeps it, unless they ask for another one on the same device."""
        request = request or SeatRequest()
        seat = requested_seat(request, person)
        (await self.get(table_id)).expect(person)
        return await self._change(table_id, lambda table: model.with_person(table, seat, is_another=request.is_another))

    async def commit(self, table_id: str, person: Person, anchor: str) -> LiveTable:
        """Commit to a chain for the dice, before the start."""
        return await self._change(table_id, lambda table: model.with_anchor(table, person.id, anchor))

    async def set_seat(self, table_id: str, person: Person, number: int, level: str | None) -> LiveTable:
        """The host gives a seat to a bot, or (None) leaves it open."""
        level = checked_level(level) if level else None
        return await self._change_as_host(table_id, person, lambda table: model.with_bot(table, number, level))

    async def start(self, table_id: str, person: Person, fill: str | None = None) -> LiveTable:
        """The host begins the game; `fill` is a level for the open seats, or `nobody` to take them away."""
        if fill and fill != FILL_NOBODY:
            fill = checked_level(fill)
        return await self._change_as_host(table_id, person, lambda table: model.started(table, time.time(), fill))

    async def change_bird(self, table_id: str, person: Person) -> LiveTable:
        """Show the bird that a person has chosen at a table where they sit."""
        return await self._change(table_id, lambda table: model.with_bird(table, person.id, person.name, person.bird))

    # ------------------------------------------------------------------------------------------------ the game

    async def reveal(self, table_id: str, person: Person, link: str) -> LiveTable:
        """Reveal what the person has committed to, after the start and before the first roll."""
        live = await self.get(table_id)

        def decide(table: Table) -> Table:
            if live.ply and table.unrevealed:
                raise NotNow("The first roll has been made: nothing can be revealed any more.")
            return model.with_reveal(table, person.id, link)

        await live.change(decide)
        return live

    async def play(self, table_id: str, person: Person, ply: int, text: str, link: str = NONE) -> tuple[Step, ...]:
        """Play a move that answers a ply; what came of it, the dice of a roll included.

        The link of the person's chain becomes part of a roll. Without the right one the move is played all the same,
        but the chain is broken.
        """
        live = await self.get(table_id)
        await live.wait_for_reveals(self._settings.reveal_seconds)
        return await live.append(lambda table, game: person_move(table, game, person.id, ply, text), link)

    async def leave(self, table_id: str, person: Person) -> LiveTable:
        """Leave: an open seat again before the start, later a bot's until the person comes back."""
        return await self._change(table_id, lambda table: model.without_person(table, person.id))

    async def come_back(self, table_id: str, person: Person) -> LiveTable:
        """The person plays their own seats again after having been away."""
        (await self.get(table_id)).expect(person)
        return await self._change(table_id, lambda table: model.with_return(table, person.id))

    async def stand_in(self, table_id: str, person: Person, number: int, *, is_for_turn: bool = False) -> LiveTable:
        """Somebody at the table has a bot play for the person who has to move and is not there.

        It plays until that person is back, or for this turn alone.
        """
        live = await self.get(table_id)

        def decide(table: Table) -> Table:
            if not table.seats_of(person.id):
                raise NotAllowed("You have no seat at this table.")
            if number not in live.absent or live.seat_to_move != number or table.pace.seconds is not None:
                raise NotNow("Nobody is waited for there who is not at the table.")
            return model.with_bot_for_turn(table, number) if is_for_turn else model.with_away(table, number)

        await live.change(decide)
        return live

    async def remove(self, table_id: str, person: Person, number: int) -> LiveTable:
        """The host removes the person at a seat: the seat is open again, or once the game has begun, a bot's."""
        return await self._change_as_host(
            table_id,
            person,
            lambda table: model.with_removal(table, model.other_person(table, number, person.id)),
        )

    async def mute(self, table_id: str, person: Person, number: int, *, is_muted: bool) -> LiveTable:
        """The host takes the chat of a table from the person at a seat, or gives it back."""
        return await self._change_as_host(
            table_id,
            person,
            lambda table: model.with_muted(table, model.other_person(table, number, person.id), is_muted=is_muted),
        )

    async def rematch(self, table_id: str, person: Person, anchor: str = NONE) -> LiveTable:
        """A new table for the same people, where the person commits to a chain; all of them get to the same table."""
        anchor = model.checked_anchor(anchor)

        def committed(table: Table) -> Table:
            is_possible = table.life is Life.WAITING and table.seats_of(person.id)
            return model.with_anchor(table, person.id, anchor) if anchor != NONE and is_possible else table

        live = await self.get(table_id)
        model.check_welcome(live.table, person.id)
        async with self._hosting(person):
            if live.table.rematch is None:
                own_id, secret = await self._new_id(), new_secret(self._random)
                new = model.rematch_of(live.table, person.id, table_id=own_id, secret=secret, now=time.time())
                await self._check_hosted(person)
                await live.change(
                    lambda table: table if table.rematch else replace(table, rematch=new.id), adding=committed(new)
                )
        again = await self.get(live.table.rematch or "")
        again.expect(person)
        await again.change(committed)
        others = {seat.person for seat in again.table.seats if seat.kind != "bot"} - {person.id}
        if again.table.life is Life.WAITING and not others:
            return await self.start(again.table.id, person)
        return again

    async def reviewable(self, table_id: str) -> LiveTable:
        """A table whose game may be reviewed: not one in play where people have agreed to play without hints."""
        live = await self.get(table_id)
        if live.table.started_at is None:
            raise NoReview("This game has not begun.")
        if live.table.life is Life.PLAYING and not live.table.has_hints:
            raise NoReview("This game is played without hints: there is a review when it is over.")
        return live

    # ------------------------------------------------------------------------------------------------ talking

    async def say(self, table_id: str, person: Person, text: str) -> ChatLine:
        """Say a line to everybody at the table."""
        text = model.chat_text(text)
        live = await self.get(table_id)
        is_allowed: bool | None = None

        def decide(table: Table, number: int) -> ChatLine:
            nonlocal is_allowed
            name = model.chat_name(table, person.id)
            if person.is_muted:
                raise Muted("The operator of this server has muted you.")
            if is_allowed is None:  # decided anew, because another process was faster, it is the same line
                is_allowed = self._chatting.allows(person.id)
            if not is_allowed:
                raise LimitReached("You talk too fast.")
            return ChatLine(number, person.id, name, text, time.time())

        return await live.say(decide)

    async def set_chat(self, table_id: str, person: Person, *, has_chat: bool) -> LiveTable:
        """The host switches the chat on or off."""
        return await self._change_as_host(table_id, person, lambda table: replace(table, has_chat=has_chat))

    # ------------------------------------------------------------------------------------------------ in common

    def _hosting(self, person: Person) -> asyncio.Lock:
        """Held while a person's tables are counted and one is added, so that many at once do not pass the bound."""
        return self._hosts.setdefault(person.id, asyncio.Lock())

    async def _check_hosted(self, person: Person) -> None:
        if await self._store.count_hosted(person.id) >= self._settings.tables_per_person:
            raise LimitReached("You host as many unfinished tables as one person may.")

    async def _change(self, table_id: str, decide: Callable[[Table], Table]) -> LiveTable:
        live = await self.get(table_id)
        await live.change(decide)
        return live

    async def _change_as_host(self, table_id: str, person: Person, decide: Callable[[Table], Table]) -> LiveTable:
        def decide_as_host(table: Table) -> Table:
            model.check_host(table, person.id)
            return decide(table)

        return await self._change(table_id, decide_as_host)

    async def _new_id(self) -> str:
        while True:
            table_id = new_id(self._random)
            if not await self._store.has_game(table_id, None):
                return table_id
