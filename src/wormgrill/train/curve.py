"""The learning curve as a picture: how strong every net is among its opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import isfinite

from wormgrill.train.pupil import Report

WIDTH, HEIGHT = 300.0, 150.0
COLUMNS = 3
APART = 0.1
"""Lines that are closer than this part of the height are drawn as one."""
LEFT, TOP, GAP_X, GAP_Y = 56.0, 40.0, 70.0, 74.0
STYLE = """
text{font:13px system-ui,sans-serif;fill:#2b2420}.title{font-weight:600;font-size:15px}
.tick{fill:#6b5f55;font-size:11px}
.grid{stroke:#d9cfc3}.equal{stroke:#6b5f55;stroke-dasharray:4 4}.band{fill:#b5482a;opacity:.18}
.won{fill:none;stroke:#b5482a;stroke-width:2}rect{fill:#fffaf3}
@media(prefers-color-scheme:dark){rect{fill:#1d1815}text{fill:#f1e7dc}.tick{fill:#b8a999}.grid{stroke:#3d342d}
.band{fill:#e58a6a}.won{stroke:#e58a6a}}
"""


def curve_picture(reports: Mapping[str, Sequence[Report]]) -> str:
    """An SVG with a panel for every lesson that has had an exam."""
    examined = {
        name: [each for each in found if each.strength and isfinite(each.strength.won)]
        for name, found in reports.items()
    }
    panels = [(name, found) for name, found in examined.items() if found]
    rows = -(-len(panels) // COLUMNS)
    width, height = LEFT + COLUMNS * (WIDTH + GAP_X), TOP + rows * (HEIGHT + GAP_Y)
    parts = [f'<rect width="{width:.0f}" height="{height:.0f}"/>', f"<style>{STYLE}</style>"]
    for place, (name, found) in enumerate(panels):
        x, y = LEFT + place % COLUMNS * (WIDTH + GAP_X), TOP + place // COLUMNS * (HEIGHT + GAP_Y)
        parts.append(f'<g transform="translate({x:.0f} {y:.0f})">{"".join(_panel(name, found))}</g>')
    told = "; ".join(f"{name} {found[-1].strength.won:.1%}" for name, found in panels if found[-1].strength)
    label = escape(f"Games won by one net among its opponents while it learns, at the end: {told}")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img"'
    return f'{head} aria-label="{label}">{"".join(parts)}</svg>\n'


def _panel(name: str, reports: Sequence[Report]) -> Iterable[str]:
    players = int(name.rpartition("-")[2])
    points = [(each.positions, each.strength) for each in reports if each.strength]
    equal, most = 1 / players, max(positions for positions, _ in points)
    values = [equal, *(end for _, (won, error) in points for end in (won - 2 * error, won + 2 * error))]
    low, high = max(0.0, min(values)), max(values)

    def at(positions: float, share: float) -> str:
        inside = min(max(share, low), high)
        return f"{WIDTH * positions / most:.1f},{HEIGHT * (high - inside) / (high - low):.1f}"

    yield f'<text y="-14" class="title">{escape(name)}</text>'
    for share in (equal, *(end for end in (low, high) if abs(end - equal) > APART * (high - low))):
        y = HEIGHT * (high - share) / (high - low)
        kind = "equal" if share == equal else "grid"
        yield f'<line x2="{WIDTH:.0f}" y1="{y:.1f}" y2="{y:.1f}" class="{kind}"/>'
        yield f'<text x="-8" y="{y + 4:.1f}" text-anchor="end" class="tick">{100 * share:.0f}%</text>'
    upper = [at(positions, won + 2 * error) for positions, (won, error) in points]
    lower = [at(positions, won - 2 * error) for positions, (won, error) in reversed(points)]
    yield f'<polygon points="{" ".join(upper + lower)}" class="band"/>'
    yield f'<polyline points="{" ".join(at(positions, won) for positions, (won, _) in points)}" class="won"/>'
    told = f"{most / 1e6:.1f} million positions"
    yield f'<text x="{WIDTH:.0f}" y="{HEIGHT + 18:.0f}" text-anchor="end" class="tick">{told}</text>'
