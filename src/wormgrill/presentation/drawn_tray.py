"""The dice tray of a picture: the dice to choose from or to roll on the left, points and kept dice on the right.

Where a player chooses something else, and at the end, the tray shows that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from wormgrill.game.dice import FACE_POINTS, FACES
from wormgrill.game.moves import Grill, Keep
from wormgrill.game.results import total_points
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, claims, winners
from wormgrill.presentation.captions import has_worm, kept_golden_faces, sentence_of, title_of, worm_note
from wormgrill.presentation.lettering import fitted, width_of
from wormgrill.presentation.outlook import after_keep
from wormgrill.presentation.shapes import (
    CENTRE,
    DEEP_WOOD,
    EMBER,
    GAIN,
    GRAIN,
    SHADE,
    SOFT_INK,
    SOFT_WOOD_INK,
    SURFACE,
    TALL,
    WOOD,
    WOOD_INK,
    WOOD_SHADE,
    box,
    die,
    figure,
    number,
    symbol,
    text,
    tile,
)

LEFT, TOP, WIDTH, HEIGHT = 16, 190, 928, 206
ASIDE_WIDTH = 316
"""Of the part on the right."""
PARTING = LEFT + WIDTH - ASIDE_WIDTH
PADDING = 20
MIDDLE = LEFT + (WIDTH - ASIDE_WIDTH) / 2
"""Of the part on the left."""
ROOM = WIDTH - ASIDE_WIDTH - 2 * PADDING
LARGEST_DIE, FEW_WAITING_DIE, WAITING_DIE = 72, 66, 54
LARGEST_KEPT_DIE, LARGEST_KEPT_DIE_OF_TWO_ROWS = 38, 34
GAP, GROUP_GAP = 5, 26
KEPT_GAP, KEPT_GROUP_GAP = 3, 13
TURNS = (-7, 4, 9, -5, 12, -9, 6, -3, 8)
"""By how many degrees the dice lie turned that have not been rolled."""
CHIPS_IN_ROW = 8


@dataclass(frozen=True)
class Group:
    """Dice that show the same face."""

    face: int
    count: int
    has_golden: bool

    @property
    def points(self) -> int:
        """What they count."""
        return self.count * FACE_POINTS[self.face - 1]

    def width(self, size: float, gap: float) -> float:
        """How wide they are in a row."""
        return self.count * (size + gap) - gap

    def drawn(self, x: float, y: float, size: float, gap: float) -> str:
        """The dice in a row; the golden die is the last."""
        golden = self.count - 1 if self.has_golden else None
        return "".join(
            die(x + place * (size + gap), y, size, self.face, is_golden=place == golden) for place in range(self.count)
        )


def draw_tray(state: State, names: Sequence[str], you: int | None) -> str:
    """The tray; names must be short enough, and such that the font can write them."""
    rim = EMBER if state.phase is not Phase.OVER and state.seat == you else "#c09a63"
    parts = [
        '<g id="tray">',
        box(LEFT, TOP + 3, WIDTH, HEIGHT, 20, f'fill="{SHADE}"'),
        _wood(is_parted=state.phase is not Phase.OVER),
    ]
    if state.phase is Phase.OVER:
        parts += _result(state, names, you)
    else:
        parts += _aside(state)
        parts += ['<g id="rolled" text-anchor="middle">', *_left(state, names), "</g>"]
    paint = f'fill="none" stroke="{rim}" stroke-width="5"'
    parts += [box(LEFT + 2.5, TOP + 2.5, WIDTH - 5, HEIGHT - 5, 18, paint), "</g>"]
    return "".join(parts)


@cache
def _wood(*, is_parted: bool) -> str:
    """The wood with its grain; the part on the right is darker."""
    parts = [box(LEFT, TOP, WIDTH, HEIGHT, 20, f'fill="{WOOD}"')]
    if is_parted:
        parts.append(box(PARTING, TOP, ASIDE_WIDTH, HEIGHT, 20, f'fill="{DEEP_WOOD}"'))
        parts.append(box(PARTING, TOP, 40, HEIGHT, 0, f'fill="{DEEP_WOOD}"'))
    for line in range(15):
        width = 1 + line % 3 * 0.6
        parts.append(box(LEFT + 26 + 61.7 * line, TOP + 4, width, HEIGHT - 8, 0, f'fill="{GRAIN}"'))
    if is_parted:
        parts.append(box(PARTING, TOP, 1, HEIGHT, 0, f'fill="{WOOD_SHADE}"'))
    return "".join(parts)


# ------------------------------------------------------------------------------------------------ on the left


def _left(state: State, names: Sequence[str]) -> Iterator[str]:
    match state.phase:
        case Phase.KEEP:
            return _rolled(state)
        case Phase.CLAIM:
            return _choices(state, names)
        case Phase.ROB | Phase.RETAIN:
            return _figures(state)
    return _waiting(state)


def _rolled(state: State) -> Iterator[str]:
    """The rolled dice in groups, each with the points that it would bring."""
    rolled = state.turn.rolled
    assert rolled is not None  # noqa: S101  # a contract: phase keep has dice
    groups = [
        Group(face, count, face == rolled.golden) for face, count in zip(FACES, rolled.counts, strict=True) if count
    ]
    dice = sum(rolled.counts)
    gaps = GAP * (dice - len(groups)) + GROUP_GAP * (len(groups) - 1)
    size = min(LARGEST_DIE, (ROOM - gaps) / dice)
    x = MIDDLE - (dice * size + gaps) / 2
    y = TOP + HEIGHT / 2 - size / 2 - 14
    for group in groups:
        is_kept_already = bool(state.turn.aside[group.face - 1])
        width = group.width(size, GAP)
        middle, below = x + width / 2, y + size + 27
        shown = group.drawn(x, y, size, GAP)
        if is_kept_already:
            yield f'<g opacity=".45">{shown}</g>'
            yield text(middle, below, "kept", 15, SOFT_WOOD_INK, "middle")
        else:
            yield shown
            total = after_keep(state, Keep(group.face)).total
            gain, sum_ = f"+{group.points}", f"= {total}"
            left = middle - (width_of(gain, 16) + 5 + width_of(sum_, 15)) / 2
            yield text(left, below, gain, 16, WOOD_INK)
            yield text(left + width_of(gain, 16) + 5, below, sum_, 15, SOFT_WOOD_INK)
        x += width + GROUP_GAP


def _waiting(state: State) -> Iterator[str]:
    """The dice that are to be rolled, without faces."""
    turn = state.turn
    dice = turn.dice_left
    rows = [dice] if dice <= 5 else [(dice + 1) // 2, dice // 2]
    size = WAITING_DIE if len(rows) > 1 else FEW_WAITING_DIE
    pitch = size + 18
    y = TOP + HEIGHT / 2 - (len(rows) * pitch - 18) / 2 - 14
    place = 0
    for row in rows:
        x = MIDDLE - (row * pitch - 18) / 2
        for column in range(row):
            is_golden = turn.golden_left and place == dice - 1
            yield die(x + column * pitch, y, size, None, is_golden=is_golden, turned=TURNS[place])
            place += 1
        y += pitch
    words = f"{dice} {'die' if dice == 1 else 'dice'} {'rolling' if turn.phase is Phase.CHANCE else 'to roll'}"
    yield text(MIDDLE, y + 12, words, 15, SOFT_WOOD_INK, "middle")


def _choices(state: State, names: Sequence[str]) -> Iterator[str]:
    """What can be claimed: numbers of tiles, or a hen, with the player whose it is."""
    found = claims(state)
    width, high, pitch = 52, 44, 68
    rows = [found[start : start + CHIPS_IN_ROW] for start in range(0, len(found), CHIPS_IN_ROW)]
    y = TOP + HEIGHT / 2 - len(rows) * 37 + 3
    for row in rows:
        x = MIDDLE - (len(row) * pitch - (pitch - width)) / 2
        for claim in row:
            middle = x + width / 2
            if isinstance(claim, Grill):
                taken, whose = str(claim.tile), "grill"
            else:
                has_hen = state.specialists[claim.seat] is Specialist.HEN
                taken, whose = "" if has_hen else str(state.stacks[claim.seat][-1]), names[claim.seat]
            if taken:
                yield box(x, y + 4, width, high, 9, 'fill="#c5a870"')
                yield box(x, y, width, high, 9, 'fill="url(#ivory)"')
                yield text(middle, y + high / 2 + 27 * CENTRE, taken, 27, WOOD_INK, "middle")
            else:
                yield figure(middle, y + high / 2, 44, Specialist.HEN)
            yield text(middle, y + high + 20, fitted(whose, 14, pitch - 4), 14, SOFT_WOOD_INK, "middle")
            x += pitch
        y += 74


def _figures(state: State) -> Iterator[str]:
    """The figures that are in nobody's place while a player chooses."""
    names = [*(["bratworm"] if state.phase is Phase.ROB else []), *state.turn.in_hand]
    pitch = 150
    x = MIDDLE - (len(names) - 1) * pitch / 2
    for name in names:
        yield figure(x, TOP + HEIGHT / 2 - 13, 96, name)
        yield text(x, TOP + HEIGHT / 2 + 64, name.replace("_", " "), 16, SOFT_WOOD_INK, "middle")
        x += pitch


# ------------------------------------------------------------------------------------------------ on the right


def _aside(state: State) -> Iterator[str]:
    """The points, whether there is a worm, and the kept dice."""
    width = ASIDE_WIDTH - 2 * PADDING
    x: float = PARTING + PADDING
    is_begun = any(state.turn.aside)
    points = str(total_points(state) if is_begun else 0)
    yield text(x, TOP + 66, points, 64, WOOD_INK)
    x += width_of(points, 64) + 16
    yield text(x, TOP + 38, "point" if points == "1" else "points", 17, WOOD_INK)
    golden = kept_golden_faces(state)
    if len(golden) > 1:
        after = x + width_of("points", 17) + 8
        yield symbol("golden_die", after, TOP + 22, 21) + text(after + 26, TOP + 37, "kept", 14, SOFT_WOOD_INK)
    yield from _worm_note(state, x, TOP + 47)
    yield '<g id="kept" text-anchor="middle">'
    if is_begun:
        yield from _kept(state, golden, PARTING + PADDING, TOP + 82, width)
    else:
        yield text(PARTING + PADDING, TOP + 106, "Nothing kept yet", 16, SOFT_WOOD_INK)
    yield "</g>"


def _worm_note(state: State, x: float, y: float) -> Iterator[str]:
    note, is_there = worm_note(state), has_worm(state)
    size = 14.0
    while width_of(note, size) > LEFT + WIDTH - PADDING - x - 36:
        size -= 0.5
    yield box(x, y, width_of(note, size) + 36, 25, 12.5, f'fill="{GAIN if is_there else SURFACE}"')
    start = f"M{number(x + 10)} {number(y + 13)}"
    mark, colour = (f"{start}l4 4 7-8", "#fff") if is_there else (f"{start}m1-5l9 9m0-9l-9 9", SOFT_INK)
    line = 'stroke-width="2.500" stroke-linecap="round" stroke-linejoin="round"'
    yield f'<path d="{mark}" fill="none" stroke="{colour}" {line}/>'
    yield text(x + 26, y + 12.5 + size * CENTRE, note, size, colour)


def _kept(state: State, golden: tuple[int, ...], left: float, top: float, width: float) -> Iterator[str]:
    """The kept dice in one row or two, as large as they have room."""
    face_of_golden = golden[0] if len(golden) == 1 else None
    groups = [
        Group(face, count, face == face_of_golden) for face, count in zip(FACES, state.turn.aside, strict=True) if count
    ]
    size = LARGEST_KEPT_DIE
    while not _has_room(groups, size, width):
        size -= 1
    y = top
    for row in _rows(groups, size, width):
        x = left
        for group in row:
            wide = group.width(size, KEPT_GAP)
            yield group.drawn(x, y, size, KEPT_GAP)
            yield text(x + wide / 2, y + size + 16, str(group.points), 14, SOFT_WOOD_INK, "middle")
            x += wide + KEPT_GROUP_GAP
        y += size + 22


def _has_room(groups: Sequence[Group], size: float, width: float) -> bool:
    rows = len(_rows(groups, size, width))
    is_low = rows == 1 or (rows == 2 and size <= LARGEST_KEPT_DIE_OF_TWO_ROWS)
    return is_low and all(group.width(size, KEPT_GAP) <= width for group in groups)


def _rows(groups: Sequence[Group], size: float, width: float) -> list[list[Group]]:
    rows: list[list[Group]] = [[]]
    used = 0.0
    for group in groups:
        wide = group.width(size, KEPT_GAP)
        if rows[-1] and used + wide > width:
            rows.append([])
            used = 0.0
        rows[-1].append(group)
        used += wide + KEPT_GROUP_GAP
    return rows


# ------------------------------------------------------------------------------------------------ at the end


def _result(state: State, names: Sequence[str], you: int | None) -> Iterator[str]:
    """The winners, how they were found, and their tiles."""
    won = winners(state)
    x, room = LEFT + 222, WIDTH - 222 - 2 * PADDING
    yield symbol("rooster", LEFT + 24, TOP + 13, 178)
    title = title_of(state, names, you)
    size = 44.0
    while size > 24 and width_of(title, size) > room:
        size -= 1
    yield text(x, TOP + 60, fitted(title, size, room), size, WOOD_INK)
    yield text(x + 1, TOP + 92, sentence_of(state), 19, SOFT_WOOD_INK)
    high = min(78.0, 92 / len(won) - 6)
    y: float = TOP + 106
    for seat in won:
        wide = min(high / TALL, (room - 130) / max(1, len(state.stacks[seat])) - 6)
        across: float = x
        for taken in state.stacks[seat]:
            yield tile(across, y, wide, taken)
            across += wide + 6
        yield from _extras(state, seat, across + 6, y + high / 2, min(34, high))
        y += high + 6


def _extras(state: State, seat: int, x: float, y: float, size: float) -> Iterator[str]:
    """The bratworms and the apple of a winner; x is where they begin, and y their middle."""
    bratworms = state.bratworms[seat]
    if bratworms:
        yield symbol("bratworm", x, y - size / 2, size)
        yield text(x + size + 6, y + size * 0.65 * CENTRE, str(bratworms), size * 0.65, WOOD_INK)
        x += size + 18 + width_of(str(bratworms), size * 0.65)
    if state.specialists[seat] is Specialist.APPLE:
        yield figure(x + size / 2, y, size, Specialist.APPLE)
