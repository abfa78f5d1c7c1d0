"""Games by mouse, by keyboard, by forms alone, and with several people at one device; whole ones, and their ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.support.running import Server
from tests.support.tables import nearly_finished_table
from tests.support.visiting import PHONE, Situation, Visitor
from wormgrill.game.fair_dice import verify
from wormgrill.game.moves import Dice
from wormgrill.game.record import parse_game
from wormgrill.game.state import Phase

REMEMBER = """change => {
    const key = Object.keys(localStorage).find(key => key.includes("chain."));
    localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key)), ...change}));
}"""
"""Let the browser remember something else of its dice."""
ENOUGH_FOR_A_CHOICE = 25
"""With so many points there are several lower tiles on a grill that is nearly full."""


FEW_TILES = "classic-2014 tiles=21-30"
"""A game that is over sooner."""


def test_a_classic_game_against_bots_by_mouse(visit: Visit, tmp_path: Path) -> None:
    robin = visit(is_calm=False)
    page = robin.play_now()
    assert re.fullmatch(r"/t/\w{16}", robin.path)
    assert robin.count("#players .player") == 3
    robin.play()

    expect(page.locator(".result-row")).to_have_count(3)
    expect(page.locator(".result-row.winner")).not_to_have_count(0)
    page.locator("#result").get_by_role("button", name="Rules").click()
    expect(page.locator("#now")).to_contain_text("What counts at the end?")
    page.keyboard.press("Escape")
    assert "wormgrill" in page.title()

    page.get_by_role("link", name="Verify the dice").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Every roll matches")
    expect(page.locator("#witness-same")).to_be_visible()
    expect(page.locator("#witness-none, #dice-warning")).to_have_count(2)
    for hidden in ("#witness-none", "#witness-unused", "#dice-warning"):
        expect(page.locator(hidden)).to_be_hidden()

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.txt"
    download.value.save_as(file)
    game = parse_game(file.read_text())
    assert game.state.phase is Phase.OVER
    assert len(game.players) == 3
    proof = verify(game)
    assert proof.is_fair
    assert (proof.seeded, proof.withheld, proof.unlinked) == ((0,), (), 0)
    states = zip(game.replay(), game.moves, strict=False)
    assert proof.linked == sum(state.seat == 0 and isinstance(move, Dice) for state, move in states) > 0

    page.evaluate(REMEMBER, {"given": 4000})
    page.reload()
    expect(page.locator("#witness-unused")).to_be_visible()
    page.evaluate(REMEMBER, {"seen": "something else"})
    page.reload()
    expect(page.locator("#dice-warning")).to_be_visible()


def test_a_whole_game_with_keys_alone(robin: Visitor) -> None:
    page = robin.open()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.hero-play .primary')"):
            break
    page.keyboard.press("Enter")
    robin.arrive()
    robin.sit_at("me", "greedy", rules=FEW_TILES)

    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()

    keys = set()

    def note(_: Situation, move: str) -> None:
        keys.add(page.locator(f'#play button[value="{move}"]').get_attribute("data-key"))

    robin.play("keys", before=note)
    assert {"R", "S", "W"} <= keys

    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#result a[href$=replay]')"):
            break
    page.keyboard.press("Enter")
    robin.arrive("#controls")
    assert robin.path == f"{robin.table}/replay"


def test_tab_and_enter_are_enough_and_focus_is_never_lost(robin: Visitor) -> None:
    page = robin.sit_at("me", "me", name="Wren")
    for _ in range(40):
        situation = robin.turn()
        move = situation.sensible
        for _ in range(60):
            if page.evaluate("move => document.activeElement.value === move", move):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        robin.await_ply(int(situation.ply) + 1)
        is_kept = "() => Boolean(document.activeElement?.closest('#play'))"
        page.wait_for_function(is_kept)
    assert robin.ply >= 40


def test_a_key_for_what_cannot_be_done_does_nothing(robin: Visitor) -> None:
    page = robin.sit_at("me", "me")
    assert robin.turn().moves == (("roll", "action action-roll"),)
    for key in ("1", "5", "w", "s", "x"):
        page.keyboard.press(key)
    assert robin.ply == 0
    assert robin.count("#chat-text") == 0, "people at one device talk without it"


def _play_by_forms(visitor: Visitor, is_enough: Callable[[], bool]) -> None:
    """Play without JavaScript: a page shows what others did only when it is loaded again."""
    while not is_enough():
        situation = visitor.looks()
        if situation and not situation.is_over:
            visitor.page.locator(f'#play button[value="{situation.sensible}"]').click()
        else:
            visitor.page.reload()


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_tile_is_chosen_among_many_and_nothing_is_taken_on_purpose(visit: Visit, how: str) -> None:
    robin = visit()
    page = robin.sit_at("me", "me", rules="classic-2005 lower_tile=any may_pass")
    act = robin.click if how == "mouse" else robin.press
    seen: set[str] = set()
    for _ in range(400):
        situation = robin.turn()
        kinds = dict(situation.moves)
        claims = [move for move in kinds if move.startswith(("grill ", "steal "))]
        if claims and "tiles" not in seen and page.locator(".tile-choice").count() > 3:
            seen.add("tiles")
            move = claims[1]
        elif claims and "pass" not in seen:
            seen.add("pass")
            assert list(kinds)[-1] == "pass", "it comes last"
            assert page.locator("#do-pass.action-pass").count() == 1
            move = "pass"
        elif len(seen) == 2:
            break
        elif "roll" in kinds and int(page.locator(".points strong").inner_text()) < ENOUGH_FOR_A_CHOICE:
            move = "roll"
        else:
            move = situation.sensible
        act(situation, move)
    assert seen == {"tiles", "pass"}
    expect(page.locator("#log")).to_contain_text("takes nothing.")


def test_the_rules_of_the_table_are_one_tap_away(visit: Visit) -> None:
    robin = visit()
    page = robin.sit_at("me", "hatchling", rules="deluxe-2018 short_game=returned")
    expect(page.locator("#rules")).to_be_hidden()
    page.get_by_role("button", name="Pickomino Deluxe (2018), house rules").click()
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator("#rules .house-rule")).to_have_text(re.compile("out of the game at once"))
    page.locator("#rules").get_by_role("button", name="Close").click()
    expect(page.locator("#rules")).to_be_hidden()


def test_without_javascript_a_game_is_begun_and_played_by_forms(visit: Visit) -> None:
    robin = visit(java_script_enabled=False)
    page = robin.open()
    page.locator("details.house summary").click()
    page.locator("input[name=short_game][value=true]").check()
    page.locator("select[name=seat2]").select_option("bot hatchling")
    page.locator("select[name=seat3]").select_option("")
    page.get_by_role("button", name="Set the table").click()
    robin.arrive()
    _play_by_forms(robin, lambda: robin.count("#log .log-turn") >= 4)
    told = page.locator("#log .log-who b").all_inner_texts()
    assert len(set(told)) == robin.count("#players .player") == 2


def test_without_javascript_a_game_is_played_to_its_end_by_forms(visit: Visit, server: Server) -> None:
    robin = visit(java_script_enabled=False)
    page = robin.open(nearly_finished_table(server, robin.become("Robin"), "hatchling"))
    assert robin.count("#result") == 0
    _play_by_forms(robin, lambda: robin.count("#result") > 0)
    assert robin.count(".result-row") == 2
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("link", name="One turn forward").click()
    expect(page.locator(".turn-count")).to_have_text(re.compile("Turn 2 of"))


def test_without_javascript_somebody_joins_by_link_and_bots_move_on(visit: Visit) -> None:
    robin, wren = visit(java_script_enabled=False), visit(java_script_enabled=False)
    page = robin.open()
    page.get_by_role("button", name="Set the table").click()
    wren.open(robin.table)
    wren.page.locator(".sit-form input[name=name]").fill("Wren")
    wren.page.get_by_role("button", name="Sit down").click()
    page.reload()
    expect(page.locator("#room")).to_contain_text("Wren")
    page.locator(".start-form .button.primary").first.click()
    robin.arrive()
    _play_by_forms(robin, lambda: robin.count("#log .log-turn") >= 1)
    wren.page.reload()
    _play_by_forms(wren, lambda: wren.count("#log .log-turn") >= 3)
    told = wren.page.locator("#log .log-who b").all_inner_texts()
    assert len(set(told)) == wren.count("#players .player") == 3


def test_three_people_at_one_device(visit: Visit) -> None:
    family = visit(PHONE)
    page = family.open()
    page.locator("select[name=seat1]").select_option("me")
    for seat, name in ((2, "Grandma"), (3, "Jonathan Livingston")):
        page.locator(f"select[name=seat{seat}]").select_option("device")
        page.locator(f"input[name=name{seat}]").fill(name)
    page.get_by_role("button", name="Set the table").click()
    family.arrive()
    names = page.locator("#players .player-name").all_inner_texts()
    assert {"Grandma", "Jonathan Livingston"} < {name.strip() for name in names}
    whose: list[str] = []

    def note(_situation: Situation, _move: str) -> None:
        title = page.locator("#status-title").inner_text()
        if title not in whose:
            whose.append(title)

    while len(whose) < 3:
        family.play(plies=1, before=note)
    assert "Grandma" in whose[1]
    assert "Jonathan Livingston" in whose[2]


def test_the_result_names_everybody_at_one_device(visit: Visit, server: Server) -> None:
    family = visit(PHONE)
    token = family.become("Grandma")
    page = family.open(nearly_finished_table(server, token, token, token, turns=3))
    assert family.play() > 0
    expect(page.locator(".result-row")).to_have_count(3)
    names = [" ".join(name.split()) for name in page.locator(".result-name").all_inner_texts()]
    assert sorted(names) == ["Grandma", "Grandma 2", "Grandma 3"]


def test_a_rematch_is_one_click(robin: Visitor, server: Server) -> None:
    token = robin.become("Robin")
    page = robin.open(nearly_finished_table(server, token, token))
    robin.play()
    first = robin.table
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: not url.endswith(first))
    robin.arrive("#play, #room")
    assert robin.table != first
