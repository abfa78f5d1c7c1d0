"""What viewers share is made once, and is what each of them would see if it were made for them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.services import ADA, BO, Parts, in_loop, quick_move, services
from wormgrill.game.state import Phase
from wormgrill.server.pages import fragments as module
from wormgrill.server.pages.screens import Screens, TableScreens, Viewpoint
from wormgrill.server.services.live import LiveTable

ADAS, BOS = Viewpoint("en", (0,), False), Viewpoint("en", (1,), False)
GERMAN, WATCHER = Viewpoint("de", (1,), False), Viewpoint("en", (), False)


async def play(parts: Parts, live: LiveTable) -> None:
    person = (ADA, BO)[live.state.seat]
    await parts.tables.play(live.table.id, person, live.ply, str(quick_move(live.state)))


@in_loop
async def test_screens_of_a_whole_game_are_what_they_would_be_without_any_memory(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db", is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        screens = TableScreens(live, parts.tables)
        while live.state.phase is not Phase.OVER:
            await play(parts, live)
            if live.ply in (2, 20, 40):
                await parts.tables.say(live.table.id, (ADA, BO)[live.ply % 2], f"ply {live.ply}")
            for viewpoint in (ADAS, BOS, GERMAN, WATCHER):
                screen = await screens.now(viewpoint)
                alone = await TableScreens(live, parts.tables).now(viewpoint)
                assert (screen.view, screen.parts, screen.title) == (alone.view, alone.parts, alone.title)


@in_loop
async def test_viewers_with_one_viewpoint_share_screens_and_events(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db", is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        all_screens = Screens(parts.tables)
        screens = all_screens.of(live)
        assert all_screens.of(live) is screens
        before = await screens.now(WATCHER)
        assert await screens.now(WATCHER) is before
        await play(parts, live)
        after = await screens.now(WATCHER)
        assert after.news_since(before) is after.news_since(before)
        assert b'hx-target="#play"' in after.news_since(before)
        assert after.news_since(after) == b""
        assert b'hx-target="#grill"' not in after.news_since(before)
        assert b'hx-target="#grill"' in after.news_since(None)


@in_loop
async def test_a_page_that_is_asked_for_again_is_not_made_again_though_nobody_follows_it(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db", is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        all_screens = Screens(parts.tables)
        before = await all_screens.of(live).now(WATCHER)
        assert await all_screens.of(live).now(WATCHER) is before


@in_loop
async def test_the_grill_is_drawn_once_in_each_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []
    make = module._part

    def counted(name: str, view: object, urls: object, words: object) -> str:
        drawn.append((name, words.language))  # type: ignore[attr-defined]  # given on as it came
        return make(name, view, urls, words)  # type: ignore[arg-type]  # given on as it came

    monkeypatch.setattr(module, "_part", counted)
    async with services(tmp_path / "worms.db", is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        screens = TableScreens(live, parts.tables)
        for viewpoint in (ADAS, BOS, GERMAN, WATCHER):
            await screens.now(viewpoint)
        assert [language for name, language in drawn if name == "grill"] == ["en", "de"]
        assert len([name for name, _ in drawn if name == "play"]) == 4


@in_loop
async def test_lines_of_chat_are_marked_for_whoever_said_them(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db", is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        screens = TableScreens(live, parts.tables)
        await parts.tables.say(live.table.id, BO, "Good luck!")
        marks = [(await screens.now(viewpoint)).view.chat[0].is_mine for viewpoint in (ADAS, BOS, WATCHER)]
        assert marks == [False, True, False]
