"""What has to hold behind every proxy of deploy/."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx2

from tests.support.proxies import NAME, Front
from tests.support.running import Client, eventually, free_port, sensible

NARROW = {"heartbeat_seconds": "600", "streams_per_address": "1", "new_at_once": "2", "new_per_minute": "0.01"}
"""A server that allows one address a stream and two new things, and hardly has heartbeats."""
MOST_BEATS = 40
"""A move that is held back comes only with a buffer full of heartbeats, of which a few kilobytes hold far more."""


def client_at(front: Front, name: str = "Robin", *, address: str = "127.0.0.1") -> Client:
    """Somebody who plays by way of the proxy."""
    return Client(front, name, transport=front.come_from(address))


def shows_every_move_at_once(front: Front, moves: int = 5) -> None:
    """Every move is in the stream before the next one is played."""
    with client_at(front, "Ada") as ada, client_at(front, "Bo") as bo:
        table_id = ada.open_table("me", "me")
        ada.start(table_id)
        with closing(bo.messages(table_id)) as messages:
            for _ in range(moves):
                view = ada.read(table_id)
                answer = ada.play(table_id, view["ply"], sensible(view["legal"], view["state"]))
                assert answer.is_success, answer.text
                beats = 0
                while not _tells(message := next(messages), answer.json()["plies"][-1]["ply"]):
                    beats += message["type"] == "heartbeat"
                    assert beats < MOST_BEATS, "the proxy holds the stream back"


def _tells(message: Any, ply: int) -> bool:
    return bool(message["type"] == "move" and message["move"]["ply"] == ply)


def keeps_a_silent_stream(front: Front, beats: int) -> None:
    """A stream in which nothing happens for so many heartbeats still tells the next move."""
    with client_at(front) as client:
        table_id = client.open_table("me", "me")
        client.start(table_id)
        with closing(client.messages(table_id)) as messages:
            heard = 0
            while heard < beats:
                heard += next(messages)["type"] == "heartbeat"
            client.play(table_id, 0, "roll")
            while not _tells(next(messages), 0):
                pass


def lets_go_of_a_stream(front: Front) -> None:
    """A stream that its reader leaves ends at a narrow server, too, which has no heartbeats to notice it by."""
    with client_at(front) as client:
        table_id = client.open_table("me", "me")
        with closing(client.messages(table_id)) as messages:
            next(messages)
            assert client.get(f"/tables/{table_id}/stream?follow=false").status_code == 429
        assert eventually(lambda: client.get(f"/tables/{table_id}/stream?follow=false").is_success)


@dataclass
class Named:
    """A server that says its name to everything."""

    url: str
    server: ThreadingHTTPServer

    def stop(self) -> None:
        """Answer nobody any more."""
        self.server.shutdown()
        self.server.server_close()


class _Naming(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    do_POST = do_GET  # noqa: N815  # by this name it is looked up

    def log_message(self, *_told: object) -> None:
        pass


@contextmanager
def named(number: int) -> Iterator[list[Named]]:
    """So many servers of which each says its own name, and closes every connection then."""
    servers = [ThreadingHTTPServer(("127.0.0.1", free_port()), _Naming) for _ in range(number)]
    for server in servers:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield [Named(f"http://127.0.0.1:{server.server_port}", server) for server in servers]
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def sends_everything_of_a_table_to_one_server(front: Front, servers: Sequence[Named]) -> None:
    """Page, stream and API of a table go to one of these servers, whoever asks; to the same one if another dies."""
    tables = [f"{number:016}" for number in range(20)]  # few enough for the limits of an address
    paths = ("/t/{}", "/t/{}/live?ply=3", "/t/{}/moves", "/api/v1/tables/{}", "/api/v1/tables/{}/events?from=3")
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(httpx2.Client(base_url=front.url, transport=front.come_from(f"127.0.0.{number}")))
            for number in (7, 8)
        )

        def home(table: str) -> str:
            asked = [one.get(path.format(table)) for path in paths] + [other.post(f"/t/{table}/moves")]
            assert all(answer.is_success for answer in asked), asked
            told = {answer.text for answer in asked}
            assert len(told) == 1, "the people of a table are spread over several servers"
            return told.pop()

        homes = {table: home(table) for table in tables}
        lost, *rest = (str(server.server.server_port) for server in servers)
        assert set(homes.values()) == {lost, *rest}
        servers[0].stop()
        assert eventually(lambda: all(one.get(f"/t/{table}").text in rest for table in tables))
        again = {table: home(table) for table in tables}
        assert all(again[table] == at for table, at in homes.items() if at != lost)


def sends_an_address_to_one_server(front: Front, servers: Sequence[Named]) -> None:
    """What has no table in its address goes to one of these servers for each client, and not to the same for all."""
    told: set[str] = set()
    for number in range(1, 40):
        with httpx2.Client(base_url=front.url, transport=front.come_from(f"127.0.1.{number}")) as client:
            asked = {
                client.get(path, headers={"X-Wormgrill-Key": "x"}).text for path in ("/", "/me", "/join?code=a", "/t")
            }
        assert len(asked) == 1
        told |= asked
    assert told == {str(server.server.server_port) for server in servers}


def believes_no_client(front: Front) -> None:
    """The limits of a narrow server count by the address of the client as the proxy sees it."""
    with client_at(front, address="127.0.0.3") as client:
        told = {"X-Forwarded-For": "192.0.2.1", "X-Real-IP": "192.0.2.1", "Forwarded": "for=192.0.2.1"}
        assert client.post("/people", json={"name": "Bo"}, headers=told).status_code == 201
        refusal = client.post("/people", json={"name": "Cleo"}, headers=told)
        assert (refusal.status_code, refusal.json()["type"]) == (429, "urn:wormgrill:too-much")
    with client_at(front, address="127.0.0.4"):
        pass  # somebody else is not refused


def protocol(front: Front) -> str | None:
    """What a browser that knows both speaks with it."""
    assert front.trust
    front.trust.set_alpn_protocols(["h2", "http/1.1"])
    plain = socket.create_connection(("127.0.0.1", httpx2.URL(front.url).port or 443))
    with front.trust.wrap_socket(plain, server_hostname=NAME) as secure:
        return secure.selected_alpn_protocol()
