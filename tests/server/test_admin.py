"""`wormgrill admin` beside a running server: what it does is on the pages soon, on either kind of database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.running import Client, Server, eventually, running


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a database of each kind."""
    is_shared = request.param == "postgresql"
    settings = {"database": request.getfixturevalue("cluster").new_database()} if is_shared else {}
    with running(tmp_path_factory.mktemp("admin"), **settings) as server:
        yield server


def admin(server: Server, *arguments: str, code: int = 0) -> str:
    """What the command prints."""
    return wormgrill("admin", arguments[0], "--database", server.database, *arguments[1:], code=code)


def listed(server: Server, *arguments: str) -> list[dict[str, Any]]:
    """What a list has."""
    return [json.loads(line) for line in admin(server, *arguments, "--json").splitlines()]


def id_of(server: Server, name: str) -> str:
    """The id of the newest person of this name."""
    return str(listed(server, "people", name)[0]["id"])


@pytest.fixture
def playing(ada: Client, bo: Client) -> str:
    """A game of two people that has begun."""
    table_id = ada.open_table("me", "open", "greedy")
    bo.done("POST", f"/tables/{table_id}/join", {})
    ada.start(table_id)
    return table_id


def test_lists_tell_who_plays_where(server: Server, playing: str) -> None:
    table = next(table for table in listed(server, "tables", "--life", "playing") if table["id"] == playing)
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bo", "Greedy"]
    told = admin(server, "tables")
    assert playing in told
    assert "3 Greedy (bot)" in told
    person = next(person for person in listed(server, "people", "AD") if person["name"] == "Ada")
    assert person["devices"] == 1
    assert person["seen_at"] == person["created_at"]
    assert person["id"] in admin(server, "people", "ada")
    assert admin(server, "people", "100%") == "there are no such people\n"
    assert len(listed(server, "people", "--most", "1")) == 1


def test_a_person_who_is_removed_is_told_so_soon_and_a_bot_plays_on(
    server: Server, playing: str, ada: Client, bo: Client
) -> None:
    ada.read(playing)
    assert admin(server, "remove", playing, "2") == f"Bo is removed from the table {playing}\n"
    assert eventually(lambda: ada.read(playing)["seats"][1]["presence"] == "left")
    assert bo.refused("POST", f"/tables/{playing}/return") == (403, "removed")
    assert "Bo (removed)" in admin(server, "tables")
    assert "has no seat" in admin(server, "remove", playing, "2", code=2)
    assert "No person sits at seat" in admin(server, "remove", playing, "3", code=2)


def test_a_game_that_is_ended_is_over_for_everybody(server: Server, playing: str, ada: Client) -> None:
    ada.play(playing, 0, "roll")
    admin(server, "end", playing)
    assert eventually(lambda: ada.read(playing)["life"] == "abandoned")
    for path in ("return", "rematch"):
        assert ada.refused("POST", f"/tables/{playing}/{path}") == (403, "ended")
    assert ada.done("GET", f"/tables/{playing}/moves")["plies"], "what was played stays"


def test_whoever_is_muted_talks_at_no_table_until_it_is_taken_back(
    server: Server, playing: str, ada: Client, bo: Client
) -> None:
    ada.done("POST", f"/tables/{playing}/chat", {"text": "Hello"})
    before = len(listed(server, "people"))
    person = next(person["id"] for person in listed(server, "people", "Ada") if _is_at(server, playing, person["id"]))
    assert admin(server, "mute", person) == "Ada is muted at all tables\n"
    assert eventually(lambda: ada.post(f"/tables/{playing}/chat", json={"text": "Hello"}).status_code in (403, 429))
    assert eventually(lambda: ada.refused("POST", f"/tables/{playing}/chat", {"text": "Hi"}) == (403, "muted"))
    assert bo.done("POST", f"/tables/{playing}/chat", {"text": "Hello"})
    assert "(muted)" in admin(server, "people", "Ada")
    admin(server, "unmute", person)
    assert eventually(lambda: ada.post(f"/tables/{playing}/chat", json={"text": "Hi"}).is_success)
    assert len(listed(server, "people")) == before


def _is_at(server: Server, table_id: str, person: str) -> bool:
    table = next(table for table in listed(server, "tables") if table["id"] == table_id)
    return any(seat["person"] == person for seat in table["seats"])


def test_a_person_who_is_deleted_is_somebody_on_the_pages_of_the_others(
    server: Server, playing: str, ada: Client, bo: Client
) -> None:
    person = next(person["id"] for person in listed(server, "people", "Bo") if _is_at(server, playing, person["id"]))
    assert "add --yes" in admin(server, "delete-person", person, code=2)
    assert admin(server, "delete-person", "--yes", person) == "Bo is deleted\n"
    assert eventually(lambda: ada.read(playing)["seats"][1]["name"] == "Somebody")
    assert eventually(lambda: bo.get("/me").status_code == 401)
    ada.play_to_the_end(playing)


def test_a_deleted_table_is_gone_and_its_streams_end(server: Server, playing: str, ada: Client) -> None:
    with ada.stream("GET", f"/tables/{playing}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert admin(server, "delete-table", "--yes", playing) == f"the table {playing} is deleted\n"
        for _ in lines:
            pass
    assert ada.refused("GET", f"/tables/{playing}") == (404, "not-found")


@pytest.mark.parametrize("action", [("end",), ("remove", "1"), ("delete-table", "--yes")])
def test_what_is_not_there_is_told_in_one_line(server: Server, action: tuple[str, ...]) -> None:
    assert "There is no such table" in admin(server, action[0], "nosuchtable", *action[1:], code=2)


@pytest.mark.parametrize("action", [("mute",), ("delete-person", "--yes")])
def test_whoever_is_not_there_is_told_in_one_line(server: Server, action: tuple[str, ...]) -> None:
    assert "There is no such person" in admin(server, action[0], "nosuchperson", *action[1:], code=2)


def test_what_cannot_be_read_is_listed_with_its_reason_and_can_be_deleted(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        table_id = client.open_table("me", "greedy")
        assert admin(server, "set-aside") == "every table can be read\n"
        with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
            connection.execute("UPDATE tables SET rules = 'no rules at all'")
        admin(server, "tables")
        (table,) = listed(server, "set-aside")
        assert table["id"] == table_id
        assert "is not an edition" in table["reason"]
        assert table_id in admin(server, "set-aside")
        admin(server, "delete-table", "--yes", table_id)
        assert listed(server, "set-aside") == []


def test_without_a_database_nothing_is_made(tmp_path: Path) -> None:
    told = wormgrill("admin", "tables", "--database", f"sqlite:///{tmp_path / 'none.db'}", code=2)
    assert "there is no database at" in told
    assert not [*tmp_path.iterdir()]
