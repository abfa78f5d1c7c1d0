"""What the viewers of a table see: made once for all who see the same, and told as what is new to each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache

from wormgrill.game.events import events
from wormgrill.game.fair_dice import NONE
from wormgrill.game.moves import Dice
from wormgrill.presentation.birds import birds_of
from wormgrill.presentation.board import ABSENT, ChatView, Facts, SeatFacts, TableView
from wormgrill.presentation.fairness import DiceFacts, DiceSeat
from wormgrill.presentation.hints import Thinking, make_thinking
from wormgrill.presentation.labels import shown_name
from wormgrill.presentation.talk import with_reaction
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, travelling
from wormgrill.presentation.words import Words, words_of
from wormgrill.server.model.refusals import BotsBusy, Refusal
from wormgrill.server.model.table import Life, Table, is_talked_at
from wormgrill.server.pages.fragments import Parts, fragments, page_title, patch
from wormgrill.server.pages.rules import rules_text_url, rules_url
from wormgrill.server.services.live import LiveTable, Mark
from wormgrill.server.services.tables import Tables
from wormgrill.server.web.streams import format_event
from wormgrill.server.web.visit import Visit

NAME_LENGTH = 16
RECENT = 100
"""Tables whose screens are kept besides those that are watched: a page that is asked for again is not made again."""
_numbers = count()


class Viewpoint(NamedTuple):
    """All that makes what one viewer sees differ from what another one sees."""

    language: str
    mine: tuple[int, ...]
    """The seats that the viewer acts for."""
    wants_hints: bool


@dataclass(frozen=True)
class Advice:
    """What the analysis says to viewers who want to know."""

    odds: Mapping[str, Any] | None = None
    thinking: Thinking | None = None


@dataclass(frozen=True, eq=False)
class Screen:
    """What is seen from a viewpoint at a moment."""

    live: LiveTable
    mark: Mark
    view: TableView
    parts: Parts
    title: str
    number: int = field(default_factory=lambda: next(_numbers))
    """No other screen has it."""

    @property
    def name(self) -> str:
        """By this a page says what it shows: what looks the same has the same name."""
        return hashlib.sha256("".join(self.parts.values()).encode()).hexdigest()[:NAME_LENGTH]

    _news: dict[int | None, bytes] = field(default_factory=dict)

    def news_since(self, before: Screen | None) -> bytes:
        """What is new to somebody who was shown another screen, or none, as an event; empty if nothing is."""
        key = before.number if before else None
        if key not in self._news:
            self._news[key] = self._made_news(before)
        return self._news[key]

    def _made_news(self, before: Screen | None) -> bytes:
        old = before.parts if before else {}
        parts = {name: part for name, part in self.parts.items() if old.get(name) != part}
        if not parts:
            return b""
        title = "" if before and before.title == self.title else self.title
        steps = (self.live.recent_steps(before.view.ply) or ()) if before else ()
        things = (
            thing for step in steps for thing in travelling(step.move, events(step.before, step.move, step.after))
        )
        return format_event(patch(parts, title, things), resume_from=self.view.ply).encode()


class TableScreens:
    """The latest screens of one table, from every viewpoint that somebody has."""

    def __init__(self, live: LiveTable, tables: Tables) -> None:
        self.live = live
        self._tables = tables
        self._latest: dict[Viewpoint, Screen] = {}
        self._latest_in: dict[str, Screen] = {}
        """By language, whatever the viewpoint."""

    def viewpoint_of(self, visit: Visit) -> Viewpoint:
        """From where a visitor looks now."""
        table = self.live.table
        return Viewpoint(visit.words.language, table.seats_of(visit.person_id), table.has_hints and visit.wants_hints)

    async def now(self, viewpoint: Viewpoint) -> Screen:
        """What is seen from a viewpoint now."""
        latest = self._latest.get(viewpoint)
        if latest and latest.mark == self.live.mark:
            return latest
        advice = await self._advice(viewpoint) if viewpoint.wants_hints else Advice()
        screen = self._screen(viewpoint, advice)
        self._latest[viewpoint] = self._latest_in[viewpoint.language] = screen
        return screen

    def _screen(self, viewpoint: Viewpoint, advice: Advice) -> Screen:
        live, words = self.live, words_of(viewpoint.language)
        before = self._latest.get(viewpoint)
        facts = _facts(live, viewpoint, advice, before)
        view = make_view(live.game, facts, words, live.story, before.view if before else None)
        known = [screen for screen in (before, self._latest_in.get(viewpoint.language)) if screen]
        urls = addresses(live, is_seated=bool(viewpoint.mine))
        parts = fragments(view, urls, words, ((screen.view, screen.parts) for screen in known))
        is_same_title = before is not None and before.view.status.title == view.status.title
        title = before.title if before and is_same_title else page_title(view.status.title, words)
        return Screen(live, live.mark, view, parts, title)

    async def _advice(self, viewpoint: Viewpoint) -> Advice:
        is_mine = self.live.seat_to_move is not None and self.live.seat_to_move in viewpoint.mine
        thinking = await self._thinking(words_of(viewpoint.language))
        return Advice(await self._odds() if is_mine else None, thinking)

    async def _odds(self) -> Mapping[str, Any] | None:
        try:
            ply, odds = await self._tables.odds(self.live.table.id)
        except BotsBusy:
            return None
        return odds if ply == self.live.ply else None

    async def _thinking(self, words: Words) -> Thinking | None:
        """What the bot that moved last had considered, if there was anything to consider."""
        live = self.live
        for told in reversed(live.story.recent):
            if isinstance(told.move, Dice) or live.table.seats[told.before.seat].level is None:
                continue
            try:
                thoughts = await self._tables.thoughts(live.table.id, told.ply)
            except Refusal:
                return None
            return make_thinking(teller_of(live, words), told.before, thoughts) if len(thoughts) > 1 else None
        return None


class Screens:
    """The screens of all tables that somebody looks at."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._of_table: WeakValueDictionary[str, TableScreens] = WeakValueDictionary()
        self._recent: LRUCache[str, TableScreens] = LRUCache(RECENT)

    def of(self, live: LiveTable) -> TableScreens:
        """Those of one table; they are kept for a while, and as long as somebody holds them, such as a stream."""
        found = self._of_table.get(live.table.id)
        if found is None or found.live is not live:
            found = self._of_table[live.table.id] = TableScreens(live, self._tables)
        self._recent[live.table.id] = found
        return found


def teller_of(live: LiveTable, words: Words) -> Teller:
    """Tells of a table by the names of its players."""
    return Teller(words, tuple(shown_name(seat.name, seat.level, words) for seat in live.table.seats))


def addresses(live: LiveTable, *, is_seated: bool) -> dict[str, str]:
    """Where the page of a table sends what its viewer does, by name; empty where that cannot be done."""
    here = f"/t/{live.table.id}"
    return {
        "moves": f"{here}/moves",
        "live": f"{here}/live",
        "hints": f"{here}/hints",
        "tutor": f"{here}/tutor",
        "table": here,
        "chat": f"{here}/chat",
        "leave": f"{here}/leave" if is_seated and live.table.life is Life.PLAYING else "",
        "stand_in": f"{here}/stand-in",
        "nudge": f"{here}/nudge",
        "come_back": f"{here}/return",
        "rematch": f"{here}/rematch" if is_seated else "",
        "rematch_page": f"/t/{live.table.rematch}",
        "replay": f"{here}/replay",
        "review": f"{here}/review",
        "share": f"{here}/share",
        "verify": f"{here}/verify",
        "fair_dice": f"{here}/fair-dice",
        "rules": rules_url(live.table.rules),
        "rules_text": rules_text_url(live.table.rules),
    }


def _facts(live: LiveTable, viewpoint: Viewpoint, advice: Advice, before: Screen | None) -> Facts:
    table, mine = live.table, viewpoint.mine
    is_same_chat = before is not None and len(before.view.chat) == len(live.chat)
    return Facts(
        table=table.id,
        seats=seat_facts(table, live.absent),
        mine=mine,
        deadline=live.deadline,
        has_hints=table.has_hints and table.life is not Life.FINISHED,
        wants_hints=viewpoint.wants_hints,
        odds=advice.odds,
        thinking=advice.thinking,
        has_chat=is_talked_at(table),
        chat=before.view.chat if before and is_same_chat else chat_of(live, mine, words_of(viewpoint.language)),
        watching=live.watching,
        rematch=table.rematch,
        dice=_dice(live),
        has_rules=True,
        has_clock=table.pace.seconds is not None,
        bots=live.bots,
    )


def seat_facts(table: Table, absent: Collection[int] = ()) -> tuple[SeatFacts, ...]:
    """What is known of the seats of a table, and of those whose people are not there."""
    return tuple(
        SeatFacts(seat.level, ABSENT if number in absent else seat.presence.value, seat.bird)
        for number, seat in enumerate(table.seats)
    )


def seat_birds(table: Table) -> dict[int, str]:
    """The face of every seat that is taken."""
    facts = seat_facts(table)
    taken = [number for number, seat in enumerate(table.seats) if seat.kind != "open"]
    birds = birds_of([table.seats[number].name for number in taken], [facts[number] for number in taken])
    return dict(zip(taken, birds, strict=True))


def chat_of(live: LiveTable, mine: tuple[int, ...], words: Words) -> tuple[ChatView, ...]:
    """What was said at a table, for a viewer who has these seats."""
    seats = live.table.seats
    numbers = {(seat.person, seat.name): number for number, seat in enumerate(seats)}
    me = seats[mine[0]].person if mine else None
    lines = (
        ChatView(
            number=line.number,
            name=line.name,
            text=line.text,
            is_mine=me is not None and line.person == me,
            seat=numbers.get((line.person, line.name)),
        )
        for line in live.chat
    )
    return tuple(with_reaction(line, words) for line in lines)


def _dice(live: LiveTable) -> DiceFacts:
    """What the seats add to the dice."""
    chains = [live.table.chain(seat, live.chains) for seat in range(len(live.table.seats))]
    seats = (
        DiceSeat(chain is not None, chain is not None and seat.seed != NONE, chain is not None and chain.is_broken)
        for seat, chain in zip(live.table.seats, chains, strict=True)
    )
    return DiceFacts(live.table.dice_scheme, tuple(seats), is_revealing=not live.ply)
