"""Kinds of turn: with which dice and helpers a turn is played, and its states, rolls and keeps.

This code is kept simple rather than fast: `reference.py` uses it, and tests compare `lattice.py` with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from wormgrill.game.dice import (
    FACE_POINTS,
    FACES,
    GOLDEN_DIE_FACES,
    NO_DICE,
    WHITE_DICE,
    WORM,
    Counts,
    earns_bratworm,
    parse_dice,
    parse_face,
    points,
    rolls,
    with_die,
)
from wormgrill.game.reading import value_of


class Roll(NamedTuple):
    """Dice just rolled. `counts` has all of them; `golden` is the face of the special golden die, or 0 without one."""

    counts: Counts
    golden: int = 0


class TurnState(NamedTuple):
    """Everything about a turn between two rolls that matters for the rest of it. `TurnKind.state` makes one."""

    faces: tuple[int, ...]
    """The faces kept so far, ascending."""
    points: int
    dice_left: int
    bratworm: bool = False
    """Two or more 1s were kept, in a kind of turn where that earns a bratworm."""
    golden_left: bool = False
    """The special golden die is not kept yet."""
    weasel_left: bool = False
    golden_waits: bool = False
    """The golden die is not among the dice yet and may be added to any roll."""

    @property
    def has_worm(self) -> bool:
        """Whether a W is among the kept dice."""
        return WORM in self.faces

    @property
    def can_roll(self) -> bool:
        """Whether the player may roll: at least one die and one open face are left."""
        return self.dice_left > 0 and len(self.faces) < len(FACES)

    @property
    def can_join(self) -> bool:
        """Whether the golden die may be added to the next roll."""
        return self.golden_waits and self.can_roll

    @property
    def can_stop(self) -> bool:
        """Whether something has been kept."""
        return bool(self.faces)


@dataclass(frozen=True)
class TurnKind:
    """What a turn is played with. The states of a turn depend on nothing else.

    A golden die with the faces 12345W is just one more ordinary die. A golden die with other faces is *special*: its
    face must be known apart from the other dice.

    >>> TurnKind(golden_die_faces="12345W").dice
    9
    """

    golden_die_faces: str | None = None
    """The faces of the golden die if it is rolled this turn."""
    bratworms: bool = False
    """Keeping two or more 1s at once earns a bratworm. The payoffs say what it is worth."""
    weasel: bool = False
    """Once in the turn, the player may roll all dice just rolled again."""
    white_dice: int = WHITE_DICE
    golden_die_waits: bool = False
    """The golden die is not rolled from the start of the turn, but may be added to any roll, once."""

    def __post_init__(self) -> None:
        if self.golden_die_faces not in (None, *GOLDEN_DIE_FACES):
            raise ValueError(f"golden_die_faces must be None or one of {', '.join(GOLDEN_DIE_FACES)}")
        if not 1 <= self.white_dice <= WHITE_DICE:
            raise ValueError(f"white_dice must be from 1 to {WHITE_DICE}")
        if self.golden_die_waits and (self.golden_die_faces is None or self.weasel):
            raise ValueError("golden_die_waits needs golden_die_faces, and nobody has the weasel as well")

    @property
    def dice(self) -> int:
        """How many dice the first roll has, without a golden die that waits."""
        return self.white_dice + (self.golden_die_faces is not None and not self.golden_die_waits)

    @property
    def has_special_golden_die(self) -> bool:
        """Whether the turn has a special golden die."""
        return self.golden_die_faces not in (None, GOLDEN_DIE_FACES[0])

    @property
    def start(self) -> TurnState:
        """The state before the first roll."""
        return self.state(NO_DICE)

    def state(
        self, kept: Counts, *, golden_left: bool = True, weasel_used: bool = False, golden_waits: bool = True
    ) -> TurnState:
        """The state with these dice kept, a kept golden die included.

        `golden_left` matters only with a special golden die, `weasel_used` only with a weasel, and `golden_waits` only
        with a golden die that may be added to any roll.

        >>> CLASSIC.state((0, 0, 3, 0, 0, 1)).dice_left
        4
        """
        golden_waits = golden_waits and self.golden_die_waits
        dice = self.dice + (self.golden_die_waits and not golden_waits)
        dice_left = dice - sum(kept)
        if dice_left < 0:
            raise ValueError(f"{sum(kept)} dice are kept, but the turn has {dice}")
        return TurnState(
            faces=tuple(face for face in FACES if kept[face - 1]),
            points=points(kept),
            dice_left=dice_left,
            bratworm=self.earns_bratworm(1, kept[0]),
            golden_left=self.has_special_golden_die and golden_left and dice_left > 0 and not golden_waits,
            weasel_left=self.weasel and not weasel_used,
            golden_waits=golden_waits,
        )

    def join(self, state: TurnState) -> TurnState:
        """The state in which the golden die has been added to the dice left.

        >>> kind = TurnKind("111WWW", golden_die_waits=True)
        >>> kind.start.dice_left, kind.join(kind.start).dice_left
        (8, 9)
        """
        if not state.can_join:
            raise ValueError(f"the golden die cannot be added in {state}")
        return state._replace(
            dice_left=state.dice_left + 1, golden_left=self.has_special_golden_die, golden_waits=False
        )

    def earns_bratworm(self, face: int, count: int) -> bool:
        """Whether keeping so many dice of a face at once earns a bratworm.

        >>> TurnKind(bratworms=True).earns_bratworm(1, 2), CLASSIC.earns_bratworm(1, 2)
        (True, False)
        """
        return self.bratworms and earns_bratworm(face, count)

    def rolls(self, state: TurnState) -> Iterator[tuple[Roll, float]]:
        """Every roll that is possible in a state, with its probability."""
        if not state.golden_left:
            yield from (
                (Roll(counts), weight / len(FACES) ** state.dice_left) for counts, weight in rolls(state.dice_left)
            )
            return
        sides = [parse_face(side) for side in self.golden_die_faces or ""]
        whites = state.dice_left - 1
        for golden in sorted(set(sides)):
            share = sides.count(golden) / len(sides)
            for counts, weight in rolls(whites):
                yield Roll(with_die(counts, golden), golden), share * weight / len(FACES) ** whites

    def keep(self, state: TurnState, roll: Roll, face: int) -> TurnState:
        """The state after all dice of a face are kept; raises `ValueError` if the face cannot be kept."""
        count = roll.counts[face - 1]
        if not count or face in state.faces:
            raise ValueError(f"face {face} cannot be kept from {roll.counts} with {state.faces} already kept")
        return TurnState(
            faces=tuple(sorted({*state.faces, face})),
            points=state.points + count * FACE_POINTS[face - 1],
            dice_left=state.dice_left - count,
            bratworm=state.bratworm or self.earns_bratworm(face, count),
            golden_left=state.golden_left and roll.golden != face,
            weasel_left=state.weasel_left,
            golden_waits=state.golden_waits,
        )

    def keeps(self, state: TurnState, roll: Roll) -> dict[int, TurnState]:
        """Each face of the roll that can be kept, ascending, and the state it leads to."""
        open_faces = (face for face in FACES if roll.counts[face - 1] and face not in state.faces)
        return {face: self.keep(state, roll, face) for face in open_faces}


CLASSIC = TurnKind()
"""Eight white dice and no helpers."""


def as_roll(roll: Roll | str) -> Roll:
    """Return a roll as it is, or the one that a text names: for functions that take either."""
    return value_of(roll, Roll, parse_roll, "a roll is a text such as '1344W', or a Roll of wormgrill.solver")


def parse_roll(text: str) -> Roll:
    """Read a roll such as `11344WW5`, or `1134WW5+1` with a special golden die that shows 1.

    >>> parse_roll("144W+1")
    Roll(counts=(2, 0, 0, 2, 0, 1), golden=1)
    """
    whites, plus, golden = text.partition("+")
    counts = parse_dice(whites)
    return Roll(with_die(counts, parse_face(golden)), parse_face(golden)) if plus else Roll(counts)
