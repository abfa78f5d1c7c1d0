"""The tables of docs/research.md are those of the modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from wormgrill.envs import actions, observations

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.parametrize("module", [actions, observations])
def test_the_table_of_a_module_is_in_the_documentation(module: object) -> None:
    rows = [line for line in (module.__doc__ or "").splitlines() if line.startswith("|")]
    assert len(rows) > 5
    assert "\n".join(rows) in PAGE.read_text(encoding="utf-8")
