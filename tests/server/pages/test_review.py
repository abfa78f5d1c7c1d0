"""The review of a game as a page and over the API, and its moments to be tried again."""

from __future__ import annotations

import re

import pytest

from tests.support.browsing import Browser
from tests.support.long_games import long_link
from tests.support.records import TAKEN, played
from tests.support.running import Client, Server
from wormgrill.game import parse_game
from wormgrill.game.state import Phase, legal_moves
from wormgrill.presentation.moments import encode_record


def test_a_finished_game_has_a_review_with_curve_bars_and_moments(browser: Browser, finished: str) -> None:
    page = browser.open(f"/t/{finished}/review")
    assert page.count('<polyline class="chance-line') == 6, (
        "a sample, a line on large screens and one on phones for each"
    )
    assert page.count('class="bar-final"') == 2
    assert re.search(r'href="/t/\w+/review/\d+"', page)
    assert page.rstrip().endswith("</html>")


def test_the_end_of_a_game_and_its_replay_lead_to_the_review(browser: Browser, finished: str) -> None:
    assert f'href="/t/{finished}/review"' in browser.open(f"/t/{finished}")
    assert f'href="/t/{finished}/review"' in browser.open(f"/t/{finished}/replay")


def test_the_api_has_every_ply_and_totals_that_add_up(server: Server, finished: str) -> None:
    with Client(server, "Bo") as bo:
        found = bo.done("GET", f"/tables/{finished}/review")
    assert found["over"]
    for totals in found["totals"]:
        parts = totals["start"] + totals["luck"] - totals["error"] + totals["given"] + totals["rest"]
        assert parts == pytest.approx(totals["final"], abs=1e-9)


def test_a_game_in_play_without_hints_has_no_review_and_one_with_hints_as_far_as_it_goes(server: Server) -> None:
    with Client(server, "Ada") as ada, Browser(server) as browser:
        silent = ada.open_table("me", "hatchling", has_hints=False)
        ada.start(silent)
        refused = browser.get(f"/t/{silent}/review")
        assert refused.status_code == 409
        assert "There is a review when the game is over" in refused.text
        assert browser.get(f"/t/{silent}/review/0").status_code == 409
        helped = ada.open_table("me", "hatchling")
        ada.start(helped)
        assert "Nothing to review yet" in browser.open(f"/t/{helped}/review")
        ada.play(helped, 0, "roll")
        assert "As far as it goes" in browser.open(f"/t/{helped}/review")


def test_a_record_in_a_link_is_reviewed_however_long_it_is(browser: Browser) -> None:
    page = browser.open(long_link(300).replace("/replay", "/review"))
    assert page.rstrip().endswith("</html>")
    assert 'id="review"' in page


def test_a_link_without_a_record_is_not_found(browser: Browser) -> None:
    assert browser.get("/record/nonsense/review").status_code == 404
    code = encode_record(played(*TAKEN))
    assert browser.get(f"/record/{code}/review/1").status_code == 404, "dice are no decision"
    assert browser.get(f"/record/{code}/review/999").status_code == 404


def test_where_only_one_move_was_possible_nothing_is_asked(browser: Browser, finished: str) -> None:
    assert browser.get(f"{finished}/review/0").status_code == 404


def test_a_moment_can_be_tried_again_and_every_equally_good_move_passes(browser: Browser, finished: str) -> None:
    game = parse_game(browser.get(f"/t/{finished}/record.txt").text)
    state, ply = next(
        (state, ply)
        for ply, state in enumerate(game.replay())
        if state.phase is Phase.KEEP and len(legal_moves(state)) > 2
    )
    here = f"/t/{finished}/review/{ply}"
    assert "What would you do?" in browser.open(here)
    said = {str(move): browser.open(f"{here}?tried={str(move).replace(' ', '+')}") for move in legal_moves(state)}
    assert any("Right: nothing is better." in page for page in said.values())
    assert all("Right:" in page or "costs" in page for page in said.values())
    assert "was played" in browser.open(here)
    patch = browser.post(here, data={"move": str(legal_moves(state)[0])}, headers={"HX-Request": "true"}).text
    assert patch.startswith('<hx-partial hx-target="#coach"')
    assert "Right:" not in browser.open(f"{here}?tried=nonsense")


def test_the_luck_of_a_reviewed_game_is_among_my_numbers(server: Server) -> None:
    with Client(server, "Robin") as robin, Browser(server) as browser:
        browser.headers["authorization"] = robin.headers["authorization"]
        table_id = robin.open_table("me", "hatchling", rules="classic-2014 short_game")
        robin.start(table_id)
        robin.play_to_the_end(table_id)
        assert "reviewed game" not in browser.open("/me")
        browser.open(f"/t/{table_id}/review")
        assert "points per game" in browser.open("/me")
        assert "in 1 reviewed game" in browser.open("/me")
