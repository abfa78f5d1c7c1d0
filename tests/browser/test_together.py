"""Several people with browsers of their own: everybody sees everything, whatever happens to a connection."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Visit
from tests.support.line import Line
from tests.support.running import Server
from tests.support.tables import nearly_finished_table
from tests.support.visiting import PATIENCE_MS, PHONE, Visitor
from wormgrill.server.pages.rendering import SHEET

HOST, GUEST, OVER = "player-0", "player-1", "over"


def _meet(host: Visitor, guest: Visitor, *, edition: str = "deluxe-2018", level: str = "hatchling") -> None:
    """The host sets a table for a guest and a bot, and starts when the guest sits there."""
    page = host.open()
    page.locator(f"label:has(input[name=edition][value='{edition}'])").click()
    page.locator("details.house summary").click()
    page.locator("input[name=short_game][value=true]").check()
    page.locator("select[name=seat2]").select_option("link")
    page.locator("select[name=seat3]").select_option(f"bot {level}")
    page.get_by_role("button", name="Set the table").click()
    host.arrive("#room")

    guest.open(urlsplit(host.page.locator("#invite-link").input_value()).path)
    guest.page.locator(".sit-form input[name=name]").fill("Odette")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator("#room")).to_contain_text("Odette")
    expect(page.locator("#room")).to_contain_text("Odette")
    expect(page).to_have_title("Everybody is here · wormgrill")
    page.get_by_role("button", name="Start the game").click()
    for visitor in (host, guest):
        visitor.arrive()
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


def test_two_browsers_and_a_bot_see_the_same_whatever_happens_to_a_connection(visit: Visit, line: Line) -> None:
    """The guest reloads after six moves of their own; later the host is away until it is the host's turn."""
    host, guest = visit(url=line.url), visit(PHONE)
    _lose_the_line(host)
    _meet(host, guest)
    moves = {host: 0, guest: 0}

    def play_until(is_enough: Callable[[], bool], *present: Visitor) -> None:
        while not is_enough():
            acting = host if _whose_turn(guest) == HOST else guest
            situation = acting.turn()
            acting.click(situation, situation.sensible)
            moves[acting] += 1
            for visitor in present:
                visitor.await_ply(int(situation.ply) + 1)

    play_until(lambda: moves[guest] >= 6, host, guest)
    guest.page.reload()
    guest.await_ply(host.ply)
    assert _board(host) == _board(guest)

    play_until(lambda: moves[host] > 3 and _whose_turn(guest) == GUEST, host, guest)
    seen = host.ply
    line.cut()
    expect(host.page.locator("#lost")).to_be_visible()
    play_until(lambda: _whose_turn(guest) == HOST, guest)
    assert host.ply == seen < guest.ply
    line.mend()
    expect(host.page.locator("#lost")).to_be_hidden(timeout=PATIENCE_MS)
    host.await_ply(guest.ply)
    assert _board(host) == _board(guest)

    before = moves[host]
    play_until(lambda: moves[host] > before + 1, host, guest)
    assert _board(host) == _board(guest)


def test_the_end_of_a_game_is_the_same_in_two_browsers(visit: Visit, server: Server) -> None:
    host, guest = visit(), visit(PHONE)
    seats = (host.become("Robin"), guest.become("Odette"), "hatchling")
    table = nearly_finished_table(server, *seats, rules="deluxe-2018", turns=2)
    for visitor in (host, guest):
        visitor.open(table)
    while (whose := _whose_turn(guest)) != OVER:
        acting = host if whose == HOST else guest
        situation = acting.turn()
        acting.click(situation, situation.sensible)
        guest.await_ply(int(situation.ply) + 1)
    host.page.wait_for_selector("#result")
    assert _board(host) == _board(guest)
    assert host.count(".result-row") == 3
    assert host.page.locator(".result-row").all_inner_texts() == (guest.page.locator(".result-row").all_inner_texts())


def _whose_turn(visitor: Visitor) -> str:
    """The person who has to move, as soon as the page shows that it is one, or that the game is over."""
    found: str = visitor.page.wait_for_function(
        """() => document.querySelector("#result") ? "over"
            : document.querySelector("#player-0.current, #player-1.current")?.id"""
    ).json_value()
    return found


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
    assert all(move.startswith("keep") for move, _ in robin.turn().moves)


def test_what_is_said_arrives(visit: Visit) -> None:
    host, guest = visit(), visit()
    _meet(host, guest)
    guest.page.locator("#chat-text").fill("<b>Worms</b> & 'dice'")
    guest.page.locator("#chat-text").press("Enter")
    for visitor in (host, guest):
        expect(visitor.page.locator("#chat-lines .chat-line")).to_have_text("Odette <b>Worms</b> & 'dice'")
    expect(guest.page.locator("#chat-text")).to_have_value("")
    host.page.locator("#chat-text").press("r")
    expect(host.page.locator("#chat-text")).to_have_value("r")
    assert host.ply == 0, "a letter of a line is no key"


def test_a_bird_and_a_reaction_are_seen_by_the_other_person(visit: Visit) -> None:
    host, guest = visit(), visit(PHONE)
    _meet(host, guest)
    guest.page.locator("[popovertarget=menu]").first.click()
    guest.page.get_by_role("radio", name="Flamingo").check()
    for visitor in (host, guest):
        face = visitor.page.locator("#player-1 .bird")
        expect(face).to_have_attribute("viewBox", f"{SHEET['flamingo']} 0 32 32")
    guest.page.keyboard.press("Escape")
    name = host.page.locator("#player-0 .player-name").inner_text()
    host.page.get_by_role("button", name="clapping").click()
    expect(guest.page.locator(".bubble .reaction")).to_be_visible()
    expect(guest.page.locator("#heard")).to_contain_text(f"{name}: clapping")
    expect(host.page.locator("#chat-lines .chat-line .reaction")).to_be_visible()


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
        for part in ("#status-title", "#grill", "#players"):
            assert other.locator(part).inner_text() == page.locator(part).inner_text()


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
    assert watcher.count("#play button[name=move]") == 0


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
    assert robin.ply == 3  # roll, dice, keep


def _play_own_turn(robin: Visitor) -> None:
    """Play until it is the other one's turn."""
    while not robin.page.locator("#player-1.current").count():
        situation = robin.turn()
        robin.click(situation, situation.sensible)
        robin.await_ply(int(situation.ply) + 1)


def test_whose_line_is_lost_is_shown_as_away_and_a_bot_can_go_on_for_them(visit: Visit, line: Line) -> None:
    robin, magpie = visit(), visit(url=line.url)
    magpie.allow("ERR_")
    magpie.allow("htmx:sse:error")
    _meet(robin, magpie)
    _play_own_turn(robin)
    robin.page.get_by_role("button", name="Nudge Odette").click()
    expect(robin.page.locator("#notices")).to_contain_text("The reminder is on its way.")
    expect(magpie.page.locator("#chat-lines")).to_contain_text("It is your turn!")
    expect(magpie.page.locator("#notices")).to_contain_text("It is your turn!")

    line.cut()
    expect(robin.page.locator("#player-1")).to_contain_text("away")
    robin.page.get_by_role("button", name="Nudge").click()
    expect(robin.page.locator("#notices")).to_contain_text("They will see your reminder when they are back.")
    robin.page.get_by_role("button", name="Bot for this turn").click()
    expect(robin.page.locator("#player-1.current")).to_have_count(0)
    _play_own_turn(robin)
    robin.page.get_by_role("button", name="Go on without").click()
    expect(robin.page.locator("#player-1.current")).to_have_count(0)

    line.mend()
    expect(magpie.page.locator("#notices")).to_contain_text("A bot played for you while you were away.")
    expect(robin.page.locator("#player-1")).not_to_contain_text("away")


def test_the_waiting_room_says_that_the_host_has_left(visit: Visit) -> None:
    host, guest, watcher = visit(), visit(), visit(PHONE)
    page = host.open()
    for seat in (2, 3):
        page.locator(f"select[name=seat{seat}]").select_option("link")
    page.get_by_role("button", name="Set the table").click()
    host.arrive("#room")
    path = urlsplit(page.locator("#invite-link").input_value()).path
    guest.open(path)
    guest.page.locator(".sit-form input[name=name]").fill("Heidi")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator("#room")).to_contain_text("Heidi")
    expect(guest.page.locator("#chat-text")).to_be_in_viewport(ratio=1)
    watcher.open(path)
    name = page.locator(".room-seat.mine .room-name").inner_text()
    page.get_by_role("button", name="Leave the table").first.click()
    page.locator("#leave").get_by_role("button", name="Leave the table").click()
    notice = f"{name} has left. Now you are the host, and you can start the game."
    expect(guest.page.locator("#notices")).to_have_text(notice)
    expect(watcher.page.locator("#notices")).to_have_text(f"{name} has left. Now Heidi is the host.")
    expect(guest.page.get_by_role("button", name="Fill with bots and start")).to_be_visible()

    for visitor in (guest, watcher):
        visitor.allow("410")
    guest.page.get_by_role("button", name="Leave the table").first.click()
    guest.page.locator("#leave").get_by_role("button", name="Leave the table").click()
    expect(watcher.page.locator("main")).to_contain_text("Everybody left before the game began.")


def test_leaving_the_waiting_room_asks_first(robin: Visitor) -> None:
    page = robin.open()
    page.locator("select[name=seat2]").select_option("link")
    page.get_by_role("button", name="Set the table").click()
    robin.arrive("#room")
    page.get_by_role("button", name="Leave the table").first.click()
    expect(page.get_by_role("heading", name="Leave the table?")).to_be_visible()
    page.get_by_role("button", name="Stay").click()
    expect(page.get_by_role("heading", name="Leave the table?")).to_be_hidden()
    assert page.url.endswith("/wait")
