"""What is seen of a review and of a decision to be tried, as plain values: the vocabulary of the templates."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.presentation.board import TableView
from wormgrill.presentation.pictures import Picture

WIDE, NARROW = (720, 240), (280, 260)
"""The curve, in units of its drawing: on a large screen, and on a phone."""
SCALE = 1000
"""The length of a bar from one edge to the other."""


@dataclass(frozen=True)
class Line:
    """The chance to win of one player over the game."""

    seat: int
    name: str
    points: str
    """As an SVG polyline has it."""
    end: str
    """The chance at the end, or the result."""


@dataclass(frozen=True)
class Tick:
    """A line across the curve, or a turn below it."""

    at: int
    label: str


@dataclass(frozen=True)
class MarkOnCurve:
    """A decision that cost something, where it happened."""

    x: int
    y: int
    mark: str
    seat: int
    ply: int
    label: str


@dataclass(frozen=True)
class Curve:
    """The chances of all players, from turn to turn."""

    lines: tuple[Line, ...]
    levels: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    marks: tuple[MarkOnCurve, ...]
    rows: tuple[tuple[str, ...], ...]
    """The same as a table: the turn, then the chance of every player after it."""
    turning: tuple[int, int]
    """Where the turn begins that changed most, and where it ends."""
    width: int
    height: int


@dataclass(frozen=True)
class Bar:
    """A part of a player's result: from where it leads to where, as parts of 1000."""

    kind: str
    """`start`, `luck`, `error`, `given`, `rest` or `final`."""
    name: str
    text: str
    left: int
    length: int
    is_gain: bool


@dataclass(frozen=True)
class Player:
    """What made the result of one player."""

    seat: int
    name: str
    bars: tuple[Bar, ...]
    zero: int
    """Where nothing is, and where"""
    one: int
    """all is, on the scale of the bars."""
    decisions: str
    """How many decisions counted, and what they cost on average."""
    plays_like: str
    """The level that errs as much; empty if there were too few decisions."""
    adjusted: str
    """The result without luck, with its interval; empty if the game is not over."""
    luckiest: str
    unluckiest: str


@dataclass(frozen=True)
class Moment:
    """A decision to learn from."""

    ply: int
    turn: int
    seat: int
    name: str
    mark: str
    cost: str
    situation: str
    """The dice: what was kept, and what was rolled."""
    board: tuple[tuple[tuple[str, Picture], ...], ...]
    """The position in rows of small pictures with their names: the grill, what the players have, and the dice."""
    played: str
    played_picture: Picture
    best: str
    best_picture: Picture
    why: str


@dataclass(frozen=True)
class ReviewView:
    """A whole review."""

    title: str
    verdict: str
    """Luck or skill, in a sentence."""
    turning_point: str
    curve: Curve | None
    """None if nothing has happened yet."""
    narrow_curve: Curve | None
    """The same on a phone."""
    players: tuple[Player, ...]
    moments: tuple[Moment, ...]
    bands: str
    """What the comparison with our levels stands on."""
    evaluator: str

    @property
    def goes_beyond(self) -> bool:
        """Whether bars lead below no chance at all, or above certainty."""
        return any(player.zero > 0 or player.one < SCALE for player in self.players)


@dataclass(frozen=True)
class OptionView:
    """One of the moves of a decision."""

    move: str
    name: str
    chance: str
    """The chance to win with it."""
    cost: str
    """What it costs compared with the best one; empty if nothing."""
    mark: str
    fill: int
    """The length of its bar, from 0 to 100."""
    reason: str
    is_best: bool
    is_played: bool
    is_tried: bool


@dataclass(frozen=True)
class Decision:
    """A position with its options, and what is said of a try."""

    view: TableView
    options: tuple[OptionView, ...]
    """Best first."""
    is_tried: bool
    is_right: bool
    remark: str
    """What is said of the try; empty before it."""
    why: str
    """Why the best move is the best."""
