"""The page for doubters: of the server, of a table, of a record in a link; without JavaScript."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.browsing import Browser
from tests.support.records import TAKEN, played
from tests.support.running import Client, Server, running
from tests.support.tables import finished_table
from wormgrill.game import Game, parse_game
from wormgrill.presentation.moments import encode_record
from wormgrill.presentation.tally import Tally, tally_moves
from wormgrill.presentation.words import languages
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.store import Store


def counts(text: str) -> list[list[int]]:
    """The counts that the pictures of a page show."""
    pictures = re.findall(r'role="img"\s+aria-label="[^"]*came up: ([^"]*?)\. The expected', text)
    return [[int(count.split(": ")[1].replace(",", "")) for count in label.split(", ")] for label in pictures]


async def count_dice(server: Server) -> None:
    """Count now what the server counts within a minute."""
    store = await Store.open(server.database)
    try:
        with suppress(Conflict):  # the server has just done so
            await store.count_dice()
    finally:
        await store.close()


def test_a_server_shows_the_games_that_were_finished_on_it(tmp_path: Path) -> None:
    with running(tmp_path) as own, Browser(own) as browser:
        text = browser.open("/fair-dice?before")  # the page itself would be kept for a second
        assert "No finished game has been counted" in text
        assert counts(text) == []
        assert "Can the operator choose the dice?" in text
        paths = [
            finished_table(own, "hatchling", "hatchling", rules=rules) for rules in ("deluxe-2018", "classic-2005")
        ]
        games = [parse_game(browser.get(f"{path}/record.txt").text) for path in paths]
        asyncio.run(count_dice(own))
        text = browser.open("/fair-dice")
        tally = sum((tally_moves(game.moves) for game in games), Tally())
        assert f"Finished games: 2. White dice rolled: {tally.dice:,}" in text
        assert counts(text) == [list(tally.counts)]


def test_a_game_without_a_roll_and_one_that_goes_on(browser: Browser, server: Server) -> None:
    with Client(server, "Ada") as ada:
        table_id = ada.open_table("me", "me")
        assert browser.get(f"/t/{table_id}/fair-dice").status_code == 404, "it has not begun"
        ada.start(table_id)
        text = browser.open(f"/t/{table_id}/fair-dice")
        assert "Nobody has rolled yet" in text
        view = ada.read(table_id)
        assert ada.play(table_id, view["ply"], "roll").is_success
    text = browser.open(f"/t/{table_id}/fair-dice")
    assert "The dice of this game so far" in text
    assert "Fewer than 30 dice do not say much yet" in text
    assert sum(counts(text)[0]) == 8
    assert "As soon as the game is over, the secret is shown" in text


def test_a_finished_game_is_shown_with_what_is_proven(browser: Browser, server: Server) -> None:
    path = finished_table(server, "hatchling", "hatchling", rules="deluxe-2018 golden_die_faces=111WWW")
    game = parse_game(browser.get(f"{path}/record.txt").text)
    text = browser.open(f"{path}/fair-dice")
    assert counts(text)[0] == list(tally_moves(game.moves).counts)
    assert re.search(r"All \d+ rolls were computed again", text)
    assert f'href="{path}/verify"' in text


def test_a_record_in_a_link_is_shown_and_a_broken_link_leads_nowhere(browser: Browser) -> None:
    game = played(*TAKEN)
    text = browser.open(f"/record/{encode_record(game)}/fair-dice")
    assert counts(text)[0] == list(tally_moves(game.moves).counts)
    assert "The record does not say where the dice came from" in text
    assert browser.get("/record/nonsense/fair-dice").status_code == 404


def test_dice_that_were_changed_are_told(browser: Browser, server: Server) -> None:
    path = finished_table(server, "hatchling", "rooster")
    game = parse_game(browser.get(f"{path}/record.txt").text)
    tags = tuple((tag, "f" * 64 if tag == "dice-secret" else value) for tag, value in game.tags)
    forged = encode_record(Game(game.rules, game.players, game.moves, tags))
    text = browser.open(f"/record/{forged}/fair-dice")
    assert "Something is wrong with these dice" in text
    assert f'href="/record/{forged}/verify"' in text
    assert "rolls were computed again" not in text


def test_other_pages_lead_there(browser: Browser, server: Server) -> None:
    path = finished_table(server, "rooster", "hatchling")
    assert 'href="/fair-dice"' in browser.open("/")
    for page in (path, f"{path}/verify"):
        assert f'href="{path}/fair-dice"' in browser.open(page)
    end = len(parse_game(browser.get(f"{path}/record.txt").text).moves)
    assert f'href="{path}/fair-dice"' in browser.open(f"{path}/replay?ply={end}")


@pytest.mark.parametrize("language", languages())
def test_every_language_has_it(server: Server, language: str) -> None:
    path = finished_table(server, "hatchling", "rooster", rules="classic-2005")
    with Browser(server, language) as browser:
        text = browser.open(f"{path}/fair-dice")
    assert f'<html lang="{language}"' in text
    assert "%(" not in text
    assert Path(path).name in text
