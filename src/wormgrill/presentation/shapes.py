"""The things of the game as SVG: tiles, dice, figures, worms and texts, drawn as the pages draw them by day.

A drawing needs the symbols of `art` and the gradients of `GRADIENTS` in the same picture.
"""

from __future__ import annotations

from html import escape

from wormgrill.game.dice import FACE_TEXT
from wormgrill.game.tiles import worms

INK, SOFT_INK = "#2e1f15", "#66503d"
EMBER, EMBER_INK = "#c33d12", "#a8330c"
SURFACE, MY_SURFACE, LINE, STRONG_LINE = "#fdf7ec", "#f7ecd9", "#dcc6a3", "#917251"
GAIN, GOLD, DEEP_GOLD, GOLD_EDGE = "#2f6e3b", "#f6cf55", "#dca21f", "#9c6a08"
PAPER, SHADE, PALE = "#f4e8d5", "#d5c6b0", "#f6eadb"
IRON, IRON_BAR, IRON_INK, COAL = "#231c19", "#3c322e", "#a2948a", "#f0501a"
PIT, PIT_EDGE = "#17110f", "#3a302b"
WOOD, DEEP_WOOD, GRAIN, WOOD_SHADE = "#dfc190", "#d0b181", "#cfae79", "#b8976a"
WOOD_INK, SOFT_WOOD_INK = "#3c2816", "#5d4226"
TILE_INK, TILE_LINE, IVORY_EDGE, IVORY_RIM, STACK_LINE = "#33221a", "#d3b988", "#c5a870", "#dfcba3", "#7b5f33"
BACK_EDGE, BACK_INK = "#38241a", "#d9bb98"
DIE_EDGE, PIP, GOLDEN_PIP = "#cdb893", "#2e1f15", "#573400"
GLOW, DEEP_GLOW = "#ffb347", "#c9731a"
"""The colours of `static/app.css`; those that are transparent there are mixed here, which is drawn faster."""

TALL = 98 / 62
"""How much higher than wide a tile is."""
CENTRE = 0.33
"""How far below its middle the baseline of a text is, as a share of its size."""
WORM_PLACES = {
    1: ((0.2, 0.918, 0.6),),
    2: ((0.177, 0.849, 0.407), (0.417, 1.139, 0.407)),
    3: ((0.085, 0.84, 0.4), (0.515, 0.84, 0.4), (0.3, 1.154, 0.4)),
    4: ((0.085, 0.83, 0.4), (0.515, 0.83, 0.4), (0.085, 1.164, 0.4), (0.515, 1.164, 0.4)),
}
"""Left, top and width of the worms on a tile that is 1 wide, by their number."""

GRADIENTS = """\
<linearGradient id="ivory" x1=".37" y1="0" x2=".63" y2="1"><stop offset=".3" stop-color="#fdf6e4"/>\
<stop offset="1" stop-color="#f0e0ba"/></linearGradient>
<linearGradient id="back" x1=".37" y1="0" x2=".63" y2="1"><stop stop-color="#6d4a35"/>\
<stop offset="1" stop-color="#573a29"/></linearGradient>
<pattern id="marks" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">\
<rect width="4" height="14" fill="#140a05" fill-opacity=".38"/></pattern>
<radialGradient id="die" cx=".35" cy=".28" r=".9"><stop stop-color="#fff"/><stop offset=".4" stop-color="#fffdf8"/>\
<stop offset="1" stop-color="#efe4d0"/></radialGradient>
<radialGradient id="golden" cx=".35" cy=".28" r=".9"><stop stop-color="#fff2b8"/>\
<stop offset=".38" stop-color="#f6cf55"/><stop offset="1" stop-color="#dca21f"/></radialGradient>
<radialGradient id="token" cx=".4" cy=".3" r=".7"><stop stop-color="#fffaf0"/><stop offset="1" stop-color="#ecd9b4"/>\
</radialGradient>"""


def number(value: float) -> str:
    """A length as SVG writes it.

    >>> number(3.0), number(2 / 3)
    ('3', '0.67')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one.

    >>> mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def text(  # noqa: PLR0913, PLR0917  # where it stands, what it says, and how it looks
    x: float, y: float, words: str, size: float, fill: str = INK, anchor: str = "start"
) -> str:
    """A text that begins, ends or has its middle at x; its baseline is at y."""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}"'
    return f'<text {place} text-anchor="{anchor}">{escape(words)}</text>'


def symbol(name: str, x: float, y: float, width: float, height: float | None = None) -> str:
    """A drawing of `art`."""
    size = f'width="{number(width)}" height="{number(width if height is None else height)}"'
    return f'<use href="#{name}" x="{number(x)}" y="{number(y)}" {size}/>'


def box(x: float, y: float, width: float, height: float, radius: float, paint: str) -> str:  # noqa: PLR0913, PLR0917  # a box has so many
    """A rectangle with round corners; `paint` is its other attributes."""
    size = f'width="{number(width)}" height="{number(height)}" rx="{number(radius)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} {paint}/>'


def worm(x: float, y: float, width: float) -> str:
    """A roasted worm."""
    return symbol("worm", x, y, width, width * 22 / 28)


def tile(  # noqa: PLR0913  # where it lies, which it is, and how it looks
    x: float, y: float, width: float, tile: int, *, is_in_reach: bool = False, under: int = 0
) -> str:
    """A tile with its worms; it glows if it is in reach, and lies on as many others as are under it."""
    tall, corner, edge = width * TALL, width * 0.145, width * 0.065
    parts = [f'<g class="tile{" reach" if is_in_reach else ""}" data-tile="{tile}">']
    line = f' stroke="{STACK_LINE}" stroke-width=".8"' if under else ""
    below = range(under, -1, -1)
    parts += (box(x, y + edge * (layer + 1), width, tall, corner, f'fill="{IVORY_EDGE}"{line}') for layer in below)
    if is_in_reach:
        parts += (
            _around(x, y, width, tall + edge, out, f'fill="{GLOW}" fill-opacity="{light}"')
            for out, light in ((10, 0.13), (8, 0.2), (6, 0.3))
        )
        parts.append(_around(x, y, width, tall + edge, 3, f'fill="{DEEP_GLOW}"'))
        parts.append(_around(x, y, width, tall, 3, f'fill="{GLOW}"'))
    parts.append(box(x, y, width, tall, corner, f'fill="url(#ivory)" stroke="{IVORY_RIM}" stroke-width=".8"'))
    parts.append(text(x + width / 2, y + width * 0.615, str(tile), width * 0.56, TILE_INK, "middle"))
    thin = max(1, width * 0.025)
    parts.append(box(x + width * 0.12, y + tall * 0.48 - thin, width * 0.76, thin, 0, f'fill="{TILE_LINE}"'))
    parts += (worm(x + width * left, y + width * top, width * size) for left, top, size in WORM_PLACES[worms(tile)])
    parts.append("</g>")
    return "".join(parts)


def _around(x: float, y: float, width: float, height: float, out: float, paint: str) -> str:  # noqa: PLR0913, PLR0917  # as `box`
    return box(x - out, y - out, width + 2 * out, height + 2 * out, width * 0.145 + out, paint)


def back(x: float, y: float, width: float, tile: int) -> str:
    """A tile that has been turned down."""
    tall, corner, edge, size = width * TALL, width * 0.145, width * 0.055, width * 0.36
    rim = 'fill="none" stroke="#7d5b45" stroke-width="2"'
    parts = (
        f'<g class="back" data-tile="{tile}">',
        box(x, y + edge, width, tall, corner, f'fill="{BACK_EDGE}"'),
        box(x, y, width, tall, corner, 'fill="url(#back)"'),
        box(x, y, width, tall, corner, 'fill="url(#marks)"'),
        box(x + 1, y + 1, width - 2, tall - 2, corner - 1, rim),
        text(x + width / 2, y + tall / 2 + size * CENTRE, str(tile), size, BACK_INK, "middle"),
        "</g>",
    )
    return "".join(parts)


def empty_place(x: float, y: float, width: float, tile: int) -> str:
    """The place on the grill of a tile that has been taken."""
    tall = width * TALL
    place = box(x + 0.5, y + 0.5, width - 1, tall - 1, width * 0.145, f'fill="{PIT}" stroke="{PIT_EDGE}"')
    shown = text(x + width / 2, y + tall / 2 + 15 * CENTRE, str(tile), 15, IRON_INK, "middle")
    return f'<g class="gone" data-tile="{tile}">{place}{shown}</g>'


def no_tile(x: float, y: float, width: float) -> str:
    """The place of a player who has no tile."""
    paint = f'fill="none" stroke="{STRONG_LINE}" stroke-width="2" stroke-dasharray="6 4.500"'
    return box(x + 1, y + 1, width - 2, width * TALL - 2, width * 0.145, paint)


def die(  # noqa: PLR0913  # where it lies, and how
    x: float, y: float, size: float, face: int | None, *, is_golden: bool = False, turned: float = 0
) -> str:
    """A die that shows a face, or none as long as it has not been rolled; it may lie turned by some degrees."""
    corner, edge = size * 0.24, max(1.5, size * 0.055)
    middle = f"{number(x + size / 2)} {number(y + size / 2)}"
    lies = f' transform="rotate({number(turned)} {middle})"' if turned else ""
    parts = [
        f'<g class="die{" golden" if is_golden else ""}"{lies}>',
        box(x - 0.5, y + edge + 1, size + 1, size + edge * 0.6, corner, f'fill="{WOOD_SHADE}"'),
        box(x, y + edge, size, size, corner, f'fill="{GOLD_EDGE if is_golden else DIE_EDGE}"'),
        box(x, y, size, size, corner, f'fill="url(#{"golden" if is_golden else "die"})"'),
    ]
    if face is not None:
        pips = symbol(f"pip-{FACE_TEXT[face - 1]}", x, y, size)
        parts.append(f'<g fill="{GOLDEN_PIP if is_golden else PIP}">{pips}</g>')
    parts.append("</g>")
    return "".join(parts)


def figure(x: float, y: float, size: float, name: str) -> str:
    """A figure on its round token: a specialist, or a bratworm; x and y are its middle."""
    middle, inside = f'cx="{number(x)}" cy="{number(y)}"', size * 0.82
    return (
        f'<g class="figure" data-figure="{name}">'
        f'<circle {middle} r="{number(size / 2)}" fill="url(#token)" stroke="#7a5a33" stroke-width="1.500"/>'
        f"{symbol(name, x - inside / 2, y - inside / 2, inside)}</g>"
    )
