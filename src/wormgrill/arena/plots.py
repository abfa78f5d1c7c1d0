"""Plots of an arena's results as SVG, drawn here: ratings, who beats whom, and how results settle down.

Colours are classes and variables of the page, which knows whether it is light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10

from wormgrill.arena.report import Part, Point
from wormgrill.arena.statistics import Estimate

ROW = 40
CELL_WIDTH, CELL_HEIGHT = 104, 52
PANEL_WIDTH, PANEL_HEIGHT = 300, 190
LETTER = 7.4
"""About the width of a letter, to make room for names."""
LONGEST_NAME = 24
THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
WIDEST = 0.25
"""Results are drawn once half the width of every raw interval is less than this."""


def ratings_plot(part: Part) -> str:
    """Every entrant's rating with its interval, raw above adjusted; the best first. Empty without ratings."""
    rated = [(each.name, each.rating) for each in part.standings if each.rating]
    if not rated:
        return ""
    rated.sort(key=lambda pair: -pair[1].best.value)
    ends = [end for _, both in rated for each in both.kinds for end in each.ends]
    ticks = _ticks(min(ends), max(ends), 20.0)
    left, width = _names_width(name for name, _ in rated), 520.0
    bottom = 20 + ROW * len(rated)

    def x(value: float) -> float:
        return left + width * (value - ticks[0]) / (ticks[-1] - ticks[0])

    parts = [_line(x(tick), 12, x(tick), bottom, "zero" if not tick else "grid") for tick in ticks]
    parts += [_text(x(tick), bottom + 18, f"{tick:+.0f}" if tick else "0", "tick") for tick in ticks]
    for row, (name, both) in enumerate(rated):
        middle = 20 + ROW * row + ROW / 2
        parts.append(_text(left - 14, middle + 5, _short(name), "name"))
        for each, kind, offset in ((both.raw, "raw", -7), (both.adjusted, "adjusted", 7)):
            if each:
                y = middle + (offset if both.adjusted else 0)
                low, high = each.ends
                parts.append(_whisker(x(low), x(high), y, kind))
                parts.append(f'<circle cx="{x(each.value):.1f}" cy="{y:.1f}" r="4.5" class="dot {kind}"/>')
    parts.append(_text(left + width / 2, bottom + 40, "rating (400 points: ten times the strength)", "axis"))
    told = "; ".join(f"{name} {both.best.value:+.0f}" for name, both in rated)
    return _svg(left + width + 24, bottom + 50, f"Ratings: {told}", parts)


def matrix_plot(part: Part) -> str:
    """How often the one of a row wins rather than the one of a column."""
    cells = part.adjusted_wins or part.wins
    names = [standing.name for standing in part.standings]
    order = sorted(range(len(names)), key=lambda entrant: -part.standings[entrant].share.best.value)
    left, top = _names_width(names), 34
    parts = [_text(left + CELL_WIDTH * (i + 0.5), top - 12, _short(names[e], 12), "head") for i, e in enumerate(order)]
    told = []
    for row, one in enumerate(order):
        y = top + CELL_HEIGHT * row
        parts.append(_text(left - 14, y + CELL_HEIGHT / 2 + 5, _short(names[one]), "name"))
        for column, other in enumerate(order):
            x = left + CELL_WIDTH * column
            cell = cells[one][other]
            if cell is None:
                parts.append(_rectangle(x, y, "none", 1.0))
                continue
            strength = min(1.0, abs(cell.value - 0.5) / 0.4)
            parts.append(_rectangle(x, y, "above" if cell.value >= 0.5 else "below", 0.08 + 0.5 * strength))
            parts.append(_text(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 1, f"{100 * cell.value:.1f}", "number"))
            if cell.has_interval:
                half = f"± {100 * cell.half:.1f}"
                parts.append(_text(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 17, half, "within"))
            if one < other:
                told.append(f"{names[one]} against {names[other]} {cell.value:.1%}")
    size = len(names)
    return _svg(left + CELL_WIDTH * size + 8, top + CELL_HEIGHT * size + 8, f"Who beats whom: {'; '.join(told)}", parts)


def convergence_plot(names: Sequence[str], points: Sequence[Point]) -> str:
    """The share won of every entrant as games are played, raw and adjusted, with their intervals; a panel each."""
    shown = [point for point in points if all(both.raw.half < WIDEST for both in point.shares)]
    if len(shown) < 2:
        return ""
    columns = 2 if len(names) in (2, 4) else 3
    rows = ceil(len(names) / columns)
    final = shown[-1].shares
    kinds = [each for point in shown for both in point.shares for each in (both.raw, both.adjusted) if each]
    ends = [end for each in kinds for end in (each.low, each.high)]
    ticks = _ticks(max(0.0, min(ends)), min(1.0, max(ends)), 0.1)
    parts: list[str] = []
    for entrant, name in enumerate(names):
        left = 46 + PANEL_WIDTH * (entrant % columns)
        top = 30 + (PANEL_HEIGHT + 72) * (entrant // columns)
        parts += _panel((left, top), name, entrant, shown, ticks)
    width, height = 20 + PANEL_WIDTH * columns + 10, (PANEL_HEIGHT + 72) * rows + 20
    told = "; ".join(f"{name} {both.best.value:.1%}" for name, both in zip(names, final, strict=True))
    return _svg(width, height, f"Share of games won as games are played, at the end: {told}", parts)


def _panel(
    corner: tuple[float, float], name: str, entrant: int, points: Sequence[Point], ticks: Sequence[float]
) -> list[str]:
    left, top = corner
    width, first, last = PANEL_WIDTH - 62.0, log10(points[0].games), log10(points[-1].games)

    def x(games: float) -> float:
        return left + width * (log10(games) - first) / (last - first)

    def y(share: float) -> float:
        inside = min(max(share, ticks[0]), ticks[-1])
        return top + PANEL_HEIGHT * (1 - (inside - ticks[0]) / (ticks[-1] - ticks[0]))

    parts = [_text(left, top - 10, _short(name), "title")]
    parts += [_line(left, y(tick), left + width, y(tick), "grid") for tick in ticks]
    parts += [_text(left - 8, y(tick) + 4, f"{100 * tick:.0f}%", "tick right") for tick in ticks]
    for games in _game_ticks(points[0].games, points[-1].games):
        parts.append(_line(x(games), top, x(games), top + PANEL_HEIGHT, "grid"))
        parts.append(_text(x(games), top + PANEL_HEIGHT + 16, f"{games:,}".replace(",", THIN_SPACE), "tick"))
    for kind in ("raw", "adjusted"):
        found: list[tuple[float, Estimate]] = [
            (x(point.games), each)
            for point in points
            if (each := point.shares[entrant].raw if kind == "raw" else point.shares[entrant].adjusted)
        ]
        if found:
            edge = [(place, each.high) for place, each in found] + [
                (place, each.low) for place, each in reversed(found)
            ]
            parts.append(f'<polygon points="{_path((place, y(value)) for place, value in edge)}" class="band {kind}"/>')
            middle = _path((place, y(each.value)) for place, each in found)
            parts.append(f'<polyline points="{middle}" class="curve {kind}"/>')
    parts.append(_text(left + width / 2, top + PANEL_HEIGHT + 34, "games", "axis"))
    return parts


# --------------------------------------------------------------------------------------------------------------- pieces


def _svg(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _whisker(low: float, high: float, y: float, kind: str) -> str:
    return f'<path d="M{low:.1f} {y - 4:.1f}v8m0 -4H{high:.1f}m0 -4v8" class="whisker {kind}"/>'


def _rectangle(x: float, y: float, kind: str, opacity: float) -> str:
    return (
        f'<rect x="{x + 1:.0f}" y="{y + 1:.0f}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" rx="4" '
        f'class="cell {kind}" fill-opacity="{opacity:.2f}"/>'
    )


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _names_width(names: Iterable[str]) -> float:
    return 26 + LETTER * max(len(_short(name)) for name in names)


def _game_ticks(first: int, last: int) -> list[int]:
    """Round numbers of games on a logarithmic axis: powers of ten, or more where there would be few.

    >>> _game_ticks(240, 1200), _game_ticks(30, 70_000)
    ([500, 1000], [100, 1000, 10000])
    """
    for digits in ((1,), (1, 2, 5), tuple(range(1, 10))):
        ticks = [digit * 10**power for power in range(8) for digit in digits if first <= digit * 10**power <= last]
        if len(ticks) > 1:
            return ticks
    return [first, last]


def _ticks(low: float, high: float, least: float) -> list[float]:
    """Round numbers that cover a range, which is made at least so wide; at most seven steps.

    >>> _ticks(-130, 95, 20), _ticks(0.5, 0.5, 0.2)
    ([-150, -100, -50, 0, 50, 100], [0.4, 0.45, 0.5, 0.55, 0.6])
    """
    most = 7
    missing = max(0.0, least - (high - low)) / 2
    low, high = low - missing, high + missing
    span = high - low
    size = 10 ** floor(log10(span / most))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10, 20) if span / (size * factor) <= most - 1)
    return [round(step * number, 10) for number in range(floor(low / step), ceil(high / step) + 1)]
