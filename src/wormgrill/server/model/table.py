"""Table: its seats and settings as a value, and what people may do to it as functions from one value to the next."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.fair_dice import NONE, SCHEME, VALUE, Chain, FairDice, dice_table, hashed
from wormgrill.game.moves import Move
from wormgrill.game.record import MAX_NAME, Game
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from wormgrill.players.levels import STRONGEST, level_named
from wormgrill.presentation.labels import SOMEBODY
from wormgrill.server.model.refusals import AnchorUsed, Ended, InvalidRequest, Muted, NotAllowed, NotNow, Removed

DAY_SECONDS = 86_400
LIVE_SECONDS = (5, 3600)
MAIL_DAYS = (1, 30)
MAX_CHAT = 300
EMOJI_JOINER = "\u200d"
"""Not printed itself, but many an emoji is made with it."""
FILL_NOBODY = "nobody"
NOBODY = ""
"""The host of a table that belongs to nobody: its game was played elsewhere, or its host has deleted their history."""


class Life(StrEnum):
    """The stages of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Presence(StrEnum):
    """Whether a person plays their seat; a bot plays for a person who is away or has left, or only this turn."""

    HERE = "here"
    SKIPPED = "skipped"
    AWAY = "away"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a person may think.

    >>> parse_pace("live 30").seconds, str(parse_pace("mail 3")), parse_pace("relaxed").seconds
    (30.0, 'mail 3', None)
    """

    kind: str = "relaxed"
    number: int = 0
    """Seconds for a live move, days for one by mail."""

    @property
    def seconds(self) -> float | None:
        """What a move may take; None without a clock."""
        return {"relaxed": None, "live": float(self.number), "mail": float(self.number * DAY_SECONDS)}[self.kind]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.number else self.kind


RELAXED = Pace()


def parse_pace(text: str) -> Pace:
    """The pace that a text names: `relaxed`, `live SECONDS` or `mail DAYS`."""
    kind, _, number = text.partition(" ")
    bounds = {"live": LIVE_SECONDS, "mail": MAIL_DAYS}.get(kind)
    if text == "relaxed":
        return RELAXED
    if bounds and number.isascii() and number.isdigit() and bounds[0] <= int(number[:9]) <= bounds[1]:
        return Pace(kind, int(number))
    expected = (
        f"relaxed, live {LIVE_SECONDS[0]}-{LIVE_SECONDS[1]} (seconds) or mail {MAIL_DAYS[0]}-{MAIL_DAYS[1]} (days)"
    )
    raise InvalidNotation(f"{quoted(text)} is not a pace", expected=expected)


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: open, a bot's (it has a level) or a person's."""

    name: str = ""
    person: str | None = None
    """The id of the person who acts for this seat; one person may have several seats."""
    level: str | None = None
    seed: str = NONE
    """What this seat adds to every roll: what it had committed to, once that is revealed."""
    presence: Presence = Presence.HERE
    is_client: bool = False
    """Whether a program plays here over the API: it needs no pauses to follow the game."""
    anchor: str = NONE
    """What the person has committed to for the dice; all their seats have the same."""
    bird: str | None = None
    """The bird that the person has chosen as their face; None if it is given by the name."""

    @property
    def kind(self) -> str:
        """`person`, `bot` or `open`."""
        return "person" if self.person else "bot" if self.level else "open"

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides now."""
        return self.level is not None or self.presence is not Presence.HERE


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a table but the moves of its game."""

    id: str
    host: str
    """The id of the person who opened it, or who took over."""
    rules: Rules
    seats: tuple[Seat, ...]
    secret: str
    """The server's secret for the dice."""
    created_at: float
    pace: Pace = RELAXED
    is_public: bool = False
    has_hints: bool = True
    has_chat: bool = True
    life: Life = Life.WAITING
    started_at: float | None = None
    finished_at: float | None = None
    rematch: str | None = None
    """The id of the table at which the same people play again."""
    tags: tuple[tuple[str, str], ...] | None = None
    """What an imported record says of itself; None for a game played here."""
    dice_scheme: str = SCHEME
    """A game goes on with the dice with which it began."""
    has_secret_whims: bool = True
    """Whether what its bots do on a whim follows from the secret; at tables of the first version, from the id."""
    removed: tuple[str, ...] = ()
    """The ids of the people who were removed: they can watch, but neither play nor talk here any more."""
    muted: tuple[str, ...] = ()
    """The ids of the people who can play here, but not talk."""

    @property
    def dice(self) -> FairDice:
        """Where the rolls come from."""
        anchors = tuple(seat.anchor for seat in self.seats) if self.dice_scheme == SCHEME else ()
        return FairDice(self.secret, dice_table(self.id), tuple(seat.seed for seat in self.seats), anchors)

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats that have committed to a value and not revealed it."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.anchor != NONE and seat.seed == NONE)

    @property
    def is_open(self) -> bool:
        """Whether a seat can still be taken."""
        return self.life is Life.WAITING and any(seat.kind == "open" for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played, as things stand."""
        return self.life in (Life.FINISHED, Life.ABANDONED)

    @property
    def is_ended(self) -> bool:
        """Whether the people who run the server have ended the game: nobody else can remove the host."""
        return self.life is Life.ABANDONED and self.host in self.removed

    def is_played_for(self, person: str) -> bool:
        """Whether a bot plays a seat of this person, who was away or has left, in a game that is not over."""
        is_over = self.life is Life.FINISHED
        return not is_over and any(self.seats[seat].presence is not Presence.HERE for seat in self.seats_of(person))

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats that a person acts for: none if they were removed."""
        return () if person in self.removed else self.seats_named(person)

    def seats_named(self, person: str | None) -> tuple[int, ...]:
        """The seats that are a person's, whether they may act for them or not."""
        return tuple(number for number, seat in enumerate(self.seats) if person and seat.person == person)

    def own_seat(self, person: str | None, name: str = "") -> int | None:
        """The seat at which a person sits themselves: the one of their name, else their first.

        Others play at their further seats, beside them and on the same device.
        """
        mine = self.seats_of(person)
        return next((number for number in mine if self.seats[number].name == name), mine[0] if mine else None)

    def chain(self, number: int, chains: Mapping[str, Chain]) -> Chain | None:
        """The chain of a seat's person, if they have committed to one; where nobody has rolled, it is at its start."""
        anchor = self.seats[number].anchor
        return None if anchor == NONE else chains.get(anchor, Chain(anchor))

    def record(self, game: Game, chains: Mapping[str, Chain]) -> Game:
        """The game with all that its record says; the secret of the dice only when it is over."""
        if self.tags is not None:
            return replace(game, tags=self.tags)
        date = datetime.fromtimestamp(self.started_at or self.created_at, UTC).date().isoformat()
        found = (self.chain(number, chains) for number in range(len(self.seats)))
        links = tuple(chain.link if chain else NONE for chain in found)
        return replace(game, tags=(("date", date), *self.dice.tags(links, is_revealed=self.life is Life.FINISHED)))


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat."""

    number: int
    person: str
    name: str
    text: str
    at: float


# ------------------------------------------------------------------------------------------------ before it starts


def with_person(table: Table, taken: Seat, *, is_another: bool) -> Table:
    """A person takes an open seat; a person with a seat keeps it, unless they ask for another one."""
    check_welcome(table, taken.person)
    if table.seats_of(taken.person) and not is_another:
        return table
    for number, seat in enumerate(table.seats):
        if table.life is Life.WAITING and seat.kind == "open":
            seated = _with_seat(table, number, replace(taken, name=free_name(table, taken.name)))
            mine = (seat.anchor for seat in table.seats if seat.person == taken.person and seat.anchor != NONE)
            return _with_anchor(seated, taken.person or "", next(mine, taken.anchor))
    raise NotNow("No seat is open at this table.")


def with_anchor(table: Table, person: str, anchor: str) -> Table:
    """A person commits to a chain for all their seats; the server is bound to its secret already."""
    _check_waiting(table)
    if not table.seats_of(person):
        raise NotAllowed("You have no seat at this table.")
    return _with_anchor(table, person, checked_anchor(anchor))


def _with_anchor(table: Table, person: str, anchor: str) -> Table:
    if anchor != NONE and any(seat.anchor == anchor and seat.person != person for seat in table.seats):
        raise AnchorUsed
    for number in table.seats_of(person):
        table = _with_seat(table, number, replace(table.seats[number], anchor=anchor))
    return table


def checked_anchor(anchor: str) -> str:
    """The anchor itself, or none; `InvalidRequest` if it cannot be one."""
    if anchor != NONE and not VALUE.fullmatch(anchor):
        raise InvalidRequest("An anchor has 64 hexadecimal digits.")
    return anchor


def with_reveal(table: Table, person: str, link: str) -> Table:
    """A person reveals what they have committed to; refused if it is something else, or before the game has begun."""
    if table.started_at is None:
        raise NotNow("Nothing is revealed before the game has begun: somebody may still commit.")
    mine = [number for number in table.seats_of(person) if table.seats[number].anchor != NONE]
    if not mine:
        raise NotAllowed("You have not committed to anything at this table.")
    if not VALUE.fullmatch(link) or hashed(link) != table.seats[mine[0]].anchor:
        raise InvalidRequest("This is not the value that you have committed to.")
    for number in mine:
        table = _with_seat(table, number, replace(table.seats[number], seed=link))
    return table


def with_bot(table: Table, number: int, level: str | None) -> Table:
    """A bot of this level takes a seat that no person has, or (None) leaves it open."""
    _check_waiting(table)
    if number >= len(table.seats) or table.seats[number].kind == "person":
        raise NotNow(f"Seat {number} is not free for a bot.")
    seat = Seat(free_name(table, level_named(level).title, but=number), level=level) if level else Seat()
    return _with_seat(table, number, seat)


def started(table: Table, now: float, fill: str | None = None) -> Table:
    """The game begins; open seats are filled with bots of a level, or taken away (`nobody`)."""
    _check_waiting(table)
    if fill == FILL_NOBODY:
        table = replace(table, seats=tuple(seat for seat in table.seats if seat.kind != "open"))
    elif fill:
        for number, seat in enumerate(table.seats):
            table = with_bot(table, number, fill) if seat.kind == "open" else table
    if any(seat.kind == "open" for seat in table.seats):
        raise NotNow("A seat is still open: wait, or fill it with a bot.")
    if not MIN_PLAYERS <= len(table.seats) <= MAX_PLAYERS:
        raise NotNow(f"{len(table.seats)} cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can.")
    return replace(table, life=Life.PLAYING, started_at=now)


def free_name(table: Table, name: str, but: int | None = None) -> str:
    """The name, with a number if somebody else at the table has it already."""
    taken = {seat.name for number, seat in enumerate(table.seats) if number != but}
    return next(candidate for candidate in _numbered(name) if candidate not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in range(2, MAX_PLAYERS + 2):
        yield f"{name[: MAX_NAME - 2].rstrip()} {number}"


# ------------------------------------------------------------------------------------------------ people come and go


def without_person(table: Table, person: str) -> Table:
    """A person leaves: before the start the seat is open again, later a bot plays it until they come back."""
    if table.life is Life.FINISHED or not table.seats_of(person):
        return table
    for number in table.seats_of(person):
        seat = table.seats[number]
        gone = Seat() if table.life is Life.WAITING else replace(seat, presence=Presence.LEFT)
        table = _with_seat(table, number, gone)
    staying = [seat.person for seat in table.seats if seat.person and seat.presence is not Presence.LEFT]
    if not staying:
        return replace(table, life=Life.ABANDONED)
    return replace(table, host=_heir(table, staying)) if table.host == person else table


def _heir(table: Table, people: Sequence[str]) -> str:
    """The person who becomes the host: the first who was not muted, if there is one."""
    return next((person for person in people if person not in table.muted), people[0])


def check_welcome(table: Table, person: str | None) -> None:
    """Refuse whoever was removed from the table."""
    if person in table.removed:
        raise Ended if table.is_ended else Removed


def with_removal(table: Table, person: str) -> Table:
    """A person is removed: they leave and cannot come back."""
    if table.is_over:
        raise NotNow("The game is over: nobody need be removed.")
    if not table.seats_of(person):
        raise NotNow("This person has no seat at the table.")
    return replace(without_person(table, person), removed=(*table.removed, person))


def with_everybody_removed(table: Table) -> Table:
    """The game is ended before its end, and nobody can take it up again."""
    if table.life is Life.FINISHED:
        raise NotNow("The game is over.")
    people = dict.fromkeys(seat.person for seat in table.seats if seat.person and seat.person not in table.removed)
    seats = tuple(replace(seat, presence=Presence.LEFT) if seat.person else seat for seat in table.seats)
    return replace(table, life=Life.ABANDONED, seats=seats, removed=(*table.removed, *people))


def with_muted(table: Table, person: str, *, is_muted: bool) -> Table:
    """A person cannot talk at the table from now on, or can again."""
    others = tuple(other for other in table.muted if other != person)
    return replace(table, muted=(*others, person) if is_muted else others)


def other_person(table: Table, number: int, person: str) -> str:
    """The id of the person at a seat, who is not this one; refused if there is none."""
    seated = table.seats[number].person if number < len(table.seats) else None
    if seated is None:
        raise NotNow(f"No person sits at seat {number}.")
    if seated == person:
        raise NotNow("This is your own seat: you can leave the table.")
    return seated


def with_return(table: Table, person: str) -> Table:
    """A person who was away or had left plays their own seats again."""
    check_welcome(table, person)
    if not table.seats_of(person):
        raise NotAllowed("You have no seat at this table.")
    if table.life is Life.FINISHED:
        return table
    for number in table.seats_of(person):
        if table.seats[number].presence is not Presence.HERE:
            table = _with_seat(table, number, replace(table.seats[number], presence=Presence.HERE))
    is_resumed = table.life is Life.ABANDONED and table.started_at is not None
    return replace(table, life=Life.PLAYING) if is_resumed else table


def with_away(table: Table, number: int) -> Table:
    """The time of a seat's person is up: a bot plays it until they return, unless it plays there already."""
    if table.life is not Life.PLAYING or table.seats[number].is_played_by_bot:
        return table
    return _with_seat(table, number, replace(table.seats[number], presence=Presence.AWAY))


def with_bot_for_turn(table: Table, number: int) -> Table:
    """A bot plays the turn of a person who is not there, and no later one."""
    return _with_seat(table, number, replace(table.seats[number], presence=Presence.SKIPPED))


def after_turn(table: Table, number: int) -> Table:
    """The turn of a seat is over: if a bot has played only that one, the person is asked again the next time."""
    seat = table.seats[number]
    is_skipped = seat.presence is Presence.SKIPPED
    return _with_seat(table, number, replace(seat, presence=Presence.HERE)) if is_skipped else table


def with_bird(table: Table, person: str, name: str, bird: str | None) -> Table:
    """A person gets another face; the people who play beside them keep theirs."""
    number = table.own_seat(person, name)
    return table if number is None else _with_seat(table, number, replace(table.seats[number], bird=bird))


# ------------------------------------------------------------------------------------------------ afterwards


def again(table: Table, person: str) -> tuple[Seat, ...]:
    """The seats of a rematch: the same people, one seat further; the seat of a person who has left is open."""
    if not table.is_over or table.tags is not None:
        raise NotNow("The game is not over.")
    if not table.seats_of(person) and table.host != person:
        raise NotAllowed("You did not play at this table.")
    first, *others = (_again(seat, person) for seat in table.seats)
    return (*others, first)


def _again(seat: Seat, person: str) -> Seat:
    has_left = seat.presence is Presence.LEFT and seat.person != person  # so have all who were removed
    if seat.kind == "open" or (seat.kind == "person" and has_left):
        return Seat()
    return replace(seat, presence=Presence.HERE, seed=NONE, anchor=NONE)


def rematch_of(table: Table, person: str, *, table_id: str, secret: str, now: float) -> Table:
    """The table at which the same people play again; whoever asks for it is the host, unless they are muted."""
    check_welcome(table, person)
    seats = again(table, person)
    people = (person, *(seat.person for seat in seats if seat.person))
    return replace(
        table,
        id=table_id,
        host=_heir(table, people),
        seats=seats,
        secret=secret,
        created_at=now,
        life=Life.WAITING,
        started_at=None,
        finished_at=None,
        rematch=None,
        dice_scheme=SCHEME,
        has_secret_whims=True,
    )


def is_counted(table: Table, number: int) -> bool:
    """Whether a finished game counts for the person of a seat: they had only this one, and no bot ended it for them."""
    seat = table.seats[number]
    return seat.presence is Presence.HERE and table.seats_of(seat.person) == (number,)


def without_trace(table: Table, person: str) -> Table | None:
    """A table that is not finished, as if a person had not been there; None if no other person has a seat.

    Before the start their seat is open; later a bot plays it to the end, under the name of somebody.
    """
    others = [seat.person for seat in table.seats if seat.person and seat.person != person]
    if not others:
        return None
    for number in table.seats_named(person):
        if table.started_at is None:
            seat = Seat()
        else:
            old, name = table.seats[number], free_name(table, SOMEBODY, but=number)
            seat = Seat(name, level=STRONGEST, seed=old.seed, anchor=old.anchor)
        table = _with_seat(table, number, seat)
    return replace(
        table,
        host=others[0] if table.host == person else table.host,
        removed=tuple(other for other in table.removed if other != person),
        muted=tuple(other for other in table.muted if other != person),
    )


def without_history(table: Table, person: str) -> Table | None:
    """A finished game in which a person is somebody; None if no other person played, so that nobody misses it."""
    if not any(seat.person and seat.person != person for seat in table.seats):
        return None
    for number in table.seats_named(person):
        name = free_name(table, SOMEBODY, but=number)
        table = _with_seat(table, number, replace(table.seats[number], name=name, person=None, is_client=False))
    return replace(table, host=NOBODY) if table.host == person else table


# ------------------------------------------------------------------------------------------------ talking


def chat_text(text: str) -> str:
    """A line of chat as it is shown; refused if it is empty, too long, or cannot be printed."""
    text = re.sub(r"[^\S\r\n]", " ", text).strip()  # some keyboards put narrow spaces before ! and ?
    if not 0 < len(text) <= MAX_CHAT or not text.replace(EMOJI_JOINER, "").isprintable():
        raise InvalidRequest(f"A line of chat has 1 to {MAX_CHAT} characters that can be printed.")
    return text


def chat_name(table: Table, person: str) -> str:
    """The name under which a person talks at a table; refused if they may not."""
    if not table.has_chat:
        raise NotNow("The host has switched the chat off.")
    check_welcome(table, person)
    if person in table.muted:
        raise Muted("The host of this table has muted you.")
    seats = table.seats_of(person)
    if not seats:
        raise NotAllowed("Only players at the table can talk.")
    return table.seats[seats[0]].name


def is_talked_at(table: Table) -> bool:
    """Whether people talk to each other: not where the host has switched it off, nor where one has only bots around."""
    return table.has_chat and len({seat.person for seat in table.seats if seat.person}) > 1


# ------------------------------------------------------------------------------------------------ what follows from it


def check_host(table: Table, person: str) -> None:
    """Refuse what only the host may do."""
    if table.host != person:
        raise NotAllowed("Only the host of the table can do this.")


def deadline(table: Table, seat: int, since: float) -> float | None:
    """When the seat's time to move is up, if it has a clock."""
    seconds = table.pace.seconds
    return None if seconds is None or table.seats[seat].is_played_by_bot else since + seconds


def bot_seed(table: Table, seat: int) -> int:
    """What the noise of a seat's bot follows from: as long as the game goes on, nobody can work it out."""
    if not table.has_secret_whims:
        return int.from_bytes(hashlib.sha256(f"{table.id} {seat}".encode()).digest()[:4])
    return int.from_bytes(hmac.digest(bytes.fromhex(table.secret), f"bot {seat}".encode(), "sha256"))


def game_of(table: Table, moves: tuple[Move, ...] = ()) -> Game:
    """The game of a table, or what it will be: with a name for every seat."""
    names = (seat.name or f"Seat {number}" for number, seat in enumerate(table.seats))
    return Game(table.rules, tuple(names), moves)


def named_after(table: Table, game: Game) -> Game:
    """A game with the names of the seats as they are now."""
    names = tuple(seat.name for seat in table.seats)
    return game if game.players == names else replace(game, players=names).arrived(game.state)


def has_people(table: Table) -> bool:
    """Whether people, not only bots and programs, sit at the table and follow the game."""
    return any(seat.person and not seat.is_client and seat.presence is Presence.HERE for seat in table.seats)


def _check_waiting(table: Table) -> None:
    if table.life is not Life.WAITING:
        raise NotNow(f"The table is {table.life}, no longer waiting.")


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))
