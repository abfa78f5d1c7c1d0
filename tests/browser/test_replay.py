"""Finished games: looked at again by key, slider and link; downloaded, and opened from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.running import Client, Server
from tests.support.tables import finished_table
from tests.support.visiting import Visitor
from wormgrill.game.record import parse_game


@pytest.fixture(scope="package")
def finished(server: Server) -> str:
    """The path of a table whose game is over."""
    with Client(server, is_known=False) as client:
        token = client.done("POST", "/people", {"name": "Ada"})["token"]
    return finished_table(server, token, "hatchling", rules="deluxe-2018")


def _place(visitor: Visitor) -> int:
    return int(visitor.page.locator("#moment").input_value())


def test_keys_step_through_a_game(robin: Visitor, finished: str) -> None:
    page = robin.open(f"{finished}/replay")
    moment = page.locator("#moment")
    last = moment.get_attribute("max") or ""
    assert _place(robin) == 0
    for key, place in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", last), ("Home", "0")):
        page.keyboard.press(key)
        expect(moment).to_have_value(place)
    page.keyboard.press("End")
    expect(page.locator(".result-rows")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".result-rows")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".result-rows")).to_be_visible()


def test_a_question_mark_lists_the_keys(robin: Visitor, finished: str) -> None:
    page = robin.open(f"{finished}/replay")
    keys = page.locator("#keys")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_contain_text("One turn forward")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moment")).to_have_value("1")


def test_the_slider_goes_to_any_moment_and_the_address_remembers_it(robin: Visitor, finished: str) -> None:
    page = robin.open(f"{finished}/replay")
    moment = page.locator("#moment")
    box = moment.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => location.search.startsWith('?ply=')")
    page.wait_for_function("() => document.querySelector('#play').dataset.ply === location.search.slice(5)")
    assert _place(robin) > 5
    ply, grill = robin.ply, page.locator("#grill").inner_text()
    link = page.locator("#moment-link").input_value()
    page.goto(link)
    assert robin.ply == ply
    assert page.locator("#grill").inner_text() == grill
    moment.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("ply => Number(document.querySelector('#play').dataset.ply) > ply", arg=ply)
    page.wait_for_function("() => document.querySelector('#play').dataset.ply === location.search.slice(5)")
    assert robin.ply > ply


def test_it_plays_by_itself_and_stops_when_asked(robin: Visitor, finished: str) -> None:
    page = robin.open(f"{finished}/replay")
    button = page.locator("#way-play")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.querySelector('#moment').value) >= 2")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_record_is_downloaded_and_opened_again(robin: Visitor, finished: str, tmp_path: Path) -> None:
    page = robin.open(f"{finished}/replay")
    page.keyboard.press("End")
    result = page.locator(".result-rows").inner_text()
    with page.expect_download() as download:
        page.locator("nav").get_by_role("link", name="Download the record").click()
    file = tmp_path / download.value.suggested_filename
    assert file.suffix == ".txt"
    download.value.save_as(file)
    game = parse_game(file.read_text())
    assert game.players[0] == "Ada"

    page = robin.open("/open")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/record/*/replay*")
    page.keyboard.press("End")
    assert page.locator(".result-rows").inner_text() == result
    page.locator("nav").get_by_role("link", name="Verify the dice").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Every roll matches")


def test_a_record_that_was_tampered_with_is_found_out(robin: Visitor, finished: str, tmp_path: Path) -> None:
    robin.open(f"{finished}/verify")
    page = robin.page
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    text = Path(download.value.path()).read_text()
    secret = next(line for line in text.splitlines() if line.startswith("dice-secret"))
    file = tmp_path / "tampered.txt"
    file.write_text(text.replace(secret, secret[:-1] + ("0" if secret[-1] != "0" else "1")))
    page = robin.open("/open")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/record/*/replay*")
    page.locator("nav").get_by_role("link", name="Verify the dice").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Something is wrong with these dice")


def test_a_file_that_is_no_record_is_told_where(robin: Visitor) -> None:
    robin.allow("422")
    page = robin.open("/open")
    page.locator("textarea").fill("format: wormgrill-record/1\nrules: chess")
    page.get_by_role("button", name="Watch the game").click()
    expect(page.get_by_role("alert")).to_contain_text("line 2")
