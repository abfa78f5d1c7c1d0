"""What has to hold behind every proxy of deploy/."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from tests.support.proxies import Front
from tests.support.running import Client, eventually, sensible

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


def believes_no_client(front: Front) -> None:
    """The limits of a narrow server count by the address of the client as the proxy sees it."""
    with client_at(front, address="127.0.0.3") as client:
        told = {"X-Forwarded-For": "192.0.2.1", "X-Real-IP": "192.0.2.1", "Forwarded": "for=192.0.2.1"}
        assert client.post("/people", json={"name": "Bo"}, headers=told).status_code == 201
        refusal = client.post("/people", json={"name": "Cleo"}, headers=told)
        assert (refusal.status_code, refusal.json()["type"]) == (429, "urn:wormgrill:too-much")
    with client_at(front, address="127.0.0.4"):
        pass  # somebody else is not refused
