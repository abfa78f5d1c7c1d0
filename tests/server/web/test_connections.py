"""Connections are bounded: whatever a client does with them, others are served, and nothing is left of it."""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice, repeat
from pathlib import Path

import psutil
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from tests.support.running import PATIENCE_SECONDS, Client, Server, eventually, running
from tests.support.services import in_loop
from wormgrill.server.settings import read_settings
from wormgrill.server.web.connections import BODY_SLICE, SHORTEST_HEAD, BoundedProtocol, Connections

HURRY = {"header_seconds": "1", "body_seconds": "1", "idle_seconds": "1", "stalled_seconds": "1"}
"""So that tests do not wait long for what is too late."""
HEARTBEATS = 5
"""So many, half a second apart, take longer than anybody in a hurry would wait."""
STRICT = {"connections_per_address": "256"}
"""As it is by default; other tests have more."""
MB = 1 << 20
SENDING_SECONDS = 2
"""What fills all buffers and is not taken so soon is not taken at all."""
PROMPT_SECONDS = 20
"""What is answered so soon is not held up by anything that lasts; machines may be slow."""


def connect(server: Server, address: str = "127.0.0.1") -> socket.socket:
    """A connection from an address."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE_SECONDS, (address, 0))


def status_at(connection: socket.socket, path: str = "/api/v1/levels") -> int:
    """The status of a request over this connection; 0 if it is closed."""
    with suppress(OSError):
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return int(first_line(connection).split()[1] or 0)


def first_line(connection: socket.socket) -> str:
    """How the answer begins that comes over a connection."""
    with suppress(OSError):
        return connection.recv(4096).decode().partition("\r\n")[0] or "closed 0"
    return "reset 0"


def is_served(server: Server, address: str = "127.0.0.2") -> bool:
    """Whether somebody at another address is served promptly."""
    with connect(server, address) as connection:
        connection.settimeout(PROMPT_SECONDS)
        return status_at(connection) == 200


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed a connection: waits until it does, even if a stream goes on over it."""
    end = time.monotonic() + PATIENCE_SECONDS
    try:
        while connection.recv(65_536):
            if time.monotonic() > end:
                return False
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def open_connections(server: Server) -> int:
    """How many connections the server has open."""
    connections = psutil.Process(server.process_id).net_connections("tcp")
    return sum(connection.status != psutil.CONN_LISTEN for connection in connections)


def memory(server: Server) -> int:
    """The bytes that the server has in memory."""
    return int(psutil.Process(server.process_id).memory_info().rss)


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """The clients of these tests have many connections, too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that soon loses patience."""
    with running(tmp_path_factory.mktemp("hurried"), heartbeat_seconds="0.5", **HURRY, **STRICT) as server:
        yield server


@pytest.fixture(scope="module")
def five_each(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where one address has five connections, and 127.0.0.1 is a proxy."""
    settings = {"connections_per_address": "5", "trusted_proxies": "127.0.0.1,10.0.0.0/8"}
    with running(tmp_path_factory.mktemp("five"), **settings) as server:
        yield server


# ------------------------------------------------------------------------------------------------------------ size


@pytest.mark.parametrize(
    ("beginning", "endless"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ", b"x" * 65_536),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"x: y\r\n" * 10_000),
        (b"GET /", b"x" * 65_536),
        (b"", b"\r\n" * 32_768),
        (b"POST /settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"x" * 65_536),
        (b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n" * 10_000),
    ],
    ids=["value", "headers", "address", "lines", "chunk", "trailers"],
)
def test_sixty_megabytes_of_headers_are_not_read(server: Server, beginning: bytes, endless: bytes) -> None:
    before = memory(server)
    sent = 0
    with connect(server) as connection:
        with suppress(OSError):
            connection.sendall(beginning)
            while sent < 60 * MB:
                connection.sendall(endless)
                sent += len(endless)
        assert is_served(server)
        assert is_closed(connection)
    assert sent < 60 * MB
    assert memory(server) - before < 20 * MB


def test_a_head_that_is_too_large_is_told_so(server: Server) -> None:
    for size, status in ((30_000, "200"), (33_000, "431"), (200_000, "431")):
        with connect(server) as connection:
            head = f"GET /api/v1/levels HTTP/1.1\r\nHost: localhost\r\nCookie: {'x' * size}\r\n\r\n"
            connection.sendall(head.encode())
            assert first_line(connection).startswith((f"HTTP/1.1 {status}", "reset" if size > 65_536 else "HTTP"))


def test_what_is_no_request_is_told_so_and_not_logged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        for content in (
            b"\x16\x03\x01\x02\x00\x01",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
        ):
            with connect(server) as connection:
                connection.sendall(content)
                assert first_line(connection) == "HTTP/1.1 400 Bad Request"
        with connect(server) as connection:
            connection.sendall(
                b"GET /api/v1/levels HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            )
            assert first_line(connection) == "HTTP/1.1 200 OK"
        server.stop()
    assert server.log.count("\n") == 1


def test_a_trailer_is_no_header(server: Server, ada: Client) -> None:
    token = ada.headers["authorization"]
    request = "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n{}\r\n0\r\n{}\r\n".format
    header = f"Authorization: {token}\r\n"
    for text, status in ((request(header, ""), "200"), (request("", header), "401")):
        with connect(server) as connection:
            connection.sendall(text.encode())
            assert first_line(connection).startswith(f"HTTP/1.1 {status}")


@pytest.mark.parametrize("first", [0, 3_000])
def test_requests_that_wait_for_a_stream_to_end_are_few(server: Server, ada: Client, first: int) -> None:
    """Whoever sends more at once than may wait is cut off; what comes after fewer that wait is not read."""
    table_id = ada.open_table("me", "open")
    before = memory(server)
    with connect(server) as connection:
        connection.sendall(f"GET /api/v1/tables/{table_id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert first_line(connection) == "HTTP/1.1 200 OK"
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n" * first)
        connection.settimeout(SENDING_SECONDS)
        with pytest.raises(OSError, match=r"timed out|reset|[Bb]roken pipe"):
            connection.sendall(b"GET / HTTP/1.1\r\n\r\n" * 3_000_000)
        assert is_served(server)
    assert memory(server) - before < 20 * MB


# ------------------------------------------------------------------------------------------------------------ pipeline


class Echo:
    """An application that answers a request, once it may, with its method, path and body."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.asked: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        self.asked.append(scope["path"])
        await self.may_answer.wait()
        said = f"<{scope['method']} {scope['path']} {(await Request(scope, receive).body()).decode()}>"
        await PlainTextResponse(said)(scope, receive, send)


async def pipelined(app: Echo, pieces: list[bytes], number: int) -> tuple[int, list[str]]:
    """Send the pieces of requests before any is answered: how many of them were parsed, and all answers."""
    made: list[BoundedProtocol] = []
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none")
    protocol = Connections(read_settings(), 10).protocol()

    def connection() -> BoundedProtocol:
        made.append(protocol(config=config, server_state=ServerState(), app_state={}))
        return made[0]

    async with await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        parsed = len(app.asked) + len(made[0].pipeline)
        app.may_answer.set()
        received = b""
        while received.count(b">") < number and not reader.at_eof():
            received += await reader.read(1 << 20)
        writer.close()
    return parsed, [part.partition(b"<")[2].decode() for part in received.split(b">")[:-1]]


@in_loop
async def test_of_a_thousand_requests_at_once_few_are_parsed_before_the_first_is_answered() -> None:
    requests = b"".join(f"GET /{number} HTTP/1.1\r\n\r\n".encode() for number in range(1000))
    parsed, answers = await pipelined(Echo(), [requests], 1000)
    assert parsed == 2
    assert answers == [f"GET /{number} " for number in range(1000)]


@pytest.mark.parametrize(
    "first", [b"Content-Length: 500\r\n\r\n" + b"x" * 500, b"Transfer-Encoding: chunked\r\n\r\n1f4\r\n" + b"x" * 500]
)
@in_loop
async def test_few_requests_are_parsed_after_a_body_before_it_is_answered(first: bytes) -> None:
    end = b"\r\n0\r\n\r\n" if b"chunked" in first else b""
    requests = b"".join(f"GET /{number} HTTP/1.1\r\n\r\n".encode() for number in range(1, 1000))
    parsed, answers = await pipelined(Echo(), [b"POST /0 HTTP/1.1\r\n" + first + end + requests], 1000)
    assert parsed <= 1 + BODY_SLICE // SHORTEST_HEAD
    assert answers == [f"POST /0 {'x' * 500}", *(f"GET /{number} " for number in range(1, 1000))]


@pytest.mark.parametrize("size", [1, 3, 50, 10_000])
@in_loop
async def test_pipelined_requests_are_answered_in_order_however_their_bytes_come(size: int) -> None:
    requests = (
        b"POST /one HTTP/1.1\r\nContent-Length: 9\r\n\r\na\r\n\r\nGET "
        b"GET /two HTTP/1.1\r\nHost: localhost\r\n\r\n"
        b"POST /three HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n"
        b"POST /four HTTP/1.1\r\nContent-Length: 3000\r\n\r\n" + b"x" * 3000 + b"GET /five HTTP/1.1\r\n\r\n"
    )
    assert len(requests) < 4000
    pieces = [requests[start : start + size] for start in range(0, len(requests), size)]
    _, answers = await pipelined(Echo(), [*pieces[:300], b"".join(pieces[300:])], 5)
    assert answers == [
        "POST /one a\r\n\r\nGET ",
        "GET /two ",
        "POST /three abc\r\n\r\n",
        f"POST /four {'x' * 3000}",
        "GET /five ",
    ]


def test_whoever_has_sent_the_next_request_is_not_late_while_a_stream_goes_on(hurried: Server) -> None:
    with Client(hurried) as client:
        path = f"/api/v1/tables/{client.open_table('me', 'open')}/stream"
        with connect(hurried) as connection:
            head = "POST /api/v1/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n{head}{head}".encode())
            received = b""
            while received.count(b"heartbeat") < HEARTBEATS:
                news = connection.recv(65_536)
                assert news, "the stream was cut"
                received += news


# ------------------------------------------------------------------------------------------------------------ time


def test_of_1100_silent_connections_none_stays_and_others_are_served(hurried: Server) -> None:
    before, used = open_connections(hurried), memory(hurried)
    with ExitStack() as stack:
        silent = [stack.enter_context(connect(hurried)) for _ in range(1100)]
        assert is_served(hurried)
        assert open_connections(hurried) <= before + 256 + 8  # some are just being refused
        assert all(map(is_closed, silent))
        assert eventually(lambda: open_connections(hurried) <= before)
    assert is_served(hurried, "127.0.0.1")
    assert memory(hurried) - used < 30 * MB


@pytest.mark.parametrize("path", ["/play", "/api/v1/people", "/open"])
def test_of_300_slow_bodies_none_stays_and_others_are_served(hurried: Server, path: str) -> None:
    before, used = open_connections(hurried), memory(hurried)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n".encode()
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(hurried)) for _ in range(300)]
        is_going_on = threading.Event()

        def drip() -> None:
            while not is_going_on.wait(0.1):
                for connection in slow:
                    with suppress(OSError):
                        connection.send(b"x")

        for connection in slow:
            with suppress(OSError):
                connection.sendall(head)
        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            assert is_served(hurried)
            assert all(map(is_closed, slow))
            assert eventually(lambda: open_connections(hurried) <= before)
        finally:
            is_going_on.set()
            dripping.join()
    assert memory(hurried) - used < 30 * MB


def test_a_slow_head_an_idle_connection_and_a_client_that_does_not_read_are_closed(hurried: Server) -> None:
    with connect(hurried) as connection:
        with suppress(OSError):
            for letter in b"GET / HTTP/1.1\r\n" + b"x" * 1000:
                connection.send(bytes([letter]))
                time.sleep(0.05)
        assert is_closed(connection)
    with connect(hurried) as connection:
        assert status_at(connection) == 200
        assert is_closed(connection)
    before = open_connections(hurried)
    with connect(hurried) as connection:
        connection.sendall(b"GET /static/app.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
        assert eventually(lambda: open_connections(hurried) > before)
        assert eventually(lambda: open_connections(hurried) == before)


def test_a_stream_is_not_cut(hurried: Server) -> None:
    with Client(hurried) as client:
        table_id = client.open_table("me", "open")
        said = [message["type"] for message in islice(client.messages(table_id), 1 + HEARTBEATS)]
        assert said == ["table", *repeat("heartbeat", HEARTBEATS)]


# ------------------------------------------------------------------------------------------------------------ number


@contextmanager
def connected(server: Server, addresses: list[str]) -> Iterator[list[socket.socket]]:
    """Connections from these addresses."""
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server, address)) for address in addresses]


def test_one_address_has_only_so_many_connections(five_each: Server) -> None:
    with connected(five_each, ["127.0.0.2"] * 6) as connections:
        assert [status_at(connection) for connection in connections[:5]] == [200] * 5
        assert first_line(connections[5]) == "HTTP/1.1 429 Too Many Requests"
    assert eventually(lambda: is_served(five_each, "127.0.0.2"))


def test_one_address_opens_connections_no_faster_than_it_may_ask(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second="0.01", requests_at_once="3") as server:
        with connected(server, ["127.0.0.2"] * 4) as connections:
            assert first_line(connections[3]) == "HTTP/1.1 429 Too Many Requests"
            assert [status_at(connection) for connection in connections[:3]] == [200] * 3
        assert is_served(server, "127.0.0.3")


def test_a_trusted_proxy_has_more_connections_than_one_address(five_each: Server) -> None:
    with connected(five_each, ["127.0.0.1"] * 20) as connections:
        assert [status_at(connection) for connection in connections] == [200] * 20


def test_when_all_connections_are_taken_silent_ones_make_place(tmp_path: Path) -> None:
    with running(tmp_path, connections="20") as server:
        addresses = [f"127.0.0.{number}" for number in range(10, 40)]
        with connected(server, addresses):
            assert is_served(server)
            assert open_connections(server) <= 21


def test_when_all_connections_are_streams_new_ones_are_told_to_wait(tmp_path: Path) -> None:
    with running(tmp_path, connections="10") as server, Client(server) as client:
        stream = f"/api/v1/tables/{client.open_table('me', 'open')}/stream"
        client.close()
        with connected(server, ["127.0.0.3"] * 10) as connections:
            assert [status_at(connection, stream) for connection in connections] == [200] * 10
            with connect(server, "127.0.0.2") as connection:
                answer = connection.recv(4096).decode()
                assert answer.startswith("HTTP/1.1 503 Service Unavailable")
                assert "retry-after: 10" in answer


def test_connections_leave_files_for_the_rest(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.prefix = ("sh", "-c", 'ulimit -S -n 100; ulimit -H -n 200; exec "$0" "$@"')
    server.start()
    try:
        server.wait()
        assert psutil.Process(server.process_id).rlimit(psutil.RLIMIT_NOFILE) == (200, 200)
        with connected(server, ["127.0.0.5"] * 300), Client(server) as client:
            table_id = client.open_table("me", "greedy")
            client.start(table_id)
            client.await_turn(table_id)
    finally:
        assert server.stop() == 0
    assert server.log.count("\n") == 1
