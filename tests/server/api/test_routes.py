"""A game over the JSON API, from the first seat to the record."""

from __future__ import annotations

import time
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from tests.support.apps import app_of, client_of
from tests.support.running import Client, Server, sensible
from tests.support.services import in_loop, services
from tests.support.tables import finished_table
from wormgrill.game import Phase, parse_game
from wormgrill.game.fair_dice import verify
from wormgrill.players.arrays import ARRAY_PLAYERS
from wormgrill.server.services.reviews import Reviews


def test_a_game_against_a_bot_ends_with_a_record_that_verifies(ada: Client) -> None:
    table_id = ada.open_table("me", "thinker", rules="deluxe-2018")
    ada.start(table_id)
    view = ada.play_to_the_end(table_id)
    assert view["winners"]
    game = parse_game(ada.get(f"/tables/{table_id}/record").text)
    assert game.state.phase is Phase.OVER
    assert verify(game).is_fair
    assert len(game.moves) == view["ply"]


def test_two_people_play_and_see_the_same(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    assert bo.done("POST", f"/tables/{table_id}/join", {})["seats"][1]["name"] == "Bo"
    ada.start(table_id)
    players = (ada, bo)
    for _ in range(12):
        view = ada.read(table_id)
        mover = players[view["seat_to_move"]]
        assert mover.play(table_id, view["ply"], sensible(view["legal"], view["state"])).is_success
    seen_by_ada, seen_by_bo = ada.read(table_id), bo.read(table_id)
    assert seen_by_ada["state"] == seen_by_bo["state"]
    assert [seat["is_you"] for seat in seen_by_ada["seats"]] == [True, False]
    assert [seat["is_you"] for seat in seen_by_bo["seats"]] == [False, True]


def test_several_seats_on_one_device(ada: Client) -> None:
    table_id = ada.open_table("me", "me", "me")
    assert [seat["name"] for seat in ada.read(table_id)["seats"]] == ["Ada", "Ada 2", "Ada 3"]
    ada.start(table_id)
    assert ada.play_to_the_end(table_id)["life"] == "finished"


def test_a_roll_brings_its_dice_in_the_same_answer(ada: Client) -> None:
    table_id = ada.open_table("me", "me")
    ada.start(table_id)
    played = ada.play(table_id, 0, "roll").json()
    assert [ply["by"] for ply in played["plies"]] == [0, "chance"]
    assert played["ply"] == 2
    assert played["plies"][1]["legal"]


def test_bots_alone_need_nobody(ada: Client) -> None:
    table_id = ada.open_table("greedy", "hatchling")
    ada.start(table_id)
    assert ada.await_turn(table_id)["life"] == "finished"


def test_stale_illegal_and_foreign_moves_change_nothing(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    bo.done("POST", f"/tables/{table_id}/join", {})
    ada.start(table_id)
    moves = f"/tables/{table_id}/moves"
    assert ada.refused("POST", moves, {"ply": 1, "move": "roll"}) == (409, "stale-move")
    assert ada.refused("POST", moves, {"ply": 0, "move": "stop"}) == (422, "illegal-move")
    assert ada.refused("POST", moves, {"ply": 0, "move": "dice 1234512W"}) == (422, "illegal-move")
    assert ada.refused("POST", moves, {"ply": 0, "move": "jump"}) == (422, "unreadable")
    assert bo.refused("POST", moves, {"ply": 0, "move": "roll"}) == (403, "not-yours")
    assert ada.post(moves, json={"ply": 0, "move": "stop"}).json()["legal"] == ["roll"]
    assert ada.post(moves, json={"ply": 7, "move": "roll"}).json()["ply"] == 0
    assert ada.read(table_id)["ply"] == 0


def test_leaving_lets_a_bot_play_until_one_returns(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    bo.done("POST", f"/tables/{table_id}/join", {})
    ada.start(table_id)
    ada.done("POST", f"/tables/{table_id}/leave")
    view = bo.await_turn(table_id)
    assert view["ply"] > 0
    assert view["seats"][0]["presence"] == "left"
    assert [seat["is_host"] for seat in view["seats"]] == [False, True]
    back = ada.done("POST", f"/tables/{table_id}/return")
    assert back["seats"][0]["presence"] == "here"
    while (view := bo.read(table_id))["seat_to_move"] == 1:
        assert bo.play(table_id, view["ply"], sensible(view["legal"], view["state"])).is_success
    ada.done("GET", f"/tables/{table_id}/odds")  # the one process of the bots has nothing left to do before this
    assert ada.read(table_id)["ply"] == view["ply"]
    assert ada.play(table_id, view["ply"], "roll").is_success


def test_a_table_that_everybody_has_left_is_abandoned_until_one_returns(ada: Client) -> None:
    table_id = ada.open_table("me", "me")
    ada.start(table_id)
    assert ada.done("POST", f"/tables/{table_id}/leave")["life"] == "abandoned"
    assert ada.done("POST", f"/tables/{table_id}/return")["life"] == "playing"
    assert ada.play(table_id, ada.read(table_id)["ply"], "roll").is_success


def test_leaving_before_the_start_opens_the_seat(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    bo.done("POST", f"/tables/{table_id}/join", {})
    left = bo.done("POST", f"/tables/{table_id}/leave")["seats"][1]
    assert (left["kind"], left["presence"]) == ("open", None)
    assert ada.done("POST", f"/tables/{table_id}/leave")["life"] == "abandoned"


def test_who_does_not_move_in_time_is_played_for(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open", pace="live 5")
    bo.done("POST", f"/tables/{table_id}/join", {})
    started = ada.start(table_id)
    assert 0 < started["deadline"] - time.time() <= 5
    view = bo.await_turn(table_id)
    assert view["seats"][0]["presence"] == "away"
    assert ada.done("POST", f"/tables/{table_id}/return")["seats"][0]["presence"] == "here"


def test_the_host_fills_open_seats_or_takes_them_away(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open", "open")
    assert ada.refused("POST", f"/tables/{table_id}/start", {}) == (409, "not-now")
    assert bo.refused("POST", f"/tables/{table_id}/start", {"fill": "greedy"}) == (403, "not-yours")
    filled = ada.done("PUT", f"/tables/{table_id}/seats/1", {"level": "greedy"})
    assert [seat["kind"] for seat in filled["seats"]] == ["person", "bot", "open"]
    assert len(ada.start(table_id, fill="nobody")["seats"]) == 2
    other = ada.open_table("me", "open", "open")
    assert [seat["kind"] for seat in ada.start(other, fill="thinker")["seats"]] == ["person", "bot", "bot"]


def test_a_rematch_seats_the_same_people_one_further(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    bo.done("POST", f"/tables/{table_id}/join", {})
    assert ada.refused("POST", f"/tables/{table_id}/rematch") == (409, "not-now")
    ada.start(table_id)
    while (view := ada.read(table_id))["life"] == "playing":
        (ada, bo)[view["seat_to_move"]].play(table_id, view["ply"], sensible(view["legal"], view["state"]))
    again = ada.done("POST", f"/tables/{table_id}/rematch")
    assert [seat["name"] for seat in again["seats"]] == ["Bo", "Ada"]
    assert again["life"] == "waiting"
    assert bo.done("POST", f"/tables/{table_id}/rematch")["id"] == again["id"]
    assert bo.read(table_id)["rematch"] == again["id"]
    assert again["dice"]["commitment"] != view["dice"]["commitment"]


def test_a_rematch_with_bots_only_begins_at_once(ada: Client) -> None:
    table_id = ada.open_table("me", "greedy")
    ada.start(table_id)
    ada.play_to_the_end(table_id)
    assert ada.done("POST", f"/tables/{table_id}/rematch")["life"] == "playing"


def test_the_secret_of_the_dice_is_kept_until_the_end(ada: Client) -> None:
    table_id = ada.open_table("me", "me")
    ada.start(table_id)
    assert ada.read(table_id)["dice"]["secret"] is None
    assert "dice-secret" not in ada.get(f"/tables/{table_id}/record").text
    assert ada.play_to_the_end(table_id)["dice"]["secret"]


def test_private_tables_are_not_listed_but_found_by_their_link(ada: Client, bo: Client) -> None:
    private, public = ada.open_table("me", "open"), ada.open_table("me", "open", is_public=True)
    listed = {table["id"] for table in bo.done("GET", "/tables")}
    assert public in listed
    assert private not in listed
    assert bo.read(private)["id"] == private
    assert {public, private} <= {table["id"] for table in ada.done("GET", "/me/tables")}


def test_odds_only_where_hints_are_allowed(ada: Client) -> None:
    with_hints, without = ada.open_table("me", "me"), ada.open_table("me", "me", has_hints=False)
    ada.start(with_hints)
    odds = ada.done("GET", f"/tables/{with_hints}/odds")
    assert odds["best"] == "roll"
    assert 1 < odds["value"] < 2
    assert ada.refused("GET", f"/tables/{without}/odds") == (403, "not-yours")


def test_a_bot_tells_what_it_thought(ada: Client) -> None:
    table_id = ada.open_table("thinker", "me")
    ada.start(table_id)
    ada.await_turn(table_id)
    plies = ada.done("GET", f"/tables/{table_id}/moves")["plies"]
    keep = next(ply for ply in plies if ply["move"].startswith("keep"))
    thoughts = ada.done("GET", f"/tables/{table_id}/thoughts?ply={keep['ply']}")
    assert thoughts[0]["move"] == keep["move"]
    german = ada.get(f"/tables/{table_id}/thoughts?ply={keep['ply']}", headers={"cookie": "language=de"}).json()
    assert [thought["reason"] for thought in german] == [thought["reason"] for thought in thoughts]
    assert all(thought["text"] for thought in thoughts)
    assert german[0]["text"] != thoughts[0]["text"]
    assert ada.refused("GET", f"/tables/{table_id}/thoughts?ply=1") == (404, "not-found")


def test_chat_is_heard_bounded_and_can_be_switched_off(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    chat = f"/tables/{table_id}/chat"
    assert bo.refused("POST", chat, {"text": "hello"}) == (403, "not-yours")
    ada.done("POST", chat, {"text": "<b>hello</b>"})
    assert [line["text"] for line in bo.done("GET", chat)] == ["<b>hello</b>"]
    assert ada.refused("POST", chat, {"text": "x" * 301}) == (422, "unreadable")
    assert ada.refused("POST", chat, {"text": "a\u0000b"}) == (422, "unreadable")
    answers = [ada.post(chat, json={"text": "again"}).status_code for _ in range(8)]
    assert answers[:4] == [201] * 4
    assert answers[-1] == 429
    ada.done("PATCH", f"/tables/{table_id}", {"has_chat": False})
    assert ada.refused("POST", chat, {"text": "hello?"}) == (409, "not-now")


def test_a_person_moves_to_another_device(server: Server, ada: Client) -> None:
    table_id = ada.open_table("me", "me")
    transfer = ada.done("POST", "/me/transfer")
    with Client(server, is_known=False) as tablet:
        token = tablet.done("POST", "/people/transfer", {"code": transfer["code"]})["token"]
        assert tablet.refused("POST", "/people/transfer", {"code": transfer["code"]}) == (404, "not-found")
        tablet.headers["authorization"] = f"Bearer {token}"
        assert tablet.done("GET", "/me") == ada.done("GET", "/me")
        tablet.start(table_id)
        assert tablet.play(table_id, 0, "roll").is_success


def test_name_and_language_can_be_changed(ada: Client) -> None:
    assert ada.done("PATCH", "/me", {"name": "Ada L.", "language": "de"}) == {"name": "Ada L.", "language": "de"}
    assert ada.done("GET", "/me")["name"] == "Ada L."
    assert ada.refused("PATCH", "/me", {"name": " "}) == (422, "unreadable")
    assert ada.refused("PATCH", "/me", {"language": "klingon!"}) == (422, "unreadable")


def test_health_and_metrics(ada: Client) -> None:
    assert ada.done("GET", "/health")["status"] == "ok"
    assert ada.get("/metrics").status_code == 404


@in_loop
async def test_the_levels_that_are_listed_are_all_that_a_table_accepts(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts, client_of(app_of(parts)) as client:
        client.headers["authorization"] = f"Bearer {(await client.post('/api/v1/people')).json()['token']}"
        levels = (await client.get("/api/v1/levels")).json()
        waiting = await client.post("/api/v1/tables", json={"seats": [{"kind": "me"}, {"kind": "open"}]})
        seat = f"/api/v1/tables/{waiting.json()['id']}/seats/1"
        for level in {*levels, *ARRAY_PLAYERS, "nobody", "Thinker", "champion++", "random"}:
            seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
            opened = await client.post("/api/v1/tables", json={"seats": seats})
            given = await client.put(seat, json={"level": level})
            expected = (201, 200) if level in levels else (422, 422)
            assert (opened.status_code, given.status_code) == expected, level


@in_loop
async def test_what_can_be_left_out_of_a_request_can_be_left_out_altogether(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        app = app_of(parts)
        async with client_of(app) as ada, client_of(app) as bo:
            tokens = [(await client.post("/api/v1/people")).json()["token"] for client in (ada, bo)]
            for client, token in zip((ada, bo), tokens, strict=True):
                client.headers["authorization"] = f"Bearer {token}"
            assert (await ada.patch("/api/v1/me")).json() == (await ada.get("/api/v1/me")).json()
            opened = await ada.post("/api/v1/tables", json={"seats": [{"kind": "me"}, {"kind": "open"}]})
            table = f"/api/v1/tables/{opened.json()['id']}"
            assert (await bo.post(f"{table}/join")).json()["seats"][1]["is_you"]
            assert (await ada.post(f"{table}/start")).json()["life"] == "playing"
            over = finished_table(parts.settings, *tokens)
            assert (await ada.post(f"/api/v1/tables/{over.removeprefix('/t/')}/rematch")).status_code == 201
        bodies = [
            (operation["requestBody"].get("required", False), operation["requestBody"]["content"]["application/json"])
            for operations in app.openapi()["paths"].values()
            for operation in operations.values()
            if "requestBody" in operation
        ]
        schemas = app.openapi()["components"]["schemas"]
        for is_required, content in bodies:
            assert is_required == bool(schemas[content["schema"]["$ref"].rpartition("/")[2]].get("required"))


@in_loop
async def test_a_review_is_sent_as_another_process_has_written_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '{"rules":"classic-2014", "plies":[ ]}'
    monkeypatch.setattr(Reviews, "json", AsyncMock(return_value=text))
    async with services(tmp_path / "worms.db") as parts, client_of(app_of(parts)) as client:
        live = await parts.start_table("me", "open")
        answer = await client.get(f"/api/v1/tables/{live.table.id}/review")
        assert (answer.headers["content-type"], answer.text) == ("application/json", text)
