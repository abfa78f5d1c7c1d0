"""A stranger's bot: joins a table by its link and plays over the API to the end.

Usage: python bot_client.py LINK [NAME], with the link that the table's host gives you. Needs only Python.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(url: str, token: str = "", body: dict[str, Any] | None = None) -> Any:
    """Send a request, a POST if it has a body; the answer is read as a file is."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(url, data, headers), timeout=60)  # noqa: S310  # the host's own link


def choose(legal: list[str], state: dict[str, Any]) -> str:
    """Keep the worm first, then the highest face; stop as soon as there is a tile to take."""
    if legal == ["roll", "stop"]:
        has_enough = state["aside"][5] > 0 and state["points"] >= min(state["grill"])
        return "stop" if has_enough else "roll"
    return [move for move in legal if move != "pass"][-1]


def play(link: str, name: str) -> dict[str, Any]:
    """Sit down at the table, play whenever it is our turn, and return the last ply."""
    server, _, table_id = link.rpartition("/t/")
    api, table = f"{server}/api/v1", f"{server}/api/v1/tables/{table_id}"
    with ask(f"{api}/people", body={"name": name}) as answer:
        token = json.load(answer)["token"]  # who has it is the same person the next time
    with ask(f"{table}/join", token, {}) as answer:
        print(f"{name} sits at a table of {json.load(answer)['rules']}")
    with ask(f"{table}/stream", token) as stream:
        return follow(f"{table}/moves", token, map(json.loads, stream))


def follow(moves: str, token: str, messages: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Answer what the stream tells, until the game is over."""
    mine: list[int] = []
    for message in messages:
        if message["type"] == "table":
            table = message["table"]
            mine = [seat["seat"] for seat in table["seats"] if seat["is_you"]]
            ply, legal, state = table["ply"], table["legal"], table["state"]
        elif message["type"] == "move":
            move = message["move"]
            ply, legal, state = move["ply"] + 1, move["legal"], move["state"]
            if "winners" in move:
                print(f"The game is over: {move['scores']}, won by seat {move['winners']}")
                return dict(move)
        else:
            continue
        if legal and state["seat"] in mine:
            try:
                ask(moves, token, {"ply": ply, "move": choose(legal, state)}).close()
            except HTTPError as problem:
                if problem.code != HTTPStatus.CONFLICT:  # a conflict only says that we are behind: read on
                    raise
    raise ConnectionError("the server has gone away: start again to go on")


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Stranger")  # the optional name
