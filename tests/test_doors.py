"""The pages for newcomers name only what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("docs/architecture.md", "docs/hosting.md", "docs/server.md", "CONTRIBUTING.md", "README.md")
PLACES = (ROOT, ROOT / "src" / "wormgrill", ROOT / "src" / "wormgrill" / "server")
NAMED = re.compile(r"`((?:\w+/)+)([\w.-]*)`")
TARGET = re.compile(r"`make (\w+)`")
LINK = re.compile(r"\]\(([\w./-]+)\)")


def exists(folder: str, name: str) -> bool:
    """Whether a folder, a file, a module or a name in a module is there."""
    for place in PLACES:
        path = place / folder
        module, _, attribute = name.partition(".")
        source = path / f"{module}.py"
        if (path / name).exists() or (not attribute and source.exists()):
            return True
        if source.exists() and re.search(rf"^\s*(async )?(def|class) {attribute}\b", source.read_text(), re.MULTILINE):
            return True
    return False


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_is_named_is_there(page: str) -> None:
    missing = [folder + name for folder, name in NAMED.findall((ROOT / page).read_text()) if not exists(folder, name)]
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_every_link_and_every_target_of_make_is_there(page: str) -> None:
    text, makefile = (ROOT / page).read_text(), (ROOT / "Makefile").read_text()
    assert not [link for link in LINK.findall(text) if not (ROOT / page).parent.joinpath(link).exists()]
    assert not [target for target in TARGET.findall(text) if not re.search(rf"^{target}:", makefile, re.MULTILINE)]
