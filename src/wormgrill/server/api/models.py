"""The requests and responses of the JSON API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from wormgrill.game.fair_dice import NONE
from wormgrill.game.record import MAX_NAME
from wormgrill.game.rules import DEFAULT_EDITION, MAX_PLAYERS, MIN_PLAYERS, format_rules
from wormgrill.game.state import Phase, legal_moves, scores, winners
from wormgrill.game.trace import trace_state
from wormgrill.players.player import Thought
from wormgrill.players.reasons import explain
from wormgrill.presentation.board import BotsTold
from wormgrill.presentation.words import Words
from wormgrill.server.model.people import Person
from wormgrill.server.model.table import MAX_CHAT, ChatLine, Life, Table
from wormgrill.server.services.live import LiveTable

MAX_TEXT = 400
MAX_PLY = 1_000_000

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME, examples=["Robin"])]
Value = Annotated[str, Field(pattern="^[0-9a-f]{64}$", examples=["66687aadf862bd776c8fc18b8e9f8e20" * 2])]
"""A link of a chain (docs/fair-dice.md)."""
Level = Annotated[str, Field(min_length=1, max_length=32, examples=["thinker"], description="one of `GET /levels`")]
Ply = Annotated[int, Field(ge=0, le=MAX_PLY, strict=True)]


class RequestBody(BaseModel):
    """The body of a request: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


# ------------------------------------------------------------------------------------------------------------ people


class NewPerson(RequestBody):
    """A person to be created."""

    name: Name | None = None
    language: str = Field("en", max_length=16, examples=["de"])


class ChangedPerson(RequestBody):
    """What a person changes about themselves."""

    name: Name | None = None
    language: str | None = Field(None, max_length=16, examples=["fr"])


class TransferCode(RequestBody):
    """A code from another device."""

    code: str = Field(max_length=100, examples=["k3J8…"])


class PersonView(BaseModel):
    """A person as they see themselves."""

    name: str
    language: str

    @classmethod
    def of(cls, person: Person) -> PersonView:
        """The view of a person."""
        return cls(name=person.name, language=person.language)


class PersonWithToken(PersonView):
    """A person and the token by which they are known: keep it secret, it is shown once."""

    token: str


class Transfer(BaseModel):
    """How another device becomes the same person."""

    code: str
    link: str
    expires_in_seconds: int


# ------------------------------------------------------------------------------------------------------------ tables


class NewSeat(RequestBody):
    """The owner of a seat: `me` (also several times, for people around one device), `bot` or `open`."""

    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    level: Level | None = None


class NewTable(RequestBody):
    """A table to be opened."""

    rules: str = Field(DEFAULT_EDITION, max_length=MAX_TEXT, examples=["classic-2014 short_game"])
    seats: list[NewSeat] = Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)
    pace: str = Field("relaxed", max_length=16, examples=["live 60", "mail 3"])
    is_public: StrictBool = False
    has_hints: StrictBool = True
    has_chat: StrictBool = True
    anchor: Value | None = Field(None, description="what you commit to for the dice, if you sit at the table")


class JoinTable(RequestBody):
    """How a person takes a seat."""

    name: Name | None = None
    anchor: Value | None = Field(None, description="what you commit to for the dice")
    is_another: StrictBool = Field(False, description="take one more seat, for another person on the same device")


class StartTable(RequestBody):
    """How the game begins."""

    fill: Level | None = Field(None, description="a level for the open seats, or `nobody` to take them away")


class ChangedTable(RequestBody):
    """What the host changes."""

    has_chat: StrictBool


class NewAnchor(RequestBody):
    """The anchor of a chain: what you commit to for the dice."""

    anchor: Value


class Rematch(RequestBody):
    """How a person plays again."""

    anchor: Value | None = Field(None, description="what you commit to for the dice of the new table")


class Reveal(RequestBody):
    """Link 1 of your chain, whose SHA-256 is the anchor."""

    link: Value


class SeatLevel(RequestBody):
    """A bot for a seat, or null to open it."""

    level: Level | None


class Mute(RequestBody):
    """Whether somebody may talk."""

    is_muted: bool


class NewMove(RequestBody):
    """A move and the ply that it answers."""

    ply: Ply
    move: str = Field(max_length=64)
    link: Value | None = Field(
        None, description="with a roll: link `ply` + 2 of your chain, if you have committed to one"
    )


class NewChat(RequestBody):
    """A line to say."""

    text: str = Field(min_length=1, max_length=MAX_CHAT, examples=["Good roll!"])


class SeatView(BaseModel):
    """A seat as everybody sees it, and whether it is yours."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    presence: Literal["here", "skipped", "away", "left"] | None
    """None if the seat is open."""
    is_host: bool
    is_you: bool
    is_muted: bool


class Summary(BaseModel):
    """A table in a list."""

    id: str
    link: str
    life: Literal["waiting", "playing", "finished", "abandoned"]
    rules: str
    pace: str
    is_public: bool
    has_hints: bool
    has_chat: bool
    is_open: bool
    created_at: float
    seats: list[SeatView]


class State(BaseModel):
    """A position, as in the trace (docs/notation.md)."""

    grill: list[int]
    face_down: list[int]
    on_tile: dict[str, str]
    removed: list[str]
    in_hand: list[str]
    stacks: list[list[int]]
    specialists: list[str | None]
    bratworms: list[int]
    supply: int
    seat: int
    phase: str
    aside: list[int]
    rolled: list[int] | None
    dice_left: int
    golden_left: bool
    points: int
    weasel_used: bool


class DiceView(BaseModel):
    """What is known about the dice (docs/fair-dice.md); the secret when the game is over."""

    scheme: str
    commitment: str = Field(description="what the server has committed to")
    table: str
    anchors: list[str] = Field(description="for each seat what it has committed to, or `-`; none in the first scheme")
    seeds: list[str] = Field(description="for each seat what it has revealed, or `-`")
    links: list[str] = Field(description="for each seat the link of its last roll that had one, or `-`")
    unrevealed: list[int] = Field(
        description="seats that have committed and not revealed; due as soon as `life` is playing"
    )
    broken: list[int] = Field(description="seats whose chain takes no links any more: a roll was made without")
    secret: str | None


class TableView(Summary):
    """A table with its position."""

    ply: int = Field(description="the ply to be played next")
    seat_to_move: int | None
    deadline: float | None = Field(description="when the time to move is up, in seconds since 1970")
    legal: list[str]
    state: State
    dice: DiceView
    watching: list[str]
    bots: BotsTold = Field(
        description="warming-up while the bot at turn waits for its code, plain if a beginner moved for one that did "
        "not answer, else empty"
    )
    rematch: str | None
    scores: list[int] | None
    winners: list[int] | None


class PlyView(BaseModel):
    """One ply, as in the trace: who moved, the moves now open, and the position after it."""

    ply: int
    by: int | Literal["chance"]
    move: str
    legal: list[str]
    state: State
    scores: list[int] | None = None
    winners: list[int] | None = None


class Played(BaseModel):
    """What a move has brought about: itself and, after a roll, the dice."""

    ply: int = Field(description="the ply to be played next")
    plies: list[PlyView]


class OddsOption(BaseModel):
    """One option with its value and the chances of its results."""

    move: str
    value: float
    fail: float
    results: dict[str, float]


class OddsView(BaseModel):
    """The options of the current position, best first; none if nothing is to be decided."""

    ply: int
    best: str | None = None
    value: float | None = None
    options: list[OddsOption] = []


class ThoughtView(BaseModel):
    """One move as a bot saw it."""

    move: str
    value: float
    is_chance: bool = Field(False, description="whether the value is a chance to win")
    text: str = Field(description="why, in your language", examples=["A turn needs a worm."])
    reason: str = Field(description="the id of the message in `text`")
    numbers: dict[str, Any]

    @classmethod
    def of(cls, thought: Thought, words: Words, names: Sequence[str]) -> ThoughtView:
        """The view of a thought."""
        reason = thought.reason
        return cls(
            move=str(thought.move),
            value=thought.value,
            is_chance=thought.is_chance,
            text=explain(reason, words, names),
            reason=reason.message,
            numbers=dict(reason.numbers),
        )


class ChatView(BaseModel):
    """A line of chat."""

    number: int
    name: str
    text: str
    at: float

    @classmethod
    def of(cls, line: ChatLine) -> ChatView:
        """The view of a line."""
        return cls(number=line.number, name=line.name, text=line.text, at=line.at)


class Health(BaseModel):
    """That the server is well."""

    status: Literal["ok"] = "ok"
    version: str


class Problem(BaseModel):
    """Why a request was refused (application/problem+json)."""

    type: str = Field(examples=["urn:wormgrill:illegal-move"])
    title: str
    status: int
    detail: str
    ply: int | None = Field(None, description="the current ply, if the move was stale")
    legal: list[str] | None = Field(None, description="the legal moves, if the move was not")


# ------------------------------------------------------------------------------------------------------- from values


def summary_of(table: Table, person: Person | None, base_url: str) -> Summary:
    """A table in a list, as a person sees it."""
    return Summary(**_common(table, person, base_url))


def view_of(live: LiveTable, person: Person | None, base_url: str) -> TableView:
    """A table as a person sees it."""
    table, state = live.table, live.state
    is_over = state.phase is Phase.OVER
    return TableView(
        **_common(table, person, base_url),
        ply=live.ply,
        seat_to_move=live.seat_to_move,
        deadline=live.deadline,
        legal=[str(move) for move in legal_moves(state)] if table.life is Life.PLAYING else [],
        state=State.model_validate(trace_state(state)),
        dice=_dice_of(live),
        watching=list(live.watching),
        bots=live.bots,
        rematch=table.rematch,
        scores=list(scores(state)) if is_over else None,
        winners=list(winners(state)) if is_over else None,
    )


def _dice_of(live: LiveTable) -> DiceView:
    """What is known about the dice: of a game played elsewhere, what its record says, be it true or not."""
    table, dice = live.table, live.table.dice
    chains = [table.chain(seat, live.chains) for seat in range(len(table.seats))]
    if table.tags is not None:
        tags = dict(table.tags)
        return DiceView(
            scheme=tags.get("dice", ""),
            commitment=tags.get("dice-commitment", ""),
            table=tags.get("dice-table", ""),
            anchors=tags.get("dice-anchors", "").split(),
            seeds=tags.get("dice-seeds", "").split(),
            links=tags.get("dice-links", "").split(),
            unrevealed=[],
            broken=[],
            secret=tags.get("dice-secret"),
        )
    return DiceView(
        scheme=dice.scheme,
        commitment=dice.commitment,
        table=dice.table,
        anchors=list(dice.anchors),
        seeds=list(dice.seeds),
        links=[chain.link if chain else NONE for chain in chains],
        unrevealed=list(table.unrevealed),
        broken=[seat for seat, chain in enumerate(chains) if chain and chain.is_broken],
        secret=dice.secret if table.life is Life.FINISHED else None,
    )


def _common(table: Table, person: Person | None, base_url: str) -> dict[str, Any]:
    return {
        "id": table.id,
        "link": f"{base_url}/t/{table.id}",
        "life": table.life,
        "rules": format_rules(table.rules),
        "pace": str(table.pace),
        "is_public": table.is_public,
        "has_hints": table.has_hints,
        "has_chat": table.has_chat,
        "is_open": table.is_open,
        "created_at": table.created_at,
        "seats": [_seat_of(table, number, person) for number in range(len(table.seats))],
    }


def _seat_of(table: Table, number: int, person: Person | None) -> SeatView:
    seat = table.seats[number]
    return SeatView(
        seat=number,
        kind=seat.kind,  # type: ignore[arg-type]  # one of the three
        name=seat.name,
        level=seat.level,
        presence=None if seat.kind == "open" else seat.presence,  # type: ignore[arg-type]  # one of these texts
        is_host=seat.person == table.host,
        is_you=person is not None and number in table.seats_of(person.id),
        is_muted=seat.person in table.muted,
    )
