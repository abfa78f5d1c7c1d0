"""Draw the layers into docs/images/layers.svg, from the import contracts; `--check` fails when the picture is stale."""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "images" / "layers.svg"
SOURCE = ROOT / "src"
WIDTH, MARGIN, GAP = 1060, 24, 10
BAR, NAME_HEIGHT, LINE_HEIGHT = 500, 26, 17
CHARACTERS = 76
"""So many fit into a line of a bar."""
COLOURS = {"wormgrill": ("#fdf7ec", "#c33d12"), "wormgrill.server": ("#f4e8d5", "#2f6e3b")}

Layer = tuple[str, ...]
"""The packages of a layer; they do not import each other."""


def layers() -> dict[str, list[Layer]]:
    """The layers of each container, the top one first, as import-linter holds them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return {
        contract["containers"][0]: [tuple(layer.split(" | ")) for layer in contract["layers"]]
        for contract in contracts
        if contract["type"] == "layers"
    }


def purpose(module: str) -> str:
    """The first sentence that a package or module says about itself."""
    path = SOURCE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ")


def bars(container: str, rows: list[Layer], left: int, top: int) -> tuple[list[str], int]:
    """The bars of a container, one below the other, and where they end."""
    fill, edge = COLOURS[container]
    parts = [_text(left, top, container, size=20, weight=700, fill=edge)]
    y = top + 16
    for layer in rows:
        lines = [(name, wrap(purpose(f"{container}.{name}"), CHARACTERS)) for name in layer]
        height = sum(NAME_HEIGHT + LINE_HEIGHT * len(words) for _, words in lines) + 12
        parts.append(
            f'<rect x="{left}" y="{y}" width="{BAR}" height="{height}" rx="10" fill="{fill}" stroke="{edge}"/>'
        )
        at = y
        for name, words in lines:
            parts.append(_text(left + 16, at + 24, name, size=17, weight=700))
            parts += (
                _text(left + 16, at + 43 + LINE_HEIGHT * place, line, size=13, fill="#66503d")
                for place, line in enumerate(words)
            )
            at += NAME_HEIGHT + LINE_HEIGHT * len(words)
        y += height + GAP
    return parts, y


def _text(  # noqa: PLR0913  # the attributes of a text
    x: int, y: int, words: str, *, size: int, weight: int = 400, fill: str = "#2e1f15"
) -> str:
    style = f'font-size="{size}" font-weight="{weight}" fill="{fill}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'


def picture() -> str:
    """The whole drawing: the package on the left, the server on the right."""
    found = layers()
    left, left_end = bars("wormgrill", found["wormgrill"], MARGIN, 40)
    right, right_end = bars("wormgrill.server", found["wormgrill.server"], WIDTH - MARGIN - BAR, 40)
    height = max(left_end, right_end) + 30
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
            "<title>The layers: a module imports only from layers below its own</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
            *left,
            *right,
            _text(MARGIN, height - 14, "A module imports only from layers below its own.", size=14, fill="#66503d"),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true", help=f"change nothing, fail if {PICTURE.name} is stale")
    if not arguments.parse_args().check:
        PICTURE.write_text(picture(), encoding="utf-8")
    elif not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture():
        sys.exit(f"{PICTURE.name} is stale: run 'make docs'")
