"""Tables as the start page lists them: the players, the game, and how it stands."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf

from wormgrill.game.state import scores, winners
from wormgrill.presentation.labels import pace_title, shown_name
from wormgrill.presentation.my_turn import turn_text
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words
from wormgrill.server.model.people import Person
from wormgrill.server.model.table import Life, Table
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.tables import Tables

MAX_RUNNING, MAX_FINISHED, MAX_PUBLIC = 12, 6, 12
"""How many of each the page shows, the newest first."""


@dataclass(frozen=True)
class Card:
    """A table in a list."""

    url: str
    edition: str
    names: tuple[str, ...]
    """The players besides the reader."""
    note: str
    """How it stands."""
    is_urgent: bool = False
    """Whether the reader is expected to act."""
    is_open: bool = False
    """Whether a seat can be taken."""
    has_won: bool = False
    pace: str = ""
    date: str = ""
    extra_url: str = ""
    """For a finished game: where it can be replayed."""


@dataclass(frozen=True)
class Lobby:
    """All lists of the start page."""

    waiting: tuple[Card, ...]
    """The games in which somebody waits for the reader, or a clock does."""
    running: tuple[Card, ...]
    finished: tuple[Card, ...]
    public: tuple[Card, ...]


async def lobby_of(tables: Tables, person: Person | None, words: Words) -> Lobby:
    """What there is for a reader."""
    mine = await tables.list_of(person) if person else []
    finished = [table for table in mine if table.life is Life.FINISHED][:MAX_FINISHED]
    running = await tables.list_running(person) if person else []
    reader = person.id if person else None
    hurried = [live for live in await tables.get_all(filter(_can_wait, running)) if _waits_for(live, reader)]
    hurried.sort(key=lambda live: (live.deadline or inf, live.clock.since))
    waiting = {live.table.id for live in hurried}
    others = [table for table in running if table.id not in waiting][:MAX_RUNNING]
    public = [table for table in await tables.list_public() if not table.seats_of(reader) and table.host != reader]
    return Lobby(
        tuple(_waiting_card(live, reader, words) for live in hurried),
        tuple(sorted(await _running(tables, others, reader, words), key=lambda card: not card.is_urgent)),
        tuple(await _finished(tables, finished, reader, words)),
        tuple(_public(table, words) for table in _open_first(public)[:MAX_PUBLIC]),
    )


def _can_wait(table: Table) -> bool:
    """Whether other people, or a clock, may be waiting for a move; a game against bots has time."""
    people = {seat.person for seat in table.seats if seat.person}
    return table.life is Life.PLAYING and (len(people) > 1 or table.pace.seconds is not None)


def _waits_for(live: LiveTable, reader: str | None) -> bool:
    seat = live.seat_to_move
    return seat is not None and seat in live.table.seats_of(reader) and not live.table.seats[seat].is_played_by_bot


def _waiting_card(live: LiveTable, reader: str | None, words: Words) -> Card:
    note = turn_text(live.clock.since, live.deadline, time.time(), words)
    return card_of(live.table, words, names=_names(live.table, reader, words), note=note, is_urgent=True)


def _open_first(tables: Iterable[Table]) -> list[Table]:
    return sorted(tables, key=lambda table: not table.is_open)


def _names(table: Table, reader: str | None, words: Words) -> tuple[str, ...]:
    """Everybody but the reader; whoever shares their device counts as somebody else."""
    mine = table.seats_of(reader)[:1]
    seats = (seat for seat in range(len(table.seats)) if table.seats[seat].name and seat not in mine)
    return names_of_seats(table, seats, words)


def names_of_seats(table: Table, seats: Iterable[int], words: Words) -> tuple[str, ...]:
    """The players of these seats, as the reader calls them."""
    return tuple(_seat_name(table, seat, words) for seat in seats)


def _seat_name(table: Table, seat: int, words: Words) -> str:
    return shown_name(table.seats[seat].name, table.seats[seat].level, words)


async def _running(tables: Tables, found: Sequence[Table], reader: str | None, words: Words) -> list[Card]:
    return [_running_card(live, reader, words) for live in await tables.get_all(found)]


def _running_card(live: LiveTable, reader: str | None, words: Words) -> Card:
    table = live.table
    seat = live.seat_to_move
    is_mine = _waits_for(live, reader)
    _ = words.gettext
    if table.life is Life.WAITING:
        is_ready = not table.is_open and table.host == reader
        note = _("Everybody is here: start!") if is_ready else open_note(table, words)
        return card_of(table, words, names=_names(table, reader, words), note=note, is_urgent=is_ready)
    if seat is None:
        note = _("Paused. Come back any time.")
    else:
        note = _("Your turn") if is_mine else _("%(name)s to move") % {"name": _seat_name(table, seat, words)}
    return card_of(table, words, names=_names(table, reader, words), note=note, is_urgent=is_mine)


def open_note(table: Table, words: Words, awaited: Iterable[int] = ()) -> str:
    """How many are still awaited, or who if all seats are taken."""
    number = sum(seat.kind == "open" for seat in table.seats)
    names = names_of_seats(table, awaited, words)
    if not number and names:
        return words.gettext("Waiting for %(names)s") % {"names": ", ".join(names)}
    if not number:
        return words.gettext("Everybody is here")
    return words.ngettext("Waiting for one more", "Waiting for %(number)d more", number) % {"number": number}


async def _finished(tables: Tables, found: Sequence[Table], reader: str | None, words: Words) -> list[Card]:
    return [_finished_card(live, reader, words) for live in await tables.get_all(found)]


def _finished_card(live: LiveTable, reader: str | None, words: Words) -> Card:
    table = live.table
    won, totals = winners(live.state), scores(live.state)
    mine = table.seats_of(reader)
    has_won = len(mine) == 1 and mine[0] in won
    worms = totals[won[0]]
    if has_won and len(won) == 1:
        note = words.ngettext("You won with %(worms)d worm", "You won with %(worms)d worms", worms)
    elif len(won) == 1:
        note = words.ngettext("%(name)s won with %(worms)d worm", "%(name)s won with %(worms)d worms", worms)
    else:
        note = words.gettext("A shared win: %(name)s")
    name = ", ".join(_seat_name(table, seat, words) for seat in won)
    return card_of(
        table,
        words,
        names=_names(table, reader, words),
        note=note % {"name": name, "worms": worms},
        has_won=has_won,
        date=date_of(table.finished_at or table.created_at, words),
        extra_url=f"/t/{table.id}/replay",
    )


def _public(table: Table, words: Words) -> Card:
    if not table.is_open:
        note = words.gettext("In progress") if table.life is Life.PLAYING else words.gettext("All seats are taken")
    else:
        note = open_note(table, words)
    return card_of(table, words, names=_names(table, None, words), note=note, is_open=table.is_open)


def card_of(table: Table, words: Words, **more: object) -> Card:
    """A table as a card, with more that is known of it."""
    pace = pace_title(table.pace.seconds, words) if table.pace.seconds else ""
    edition = Teller(words, ()).edition(table.rules)
    return Card(url=f"/t/{table.id}", edition=edition, pace=pace, **more)  # type: ignore[arg-type]  # fields by name


def date_of(seconds: float, words: Words) -> str:
    """A day as the reader writes it."""
    return words.date(datetime.fromtimestamp(seconds, UTC).date())
