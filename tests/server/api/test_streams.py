"""Streams: what they say, that they resume, that they live and that they end."""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.support.running import Client, eventually, running
from wormgrill.game import format_trace, parse_game


def events(client: Client, table_id: str, last: int | None = None, **query: int | bool) -> Generator[dict[str, str]]:
    """The events of a stream for browsers, whose plies follow each other without a gap."""
    due = last if last is not None else int(query.get("from", 0))
    headers = {} if last is None else {"last-event-id": str(last)}
    with client.stream("GET", f"/tables/{table_id}/events", params=query, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        fields: dict[str, str] = {}
        for line in answer.iter_lines():
            name, _, value = line.partition(": ")
            if line:
                fields[name] = value
            else:
                if fields.get("event") == "move":
                    assert json.loads(fields["data"])["ply"] == due, "a ply was missed, or told again"
                    due += 1
                yield fields
                fields = {}


def test_the_plies_of_a_stream_are_the_trace_of_the_game(ada: Client) -> None:
    table_id = ada.open_table("greedy", "greedy")
    ada.start(table_id)
    ada.await_turn(table_id)
    table, *moves = ada.messages(table_id, follow=False)
    assert table["type"] == "table"
    assert table["table"]["life"] == "finished"
    game = parse_game(ada.get(f"/tables/{table_id}/record").text)
    _, *trace = map(json.loads, format_trace(game.rules, len(game.players), game.moves))
    assert [message["move"] for message in moves] == trace


def test_a_stream_resumes_from_a_ply(ada: Client) -> None:
    table_id = ada.open_table("me", "me")
    ada.start(table_id)
    ada.play(table_id, 0, "roll")
    plies = [
        message["move"]["ply"] for message in ada.messages(table_id, follow=False, **{"from": 1}) if "move" in message
    ]
    assert plies == [1]
    seen = [event["id"] for event in events(ada, table_id, last=1, follow=False) if event["event"] == "move"]
    assert seen == ["2"]


def test_everybody_sees_moves_seats_and_chat_as_they_happen(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    with closing(ada.messages(table_id)) as as_lines, closing(events(ada, table_id)) as as_events:

        def seen(*kinds: str) -> list[Any]:
            """The next messages, which both streams have and say the same of."""
            messages = list(islice(as_lines, len(kinds)))
            assert [message["type"] for message in messages] == list(kinds)
            told = list(islice(as_events, len(kinds)))
            assert [event["event"] for event in told] == list(kinds)
            contents = [message[message["type"]] for message in messages]
            assert contents == [json.loads(event["data"]) for event in told]
            return contents

        seen("table")
        bo.done("POST", f"/tables/{table_id}/join", {})
        assert seen("table")[0]["seats"][1]["name"] == "Bo"
        ada.start(table_id)
        assert seen("table")[0]["life"] == "playing"
        ada.play(table_id, 0, "roll")
        assert [move["ply"] for move in seen("move", "move")] == [0, 1]
        ada.done("POST", f"/tables/{table_id}/chat", {"text": "go!"})
        assert seen("chat")[0]["text"] == "go!"
        bo.done("POST", f"/tables/{table_id}/leave", {})
        assert seen("table")[0]["seats"][1]["presence"] == "left"
        bo.done("POST", f"/tables/{table_id}/return", {})
        assert seen("table")[0]["seats"][1]["presence"] == "here"


def test_who_watches_is_told(ada: Client, bo: Client) -> None:
    table_id = ada.open_table("me", "open")
    watching = bo.messages(table_id)
    next(watching)
    assert ada.read(table_id)["watching"] == ["Bo"]
    watching.close()
    ada.await_table(table_id, lambda view: view["watching"] == [])


def test_a_silent_stream_beats(tmp_path: Path) -> None:
    with running(tmp_path, heartbeat_seconds="0.1") as server, Client(server) as client:
        table_id = client.open_table("me", "open")
        assert [message["type"] for message in islice(client.messages(table_id), 3)] == [
            "table",
            "heartbeat",
            "heartbeat",
        ]


def test_of_300_streams_asked_for_at_once_only_as_many_are_given_as_one_address_may_hold(tmp_path: Path) -> None:
    with running(tmp_path, streams_per_address="100") as server, Client(server) as client, ExitStack() as stack:
        table_id = client.open_table("me", "open")
        paths = cycle((f"/api/v1/tables/{table_id}/stream", f"/t/{table_id}/wait/live"))
        asking = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 120)) for _ in range(300)]
        for connection, path in zip(asking, paths, strict=False):
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        statuses = Counter(int(connection.recv(65_536).split()[1]) for connection in asking)
        assert statuses == {200: 100, 429: 200}
        stack.close()
        url = f"/tables/{table_id}/stream?follow=false"
        assert eventually(lambda: client.get(url).status_code == 200)


def test_a_stream_of_no_table_is_refused(ada: Client) -> None:
    assert ada.refused("GET", f"/tables/{'2' * 16}/stream") == (404, "not-found")
    assert ada.refused("GET", f"/tables/{'2' * 16}/events") == (404, "not-found")


def test_streams_are_bounded_and_end_when_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path, streams_per_address="3") as server, Client(server) as client:
        table_id = client.open_table("me", "open")
        open_streams = [client.messages(table_id) for _ in range(3)]
        for watching in open_streams:
            next(watching)
        assert client.refused("GET", f"/tables/{table_id}/stream") == (429, "too-much")
        assert server.stop() == 0
        for watching in open_streams:
            with pytest.raises(StopIteration):
                next(watching)
        with pytest.raises(httpx2.ConnectError):
            client.get("/health")
