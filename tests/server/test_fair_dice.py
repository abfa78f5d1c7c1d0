"""The dice of real servers: what is committed, revealed, withheld and proven, whatever happens in between."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsing import Browser, table_in
from tests.support.chains import Links
from tests.support.running import Client, Server, running, sensible
from wormgrill.game.fair_dice import SCHEME, Verification, verify
from wormgrill.game.record import parse_game

QUICK_SECONDS = 0.5
FEW_TILES = "classic-2014 tiles=21-26"
"""A game that is over sooner."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not wait long for what is withheld."""
    with running(tmp_path_factory.mktemp("quick"), reveal_seconds=str(QUICK_SECONDS)) as server:
        yield server


def committed(client: Client, name: str, *seats: str) -> str:
    """The id of a table for whose dice its host has committed."""
    client.links = Links(name)
    return client.open_table(*seats, anchor=client.links.anchor, rules=FEW_TILES)


def begin(client: Client, table_id: str) -> Any:
    """Start the game and reveal."""
    client.start(table_id)
    return reveal(client, table_id)


def reveal(client: Client, table_id: str) -> Any:
    assert client.links
    return client.done("POST", f"/tables/{table_id}/reveal", {"link": client.links.seed})


def proof(client: Client, table_id: str) -> Verification:
    """What the record of a table proves; all of it holds."""
    result = verify(parse_game(client.get(f"/tables/{table_id}/record").text))
    assert result.is_fair
    assert result.scheme == SCHEME
    return result


def rolls(client: Client, table_id: str, *seats: int) -> int:
    """How many rolls these seats have made."""
    plies = client.done("GET", f"/tables/{table_id}/moves")["plies"]
    return sum(ply["by"] in seats and ply["move"].startswith(("roll", "weasel")) for ply in plies)


def test_every_roll_of_a_program_is_linked_and_those_of_bots_are_not(ada: Client) -> None:
    table_id = committed(ada, "program", "me", "greedy")
    assert ada.read(table_id)["dice"]["anchors"] == [Links("program").anchor, "-"]
    assert ada.start(table_id)["dice"]["unrevealed"] == [0]
    assert reveal(ada, table_id)["dice"]["unrevealed"] == []
    ada.play_to_the_end(table_id)
    result = proof(ada, table_id)
    assert (result.seeded, result.withheld, result.unlinked) == ((0,), (), 0)
    assert (result.linked, result.foreseeable) == (rolls(ada, table_id, 0), rolls(ada, table_id, 1))


def test_bots_wait_until_everybody_has_revealed(ada: Client) -> None:
    table_id = committed(ada, "waiting", "greedy", "me")
    ada.start(table_id)
    time.sleep(0.3)  # a bot without a pause would have played its turn
    assert ada.read(table_id)["ply"] == 0
    reveal(ada, table_id)
    assert ada.await_turn(table_id)["ply"] > 0


def test_a_roll_waits_until_everybody_has_revealed(ada: Client, bo: Client) -> None:
    table_id = committed(ada, "first", "me", "open")
    bo.links = Links("second")
    bo.done("POST", f"/tables/{table_id}/join", {"anchor": bo.links.anchor})
    begin(ada, table_id)
    with ThreadPoolExecutor(1) as pool, closing(bo.messages(table_id)) as messages:
        told = [next(messages)]
        rolling = pool.submit(ada.play, table_id, 0, "roll")
        time.sleep(0.3)  # long enough for a roll that does not wait
        assert not rolling.done()
        reveal(bo, table_id)
        told.append(next(messages))
        assert rolling.result().is_success
    assert [message["table"]["dice"]["unrevealed"] for message in told] == [[1], []]
    assert bo.read(table_id)["dice"]["seeds"] == [Links("first").seed, bo.links.seed]


def test_nothing_is_revealed_before_the_start_or_after_the_first_roll(quick: Server) -> None:
    with Client(quick) as client:
        table_id = committed(client, "late", "me", "me")
        assert client.links
        body = {"link": client.links.seed}
        assert client.refused("POST", f"/tables/{table_id}/reveal", body) == (409, "not-now")
        client.start(table_id)
        assert client.refused("PUT", f"/tables/{table_id}/anchor", {"anchor": "0" * 64}) == (409, "not-now")
        wrong = {"link": client.links[2]}
        assert client.refused("POST", f"/tables/{table_id}/reveal", wrong) == (422, "unreadable")
        assert client.play(table_id, 0, "roll").is_success
        assert client.refused("POST", f"/tables/{table_id}/reveal", body) == (409, "not-now")


def test_what_is_withheld_is_void_and_counted(quick: Server) -> None:
    with Client(quick) as client:
        table_id = committed(client, "withheld", "greedy", "me")
        began = time.monotonic()
        client.start(table_id)
        view = client.await_turn(table_id)
        assert time.monotonic() - began >= QUICK_SECONDS * 0.9
        assert view["dice"]["unrevealed"] == [1]
        client.play_to_the_end(table_id)
        result = proof(client, table_id)
        assert (result.seeded, result.withheld) == ((), (1,))
        assert result.linked == rolls(client, table_id, 1), "the links are as good as before"


@pytest.mark.parametrize("link", [None, "0" * 64, "of another ply"])
def test_a_roll_without_the_right_link_is_played_and_breaks_the_chain(ada: Client, link: str | None) -> None:
    table_id = committed(ada, f"wrong {link}", "me", "me")
    begin(ada, table_id)
    assert ada.links
    given = {} if link is None else {"link": link if len(link) == 64 else ada.links.at(1)}
    assert ada.read(table_id)["dice"]["broken"] == []
    assert ada.post(f"/tables/{table_id}/moves", json={"ply": 0, "move": "roll", **given}).is_success
    assert ada.read(table_id)["dice"]["broken"] == [0, 1]
    ada.play_to_the_end(table_id)
    result = proof(ada, table_id)
    assert (result.linked, result.unlinked) == (0, rolls(ada, table_id, 0, 1))


def test_a_repeated_roll_is_played_once_and_breaks_nothing(server: Server, ada: Client) -> None:
    links = Links("form")
    with Browser(server) as browser:
        table_id = table_in(browser.submit("/play", anchor=links.anchor))
        assert browser.post(f"/t/{table_id}/reveal", data={"link": links.seed}).status_code == 204
        form = {"ply": "0", "move": "roll", "link": links.at(0)}
        for _ in range(3):
            browser.submit(f"/t/{table_id}/moves", **form)
        browser.submit(f"/t/{table_id}/moves", ply="0", move="roll")  # another tab, without JavaScript
        view = ada.read(table_id)
        assert (view["ply"], view["dice"]["links"][0], view["dice"]["broken"]) == (2, links.at(0), [])


def test_people_at_one_device_share_a_chain(server: Server, ada: Client) -> None:
    links = Links("family")
    with Browser(server) as browser:
        table_id = browser.set_table("me", "device", "link", name2="Grandma", anchor=links.anchor)
        browser.submit(f"/t/{table_id}/join", name="Jo", another="yes", anchor=Links("other").anchor)
        browser.submit(f"/t/{table_id}/start")
        browser.post(f"/t/{table_id}/reveal", data={"link": links.seed})
        dice = ada.read(table_id)["dice"]
        assert (dice["anchors"], dice["seeds"]) == ([links.anchor] * 3, [links.seed] * 3)
        while (view := ada.read(table_id))["state"]["seat"] < 2:
            move = sensible(view["legal"], view["state"])
            browser.submit(f"/t/{table_id}/moves", ply=str(view["ply"]), move=move, link=links.at(view["ply"]))
        assert view["dice"]["broken"] == []
        assert len(set(view["dice"]["links"])) == 1


def test_an_absent_person_is_played_for_without_links(ada: Client, bo: Client) -> None:
    table_id = committed(ada, "absent", "me", "open")
    bo.done("POST", f"/tables/{table_id}/join", {})
    begin(ada, table_id)
    ada.play(table_id, 0, "roll")
    ada.done("POST", f"/tables/{table_id}/leave")
    bo.play_to_the_end(table_id)
    result = proof(bo, table_id)
    assert result.linked >= 1
    assert result.linked + result.unlinked == rolls(bo, table_id, 0)


def test_a_rematch_has_chains_of_its_own(ada: Client) -> None:
    table_id = committed(ada, "one", "me", "greedy")
    begin(ada, table_id)
    ada.play_to_the_end(table_id)
    ada.links = Links("two")
    again = ada.done("POST", f"/tables/{table_id}/rematch", {"anchor": ada.links.anchor})
    assert again["dice"]["anchors"] == ["-", ada.links.anchor]
    assert again["dice"]["seeds"] == ["-", "-"]
    assert (again["life"], again["dice"]["unrevealed"]) == ("playing", [1])
    reveal(ada, again["id"])
    ada.play_to_the_end(again["id"])
    assert proof(ada, again["id"]).unlinked == 0


def test_an_anchor_of_another_table_is_refused_wherever_somebody_commits(ada: Client, bo: Client) -> None:
    table_id = committed(ada, "used", "me", "greedy")
    begin(ada, table_id)
    ada.play_to_the_end(table_id)
    used, refusal = {"anchor": Links("used").anchor}, (409, "used-anchor")
    seats = [{"kind": "me"}, {"kind": "open"}]
    assert ada.refused("POST", "/tables", {"seats": seats, **used}) == refusal
    assert ada.refused("POST", f"/tables/{table_id}/rematch", used) == refusal
    assert ada.read(table_id)["rematch"] is None, "a refusal changes nothing"
    other = bo.open_table("me", "open")
    assert ada.refused("POST", f"/tables/{other}/join", used) == refusal
    ada.done("POST", f"/tables/{other}/join", {})
    assert ada.refused("PUT", f"/tables/{other}/anchor", used) == refusal
    view = bo.read(other)
    assert ([seat["kind"] for seat in view["seats"]], view["dice"]["anchors"]) == (["person", "person"], ["-", "-"])


def test_whoever_sends_the_same_anchor_to_the_same_table_again_is_not_refused(ada: Client, bo: Client) -> None:
    anchor = {"anchor": Links("again").anchor}
    table_id = ada.open_table("me", "open")
    for _ in range(2):
        bo.done("POST", f"/tables/{table_id}/join", anchor)
        bo.done("PUT", f"/tables/{table_id}/anchor", anchor)
    bo.done("POST", f"/tables/{table_id}/leave")
    bo.done("POST", f"/tables/{table_id}/join", anchor)
    assert ada.read(table_id)["dice"]["anchors"] == ["-", anchor["anchor"]]


def test_a_game_goes_on_with_its_chains_after_the_server_was_killed(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        fresh, begun = committed(client, "crash", "me", "greedy"), committed(client, "begun", "me", "greedy")
        client.start(fresh)
        begin(client, begun)
        client.play(begun, 0, "roll")
        server.kill()
        server.start()
        server.wait()
        assert client.read(begun)["dice"]["links"][0] == Links("begun").at(0)
        for name, table_id in (("begun", begun), ("crash", fresh)):
            client.links = Links(name)
            if table_id == fresh:
                reveal(client, fresh)
            client.play_to_the_end(table_id)
            result = proof(client, table_id)
            assert (result.withheld, result.unlinked, result.linked) == ((), 0, rolls(client, table_id, 0))
