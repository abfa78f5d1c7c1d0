"""Several servers on one PostgreSQL: people at one table, each at another process, see and play the same game."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest

from tests.support.postgres import Cluster
from tests.support.running import Client, Server, eventually, sensible


@pytest.fixture
def servers(cluster: Cluster, tmp_path: Path) -> Iterator[list[Server]]:
    """Three servers on one database, all started at once while it was empty."""
    database = cluster.new_database()
    with ExitStack() as stack:
        started = []
        for name in ("one", "two", "three"):
            (tmp_path / name).mkdir()
            started.append(Server(tmp_path / name, database=database))
            started[-1].start()
            stack.callback(started[-1].stop)
        for server in started:
            server.wait()
        yield started


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end."""
    with ExitStack() as stack:
        yield stack


def _at(server: Server, client: Client, stack: ExitStack) -> Client:
    """The same person at another process."""
    other = stack.enter_context(Client(server, is_known=False))
    other.headers["authorization"] = client.headers["authorization"]
    return other


def _table(servers: list[Server], stack: ExitStack, *seats: str) -> tuple[list[Client], str]:
    """Three people, each at a process of their own, at a table that has begun."""
    names = ("Ada", "Bo", "Cleo")
    people = [stack.enter_context(Client(server, name)) for server, name in zip(servers, names, strict=True)]
    table_id = people[0].open_table("me", "open", "open", *seats)
    for person in people[1:]:
        person.done("POST", f"/tables/{table_id}/join", {})
    people[0].start(table_id)
    return people, table_id


def _is_at(ply: int, view: Any) -> bool:
    return bool(view["ply"] >= ply)


def _play(people: list[Client], table_id: str, plies: int) -> int:
    """Everybody plays as soon as their own process knows that it is their turn; up to which ply."""
    ply = 0
    while ply < plies:
        view = people[0].await_table(table_id, partial(_is_at, ply))
        if view["life"] != "playing":
            break
        mover = people[view["seat_to_move"]]
        there = mover.await_table(table_id, partial(_is_at, view["ply"]))
        answer = mover.play(table_id, there["ply"], sensible(there["legal"], there["state"]))
        assert answer.is_success, answer.text
        ply = answer.json()["plies"][-1]["ply"] + 1
    return ply


def _records(people: list[Client], table_id: str) -> set[str]:
    return {str(person.done("GET", f"/tables/{table_id}/moves")["plies"]) for person in people}


def test_people_at_three_processes_play_one_game(servers: list[Server], stack: ExitStack) -> None:
    people, table_id = _table(servers, stack)
    ply = _play(people, table_id, 60)
    people[1].done("POST", f"/tables/{table_id}/chat", {"text": "Well rolled!"})
    for person in people:
        person.await_table(table_id, partial(_is_at, ply))
        lines = f"/tables/{table_id}/chat"
        assert eventually(lambda: [line["text"] for line in person.done("GET", lines)] == ["Well rolled!"])  # noqa: B023
    assert len(_records(people, table_id)) == 1


def test_whoever_changes_their_name_is_known_by_it_everywhere(servers: list[Server], stack: ExitStack) -> None:
    ada = stack.enter_context(Client(servers[0], "Ada"))
    others = [_at(server, ada, stack) for server in servers[1:]]
    assert [other.get("/me").json()["name"] for other in others] == ["Ada", "Ada"]
    ada.done("PATCH", "/me", {"name": "Ida"})
    assert eventually(lambda: {other.get("/me").json()["name"] for other in others} == {"Ida"})


def test_after_a_break_in_which_nothing_was_heard_everything_is_read_again(
    cluster: Cluster, servers: list[Server], stack: ExitStack
) -> None:
    people, table_id = _table(servers, stack)
    for person in people:
        person.read(table_id)
    for _ in range(5):
        cluster.cut_listening()
        ply = _play(people, table_id, people[0].read(table_id)["ply"] + 4)
    for person in people:
        person.await_table(table_id, lambda view: view["ply"] == ply)
    assert len(_records(people, table_id)) == 1


def test_a_game_goes_on_at_the_others_when_a_process_is_killed(servers: list[Server], stack: ExitStack) -> None:
    people, table_id = _table(servers, stack, "greedy")
    people[0].play(table_id, 0, "roll")
    servers[0].kill()
    people[0] = _at(servers[1], people[0], stack)
    view = people[0].await_turn(table_id)
    while view["seat_to_move"] == 0:
        people[0].play(table_id, view["ply"], sensible(view["legal"], view["state"]))
        view = people[0].read(table_id)
    for person in people[1:]:
        person.await_table(table_id, partial(_is_at, view["ply"]))
    servers[0].start()
    servers[0].wait()
    assert _at(servers[0], people[0], stack).read(table_id)["ply"] >= view["ply"]


def test_whoever_follows_the_game_at_another_process_is_not_away(servers: list[Server], stack: ExitStack) -> None:
    """By the pages of two people, each at a process of their own; one of them goes."""
    host = stack.enter_context(Client(servers[0], "Ada"))
    guest = stack.enter_context(Client(servers[1], "Bo"))
    table_id = host.open_table("me", "open")
    guest.done("POST", f"/tables/{table_id}/join", {})
    host.start(table_id)

    def card(client: Client) -> str:
        cookie = {"cookie": f"wormgrill={client.headers['authorization'].removeprefix('Bearer ')}"}
        page = httpx2.get(f"{servers[0].url}/t/{table_id}", headers=cookie, timeout=60).text
        return page.partition('id="player-1"')[2].partition("</li>")[0]

    with guest.stream("GET", f"/tables/{table_id}/stream"):
        assert "away" not in card(host)
    assert eventually(lambda: "away" in card(host))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_the_bots_of_a_process_that_is_killed_or_paused_play_on_at_another_one(
    servers: list[Server], stack: ExitStack, number: signal.Signals
) -> None:
    one, two = servers[:2]
    ada = stack.enter_context(Client(one, "Ada"))
    tables = [ada.open_table(*["hatchling"] * 4, rules="classic-2014 tiles=21-28") for _ in range(6)]
    for table_id in tables:
        ada.start(table_id)
    there = _at(two, ada, stack)
    process = psutil.Process(one.process_id)
    process.send_signal(number)
    views = [there.read(table_id) for table_id in tables]
    assert any(view["life"] == "playing" for view in views), "some games were not over yet"
    for table_id in tables:
        there.await_table(table_id, _is_over)
    if number is signal.SIGSTOP:
        process.resume()
        assert eventually(lambda: {ada.read(table_id)["life"] for table_id in tables} == {"finished"})
    for table_id in tables:
        seen = [there] if number is signal.SIGKILL else [ada, there]
        assert len(_records(seen, table_id)) == 1


def _is_over(view: Any) -> bool:
    return bool(view["life"] == "finished")
