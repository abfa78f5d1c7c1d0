"""Make the font of the pictures that are shared: `python -m tools.picture_font`, after `pip install "fonttools[woff]"`.

The pages have it as a variable font in two files of WOFF2, which the rasteriser does not read. This is one weight of
the same letters in one TrueType file: without kerning, so that the width of a text is the sum of its letters, and with
a table of letters that is easily read.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.varLib.instancer import instantiateVariableFont

PACKAGE = Path(__file__).parents[1] / "src" / "wormgrill"
PARTS = [
    PACKAGE / "server" / "pages" / "static" / "vendor" / f"baloo-2-{letters}-wght-normal.woff2"
    for letters in ("latin", "latin-ext")
]
FONT = PACKAGE / "presentation" / "fonts" / "baloo-2-bold.ttf"
WEIGHT = 700
LEFT_OUT = ["GDEF", "GPOS", "GSUB", "STAT", "gasp"]
KEPT_NAMES = [0, 1, 14]
"""Copyright, family and licence."""
NEW_NAMES = {2: "Bold", 4: "Baloo 2 Bold", 6: "Baloo2-Bold"}
"""Style, full name and the name for printers, without which the font is not found."""


def main() -> None:
    """Write the font."""
    with tempfile.TemporaryDirectory() as folder:
        files = [str(Path(folder) / f"{number}.ttf") for number in range(len(PARTS))]
        for part, file in zip(PARTS, files, strict=True):
            _one_weight(part).save(file)
        font = Merger().merge(files)
        table = CmapSubtable.newSubtable(12)
        table.platformID, table.platEncID, table.language, table.cmap = 3, 10, 0, font.getBestCmap()
        font["cmap"].tables = [table]
        for number, name in NEW_NAMES.items():
            font["name"].setName(name, number, 3, 1, 0x409)
        font.save(FONT)


def _one_weight(part: Path) -> TTFont:
    font = instantiateVariableFont(TTFont(part), {"wght": WEIGHT})
    font.flavor = None
    options = Options(layout_features=[], hinting=False, name_IDs=KEPT_NAMES, notdef_outline=True)
    options.drop_tables += LEFT_OUT
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    return font


if __name__ == "__main__":
    main()
