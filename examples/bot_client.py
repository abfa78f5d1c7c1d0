"""A stranger's bot: joins a table by its link and plays over the API to the end.

Usage: python bot_client.py LINK [NAME], with the link that the table's host gives you. Needs only httpx2.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import httpx2


def choose(legal: list[str], state: dict[str, Any]) -> str:
    """Keep the worm first, then the highest face; stop as soon as there is a tile to take."""
    if legal == ["roll", "stop"]:
        has_enough = state["aside"][5] > 0 and state["points"] >= min(state["grill"])
        return "stop" if has_enough else "roll"
    return [move for move in legal if move != "pass"][-1]


def play(link: str, name: str) -> dict[str, Any]:
    """Sit down at the table, play whenever it is our turn, and return the last ply."""
    server, _, table_id = link.rpartition("/t/")
    with httpx2.Client(base_url=f"{server}/api/v1") as api:
        token = api.post("/people", json={"name": name}).raise_for_status().json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        table = api.post(f"/tables/{table_id}/join", json={}).raise_for_status().json()
        print(f"{name} sits at a table of {table['rules']}")
        with api.stream("GET", f"/tables/{table_id}/stream", timeout=60) as stream:
            return follow(api, table_id, (json.loads(line) for line in stream.iter_lines()))


def follow(api: httpx2.Client, table_id: str, messages: Any) -> dict[str, Any]:
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
            answer = api.post(f"/tables/{table_id}/moves", json={"ply": ply, "move": choose(legal, state)})
            if answer.status_code != httpx2.codes.CONFLICT:  # a conflict only says that we are behind: read on
                answer.raise_for_status()
    raise ConnectionError("the server has gone away: start again to go on")


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Stranger")  # the optional name
