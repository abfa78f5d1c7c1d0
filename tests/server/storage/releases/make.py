"""Write the database of a release as SQL: tables in all stages of their lives, made by its own server over its own API.

Run with the sources of the release: `PYTHONPATH=RELEASE/src:RELEASE python make.py > NAME.sql`.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.support.running import Client, Server, sensible
from wormgrill.game import EDITIONS

PLIES = 40
"""So many are played of the games that are not finished."""


def make(directory: Path) -> None:
    """Play, and leave the database as a power cut would."""
    server = Server(directory, bot_pause_seconds="10")
    server.start()
    server.wait()
    try:
        with Client(server, "Ada") as ada, Client(server, "Bo") as bo, Client(server, is_known=False) as viewer:
            for edition in EDITIONS:
                finished = ada.open_table("greedy", "hatchling", "rooster", rules=edition)
                ada.start(finished)
                ada.await_turn(finished)
                _play(ada, bo, edition)
            record = ada.get(f"/tables/{finished}/record").text
            subprocess.run(
                [sys.executable, "-m", "wormgrill", "import", "-", "--database", server.database],
                input=_elsewhere(record),
                text=True,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            ada.open_table("me", "open", "thinker", pace="mail 3", is_public=True)
            ada.done("POST", "/me/transfer")
            left = ada.open_table("me", "greedy")
            ada.start(left)
            ada.done("POST", f"/tables/{left}/leave")
            bots = ada.open_table("rooster", "me", pace="live 60")
            with viewer.stream("GET", f"/tables/{bots}/stream") as stream:  # for a viewer the bot waits
                next(stream.iter_lines())
                ada.start(bots)
                server.kill()
    finally:
        server.kill()


def _play(ada: Client, bo: Client, edition: str) -> None:
    """A game between two people that is not over."""
    table_id = ada.open_table("me", "open", rules=edition, pace="mail 3")
    bo.done("POST", f"/tables/{table_id}/join", {})
    ada.start(table_id)
    while (view := ada.read(table_id))["ply"] < PLIES:
        player = (ada, bo)[view["seat_to_move"]]
        assert player.play(table_id, view["ply"], sensible(view["legal"], view["state"])).is_success
    ada.done("POST", f"/tables/{table_id}/chat", {"text": "A good roll, wasn't it?"})
    bo.done("POST", f"/tables/{table_id}/chat", {"text": "Schön! 🐛"})


def _elsewhere(record: str) -> str:
    """The same record as if it had been played with dice of its own."""
    lines = (line for line in record.splitlines(keepends=True) if not line.startswith("dice-"))
    return "".join(lines)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        with closing(sqlite3.connect(Path(folder) / "worms.db")) as connection:
            print("\n".join(connection.iterdump()))
