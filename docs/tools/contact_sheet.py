"""Make contact sheets of the table: `python docs/tools/contact_sheet.py [FOLDER]`.

One picture for every size, theme and language, with every kind of moment in it: to be looked at.
"""

from __future__ import annotations

import argparse
import sys
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser
from rich.progress import track

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # a script of the repository: its test tools are not installed

from tests.support.scenes import SCENES, SIZES, scene_context, show_scene  # noqa: E402  # after the path is known
from tests.support.visiting import Size, chromium  # noqa: E402  # after the path is known

from wormgrill.presentation.words import languages  # noqa: E402  # after the path is known

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTH = 2400
"""Of a sheet, at most; as many moments stand beside each other as fit at half their size."""


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("contact-sheets"), help="default: contact-sheets")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for size, theme, language in track(list(product(SIZES, THEMES, languages())), "Taking pictures"):
            width, height = size
            sheet(browser, size, theme, language).save(folder / f"{width}x{height}-{theme}-{language}.png")
    print(f"contact sheets: {folder}")


def sheet(browser: Browser, size: Size, theme: Literal["light", "dark"], language: str) -> Image.Image:
    """All moments in one picture."""
    width, height = size[0] // 2, size[1] // 2
    columns = max(1, WIDTH // width)
    rows = -(-len(SCENES) // columns)
    made = Image.new("RGB", (columns * width, rows * height), "white")
    context = scene_context(browser, size, theme)
    page = context.new_page()
    for number, name in enumerate(SCENES):
        show_scene(page, name, language)
        picture = (
            Image.open(BytesIO(page.screenshot())).convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
        )
        made.paste(picture, (number % columns * width, number // columns * height))
    context.close()
    return made


if __name__ == "__main__":
    main()
