"""`wormgrill serve`: starting, stopping, and saying in one line what is wrong."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import httpx2
import psutil
import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.running import Client, Server, eventually, running
from wormgrill.server.settings import Settings, read_settings

ROOT = Path(__file__).parents[2]


@pytest.fixture
def as_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started from the beginning."""
    monkeypatch.setattr(Server, "is_forked", False)


def wake_bots(client: Client) -> None:
    """Ask something that only the bots' processes can answer."""
    table_id = client.open_table("me", "greedy")
    client.start(table_id)
    client.await_turn(table_id)
    client.done("GET", f"/tables/{table_id}/odds")


@pytest.mark.usefixtures("as_people_do")
def test_it_says_where_it_is_and_stops_with_its_bots(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert f"wormgrill is served at {server.url}" in server.log
        with Client(server) as client:
            wake_bots(client)
        children = psutil.Process(server.process_id).children(recursive=True)
        assert children
        assert server.stop() == 0
    assert not psutil.wait_procs(children, timeout=120)[1]
    assert server.log.count("\n") == 1


@pytest.mark.usefixtures("as_people_do")
def test_asked_to_stop_while_it_starts_it_leaves_nothing_behind(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    process = psutil.Process(server.process_id)
    assert eventually(lambda: bool(process.children())), "the one that looks after what processes share"
    assert server.stop() == 0
    assert not server.log


@pytest.mark.usefixtures("as_people_do")
def test_its_bots_do_not_outlive_a_kill(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with Client(server) as client:
            wake_bots(client)
        children = psutil.Process(server.process_id).children(recursive=True)
        server.kill()
        assert not psutil.wait_procs(children, timeout=120)[1]


@pytest.mark.usefixtures("as_people_do")
def test_a_port_that_is_taken_is_one_line(server: Server) -> None:
    told = wormgrill("serve", "--port", str(server.port), "--no-browser", code=2)
    assert told.startswith(f"wormgrill: cannot listen on 127.0.0.1 port {server.port}: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--database", "nonsense"], "is not a database URL"),
        (["--database", "mysql://localhost/worms"], "are not supported"),
        (["--database", "sqlite:////proc/worms/worms.db"], "cannot be used"),
        (["--database", "postgresql://nobody:hidden@127.0.0.1:1/worms"], "cannot be used"),
        (["--public-url", "worms"], "is not an address such as"),
        (["--host", "999.1.1.1"], "cannot listen on"),
        (["--port", "99999"], "out of range"),
    ],
)
def test_what_cannot_be_used_is_one_line(arguments: list[str], told: str) -> None:
    said = wormgrill(
        "serve", "--no-browser", *(["--port", "0"] if "--port" not in arguments else []), *arguments, code=2
    )
    assert told in said
    assert "hidden" not in said


def test_a_database_that_is_none_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "worms.db"
    path.write_text("This is not a database, but it is long enough to be taken for one." * 20)
    assert "not a database" in wormgrill("serve", "--port", "0", "--database", f"sqlite:///{path}", code=2)


def test_a_database_of_the_future_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "worms.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    assert "another version" in wormgrill("serve", "--port", "0", "--database", f"sqlite:///{path}", code=2)


def test_dice_of_tests_cannot_be_public() -> None:
    with pytest.raises(ValueError, match="predictable"):
        read_settings(test_seed="1", public_url="https://worms.example.org")


def test_a_test_seed_repeats_ids_and_dice(tmp_path: Path) -> None:
    games = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with running(tmp_path / name, test_seed="7") as server, Client(server) as client:
            table_id = client.open_table("me", "me")
            client.start(table_id)
            client.play(table_id, 0, "roll")
            games.append((table_id, client.read(table_id)["state"]["rolled"]))
    assert games[0] == games[1]


def test_every_setting_is_in_the_table_of_the_document() -> None:
    text = (ROOT / "docs" / "server.md").read_text()
    rows = dict(re.findall(r"^\| `WORMGRILL_(\w+)` \| .*? \| (.*?) \|$", text, re.MULTILINE))
    fields = {name.upper(): field.description for name, field in Settings.model_fields.items()}
    assert rows == fields


@pytest.mark.usefixtures("as_people_do")
def test_a_start_loads_nothing_that_only_bots_and_researchers_need(tmp_path: Path) -> None:
    """It would take longer than all the rest; `python -m bench start` has the time."""
    with running(tmp_path) as server:
        libraries = [mapped.path for mapped in psutil.Process(server.process_id).memory_maps()]
    assert any("uvloop" in path for path in libraries)
    slow = re.compile(r"/(llvmlite|numba|numpy|scipy|ray)/")
    assert not [path for path in libraries if slow.search(path)]


def test_behind_tls_cookies_and_headers_are_strict(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://worms.example.org") as server:
        answer = httpx2.get(f"{server.url}/api/v1/health")
        assert answer.headers["strict-transport-security"]


HTTPS = "https://worms.example.org"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, None),
        ({"public_url": "http://localhost:8421"}, None),
        ({"public_url": "https://127.0.0.1"}, None),
        ({"public_url": "http://[::1]:8421", "host": "::1"}, None),
        ({"public_url": HTTPS, "trusted_proxies": "127.0.0.1"}, None),
        ({"public_url": HTTPS}, f"People reach {HTTPS} through a proxy, because this server itself speaks no TLS"),
        ({"public_url": HTTPS, "host": "0.0.0.0"}, "speaks no TLS"),
        ({"public_url": "http://worms.example.org"}, "because this server itself listens on 127.0.0.1 only"),
        ({"public_url": "http://worms.example.org", "host": "0.0.0.0"}, "If people reach http://worms.example.org"),
        ({"public_url": "http://worms.example.org:8421", "host": "0.0.0.0"}, None),
        ({"public_url": "http://192.168.0.7", "host": "::", "port": 80}, None),
    ],
)
def test_a_proxy_that_is_not_trusted_is_told(settings: dict[str, object], told: str | None) -> None:
    warning = read_settings(**settings).missing_proxy()
    assert (warning is None) == (told is None)
    assert (told or "") in (warning or "")
    assert warning is None or "WORMGRILL_TRUSTED_PROXIES=127.0.0.1" in warning


def test_a_public_address_without_trusted_proxies_is_warned_of_at_the_start(tmp_path: Path) -> None:
    with running(tmp_path, public_url=HTTPS) as server:
        assert f"WARNING wormgrill.server.serve -: {read_settings(public_url=HTTPS).missing_proxy()}" in server.log
