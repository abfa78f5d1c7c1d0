"""Pages that strangers see alike are made once."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.support.apps import app_of, client_of
from tests.support.services import in_loop, services
from wormgrill.server.pages import responses as module


@pytest.mark.parametrize("path", ["/", "/puzzles", "/fair-dice"])
@in_loop
async def test_what_strangers_see_alike_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    make = Mock(wraps=module.page_text)
    monkeypatch.setattr(module, "page_text", make)
    async with services(tmp_path / "worms.db") as parts:
        _, token = await parts.people.create("Ada")
        app = app_of(parts)
        app.state.kept_pages = {}  # which are kept for ever here, not for a moment
        async with client_of(app) as client:
            first, again = await client.get(path), await client.get(path)
            assert first.text == again.text
            assert make.call_count == 1
            german = await client.get(path, headers={"accept-language": "de"})
            dark = await client.get(path, headers={"cookie": "theme=dark"})
            assert '<html lang="de"' in german.text
            assert 'data-theme="dark"' in dark.text
            assert make.call_count == 3
            for _ in range(2):
                await client.get(path, headers={"cookie": f"wormgrill={token}"})
            assert make.call_count == 5
            assert (await client.get(path)).text == first.text


@in_loop
async def test_a_stranger_who_has_tried_puzzles_sees_their_own_page(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts, client_of(app_of(parts)) as client:
        assert "Solved in a row" not in (await client.get("/puzzles")).text
        assert "Solved in a row: 2, best: 7" in (await client.get("/puzzles", headers={"cookie": "streak=2.7."})).text
