"""A position of the game as one picture: the board of the page by day, at a fixed size, with words in English.

The picture shows all that lies on the table and whose turn it is. It knows no history: of the kept dice it shows which
there are, not in which order they were kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from wormgrill.game.dice import FACE_TEXT
from wormgrill.game.rules import EDITIONS, Rules, Specialist
from wormgrill.game.state import Phase, State
from wormgrill.presentation.art import rasterised, symbols
from wormgrill.presentation.captions import sentence_of, title_of
from wormgrill.presentation.drawn_players import draw_players
from wormgrill.presentation.drawn_tray import draw_tray
from wormgrill.presentation.lettering import fitted, width_of, writable
from wormgrill.presentation.outlook import tiles_of_stop
from wormgrill.presentation.shapes import (
    CENTRE,
    COAL,
    EMBER_INK,
    GLOW,
    GRADIENTS,
    INK,
    IRON,
    IRON_BAR,
    PALE,
    PAPER,
    SHADE,
    SOFT_INK,
    TALL,
    back,
    box,
    empty_place,
    figure,
    mixed,
    number,
    symbol,
    text,
    tile,
)

WIDTH, HEIGHT = 960, 540
MARGIN = 16
INSIDE = WIDTH - 2 * MARGIN
GRILL_TOP, GRILL_HEIGHT, CORNER = 14, 130, 20
WIDEST_TILE, TILE_GAP = 49, 0.14
"""The gap between tiles is this share of their width."""
TITLE_LINE, TITLE_SIZE, SENTENCE_SIZE = 178, 25, 17
NAME_IN_TITLE = 330
"""So wide may a name in the title be."""
LIGHT, LAYERS = 30, 12
"""How high the light of the coals shines, and of how many layers it is."""
FONTS = "'Baloo 2', 'Trebuchet MS', sans-serif"


def board_svg(state: State, names: Sequence[str], you: int | None = None) -> str:
    """A position as a picture in SVG; `you` is the seat that comes first and is called you.

    >>> from wormgrill.game.position import parse_state
    >>> picture = board_svg(parse_state("classic-2014 | 21-35 | - - | seat=0 phase=roll"), ("Ada", "Bo"))
    >>> picture.count('class="tile"'), picture.count('class="back"'), picture.count('class="die"')
    (15, 1, 8)
    """
    written = [writable(name, f"Player {seat}") for seat, name in enumerate(names, start=1)]
    if len(written) != state.players:
        raise ValueError(f"{len(written)} names do not fit {state.players} players")
    short = [fitted(name, TITLE_SIZE, NAME_IN_TITLE) for name in written]
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}" font-weight="700">',
        _drawings(is_over=state.phase is Phase.OVER),
        _ground(),
        draw_tray(state, short, you),
        *_grill(state),
        *_status(state, short, you),
        draw_players(state, written, you),
        "</svg>",
    )
    return "".join(parts)


def board_png(state: State, names: Sequence[str], you: int | None = None) -> bytes:
    """A position as a picture in PNG."""
    return rasterised(board_svg(state, names, you))


@cache
def _drawings(*, is_over: bool) -> str:
    """The drawings that a picture needs."""
    names = ("worm", "bratworm", *Specialist, *(f"pip-{face}" for face in FACE_TEXT), *(["rooster"] if is_over else []))
    return f"<defs>{symbols(*names)}{GRADIENTS}</defs>"


@cache
def _ground() -> str:
    """What all pictures begin with, but for the drawings."""
    bars = range(MARGIN + 15, WIDTH - MARGIN - 8, 19)
    parts = (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        box(MARGIN, GRILL_TOP + 3, INSIDE, GRILL_HEIGHT, CORNER, f'fill="{SHADE}"'),
        *_coals(),
        *(box(x, GRILL_TOP + 8, 4, GRILL_HEIGHT - 16, 2, f'fill="{IRON_BAR}"') for x in bars),
    )
    return "".join(parts)


def _coals() -> Iterator[str]:
    """The iron with the light of the coals below; layers of one colour are drawn much faster than a gradient."""
    for layer in range(LAYERS, -1, -1):
        fill = mixed(IRON, COAL, 0.6 * (layer / LAYERS) ** 2)
        height = GRILL_HEIGHT - LIGHT * (1 - layer / LAYERS)
        yield box(MARGIN, GRILL_TOP, INSIDE, height, CORNER, f'fill="{fill}"')


# ------------------------------------------------------------------------------------------------ the grill


def _tile_width(rules: Rules) -> float:
    return min(WIDEST_TILE, (INSIDE - 30) / (len(rules.tiles) * (1 + TILE_GAP) - TILE_GAP))


def _grill(state: State) -> Iterator[str]:
    """All tiles of the rules in a row, the specialists that stand on them, and the supply."""
    rules, width = state.rules, _tile_width(state.rules)
    pitch = width * (1 + TILE_GAP)
    left = WIDTH / 2 - (len(rules.tiles) * pitch - width * TILE_GAP) / 2
    y = GRILL_TOP + (GRILL_HEIGHT - width * TALL) / 2 + (7 if rules.specialists else -1)
    places = {number_: left + place * pitch for place, number_ in enumerate(rules.tiles)}
    reach, face_up, face_down = tiles_of_stop(state), set(state.grill), set(state.face_down)
    yield '<g id="grill">'
    for number_, x in places.items():
        if number_ in face_down:
            yield back(x, y, width, number_)
        elif number_ not in face_up:
            yield empty_place(x, y, width, number_)
        elif number_ not in reach:
            yield tile(x, y, width, number_)
    for number_ in sorted(reach & face_up):  # the light falls on their neighbours
        x = places[number_]
        yield tile(x, y - 4, width, number_, is_in_reach=True)
        middle, below = x + width / 2, y - 4 + width * TALL + 4
        turned = f'transform="rotate(45 {number(middle)} {number(below)})"'
        yield box(middle - 5, below - 5, 10, 10, 2, f'fill="{GLOW}" stroke="#5c2a05" stroke-width="1.500" {turned}')
    for number_, name in state.on_tile:
        lifted = 4 if number_ in reach else 0
        yield figure(places[number_] + width / 2, y - 7 - lifted, 27, name)
    yield "</g>"
    if rules.bratworms:
        yield from _supply(state.supply)


def _supply(bratworms: int) -> Iterator[str]:
    words = str(bratworms)
    width = 44 + width_of(words, 16)
    x, y = (WIDTH - width) / 2, GRILL_TOP + GRILL_HEIGHT - 13
    yield box(x, y, width, 26, 13, f'fill="#1b1513" stroke="{IRON_BAR}" stroke-width="2"')
    yield symbol("bratworm", x + 5, y + 2, 22)
    yield text(x + 33, y + 13 + 16 * CENTRE, words, 16, PALE)


# ------------------------------------------------------------------------------------------------ words


def _status(state: State, names: Sequence[str], you: int | None) -> Iterator[str]:
    """Whose turn it is, what is asked, and which edition is played, house rules mentioned."""
    if state.phase is Phase.OVER:  # the tray says who has won
        title, sentence, fill = "The game is over", "No face-up tile is left.", INK
    else:
        title, sentence = title_of(state, names, you), sentence_of(state)
        fill = EMBER_INK if state.seat == you else INK
    edition = state.rules.edition
    if state.rules != EDITIONS[edition]:
        edition += ", house rules"
    x = MARGIN + 6 + width_of(title, TITLE_SIZE) + 14
    right = WIDTH - MARGIN - 6
    room = right - width_of(edition, 14) - 16 - x
    yield text(MARGIN + 6, TITLE_LINE, title, TITLE_SIZE, fill)
    yield text(x, TITLE_LINE, fitted(sentence, SENTENCE_SIZE, room), SENTENCE_SIZE, SOFT_INK)
    yield text(right, TITLE_LINE, edition, 14, SOFT_INK, "end")
