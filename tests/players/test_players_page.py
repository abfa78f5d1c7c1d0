"""docs/players.md: its Python runs, and it names the levels and their noise as they are."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from wormgrill.players import LEVELS, ExactPlayer, make_player

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_its_examples_are_true() -> None:
    python = "".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(python, {}, PAGE.name, str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_it_lists_the_levels_from_weak_to_strong_with_their_noise() -> None:
    lines = re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.MULTILINE)
    assert tuple(level for level, _ in lines) == LEVELS
    for level, text in lines:
        player = make_player(level)
        noise = player.noise if isinstance(player, ExactPlayer) else 0.0
        assert re.findall(r"up to ([\d.]+) worms", text) == ([str(noise)] if noise else [])
