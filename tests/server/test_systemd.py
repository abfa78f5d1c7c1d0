"""What systemd hears of a server that it has started: the datagrams of sd_notify."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import httpx2
import pytest

from tests.support.running import PATIENCE_SECONDS, running


class Systemd:
    """Listens all the time, as systemd does."""

    def __init__(self, listening: socket.socket) -> None:
        self._heard: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, args=[listening], daemon=True).start()

    def _listen(self, listening: socket.socket) -> None:
        while message := listening.recv(100).decode():
            self._heard.put(message)

    def next(self) -> str:
        """What is heard next."""
        return self._heard.get(timeout=PATIENCE_SECONDS)

    def until(self, last: str) -> list[str]:
        """What is heard until this."""
        return [*iter(self.next, last), last]


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    """What listens where servers are told to speak to; a path of a socket must be short."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        address = f"{folder}/notify" if request.param == "file" else f"@{folder}"
        listening.bind(address.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        yield Systemd(listening)
        listening.shutdown(socket.SHUT_RD)


def test_it_hears_that_the_server_is_ready_lives_and_stops(
    systemd: Systemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    with running(tmp_path) as server:
        assert systemd.until("READY=1") == ["READY=1"]
        assert httpx2.get(f"{server.url}/healthz").is_success
        assert [systemd.next() for _ in range(5)] == ["WATCHDOG=1"] * 5
        assert server.stop() == 0
    assert set(systemd.until("STOPPING=1")) == {"WATCHDOG=1", "STOPPING=1"}


@pytest.mark.parametrize("watchdog", [{}, {"WATCHDOG_USEC": "30000", "WATCHDOG_PID": str(os.getpid())}])
def test_there_are_signs_of_life_only_where_systemd_waits_for_them(
    systemd: Systemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watchdog: dict[str, str]
) -> None:
    for name, value in watchdog.items():
        monkeypatch.setenv(name, value)
    with running(tmp_path) as server:
        assert server.stop() == 0
    assert systemd.until("STOPPING=1") == ["READY=1", "STOPPING=1"]


def test_a_server_runs_where_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    with running(tmp_path) as server:
        assert httpx2.get(f"{server.url}/healthz").is_success
        assert server.stop() == 0
