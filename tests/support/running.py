"""A real server process, and clients that talk to it over real sockets."""

from __future__ import annotations

import json
import os
import random
import re
import select
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, Self

import httpx2

from tests.support.chains import Links
from tests.support.nursery import Child, nursery

GENEROUS = {
    "WORMGRILL_REQUESTS_PER_SECOND": "100000",
    "WORMGRILL_REQUESTS_AT_ONCE": "100000",
    "WORMGRILL_NEW_PER_MINUTE": "1000000",
    "WORMGRILL_NEW_AT_ONCE": "100000",
    "WORMGRILL_CONNECTIONS_PER_ADDRESS": "10000",
    "WORMGRILL_STREAMS_PER_ADDRESS": "1000",
    "WORMGRILL_TABLES_PER_PERSON": "1000",
    "WORMGRILL_BOT_PAUSE_SECONDS": "0",
    "WORMGRILL_BOT_PROCESSES": "1",
}
"""Settings under which tests are not slowed down by limits meant for strangers."""
PATIENCE_SECONDS = 120
PORTS = random.Random()
FAILURE = re.compile(r'^Traceback .*\n(?!  File "<string>")', re.MULTILINE)
"""What a server logs of an exception; not what a bots' process says whose server was killed while it started."""
BUSY = "urn:wormgrill:busy"
CERTIFICATES = ssl.create_default_context()
"""Read once: each client would read them for itself, which takes longer than all else about it."""


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to whoever connects meanwhile."""
    return next(port for port in iter(lambda: PORTS.randrange(10_000, 32_768), None) if is_free(port))


def is_free(port: int) -> bool:
    """Whether nobody listens on a port."""
    with suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


def eventually(is_so: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> bool:
    """Whether something comes true."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


class Reached(Protocol):
    """What clients talk to: a server, or a proxy in front of some."""

    @property
    def url(self) -> str:
        """Its address."""


class Server:
    """`wormgrill serve` as a process of its own."""

    is_forked = False
    """Whether it is forked by a process that has imported it already: the same, but sooner. Tests do so (conftest)."""

    def __init__(self, directory: Path, place: str = "worms.db", **settings: str) -> None:
        self.database = settings.pop("database", f"sqlite:///{directory / place}")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = GENEROUS | {f"WORMGRILL_{name.upper()}": value for name, value in settings.items()}
        self._log = directory / "server.log"
        self.prefix: tuple[str, ...] = ()
        """A command that starts the server, such as a shell with limits."""
        self.python = sys.executable
        """The Python in which it is installed."""
        self._process: subprocess.Popen[bytes] | Child | None = None
        self._is_told = False
        """Whether it has said where it is served."""

    def start(self) -> None:
        """Start it; it may take a moment until it answers.

        Where one was killed, the process that it was just starting may listen for another moment.
        """
        eventually(lambda: is_free(self.port), 5.0)
        arguments = ["serve", "--port", str(self.port), "--no-browser"]
        environment = os.environ | self._settings | {"WORMGRILL_DATABASE": self.database}
        with self._log.open("ab") as log:
            if self.is_forked and not self.prefix:
                self._process = nursery().fork(arguments, environment, log.fileno())
            else:
                command = [*self.prefix, self.python, "-m", "wormgrill", *arguments]
                self._process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log)
        self._is_told = False

    def wait(self) -> None:
        """Wait until it answers: it prints a line when it can be reached."""
        if not self._is_told:
            with self._log.open("ab") as log:
                log.write(self._first_line())
            self._is_told = True
        httpx2.get(f"{self.url}/api/v1/health", timeout=PATIENCE_SECONDS).raise_for_status()

    def _first_line(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], PATIENCE_SECONDS)[0]:
            raise TimeoutError(f"the server does not start: {self.log}")
        line = self._process.stdout.readline()
        assert line, f"the server has ended: {self.log}"
        return line

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
        assert self._process.stdout is not None
        self._process.stdout.close()
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
        assert not FAILURE.search(server.log), server.log


class Client(httpx2.Client):
    """Somebody who plays over the API."""

    def __init__(
        self,
        server: Reached,
        name: str = "Robin",
        *,
        is_known: bool = True,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        address = f"{server.url}/api/v1"
        super().__init__(base_url=address, timeout=PATIENCE_SECONDS, verify=CERTIFICATES, transport=transport)
        self._name = name
        self.links: Links | None = None
        """The chain of which every roll gets a link."""
        self._is_known = is_known

    def __enter__(self) -> Self:
        super().__enter__()
        if self._is_known:
            token = self.done("POST", "/people", {"name": self._name})["token"]
            self.headers["authorization"] = f"Bearer {token}"
        return self

    def done(self, method: str, path: str, content: Any = None) -> Any:
        """The answer to a request that is granted; a server that is busy is asked again, when it says so."""
        answer = self.request(method, path, json=content)
        while answer.status_code == httpx2.codes.SERVICE_UNAVAILABLE and answer.json()["type"] == BUSY:
            time.sleep(int(answer.headers["retry-after"]))
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
        is_linked = self.links and move.startswith(("roll", "weasel"))
        link = {"link": self.links.at(ply)} if self.links and is_linked else {}
        return self.post(f"/tables/{table_id}/moves", json={"ply": ply, "move": move, **link})

    def messages(self, table_id: str, **query: int | bool) -> Generator[Any]:
        """The messages of a stream of JSON lines, whose plies follow each other without a gap."""
        with self.stream("GET", f"/tables/{table_id}/stream", params=query) as answer:
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            due = int(query.get("from", 0))
            for message in map(json.loads, answer.iter_lines()):
                if message["type"] == "move":
                    assert message["move"]["ply"] == due, "a ply was missed, or told again"
                    due += 1
                yield message

    def await_table(self, table_id: str, is_so: Callable[[Any], bool]) -> Any:
        """The table as soon as something holds; its stream tells when to look again."""
        end = time.monotonic() + PATIENCE_SECONDS
        view = self.read(table_id)
        if is_so(view):
            return view
        with closing(self.messages(table_id, **{"from": view["ply"]})) as messages:
            for message in messages:
                assert time.monotonic() < end, f"the table {table_id} waits for somebody else"
                view = _after(view, message)
                if is_so(view) and is_so(view := self.read(table_id)):
                    return view
        raise httpx2.RemoteProtocolError(f"the stream of the table {table_id} has ended")

    def await_turn(self, table_id: str) -> Any:
        """The table as soon as this client has to move, or the game is over."""
        return self.await_table(table_id, _is_over_or_yours)

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


def _after(view: Any, message: Any) -> Any:
    """A table as it is after a message: told as a whole, or the position after one more move."""
    if message["type"] == "table":
        return message["table"]
    if message["type"] == "move" and message["move"]["ply"] >= view["ply"]:
        move = message["move"]
        seat = move["state"]["seat"] if move["legal"] else None
        return view | {"ply": move["ply"] + 1, "state": move["state"], "legal": move["legal"], "seat_to_move": seat}
    return view


def _is_over_or_yours(view: Any) -> bool:
    seat = view["seat_to_move"]
    return view["life"] == "finished" or (seat is not None and view["seats"][seat]["is_you"])


def sensible(legal: list[str], state: Any) -> str:
    """A choice that ends every game: roll until there is something to take, keep the worm first."""
    if legal == ["roll", "stop"]:
        has_enough = state["aside"][5] and state["points"] >= min(state["grill"])
        return "stop" if has_enough else "roll"
    return legal[-1]
