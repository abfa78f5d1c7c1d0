"""Live and ready are two questions: a server that cannot write lives, but is not ready."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tests.server.storage.test_archive import wormgrill
from tests.support.running import Client, Server, eventually, free_port, running
from tests.support.services import Disk

NOT_READY = (
    "not ready: the database does not write in time\n",
    "not ready: the database cannot be written to\n",
)
"""Which of them depends on who gives up first."""


@pytest.fixture
def admin() -> str:
    """An address for operators."""
    return f"http://127.0.0.1:{free_port()}"


@pytest.fixture
def operated(tmp_path: Path, admin: str) -> Iterator[Server]:
    """A server with a listener for operators."""
    with running(tmp_path, admin_port=admin.rpartition(":")[2]) as server:
        yield server


def ask(url: str) -> tuple[int, str]:
    """Status and text of an answer."""
    answer = httpx2.get(url, timeout=120)
    return answer.status_code, answer.text


def test_a_server_whose_database_is_locked_is_live_but_not_ready(operated: Server, admin: str, tmp_path: Path) -> None:
    assert ask(f"{admin}/readyz") == (200, "ready\n")
    with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            answer = httpx2.get(f"{admin}/readyz", timeout=120)
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "5"
            assert answer.text in NOT_READY
        assert ask(f"{admin}/healthz") == ask(f"{operated.url}/healthz") == (200, "live\n")
        assert ask(f"{operated.url}/api/v1/health")[0] == 200
        connection.execute("ROLLBACK")
    assert eventually(lambda: ask(f"{admin}/readyz") == (200, "ready\n"))


def test_a_server_whose_database_fails_is_live_but_not_ready(tmp_path: Path, admin: str) -> None:
    server = Server(tmp_path, admin_port=admin.rpartition(":")[2])
    server.start()
    try:
        server.wait()
        with Disk(tmp_path / "worms.db").broken("alembic_version"):
            assert ask(f"{admin}/readyz") == (503, "not ready: the database cannot be written to\n")
            assert ask(f"{admin}/healthz")[0] == 200
        assert ask(f"{admin}/readyz") == (200, "ready\n")
    finally:
        assert server.stop() == 0
    assert "the database cannot be written to" in server.log


def test_being_ready_is_a_real_write(operated: Server, admin: str, tmp_path: Path) -> None:
    with Client(operated), closing(sqlite3.connect(tmp_path / "worms.db")) as connection:
        version = "PRAGMA data_version"
        before = connection.execute(version).fetchone()
        assert ask(f"{admin}/readyz")[0] == 200
        assert connection.execute(version).fetchone() != before


def test_operators_have_a_listener_of_their_own(operated: Server, admin: str) -> None:
    with Client(operated) as client:
        client.open_table("me", "open")
    status, text = ask(f"{admin}/metrics")
    assert status == 200
    assert 'wormgrill_requests_total{status="201"}' in text
    for path in ("/metrics", "/readyz", "/api/v1/metrics"):
        assert ask(f"{operated.url}{path}")[0] == 404
    assert ask(f"{admin}/")[0] == 404
    assert ask(f"{admin}/api/v1/levels")[0] == 404
    for path in ("/healthz", "/readyz", "/metrics"):
        answer = httpx2.head(f"{admin}{path}")
        assert (answer.status_code, answer.content) == (200, b"")


def test_a_port_for_operators_that_is_taken_is_one_line(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORMGRILL_ADMIN_PORT", str(server.port))
    told = wormgrill("serve", "--port", "0", "--no-browser", code=2)
    assert told.startswith(f"wormgrill: cannot listen on 127.0.0.1 port {server.port}: ")
    assert "WORMGRILL_ADMIN_PORT" in told


def test_with_a_listener_for_operators_it_stops_as_well(operated: Server, admin: str) -> None:
    with httpx2.Client() as client:
        assert client.get(f"{admin}/healthz").status_code == 200
        assert operated.stop() == 0
