"""What pictures are made of: the drawings of the things of the game, and PNG from SVG.

The pages and the pictures share these drawings. A pip has no colour of its own: whoever uses it gives it one.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import resvg_py

from wormgrill.presentation.lettering import FONT

THINGS = Path(__file__).parent / "things.svg"
SYMBOL = re.compile(r'<symbol id="([^"]+)".*</symbol>')
"""A drawing; each has a line of its own."""


@cache
def symbols(*names: str) -> str:
    """The drawings of these names, or all of them, as symbols of SVG, one in each line.

    >>> symbols("worm", "apple").count("<symbol"), symbols("apple") in symbols()
    (2, True)
    """
    found = _found()
    return "\n".join(found[name] for name in names or found)


@cache
def _found() -> dict[str, str]:
    lines = THINGS.read_text(encoding="utf-8").splitlines()
    return {match[1]: match[0] for match in map(SYMBOL.match, lines) if match}


def rasterised(svg: str) -> bytes:
    """A picture as PNG; fonts of the system are not looked at."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
