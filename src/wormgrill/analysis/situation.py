"""Describe a position in a few words, as players at a table would: what lies there, who has what, which dice."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.consistency import contradiction
from wormgrill.game.dice import NO_DICE, WHITE_DICE, Counts, format_face, parse_dice, parse_face, with_die
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.moves import Dice, parse_roll
from wormgrill.game.rules import Placement, Rules, Specialist, as_rules, parse_specialist
from wormgrill.game.state import Phase, State, Turn, legal_moves
from wormgrill.game.tiles import parse_tile, parse_tiles

NO_TILE = "-"


@dataclass(frozen=True)
class Kept:
    """Dice laid aside in a turn."""

    counts: Counts = NO_DICE
    """The golden die included."""
    golden: int | None = None
    """The face with which the golden die was kept."""
    is_golden_left: bool = False
    """The golden die is in play and still to be rolled."""


def parse_kept(text: str) -> Kept:
    """Kept dice such as `333W`; `33W+5` has the golden die kept as a 5, `33W+` has it still in hand.

    Dice are kept all of one face at a time, so a face that comes up a second time is refused.

    >>> parse_kept("333W").counts
    (0, 0, 3, 0, 0, 1)
    >>> parse_kept("3W3")
    Traceback (most recent call last):
    wormgrill.game.errors.InvalidNotation: column 3: face 3 is kept twice; expected all dice of a face side by side
    """
    white, plus, golden = text.partition("+")
    counts = parse_dice(white)
    for place, char in enumerate(white):
        if char in white[:place] and white[place - 1] != char:
            raise InvalidNotation(
                f"face {char} is kept twice", expected="all dice of a face side by side", column=place + 1
            )
    if not golden:
        return Kept(counts, None, bool(plus))
    face = parse_face(golden)
    return Kept(with_die(counts, face), face)


def make_situation(  # noqa: PLR0913  # one keyword per kind of thing on the table
    rules: Rules | str,
    *,
    grill: str | None = None,
    own: str | None = None,
    tops: str | None = None,
    specialist: str | None = None,
    kept: str | None = None,
    roll: str | None = None,
) -> State:
    """The position that a few words describe, seen from seat 0; contradictions raise with a sentence that says which.

    The grill is a list such as `11,13,21-24`, by default every tile that nobody shows. Tops are one entry per
    opponent, `-` for none, by default one opponent without a tile. A tile may carry its specialist, as in `23@raven` on
    the grill or `26@hen` with an opponent; if none on the grill does, specialists that nobody owns stand on their
    tile of the start while it is face-up.

    >>> from wormgrill.game.position import format_state
    >>> state = make_situation("classic-2014", own="24", tops="26,-", kept="333", roll="1344W")
    >>> format_state(state)
    'classic-2014 | 21-23,25,27-36 | 24 26 - | seat=0 phase=keep aside=333 rolled=1344W'
    """
    rules = as_rules(rules)
    seats = [_parse_top(part) for part in (NO_TILE if tops is None else tops).split(",")]
    stack = () if own in (None, NO_TILE) else (parse_tile(own or ""),)
    stacks = (stack, *(other for other, _ in seats))
    owner = None if specialist in (None, "none") else parse_specialist(specialist or "")
    specialists = (owner, *(name for _, name in seats))
    shown = {tile for each in stacks for tile in each}
    rest = ",".join(str(tile) for tile in rules.tiles if tile not in shown)
    face_up, standing = _parse_grill((rest or NO_TILE) if grill is None else grill)
    homes = ((tile, name) for tile, name in rules.specialists if tile in face_up and name not in specialists)
    on_tile = standing or tuple(homes)
    if not face_up:
        raise InvalidNotation("no tile is face-up on the grill: the game is over")
    dice = parse_kept(kept or ""), None if roll is None else parse_roll(roll)
    _check_golden_die(rules, owner, *dice)
    turn = _make_turn(*dice, owner)
    table = State(rules, face_up, on_tile, stacks, specialists, (0,) * len(stacks))
    if problem := contradiction(table):
        raise InvalidNotation(problem)
    state = State(rules, face_up, on_tile, stacks, specialists, table.bratworms, 0, turn)
    problem = contradiction(state)
    if problem and not _is_finished(state):
        raise InvalidNotation(problem)
    return state


def _parse_top(text: str) -> tuple[tuple[int, ...], Specialist | None]:
    tile, at, name = text.strip().partition("@")
    return () if tile == NO_TILE else (parse_tile(tile),), parse_specialist(name) if at else None


def _parse_grill(text: str) -> tuple[tuple[int, ...], Placement]:
    tiles: list[str] = []
    standing: list[tuple[int, Specialist]] = []
    for part in text.replace(" ", "").split(","):
        tile, at, name = part.partition("@")
        tiles.append(tile)
        if at:
            standing.append((parse_tile(tile), parse_specialist(name)))
    return parse_tiles(",".join(tiles)), tuple(sorted(standing))


def _check_golden_die(rules: Rules, specialist: Specialist | None, kept: Kept, roll: Dice | None) -> None:
    faces = [face for face in (kept.golden, roll.golden if roll else None) if face]
    if not faces and not kept.is_golden_left:
        return
    if specialist is not Specialist.GOLDEN_DIE:
        raise InvalidNotation("the golden die is in play, but the player does not own it")
    if len(faces) > 1:
        raise InvalidNotation("the golden die is both kept and rolled")
    for face in map(format_face, faces):
        if face not in rules.golden_die_faces:
            raise InvalidNotation(f"the golden die has no face {face}", expected=f"one of {rules.golden_die_faces}")
    if kept.is_golden_left and roll and not roll.golden:
        raise InvalidNotation("the golden die is still in hand, but not among the rolled dice")


def _make_turn(kept: Kept, roll: Dice | None, specialist: Specialist | None) -> Turn:
    golden_left = kept.is_golden_left or bool(roll and roll.golden)
    has_golden = golden_left or kept.golden is not None
    number = sum(kept.counts)
    dice = number + (sum(roll.counts) if roll else 0)
    if dice == WHITE_DICE + 1 and not has_golden:
        if specialist is Specialist.GOLDEN_DIE:
            raise InvalidNotation("one of the nine dice is the golden die", expected="it apart, as in 1134+W")
        raise InvalidNotation("nine dice are named, but there are eight without the golden die")
    dice_left = WHITE_DICE + has_golden - number
    if dice_left < 0:
        raise InvalidNotation(f"{number} dice are kept, but there are only {WHITE_DICE + has_golden}")
    if roll and sum(roll.counts) != dice_left:
        raise InvalidNotation(f"{sum(roll.counts)} dice are rolled, but {dice_left} are left")
    if roll:
        return Turn(Phase.KEEP, kept.counts, dice_left, golden_left, roll)
    if number:
        return Turn(Phase.DECIDE, kept.counts, dice_left, golden_left)
    if golden_left:
        return Turn(Phase.CHANCE, kept.counts, dice_left, golden_left)
    return Turn()


def _is_finished(state: State) -> bool:
    """Whether a turn is at its end: only `stop` is left, which the game itself plays unasked."""
    turn = state.turn
    can_roll = bool(turn.dice_left) and not all(turn.aside)
    return can_roll and not legal_moves(state) if turn.rolled else any(turn.aside) and not can_roll
