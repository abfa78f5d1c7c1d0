"""Bad input of every kind is refused, and changes nothing."""

from __future__ import annotations

import asyncio
import re
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from tests.support.running import Client, Server, running
from tests.support.services import in_loop
from wormgrill.server.metrics import Metrics
from wormgrill.server.model.refusals import LimitReached
from wormgrill.server.settings import read_settings
from wormgrill.server.web.guard import (
    MOST_TOLD_OF_ADDRESS,
    MOST_WAITING_OF_ADDRESS,
    TOO_MANY,
    UNPACED,
    WAIT_SECONDS,
    Guard,
)


@pytest.fixture
def table_id(ada: Client) -> str:
    """A table that is being played."""
    table_id = ada.open_table("me", "me")
    ada.start(table_id)
    return table_id


def pipelined(server: Server, requests: list[bytes]) -> Counter[int]:
    """Send many requests over one connection; how often each status was answered."""
    statuses: Counter[int] = Counter()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        for start in range(0, len(requests), 100):
            batch = requests[start : start + 100]
            connection.sendall(b"".join(batch))
            received = b""
            while received.count(b"HTTP/1.1 ") < len(batch) or not received.endswith(b"}"):
                news = connection.recv(1 << 20)
                assert news, "the connection was cut"
                received += news
            statuses.update(int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", received))
    return statuses


def test_ten_thousand_joins_take_no_more_than_the_open_seats(server: Server, ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open", "open")
    body = b'{"is_another":true}'
    head = (
        f"POST /api/v1/tables/{table_id}/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Authorization: {bo.headers['authorization']}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    assert pipelined(server, [head.encode() + body] * 10_000) == {200: 2, 409: 9998}
    assert [seat["name"] for seat in ada.read(table_id)["seats"]] == ["Ada", "Bo", "Bo 2"]


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("moves", {"ply": "0", "move": "roll"}),
        ("moves", {"ply": 0.5, "move": "roll"}),
        ("moves", {"ply": -1, "move": "roll"}),
        ("moves", {"ply": True, "move": "roll"}),
        ("moves", {"ply": 0}),
        ("moves", {"ply": 0, "move": ["roll"]}),
        ("moves", {"ply": 0, "move": "roll", "seat": 1}),
        ("moves", {"ply": 0, "move": "roll" * 100}),
        ("moves", []),
        ("moves", None),
        ("start", {"fill": 7}),
        ("join", {"name": ""}),
        ("join", {"name": "x" * 41}),
        ("join", {"name": "a\nb"}),
        ("join", {"name": " Bo"}),
        ("join", {"anchor": "not allowed"}),
        ("join", {"is_another": "yes"}),
        ("chat", {"text": ""}),
        ("chat", {"text": {"$ne": None}}),
    ],
)
def test_wrong_types_and_values_are_refused(ada: Client, table_id: str, path: str, content: Any) -> None:
    before = ada.read(table_id)
    assert ada.refused("POST", f"/tables/{table_id}/{path}", content) == (422, "unreadable")
    assert ada.read(table_id) == before


@pytest.mark.parametrize(
    "plan",
    [
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}] * 8},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"seats": [{"kind": "me"}, {"kind": "queen"}]},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "rules": "deluxe-2018 tiles=99"},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "rules": "poker"},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "pace": "live 0"},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "pace": "live ²"},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "pace": "mail 999999999999999999"},
        {"seats": [{"kind": "me"}, {"kind": "open"}], "is_public": "no"},
    ],
)
def test_tables_that_cannot_be_are_refused(ada: Client, plan: Any) -> None:
    assert ada.refused("POST", "/tables", plan) == (422, "unreadable")
    assert ada.done("GET", "/me/tables") == []


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"ply": NaN}',
        b"1e999",
        b'{"ply":0,"move":"keep \\ud800"}',
        b'"' + b"x" * 60_000,
    ],
)
def test_what_is_not_json_is_refused(ada: Client, table_id: str, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = ada.post(f"/tables/{table_id}/moves", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert ada.read(table_id)["ply"] == 0


def test_huge_bodies_are_not_read(ada: Client, table_id: str) -> None:
    url = f"/tables/{table_id}/moves"
    headers = {"content-type": "application/json"}
    assert ada.post(url, content=b"x" * 10_000_000, headers=headers).status_code == 413
    chunks = (b"x" * 10_000 for _ in range(10))
    answer = ada.post(url, content=chunks, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["type"] == "urn:wormgrill:too-large"


def test_other_peoples_tokens_do_nothing(ada: Client, bo: Client, table_id: str) -> None:
    before = ada.read(table_id)
    for method, path, content in [
        ("POST", "moves", {"ply": 0, "move": "roll"}),
        ("POST", "start", {}),
        ("POST", "return", {}),
        ("POST", "chat", {"text": "hello"}),
        ("PUT", "seats/1", {"level": "greedy"}),
        ("PATCH", "", {"has_chat": False}),
    ]:
        assert bo.refused(method, f"/tables/{table_id}/{path}".rstrip("/"), content)[0] == 403
    assert bo.done("POST", f"/tables/{table_id}/leave")["seats"][0]["presence"] == "here"
    assert ada.read(table_id) == before


@pytest.mark.parametrize("token", ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer " + "a" * 5000, "bearer null"])
def test_no_token_is_nobody(server: Server, table_id: str, token: str) -> None:
    with Client(server, is_known=False) as stranger:
        stranger.headers["authorization"] = token
        moves = f"/tables/{table_id}/moves"
        assert stranger.refused("POST", moves, {"ply": 0, "move": "roll"}) == (401, "unknown-person")
        assert stranger.refused("GET", "/me") == (401, "unknown-person")


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/tables/../../../etc/passwd",
        "/api/v1/tables/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/api/v1/tables/' OR 1=1 --",
        "/api/v1/tables/%00",
        "/api/v1/tables//moves",
        "/api/v1/tables/" + "x" * 5000,
        "/api/v1/tables/K7MQ2X9DHW4NP8RT",
        "/api/v1//tables",
        "/api/v1/tables/",
        "/api/v2/tables",
        "/.env",
        "/docs",
    ],
)
def test_path_tricks_find_nothing(server: Server, path: str) -> None:
    answer = httpx2.get(f"{server.url}{path}")
    assert answer.status_code in (404, 422), answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "http://[bad"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://localhost:1"},
    ],
)
def test_other_sites_cannot_act(ada: Client, table_id: str, headers: dict[str, str]) -> None:
    answer = ada.post(f"/tables/{table_id}/moves", json={"ply": 0, "move": "roll"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["type"] == "urn:wormgrill:cross-site"
    assert ada.read(table_id)["ply"] == 0


def test_the_own_site_can_act(server: Server, ada: Client, table_id: str) -> None:
    headers = {"origin": server.url, "sec-fetch-site": "same-origin"}
    assert ada.post(f"/tables/{table_id}/moves", json={"ply": 0, "move": "roll"}, headers=headers).is_success


def test_every_answer_has_strict_headers(ada: Client) -> None:
    for answer in (ada.get("/health"), ada.get("/nothing"), ada.post("/people", content=b"{")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


def test_too_many_requests_are_refused_for_a_while(tmp_path: Path) -> None:
    settings = {"requests_per_second": "0.1", "requests_at_once": "15", "new_per_minute": "1", "new_at_once": "3"}
    with running(tmp_path, **settings) as server, Client(server, is_known=False) as client:
        created = [client.post("/people", json={}).status_code for _ in range(4)]
        assert created == [201] * 3 + [429]
        answers = [client.get("/tables") for _ in range(12)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].headers["retry-after"] == "10"
        client.headers["x-forwarded-for"] = "10.0.0.9"
        assert client.get("/tables").status_code == 429


def test_a_configured_proxy_is_believed(tmp_path: Path) -> None:
    settings = {"requests_per_second": "0.1", "requests_at_once": "15", "trusted_proxies": "127.0.0.1"}
    with running(tmp_path, **settings) as server, Client(server, is_known=False) as client:
        client.headers["x-forwarded-for"] = "10.0.0.8"
        assert [client.get("/tables").status_code for _ in range(17)][-1] == 429
        client.headers["x-forwarded-for"] = "10.0.0.9"
        assert client.get("/tables").status_code == 200


@in_loop
async def test_whoever_asks_too_often_waits_for_the_refusal_and_only_so_many_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = asyncio.Event()
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await over.wait()

    monkeypatch.setattr("wormgrill.server.web.guard.asyncio.sleep", wait)
    guard = Guard(nothing, read_settings(requests_per_second=0.01, requests_at_once=1), Metrics(), refuse)
    assert await asked(guard, "10.0.0.1") == (200, b"granted")
    asking = [asyncio.create_task(asked(guard, "10.0.0.1")) for _ in range(MOST_WAITING_OF_ADDRESS + 3)]
    closed, waiting = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
    assert len(waited) == MOST_WAITING_OF_ADDRESS
    assert min(waited) >= WAIT_SECONDS[0]
    assert len(set(waited)) > 1, "not all wait equally long"
    assert [task.result() for task in closed] == [(429, TOO_MANY)] * 3
    assert await asked(guard, "10.0.0.2") == (200, b"granted"), "nobody else waits"
    over.set()
    answers = Counter(await asyncio.gather(*waiting))
    told = MOST_TOLD_OF_ADDRESS
    assert answers == {(429, b"refused"): told, (429, TOO_MANY): MOST_WAITING_OF_ADDRESS - told}
    assert not guard._waiting


@in_loop
async def test_a_burst_begins_one_request_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("wormgrill.server.web.guard.asyncio.sleep", wait)
    guard = Guard(nothing, read_settings(requests_per_second=0.01, requests_at_once=400), Metrics(), refuse)
    for _ in range(UNPACED):
        assert await asked(guard, "10.0.0.1") == (200, b"granted")
    assert waited == []
    for _ in range(3):
        assert await asked(guard, "10.0.0.1") == (200, b"granted")
    assert waited == pytest.approx([50, 100, 150], abs=40), "twice as fast as in the long run, one after the other"
    assert await asked(guard, "10.0.0.2") == (200, b"granted")
    assert len(waited) == 3, "nobody else waits"


@in_loop
async def test_few_requests_of_one_address_are_worked_on_at_once() -> None:
    at_work: Counter[str] = Counter()
    may_end, are_all_begun, is_streaming = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work(scope: Scope, _receive: Receive, send: Send) -> None:
        at_work[scope["client"][0]] += 1
        if at_work.total() == 19:
            are_all_begun.set()
        await may_end.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await is_streaming.wait()
        await send({"type": "http.response.body", "body": b"granted"})

    guard = Guard(work, read_settings(requests_per_second=100, requests_at_once=400), Metrics(), refuse)
    asking = [asyncio.create_task(asked(guard, "10.0.0.1")) for _ in range(18)]
    asking += [asyncio.create_task(asked(guard, "10.0.0.2"))]
    await asyncio.sleep(0.05)
    assert at_work == {"10.0.0.1": 10, "10.0.0.2": 1}, "nobody else waits"
    may_end.set()
    await are_all_begun.wait()  # a response that has begun is no work any more
    is_streaming.set()
    assert await asyncio.gather(*asking) == [(200, b"granted")] * 19
    assert not guard._places


@in_loop
async def test_a_request_that_itself_waits_for_long_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wormgrill.server.web.guard.HELD_SECONDS", 0.01)
    at_work = 0
    are_all_begun = asyncio.Event()

    async def work(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal at_work
        at_work += 1
        if at_work == 18:
            are_all_begun.set()
        await are_all_begun.wait()
        await nothing(scope, receive, send)

    guard = Guard(work, read_settings(requests_per_second=100, requests_at_once=400), Metrics(), refuse)
    asking = [asyncio.create_task(asked(guard, "10.0.0.1")) for _ in range(18)]
    assert await asyncio.gather(*asking) == [(200, b"granted")] * 18


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that grants everything."""
    await PlainTextResponse("granted")(scope, receive, send)


async def refuse(_request: Request, error: Exception) -> Response:
    assert isinstance(error, LimitReached)
    return PlainTextResponse("refused", error.status, error.headers)


async def asked(guard: Guard, address: str) -> tuple[int, bytes]:
    """Status and body of the answer to a request from an address."""
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (address, 1), "scheme": "http"}
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    await guard(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:0:7::1", "2001:0DB8::7:ffff:0:0:9", True),
        ("2001:db8:0:7::1", "2001:db8:0:8::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
        ("2001:db8::1", "[2001:db8::2]:443", True),
        ("nonsense", "more nonsense", True),
    ],
)
def test_addresses_of_one_network_are_limited_as_one(
    behind_proxy: Server, one: str, other: str, *, is_same: bool
) -> None:
    with Client(behind_proxy, is_known=False) as client:
        client.headers["x-forwarded-for"] = one
        assert [client.post("/people", json={}).status_code for _ in range(30)][-1] == 429
        client.headers["x-forwarded-for"] = other
        assert client.post("/people", json={}).status_code == (429 if is_same else 201)


@pytest.fixture(scope="module")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes the tests what their address is, and soon has enough of it."""
    settings = {"new_per_minute": "0.001", "new_at_once": "10", "trusted_proxies": "127.0.0.1"}
    with running(tmp_path_factory.mktemp("proxied"), **settings) as server:
        yield server


def test_nobody_hosts_too_many_tables(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_person="2") as server, Client(server) as client:
        plan = {"seats": [{"kind": "me"}, {"kind": "open"}]}
        assert [client.post("/tables", json=plan).status_code for _ in range(3)] == [201, 201, 429]


def test_tokens_are_stored_hashed(tmp_path: Path) -> None:
    with running(tmp_path) as server, Client(server) as client:
        token = client.headers["authorization"].partition(" ")[2]
        server.stop()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("worms.db*"))
    assert b"Robin" in stored
    assert token.encode() not in stored
