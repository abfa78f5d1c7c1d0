"""Several people with browsers of their own: everybody sees everything, whatever happens to a connection."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Visit
from tests.support.line import Line
from tests.support.visiting import PATIENCE_MS, PHONE, Visitor


def _meet(host: Visitor, guest: Visitor, *, edition: str = "deluxe-2018", level: str = "hatchling") -> None:
    """The host sets a table for a guest and a bot, and starts when the guest sits there."""
    page = host.open()
    page.locator(f"label:has(input[name=edition][value='{edition}'])").click()
    page.locator("details.house summary").click()
    page.locator("input[name=short_game]").check()
    page.locator("select[name=seat2]").select_option("link")
    page.locator("select[name=seat3]").select_option(f"bot {level}")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_selector("#room")

    guest.open(urlsplit(host.page.locator("#invite-link").input_value()).path)
    guest.page.locator(".sit-form input[name=name]").fill("Magpie")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator("#room")).to_contain_text("Magpie")
    expect(page.locator("#room")).to_contain_text("Magpie")
    page.get_by_role("button", name="Start the game").click()
    for visitor in (host, guest):
        visitor.page.wait_for_selector("#play")
        assert visitor.table == host.table


def _board(visitor: Visitor) -> list[str]:
    """What both must see alike: the grill, the stacks, and how many turns the log tells of."""
    board: list[str] = visitor.page.evaluate(
        """() => [
            ...[...document.querySelectorAll("#grill .slot")].map(slot => slot.textContent.trim()),
            ...[...document.querySelectorAll("#players .player")].sort((a, b) => a.id < b.id ? -1 : 1)
                .map(player => player.querySelector(".player-score").textContent.trim()),
            ...[...document.querySelectorAll("#log .log-turn")].map(turn => turn.id),
        ]"""
    )
    return board


def _lose_the_line(visitor: Visitor) -> None:
    """Do not mind what the browser says of a line that is cut."""
    for complaint in ("net::ERR_", "network error", "Failed to fetch"):
        visitor.allow(complaint)


def test_a_deluxe_game_of_two_browsers_and_a_bot(visit: Visit, line: Line) -> None:
    host, guest = visit(url=line.url), visit(PHONE)
    _lose_the_line(host)
    _meet(host, guest)
    moves = {host: 0, guest: 0}
    has_reloaded = has_been_away = is_away = False
    while True:
        present = [guest] if is_away else [host, guest]
        acting = _next(present)
        if acting is None:  # it is the turn of who is away
            expect(host.page.locator("#lost")).to_be_visible()
            line.mend()
            is_away = False
            host.await_ply(guest.ply)
            expect(host.page.locator("#lost")).to_be_hidden(timeout=PATIENCE_MS)
            continue
        situation = acting.turn()
        if situation.is_over:
            break
        acting.click(situation, situation.sensible)
        moves[acting] += 1
        for visitor in present:
            visitor.await_ply(int(situation.ply) + 1)
        if acting is guest and moves[guest] == 6 and not has_reloaded:
            guest.page.reload()
            guest.await_ply(int(situation.ply) + 1)
            has_reloaded = True
        if acting is guest and moves[guest] > 12 and not has_been_away:
            line.cut()
            expect(host.page.locator("#lost")).to_be_visible()
            is_away = has_been_away = True
    line.mend()
    for visitor in (host, guest):
        visitor.page.wait_for_selector("#result")
    assert has_reloaded
    assert has_been_away
    assert _board(host) == _board(guest)
    assert host.page.locator(".result-table").inner_text() == guest.page.locator(".result-table").inner_text()


def _next(visitors: list[Visitor]) -> Visitor | None:
    """Who can do something, as soon as somebody can; nobody if it is the turn of somebody else for good."""
    page = visitors[-1].page
    for _ in range(2000):
        for visitor in visitors:
            if visitor.looks():
                return visitor
        if len(visitors) == 1 and _seat_to_move(visitors[0]) == 0:
            return None
        page.wait_for_timeout(5)
    raise AssertionError("nobody can do anything")


def _seat_to_move(visitor: Visitor) -> int | None:
    seat: int | None = visitor.page.evaluate(
        "id => fetch(`/api/v1/tables/${id}`).then(answer => answer.json()).then(table => table.seat_to_move)",
        visitor.table.rpartition("/")[2],
    )
    return seat


def test_a_move_without_a_connection_says_so_and_works_again_afterwards(visit: Visit, line: Line) -> None:
    robin = visit(url=line.url)
    _lose_the_line(robin)
    page = robin.sit_at("me", "me")
    situation = robin.turn()
    line.cut()
    expect(page.locator("#lost")).to_be_visible()
    page.locator("#play button[value=roll]").click()
    line.mend()
    expect(page.locator("#lost")).to_be_hidden(timeout=PATIENCE_MS)
    if robin.ply == int(situation.ply):
        robin.click(situation, "roll")
    robin.await_ply(int(situation.ply) + 1)


def test_what_is_said_arrives(visit: Visit) -> None:
    host, guest = visit(), visit()
    _meet(host, guest)
    guest.page.locator("#chat-text").fill("<b>Worms</b> & 'dice'")
    guest.page.locator("#chat-text").press("Enter")
    for visitor in (host, guest):
        expect(visitor.page.locator("#chat-lines .chat-line")).to_have_text("Magpie <b>Worms</b> & 'dice'")
    expect(guest.page.locator("#chat-text")).to_have_value("")


def test_two_tabs_of_one_person_agree(robin: Visitor) -> None:
    page = robin.sit_at("me", "me")
    other = robin.context.new_page()
    other.goto(page.url)
    for _ in range(4):
        situation = robin.turn()
        robin.click(situation, situation.sensible)
        ply = int(situation.ply) + 1
        robin.await_ply(ply)
        other.wait_for_function("ply => Number(document.querySelector('#play').dataset.ply) >= ply", arg=ply)


def test_back_and_reload_are_harmless(robin: Visitor) -> None:
    page = robin.play_now()
    robin.play(plies=3)
    ply = robin.ply
    page.go_back()
    page.go_forward()
    robin.await_ply(ply)
    page.reload()
    robin.await_ply(ply)
    assert robin.turn().moves


def test_who_only_watches_sees_the_moves_and_no_buttons(visit: Visit) -> None:
    robin, watcher = visit(), visit()
    robin.sit_at("me", "me")
    watcher.open(robin.table)
    robin.play(plies=3)
    watcher.await_ply(robin.ply)
    assert watcher.looks() is None


def test_a_quick_click_is_not_lost_while_the_last_answer_is_on_its_way(robin: Visitor) -> None:
    page = robin.sit_at("me", "me")
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/moves", hold_the_first)
    situation = robin.turn()
    robin.click(situation, "roll")
    situation = robin.turn()  # the stream was faster than the answer
    robin.click(situation, situation.sensible)
    ((route, answer),) = held
    route.fulfill(response=answer)
    robin.await_ply(int(situation.ply) + 1)
