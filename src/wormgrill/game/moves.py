"""The moves, chance's included, and their text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from wormgrill.game.dice import Counts, format_dice, format_face, parse_dice, parse_face, with_die
from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.reading import placed, value_of
from wormgrill.game.rules import MAX_PLAYERS, Specialist, parse_specialist
from wormgrill.game.tiles import parse_tile


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all dice not kept yet; perhaps with the golden die as a ninth."""

    golden: bool = False

    def __str__(self) -> str:
        return "roll golden" if self.golden else "roll"


@dataclass(frozen=True, slots=True)
class Keep:
    """Lay aside all rolled dice of one face."""

    face: int

    def __str__(self) -> str:
        return f"keep {format_face(self.face)}"


@dataclass(frozen=True, slots=True)
class Weasel:
    """Roll the dice just rolled once more."""

    def __str__(self) -> str:
        return "weasel"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn and claim what the kept dice give, if anything."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Steal:
    """Claim the top of this seat's stack."""

    seat: int

    def __str__(self) -> str:
        return f"steal {self.seat}"


@dataclass(frozen=True, slots=True)
class Grill:
    """Claim this tile from the grill; as a move, instead of another claim."""

    tile: int

    def __str__(self) -> str:
        return f"grill {self.tile}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Claim nothing although something is there, and fail on purpose."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Rob:
    """Take the bratworm that the supply cannot give from this seat."""

    seat: int

    def __str__(self) -> str:
        return f"rob {self.seat}"


@dataclass(frozen=True, slots=True)
class Retain:
    """Keep this one of two specialists; the other goes back to the grill."""

    specialist: Specialist

    def __str__(self) -> str:
        return f"retain {self.specialist}"


@dataclass(frozen=True, slots=True)
class Dice:
    """What chance rolled.

    >>> str(Dice((2, 0, 1, 2, 1, 3), golden=6))
    'dice 113445WW+W'
    """

    counts: Counts
    """The golden die included."""
    golden: int | None = None
    """The face of the golden die, if it was among the dice."""

    def __str__(self) -> str:
        return f"dice {self.faces}"

    @property
    def faces(self) -> str:
        """The dice alone, such as `113445WW+W`."""
        if self.golden is None:
            return format_dice(self.counts)
        return f"{format_dice(with_die(self.counts, self.golden, -1))}+{format_face(self.golden)}"


Move = Roll | Keep | Weasel | Stop | Steal | Grill | Pass | Rob | Retain | Dice
Claim = Steal | Grill


def format_move(move: Move) -> str:
    """A move as text."""
    return str(move)


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """The move that a text names; the inverse of `format_move`.

    Whether it is legal somewhere is not asked here. Dice may be named in any order.

    >>> parse_move("keep W"), parse_move("rob 3"), parse_move("retain hen")
    (Keep(face=6), Rob(seat=3), Retain(specialist=Specialist.HEN))
    """
    word, space, detail = text.partition(" ")
    if not space:
        plain: dict[str, Move] = {"roll": Roll(), "weasel": Weasel(), "stop": Stop(), "pass": Pass()}
        if word in plain:
            return plain[word]
    elif text == "roll golden":
        return Roll(golden=True)
    elif word in _PARSE_DETAIL:
        return placed(_PARSE_DETAIL[word], detail, len(word) + 2)
    raise InvalidNotation(
        f"{quoted(text)} is not a move",
        expected="roll, roll golden, keep FACE, weasel, stop, steal SEAT, grill TILE, pass, rob SEAT, "
        "retain SPECIALIST or dice FACES",
    )


def as_move(move: Move | str) -> Move:
    """Return a move as it is, or the one that a text names: for functions that take either."""
    return value_of(move, Move, parse_move, "a move is a text such as 'keep 4', or a Move")


def parse_roll(text: str) -> Dice:
    """The dice of a text such as `113445WW` or `113445WW+W`; the inverse of `Dice.faces`."""
    plain, plus, golden = text.partition("+")
    counts = parse_dice(plain)
    if not plus and not plain:
        raise InvalidNotation("no dice are named", expected="dice such as 113445WW")
    if not plus:
        return Dice(counts)
    face = placed(parse_face, golden, len(plain) + 2)
    return Dice(with_die(counts, face), face)


def parse_seat(text: str) -> int:
    """The seat that a text names."""
    if len(text) != 1 or text not in "0123456":
        raise InvalidNotation(f"{quoted(text)} is not a seat", expected=f"a number from 0 to {MAX_PLAYERS - 1}")
    return int(text)


_PARSE_DETAIL: dict[str, Callable[[str], Move]] = {
    "keep": lambda text: Keep(parse_face(text)),
    "steal": lambda text: Steal(parse_seat(text)),
    "grill": lambda text: Grill(parse_tile(text)),
    "rob": lambda text: Rob(parse_seat(text)),
    "retain": lambda text: Retain(parse_specialist(text)),
    "dice": parse_roll,
}
