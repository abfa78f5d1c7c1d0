"""What a viewer sees of a table, as plain values: the vocabulary between `view` and the templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from wormgrill.presentation.beats import Beat
from wormgrill.presentation.buttons import Action
from wormgrill.presentation.fairness import DiceFacts, DiceLine
from wormgrill.presentation.hints import Hint, Thinking
from wormgrill.presentation.result import Result
from wormgrill.presentation.rulings import Asked

HERE = "here"
ABSENT = "absent"


@dataclass(frozen=True)
class SeatFacts:
    """What is known of a seat besides the game."""

    level: str | None = None
    """The level of the bot that has the seat."""
    presence: str = "here"
    """`here`, or `absent` if their page is not open; a bot plays for a person who is `away` or has `left`."""
    bird: str | None = None
    """The bird that the person has chosen; None if it is given by their name."""


@dataclass(frozen=True)
class ChatView:
    """A line of chat."""

    number: int
    name: str
    text: str
    is_mine: bool = False
    seat: int | None = None
    """Where the person sits who has said it."""
    reaction: str = ""
    """What is drawn instead of the text, if the line is a reaction."""
    told: str = ""
    """All of it in a sentence, to be read aloud."""
    is_nudge: bool = False
    """Whether it reminds whoever has to move."""


class BotsTold(StrEnum):
    """What people at a table have to know of its bots."""

    NOTHING = ""
    WARMING_UP = "warming-up"
    """The bot at turn waits for its code."""
    PLAIN = "plain"
    """The last move of a bot was not its own, because it did not answer."""


@dataclass(frozen=True)
class Facts:
    """What is known of a table and its viewer besides the game."""

    table: str
    seats: tuple[SeatFacts, ...]
    mine: tuple[int, ...] = ()
    """The seats that the viewer acts for."""
    deadline: float | None = None
    """When the current seat's time is up, in seconds of the Unix epoch."""
    has_hints: bool = False
    """Whether the table allows hints."""
    wants_hints: bool = False
    """Whether the viewer has switched them on."""
    odds: Mapping[str, object] | None = None
    """The odds of the position as the analysis gives them, if the viewer may see them."""
    thinking: Thinking | None = None
    has_chat: bool = True
    chat: tuple[ChatView, ...] = ()
    watching: tuple[str, ...] = ()
    rematch: str | None = None
    dice: DiceFacts | None = None
    """None where the page says nothing about the dice."""
    has_clock: bool = False
    """Whether the time of a move is limited."""
    has_rules: bool = False
    """Whether the page can show the rules of the table."""
    bots: BotsTold = BotsTold.NOTHING


@dataclass(frozen=True)
class Figure:
    """A specialist as a figure."""

    id: str
    name: str
    power: str


@dataclass(frozen=True)
class TileView:
    """A place of the grill, or the top of a stack."""

    number: int
    worms: int
    place: str
    """`up` (face-up), `down` (turned over) or `gone` (a player has it)."""
    label: str
    figure: Figure | None = None
    is_in_reach: bool = False
    """Whether stopping now would take it."""


@dataclass(frozen=True)
class FaceView:
    """The rolled dice of one face."""

    face: str
    said: str
    """The dice in words, such as `three 4s`."""
    dice: tuple[bool, ...]
    """A die each; true is the golden one."""
    points: int
    total: int
    """The points of the turn if these dice are kept."""
    move: str | None
    """How to keep them; None if the viewer cannot."""
    label: str
    """What keeping them gives, or why they cannot be kept."""
    is_kept_already: bool
    aim: int | None = None
    """The tile that could be had with them at once."""
    hint: Hint | None = None
    has_bratworm: bool = False
    """Whether keeping them brings a bratworm."""


@dataclass(frozen=True)
class KeptView:
    """Dice laid aside together."""

    face: str
    said: str
    """The dice in words, such as `three 4s`."""
    dice: tuple[bool, ...]
    points: int


@dataclass(frozen=True)
class Tray:
    """The dice of the turn."""

    key: int
    """Grows with every roll, so that new dice are seen to be new."""
    faces: tuple[FaceView, ...]
    """The dice to choose from."""
    waiting: tuple[bool, ...]
    """The dice not rolled yet; true is the golden one."""
    missed: tuple[KeptView, ...]
    """The dice with which the previous turn failed, until the next one begins: the last roll, or what was kept."""
    missed_by: str
    """Whose they were."""
    missed_title: str
    """Which of them they are."""
    missed_note: str
    """Why it failed."""
    kept: tuple[KeptView, ...]
    """The dice laid aside; after a failed attempt those of the failed turn, as long as its dice are shown."""
    points: int
    has_worm: bool
    worm_note: str
    """Whether there is a worm among the kept dice, in words."""

    @property
    def is_few(self) -> bool:
        """Whether the dice on the left are so few that they can be shown larger."""
        return sum(len(group.dice) for group in self.faces) + len(self.waiting) <= 5


@dataclass(frozen=True)
class PlayerView:
    """A player with all that lies before them."""

    seat: int
    name: str
    is_mine: bool
    is_current: bool
    is_winner: bool
    top: TileView | None
    height: int
    worms: int
    """All of them, bratworms included."""
    bratworms: int
    in_all: str
    """The worms, and how many of them are bratworms, in words."""
    figure: Figure | None
    level: str | None
    presence: str
    deadline: float | None
    summary: str
    """All of it in a sentence, for people who cannot see it."""


@dataclass(frozen=True)
class LogTurn:
    """A turn in the log."""

    number: int
    name: str
    seat: int
    kind: str
    """`took`, `stole` or `failed`."""
    kept: tuple[KeptView, ...]
    lines: tuple[tuple[str, str], ...]
    """What came of it, sentence by sentence, each with its kind: as above, or empty."""
    missed: tuple[KeptView, ...] = ()
    """The roll with which it failed, if there was nothing new to keep."""

    @property
    def in_short(self) -> str:
        """What came of it in one text, the most important sentence first."""
        return " ".join(line for _, line in sorted(self.lines, key=lambda line: not line[0]))


@dataclass(frozen=True)
class Status:
    """The most important thing on the page, in words."""

    kind: str
    """`mine` (the viewer is asked to move), `theirs` or `over`."""
    title: str
    text: str
    mood: str = ""
    """What the text tells: `took`, `stole`, `failed` or nothing special."""
    meanwhile: str = ""
    """What was taken from the viewer since their last turn, if the text does not tell it; or what a bot lacked."""


@dataclass(frozen=True)
class WaitsFor:
    """Another person who has to move, without a clock."""

    seat: int
    name: str
    is_absent: bool


@dataclass(frozen=True)
class TableView:
    """All that a viewer sees of a table."""

    table: str
    ply: int
    edition: str
    phase: str
    status: Status
    grill: tuple[TileView, ...]
    supply: int | None
    """Bratworms left; None where there are none in the game."""
    tray: Tray
    actions: tuple[Action, ...]
    players: tuple[PlayerView, ...]
    birds: tuple[str, ...]
    """The face of every seat."""
    log: tuple[LogTurn, ...]
    """The newest first."""
    heard: tuple[tuple[int, str], ...]
    """What the last plies did, by ply: for the live region."""
    is_my_move: bool
    has_hints: bool
    wants_hints: bool
    thinking: Thinking | None
    has_chat: bool
    can_chat: bool
    chat: tuple[ChatView, ...]
    watching: tuple[str, ...]
    is_watching: bool
    """Whether the viewer has no seat."""
    is_played_for: bool
    """Whether a bot plays for the viewer, who can come back."""
    waits_for: WaitsFor | None
    """The person whom the viewer waits for, if that is to be hurried by nobody but them."""
    result: Result | None
    rematch: str | None
    dice: tuple[DiceLine, ...]
    """What is proven about the dice, and what is not."""
    now: tuple[Asked, ...]
    """The rules that matter now; none where the page does not show rules."""
    takes_link: bool
    """Whether the viewer's browser adds a fresh value to their rolls."""
    sound: str
    """What can be heard of the last ply: `dice`, `tile`, `steal`, `fail`, `turn` or nothing."""
    beat: Beat | None
    """What the last ply is for the rhythm in which things are shown."""
