"""Every table can show its rules in full."""

from __future__ import annotations

import pytest

from tests.support.browsing import Browser
from tests.support.running import Client, Server
from wormgrill.game.rules import EDITIONS

RETURNED = "Only the tile that goes back is turned over. It is out of the game at once."


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_page_of_rules(server: Server, edition: str) -> None:
    with Browser(server) as browser:
        page = browser.open(f"/rules?of={edition}")
    assert f"({edition[-4:]})</h1>" in page
    assert 'id="own-top"' in page
    assert "House rule" not in page


def test_the_rules_are_one_tap_away_on_every_page(server: Server) -> None:
    with Browser(server) as browser:
        for address in ("/", "/open", "/fair-dice", "/rules", "/learn"):
            assert 'href="/rules' in browser.open(address), address
        table = browser.set_table("me", "bot hatchling")
        assert 'popovertarget="rules"' in browser.open(f"/t/{table}")


def test_the_rules_of_a_text_are_told_with_its_house_rules(server: Server) -> None:
    with Browser(server) as browser:
        page = browser.open("/rules?of=deluxe-2018+short_game%3Dreturned")
    assert RETURNED in page
    assert page.count('class="house-mark"') == 1


def test_rules_that_cannot_be_read_are_refused_in_a_sentence(server: Server) -> None:
    with Browser(server) as browser:
        for address in ("/rules", "/rules/text"):
            answer = browser.get(address, params={"of": "classic-1999"})
            assert answer.status_code == 422


def test_a_table_shows_its_own_rules_while_it_waits_while_it_is_played_and_in_its_replay(
    server: Server, ada: Client
) -> None:
    rules = "classic-2005 short_game=returned"
    link = "/rules?of=classic-2005+short_game%3Dreturned"
    with Browser(server) as browser:
        waiting = browser.set_table("me", "link", edition="classic-2005", short_game="returned")
        page = browser.open(f"/t/{waiting}")
        assert link in page
        assert "short game, to the letter" in page
        playing = browser.set_table("me", "bot hatchling", edition="classic-2005", short_game="returned")
        assert ada.read(playing)["rules"] == rules
        page = browser.open(f"/t/{playing}")
        assert link in page
        assert "Pickomino (2005), house rules" in page
        assert f'data-load="{link.replace("/rules", "/rules/text")}"' in page
        assert RETURNED in browser.open(link.replace("/rules", "/rules/text"))
        assert link in browser.open(f"/t/{playing}/replay")
