"""The page with somebody's games: pages of them, numbers, the first invitation, and how all of it is deleted."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.storage.test_history import ADA, BO, BOT, finish
from tests.server.web.test_visit import request_to
from tests.support.apps import app_of
from tests.support.browsing import Browser
from tests.support.running import Server
from tests.support.services import in_loop, services
from tests.support.tables import finished_table
from wormgrill.server.model.people import Person
from wormgrill.server.model.table import Seat
from wormgrill.server.pages import my_games
from wormgrill.server.web.visit import visit_of


@in_loop
async def test_games_are_paged_and_the_numbers_stand_on_the_first_page(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        for number in range(1, my_games.GAMES + 3):
            await finish(parts.store, number, ADA, BOT, at=number / 7)
        visit = await visit_of(request_to(app_of(parts)))
        visit.person = Person("ada", "Ada", "en")
        first = bytes((await my_games.show(visit)).body).decode()
        older = re.search(r'href="/me\?before=([^"]+)"', first)
        assert older
        assert "22 of 22" in first
        last = bytes((await my_games.show(visit, before=older[1])).body).decode()
        pages = [re.findall(r'table-link" href="/t/(\w+)"', page) for page in (first, last)]
        assert [len(set(page)) for page in pages] == [my_games.GAMES, 2]
        assert not set(pages[0]) & set(pages[1])
        assert "before=" not in last
        assert "22 of 22" not in last
        nonsense = bytes((await my_games.show(visit, before="soon")).body).decode()
        assert "22 of 22" in nonsense


@in_loop
async def test_a_game_of_several_people_on_one_device_is_listed_with_all_of_them_and_not_counted(
    tmp_path: Path,
) -> None:
    async with services(tmp_path / "worms.db") as parts:
        await finish(parts.store, 1, ADA, Seat("Ida", "ada"), BO)
        visit = await visit_of(request_to(app_of(parts)))
        visit.person = Person("ada", "Ada", "en")
        page = bytes((await my_games.show(visit)).body).decode()
        assert "Ada: Won with 1 worm · Ida: Place 2 of 3 with 0 worms" in page
        assert '<span class="table-names">Bo</span>' in page
        assert "Your numbers" not in page
        assert "1 game is listed but not counted" in page


def test_a_stranger_is_invited_to_a_first_game_and_stays_a_stranger(server: Server) -> None:
    with Browser(server) as browser:
        page = browser.open("/me")
        assert 'action="/play"' in page
        assert "Delete my history" not in page
        assert not browser.cookies
        assert browser.get("/me/delete").status_code == 401


def test_deleting_asks_first_and_others_keep_their_games(server: Server) -> None:
    with Browser(server) as ada, Browser(server) as bo:
        for browser, name in ((ada, "Ada"), (bo, "Bo")):
            browser.submit("/me/name", name=name)
        tokens = [browser.cookies["wormgrill"] for browser in (ada, bo)]
        alone, together = finished_table(server, tokens[0], "pullet"), finished_table(server, *tokens)
        page = ada.open("/me")
        assert f'href="{alone}"' in page
        assert f'href="{together}/replay"' in page
        assert "2 finished games" in ada.open("/me/delete")
        assert f'href="{alone}"' in ada.open("/me"), "only asked"
        left = ada.submit("/me/delete")
        assert left.url.path == "/me"
        assert "deleted" in left.text
        assert 'action="/play"' in left.text
        assert ada.get(alone).status_code == 404
        theirs = bo.open("/me")
        assert f'href="{together}"' in theirs
        assert "Somebody" in theirs
        assert "Ada" not in theirs + bo.open(together)


def test_every_page_leads_to_my_games(server: Server) -> None:
    with Browser(server) as browser:
        for address in ("/", "/rules", "/learn", "/open", browser.submit("/play").url.path):
            assert 'href="/me"' in browser.open(address), address
