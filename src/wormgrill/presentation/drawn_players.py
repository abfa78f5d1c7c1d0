"""The players of a picture: a card for each, with the top of the stack, worms, bratworms and specialist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, scores, winners
from wormgrill.presentation.lettering import fitted, width_of
from wormgrill.presentation.outlook import tiles_of_stop
from wormgrill.presentation.shapes import (
    CENTRE,
    DEEP_GOLD,
    EMBER,
    GOLD,
    INK,
    LINE,
    MY_SURFACE,
    SHADE,
    SOFT_INK,
    SURFACE,
    TALL,
    box,
    figure,
    no_tile,
    number,
    symbol,
    text,
    tile,
    worm,
)

LEFT, TOP, WIDTH, HEIGHT, GAP = 16, 412, 928, 114, 8
NARROW = 160
"""In a card that is narrower the name is above the tile."""
MOST_LAYERS = 3
"""So many of the tiles under the top of a stack can be seen."""
SCORE_SIZE, BRATWORM_SIZE, FIGURE = 21, 17, 30


@dataclass(frozen=True)
class Card:
    """All that is shown of a player."""

    seat: int
    name: str
    top: int | None
    height: int
    """How many tiles the stack has."""
    worms: int
    bratworms: int
    specialist: Specialist | None
    is_mine: bool
    is_current: bool
    is_winner: bool
    is_top_in_reach: bool


def draw_players(state: State, names: Sequence[str], you: int | None) -> str:
    """The cards in a row, yours first; names are cut to fit, and must be such that the font can write them."""
    width = (WIDTH - GAP * (state.players - 1)) / state.players
    seats = [((you or 0) + place) % state.players for place in range(state.players)]
    cards = [_card(state, seat, names[seat], you) for seat in seats]
    return "".join(
        f'<g class="player" data-seat="{card.seat}">{"".join(_drawn(card, LEFT + place * (width + GAP), width))}</g>'
        for place, card in enumerate(cards)
    )


def _card(state: State, seat: int, name: str, you: int | None) -> Card:
    is_over = state.phase is Phase.OVER
    top = state.tops[seat]
    return Card(
        seat=seat,
        name=name,
        top=top,
        height=len(state.stacks[seat]),
        worms=scores(state)[seat],
        bratworms=state.bratworms[seat],
        specialist=state.specialists[seat],
        is_mine=seat == you,
        is_current=not is_over and seat == state.seat,
        is_winner=is_over and seat in winners(state),
        is_top_in_reach=top in tiles_of_stop(state),
    )


def _drawn(card: Card, x: float, width: float) -> Iterator[str]:
    yield from _frame(card, x, width)
    yield from _narrow(card, x, width) if width < NARROW else _wide(card, x, width)
    if card.is_winner:
        yield from _label("winner", x, width, GOLD, INK)
    elif card.is_current:
        yield from _label("your move" if card.is_mine else "to move", x, width, EMBER, "#fff")


def _frame(card: Card, x: float, width: float) -> Iterator[str]:
    edge, thick = (EMBER, 3) if card.is_current else (DEEP_GOLD, 3) if card.is_winner else (LINE, 1.5)
    yield box(x + 1, TOP + 3, width - 2, HEIGHT, 15, f'fill="{SHADE}"')
    paint = f'fill="{MY_SURFACE if card.is_mine else SURFACE}" stroke="{edge}" stroke-width="{number(thick)}"'
    yield box(x + thick / 2, TOP + thick / 2, width - thick, HEIGHT - thick, 15 - thick / 2, paint)


def _label(words: str, x: float, width: float, fill: str, ink: str) -> Iterator[str]:
    """A word on the upper edge of a card."""
    wide = width_of(words, 13) + 20
    left = x + width - wide - 14
    yield box(left, TOP - 9, wide, 20, 10, f'fill="{fill}"')
    yield text(left + wide / 2, TOP + 1 + 13 * CENTRE, words, 13, ink, "middle")


def _wide(card: Card, x: float, width: float) -> Iterator[str]:
    """The tile on the left; beside it the name, the worms, and below what the expansion brings."""
    is_tight = width < 200
    tile_width = 44 if is_tight else 50
    left, high = x + (12 if is_tight else 16), tile_width * TALL
    yield from _stack(card, left, TOP + (HEIGHT - high) / 2 - 1.5 * min(card.height, MOST_LAYERS), tile_width)
    beside = left + tile_width + 18
    has_more = bool(card.bratworms or card.specialist)
    y = TOP + (32 if has_more else 47)
    size = 18 if is_tight else 20
    yield text(beside, y + size * CENTRE, fitted(card.name, size, x + width - 10 - beside), size, INK)
    yield _worms(card, beside, y + 28)
    across = beside
    if card.bratworms:
        yield _bratworms(card, across, y + 56)
        across += 36 + width_of(str(card.bratworms), BRATWORM_SIZE)
    if card.specialist:
        yield figure(across + FIGURE / 2, y + 56, FIGURE, card.specialist)


def _narrow(card: Card, x: float, width: float) -> Iterator[str]:
    """The name above, the tile on the left below it, everything else in a column on the right."""
    tile_width, left = 38, x + 12
    yield text(left, TOP + 20 + 16 * CENTRE, fitted(card.name, 16, width - 22), 16, INK)
    yield from _stack(card, left, TOP + 41, tile_width)
    beside = left + tile_width + 15
    things = [_worms, *([_bratworms] if card.bratworms else []), *([_figure] if card.specialist else [])]
    y = TOP + 71 - (len(things) - 1) * 12
    for drawn in things:
        yield drawn(card, beside, y)
        y += 24


def _stack(card: Card, x: float, y: float, width: float) -> Iterator[str]:
    if card.top is None:
        yield no_tile(x, y, width)
        return
    under = min(card.height - 1, MOST_LAYERS)
    yield tile(x, y, width, card.top, is_in_reach=card.is_top_in_reach, under=under)
    if card.height > 1:
        wide = max(20, width_of(str(card.height), 13) + 10)
        yield box(x + width + 3 - wide / 2, y - 11, wide, 20, 10, f'fill="{INK}"')
        yield text(x + width + 3, y - 1 + 13 * CENTRE, str(card.height), 13, SURFACE, "middle")


def _worms(card: Card, x: float, y: float) -> str:
    return worm(x, y - 9.5, 24) + text(x + 29, y + SCORE_SIZE * CENTRE, str(card.worms), SCORE_SIZE, INK)


def _bratworms(card: Card, x: float, y: float) -> str:
    shown = text(x + 28, y + BRATWORM_SIZE * CENTRE, str(card.bratworms), BRATWORM_SIZE, SOFT_INK)
    return symbol("bratworm", x + 1, y - 11, 22) + shown


def _figure(card: Card, x: float, y: float) -> str:
    return figure(x + 12, y, 24, card.specialist) if card.specialist else ""
