"""A real server process, and clients that talk to it over real sockets."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx2

GENEROUS = {
    "WORMGRILL_REQUESTS_PER_SECOND": "100000",
    "WORMGRILL_REQUESTS_AT_ONCE": "100000",
    "WORMGRILL_NEW_PER_MINUTE": "1000000",
    "WORMGRILL_NEW_AT_ONCE": "100000",
    "WORMGRILL_STREAMS_PER_ADDRESS": "1000",
    "WORMGRILL_TABLES_PER_PERSON": "1000",
    "WORMGRILL_BOT_PAUSE_SECONDS": "0",
    "WORMGRILL_BOT_PROCESSES": "1",
}
"""Settings under which tests are not slowed down by limits meant for strangers."""
PATIENCE_SECONDS = 120


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Server:
    """`wormgrill serve` as a process of its own."""

    def __init__(self, directory: Path, **settings: str) -> None:
        self.database = f"sqlite:///{directory / 'worms.db'}"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = GENEROUS | {f"WORMGRILL_{name.upper()}": value for name, value in settings.items()}
        self._log = directory / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it may take a moment until it answers."""
        command = [sys.executable, "-m", "wormgrill", "serve", "--port", str(self.port), "--no-browser"]
        environment = os.environ | self._settings | {"WORMGRILL_DATABASE": self.database}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)  # our own command

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            try:
                httpx2.get(f"{self.url}/api/v1/health").raise_for_status()
            except httpx2.TransportError:
                time.sleep(0.02)
            else:
                return
        raise TimeoutError(self.log)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop, and wait for it; its exit code."""
        return self._end(signal.SIGTERM)

    @property
    def log(self) -> str:
        """What it has printed."""
        return self._log.read_text()

    @property
    def process_id(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(timeout=PATIENCE_SECONDS)
        self._process = None
        return code


@contextmanager
def running(directory: Path, **settings: str) -> Iterator[Server]:
    """A server that answers, until the end of the block."""
    server = Server(directory, **settings)
    server.start()
    try:
        server.wait()
        yield server
    finally:
        server.stop()
        assert "Traceback" not in server.log, server.log


class Client(httpx2.Client):
    """Somebody who plays over the API."""

    def __init__(self, server: Server, name: str = "Robin", *, is_known: bool = True) -> None:
        super().__init__(base_url=f"{server.url}/api/v1", timeout=PATIENCE_SECONDS)
        self._name = name
        self._is_known = is_known

    def __enter__(self) -> Self:
        super().__enter__()
        if self._is_known:
            token = self.done("POST", "/people", {"name": self._name})["token"]
            self.headers["authorization"] = f"Bearer {token}"
        return self

    def done(self, method: str, path: str, content: Any = None) -> Any:
        """The answer to a request that is granted."""
        answer = self.request(method, path, json=content)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, method: str, path: str, content: Any = None) -> tuple[int, str]:
        """Status and type of a refusal, which says why in a sentence."""
        answer = self.request(method, path, json=content)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert problem["detail"]
        return answer.status_code, problem["type"].removeprefix("urn:wormgrill:")

    def open_table(self, *seats: str, **settings: object) -> str:
        """The id of a new table; a seat is `me`, `open` or the level of a bot."""
        plan = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        table_id: str = self.done("POST", "/tables", {"seats": plan, **settings})["id"]
        return table_id

    def start(self, table_id: str, **how: object) -> Any:
        """Begin the game."""
        return self.done("POST", f"/tables/{table_id}/start", how)

    def read(self, table_id: str) -> Any:
        """The table as it is."""
        return self.done("GET", f"/tables/{table_id}")

    def play(self, table_id: str, ply: int, move: str) -> httpx2.Response:
        """Post a move."""
        return self.post(f"/tables/{table_id}/moves", json={"ply": ply, "move": move})

    def await_turn(self, table_id: str) -> Any:
        """The table as soon as this client has to move, or the game is over."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            view = self.read(table_id)
            seat = view["seat_to_move"]
            if view["life"] == "finished" or (seat is not None and view["seats"][seat]["is_you"]):
                return view
            time.sleep(0.005)
        raise TimeoutError(f"the table {table_id} waits for somebody else")

    def play_to_the_end(self, table_id: str) -> Any:
        """Play this client's seats until the game is over; the table then."""
        while (view := self.await_turn(table_id))["life"] != "finished":
            ply, legal, state = view["ply"], view["legal"], view["state"]
            while legal and view["seats"][state["seat"]]["is_you"]:
                answer = self.play(table_id, ply, sensible(legal, state))
                assert answer.is_success, answer.text
                last = answer.json()["plies"][-1]
                ply, legal, state = last["ply"] + 1, last["legal"], last["state"]
        return view


def sensible(legal: list[str], state: Any) -> str:
    """A choice that ends every game: roll until there is something to take, keep the worm first."""
    if legal == ["roll", "stop"]:
        has_enough = state["aside"][5] and state["points"] >= min(state["grill"])
        return "stop" if has_enough else "roll"
    return legal[-1]
