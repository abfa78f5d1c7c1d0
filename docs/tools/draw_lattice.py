"""Draw the lattice of a classic turn into docs/images/lattice.svg; `--check` fails when the picture is stale."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from math import sqrt
from pathlib import Path

from wormgrill.game.dice import FACES
from wormgrill.solver import CLASSIC, Payoffs, solve
from wormgrill.solver.lattice import lattice

PICTURE = Path(__file__).parent.parent / "images" / "lattice.svg"
CELL = 88
LEFT, TOP = 120, 96
WIDTH, HEIGHT = LEFT + 9 * CELL, TOP + 7 * CELL + 40
LARGEST = 36
STOP, ROLL, OVER = (46, 125, 80), (226, 125, 42), (140, 140, 140)

Node = tuple[int, int]
"""Faces kept, dice left."""


def worms(points: int) -> float:
    """Worms for these points with all 16 tiles on the grill."""
    return float(min(4, (points - 17) // 4)) if points >= 21 else 0.0


def centre(node: Node) -> tuple[float, float]:
    """Where a node is drawn."""
    faces, dice = node
    return LEFT + (CLASSIC.dice - dice + 0.5) * CELL, TOP + (faces + 0.5) * CELL


def text(at: tuple[float, float], words: str, *, size: int = 14, anchor: str = "middle", fill: str = "#222") -> str:
    """A line of text."""
    x, y = at
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


def picture() -> str:
    """The whole drawing."""
    solution = solve(CLASSIC, Payoffs.of(worms))
    states: Counter[Node] = Counter()
    rolled: Counter[Node] = Counter()
    for state in lattice(CLASSIC).states():
        node = len(state.faces), state.dice_left
        states[node] += 1
        rolled[node] += solution.policy(state) == "roll"
    largest = max(states.values())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<title>The states of a classic turn</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        text((LEFT + 4.5 * CELL, 34), "dice left", size=18),
        *(text((centre((0, dice))[0], 66), str(dice)) for dice in range(CLASSIC.dice + 1)),
        text((20, 66), "faces kept", size=18, anchor="start"),
        *(text((84, centre((faces, 0))[1] + 5), str(faces)) for faces in range(len(FACES) + 1)),
    ]
    for faces, dice in states:
        x, y = centre((faces, dice))
        for kept in range(1, dice + 1 if faces < len(FACES) else 1):
            to_x, to_y = centre((faces + 1, dice - kept))
            parts.append(f'<path d="M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}" stroke="#ddd6cc" stroke-width="1.5"/>')
    for node, count in sorted(states.items()):
        x, y = centre(node)
        share = rolled[node] / count
        mixed = [round(stop + (roll - stop) * share) for stop, roll in zip(STOP, ROLL, strict=True)]
        over = not node[1] or node[0] == len(FACES)
        fill = "#{:02x}{:02x}{:02x}".format(*(OVER if over else mixed))
        radius = max(11, LARGEST * sqrt(count / largest))
        parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}" fill="{fill}"/>')
        parts.append(text((x, y + 5), str(count), fill="#fff"))
    for place, (colour, words) in enumerate(
        [(ROLL, "rolling on is better"), (STOP, "stopping is better"), (OVER, "the turn is over")]
    ):
        x = LEFT + place * 220
        parts.append(f'<circle cx="{x}" cy="{HEIGHT - 24}" r="9" fill="#{bytes(colour).hex()}"/>')
        parts.append(text((x + 18, HEIGHT - 19), words, anchor="start"))
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true", help=f"change nothing, fail if {PICTURE.name} is stale")
    if not arguments.parse_args().check:
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(picture(), encoding="utf-8")
    elif not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture():
        sys.exit(f"{PICTURE.name} is stale: run 'make docs'")
