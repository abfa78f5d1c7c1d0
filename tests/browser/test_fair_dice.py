"""What browsers add to the dice, and what the pages say about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.support.running import Server, running
from tests.support.tables import finished_table, nearly_finished_table
from tests.support.visiting import Visitor

NOT_PROVEN = "It is not proven that the operator does not choose the dice"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not wait long for what browsers have committed to, and stays until they are closed."""
    with running(tmp_path_factory.mktemp("impatient"), test_seed="in a hurry", reveal_seconds="1") as server:
        yield server


def dice_of(visitor: Visitor, is_so: Callable[[Any], bool] = lambda _dice: True) -> Any:
    """What the server says of the dice of a visitor's table, as soon as something holds."""
    for _ in range(600):
        dice = httpx2.get(f"{visitor.url}/api/v1/tables/{visitor.table.rpartition('/')[2]}").json()["dice"]
        if is_so(dice):
            return dice
        visitor.page.wait_for_timeout(50)
    raise AssertionError(dice)


def is_revealed(dice: Any) -> bool:
    return not dice["unrevealed"]


def lines_of(page: Page) -> str:
    """What the sheet at the table says; it need not be open."""
    return page.locator("#fair-lines").text_content() or ""


def test_one_click_commits_reveals_and_links_every_roll(robin: Visitor) -> None:
    page = robin.play_now()
    dice = dice_of(robin, is_revealed)
    assert len(dice["anchors"][0]) == len(dice["seeds"][0]) == 64
    robin.play(plies=4)
    assert len(dice_of(robin)["links"][0]) == 64
    assert dice_of(robin)["broken"] == []
    page.locator("[popovertarget=menu]").first.click()
    page.locator("#menu [popovertarget=fair]").click()
    expect(page.locator("#fair")).to_be_visible()
    expect(page.locator("#fair-lines")).to_contain_text("Nobody can choose or bias a roll")
    expect(page.locator("#fair-lines")).to_contain_text("The operator could compute the rolls of")
    assert "not proven" not in lines_of(page)
    expect(page.locator("#witness-same")).to_be_visible()
    expect(page.locator("#witness-none")).to_be_hidden()


def test_a_second_click_on_play_has_a_chain_of_its_own(robin: Visitor) -> None:
    robin.play_now()
    first = dice_of(robin)["anchors"][0]
    robin.page.go_back()
    robin.page.locator(".hero-play .primary").click()
    robin.arrive()
    assert dice_of(robin)["anchors"][0] not in (first, "-")


def _use_up(visitor: Visitor, path: str) -> list[str]:
    """Have somebody else commit to the chain of the first request to this path before it arrives there."""
    anchors: list[str] = []
    headers = {"authorization": f"Bearer {visitor.become('Robin')}"}

    def overtake(route: Route) -> None:
        found = re.search("anchor=([0-9a-f]{64})", route.request.post_data or "")
        assert found
        anchors.append(found[1])
        if len(anchors) == 1:
            body = {"seats": [{"kind": "me"}, {"kind": "open"}], "anchor": found[1]}
            httpx2.post(f"{visitor.url}/api/v1/tables", json=body, headers=headers).raise_for_status()
        route.continue_()

    visitor.page.route(path, overtake)
    visitor.allow("409")
    return anchors


def test_who_is_refused_for_a_used_chain_plays_with_another_one_and_does_not_notice(robin: Visitor) -> None:
    anchors = _use_up(robin, "**/play")
    page = robin.play_now()
    dice = dice_of(robin, is_revealed)
    assert len(set(anchors)) == 2
    assert dice["anchors"][0] == anchors[1]
    robin.play(plies=4)
    assert dice_of(robin)["broken"] == []
    expect(page.locator("#witness-same")).to_have_count(1)
    expect(page.locator("#dice-warning")).to_be_hidden()
    page.go_back()
    expect(page.locator(".hero-play .primary")).to_be_visible()


def test_a_used_chain_is_replaced_in_the_room(robin: Visitor) -> None:
    anchors = _use_up(robin, "**/commit")
    token = next(cookie["value"] for cookie in robin.context.cookies() if cookie["name"] == "wormgrill")
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    headers = {"authorization": f"Bearer {token}"}
    table = httpx2.post(f"{robin.url}/api/v1/tables", json=body, headers=headers).json()["id"]
    page = robin.open(f"/t/{table}")
    page.locator("details.fair summary").click()
    expect(page.locator("#dice-yes")).to_be_visible()
    assert dice_of(robin)["anchors"][0] == anchors[1] != anchors[0]


def test_two_browsers_and_a_late_committer_by_link(visit: Visit) -> None:
    host, guest = visit(), visit()
    page = host.open()
    page.locator("select[name=seat2]").select_option("link")
    page.locator("select[name=seat3]").select_option("")
    page.get_by_role("button", name="Set the table").click()
    host.arrive("#room")
    expect(page.locator("#dice-yes")).to_have_count(1)
    guest.open(urlsplit(page.locator("#invite-link").input_value()).path)
    guest.page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start the game").click()
    for visitor in (host, guest):
        visitor.arrive()
    dice = dice_of(host, is_revealed)
    assert len({*dice["anchors"], *dice["seeds"]} - {"-"}) == 4
    moved: set[Visitor] = set()
    while len(moved) < 2:
        for visitor in (host, guest):
            situation = visitor.looks()
            if situation and situation.moves:
                visitor.click(situation, situation.sensible)
                visitor.await_ply(int(situation.ply) + 1)
                moved.add(visitor)
    dice = dice_of(host)
    assert "-" not in dice["links"]
    assert dice["broken"] == []


def test_who_sits_without_having_committed_does_so_in_the_room(robin: Visitor) -> None:
    token = robin.become("Robin")
    table = httpx2.post(
        f"{robin.url}/api/v1/tables",
        json={"seats": [{"kind": "me"}, {"kind": "open"}]},
        headers={"authorization": f"Bearer {token}"},
    ).json()["id"]
    page = robin.open(f"/t/{table}")
    page.locator("details.fair summary").click()
    expect(page.locator("#dice-yes")).to_be_visible()
    expect(page.locator("#dice-no")).to_be_hidden()
    assert dice_of(robin)["anchors"][0] != "-"


def test_who_comes_too_late_to_reveal_still_adds_links(visit: Visit, impatient: Server) -> None:
    robin = visit(url=impatient.url)
    robin.page.route("**/reveal", lambda route: route.abort())
    robin.allow("net::ERR_FAILED")
    page = robin.play_now()
    robin.play(plies=1)  # it waits until the others need not wait any more
    assert dice_of(robin, lambda dice: len(dice["links"][0]) == 64)["seeds"] == ["-", "-", "-"]
    expect(page.locator("#fair-lines .fair-not-proven").first).to_have_text(re.compile(NOT_PROVEN))
    assert "Void: " in lines_of(page)


def test_two_tabs_give_the_same_links(robin: Visitor) -> None:
    page = robin.open()
    page.locator("select[name=seat2]").select_option("device")
    page.locator("input[name=name2]").fill("Wren")
    page.locator("select[name=seat3]").select_option("")
    page.get_by_role("button", name="Set the table").click()
    robin.arrive()
    other = robin.context.new_page()
    other.goto(page.url)
    for number in range(6):
        situation = robin.turn()
        tab = (page, other)[number % 2]
        tab.locator(f'#play button[value="{situation.sensible}"]').click()
        for each in (page, other):
            each.wait_for_function(
                "ply => Number(document.querySelector('#play').dataset.ply) > ply", arg=int(situation.ply)
            )
    dice = dice_of(robin)
    assert dice["broken"] == []
    assert len(dice["links"][0]) == 64


def test_a_rematch_has_a_chain_of_its_own(robin: Visitor, server: Server) -> None:
    token = robin.become("Robin")
    page = robin.open(nearly_finished_table(server, token, token))
    assert NOT_PROVEN in lines_of(page), "nobody has committed there"
    robin.play()
    first = robin.table
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: not url.endswith(first))
    robin.arrive("#play:not(:has(#result))")
    assert "-" not in dice_of(robin, is_revealed)["seeds"]


def test_without_javascript_the_page_says_that_it_is_not_proven(visit: Visit) -> None:
    robin = visit(java_script_enabled=False)
    page = robin.open()
    page.locator(".hero-play .primary").click()
    assert NOT_PROVEN in lines_of(page)
    assert "Nobody can" not in lines_of(page)
    assert page.locator("#witness-none").get_attribute("hidden") is None
    assert page.locator("#witness-same").get_attribute("hidden") is not None
    assert dice_of(robin)["anchors"] == ["-", "-", "-"]
    page.locator("#play button[value=roll]").click()
    assert robin.ply >= 2
    robin.open()
    page.get_by_role("button", name="Set the table").click()
    page.locator("details.fair summary").click()
    expect(page.locator("#dice-no")).to_be_visible()
    expect(page.locator("#dice-yes")).to_be_hidden()


def _exchange(page: Page, old: str, new: str) -> None:
    """Let the server say something else from now on."""

    def forge(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(old, new))

    page.route("**/t/*", forge)


@pytest.mark.parametrize("what", ["anchor", "commitment", "seed"])
def test_an_exchanged_commitment_is_told_and_no_value_is_given_any_more(robin: Visitor, what: str) -> None:
    page = robin.play_now()
    dice = dice_of(robin, is_revealed)
    expect(page.locator("#dice-warning")).to_be_hidden()
    if what == "anchor":
        _exchange(page, f"{dice['anchors'][0]} - -", f"{dice['anchors'][0]} {'0' * 64} -")
    elif what == "commitment":
        _exchange(page, dice["commitment"], "0" * 64)
    else:
        _exchange(page, f'data-seed="{dice["seeds"][0]}"', 'data-seed="-"')
    page.reload()
    expect(page.locator("#dice-warning")).to_be_visible()
    if what == "seed":
        return
    with page.expect_request("**/moves") as sent:
        page.locator("#play button[value=roll]").click()
    assert "link=&" in f"{sent.value.post_data}&"


def test_an_anchor_that_is_exchanged_from_the_first_is_told(robin: Visitor) -> None:
    page = robin.open()

    def forge(route: Route) -> None:
        route.continue_(post_data=re.sub("anchor=[0-9a-f]{64}", f"anchor={'0' * 64}", route.request.post_data or ""))

    page.route("**/play", forge)
    page.locator(".hero-play .primary").click()
    robin.arrive()
    expect(page.locator("#dice-warning")).to_be_visible()
    expect(page.locator("#witness-same")).to_be_hidden()


def test_a_value_that_is_asked_for_too_early_is_told(robin: Visitor) -> None:
    page = robin.play_now()
    dice_of(robin, is_revealed)
    robin.allow("409")
    page.evaluate("document.querySelector('#play [name=ply]').value = 100")
    with page.expect_response("**/moves"):
        page.locator("#play button[value=roll]").click()
    page.reload()
    expect(page.locator("#dice-warning")).to_be_visible()


def test_who_did_not_take_part_is_told_what_a_record_cannot_prove(visit: Visit, server: Server) -> None:
    robin = visit()
    table = finished_table(server, robin.become("Robin"), "hatchling")
    page = robin.open(f"{table}/verify")
    expect(page.locator("#witness-none")).to_be_visible()
    expect(page.locator(".fair-not-proven").first).to_contain_text("did not choose the dice")
