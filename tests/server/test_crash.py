"""Nothing that was acknowledged is lost, whenever the server is killed; and of many who move, one does."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import httpx

from tests.server.running import Client, Server, sensible
from wormgrill.game import Phase, parse_game
from wormgrill.server.fair_dice import verify

T = TypeVar("T")
TABLES = 20
KILLS = 30
PATIENCE_SECONDS = 90


class Player:
    """Plays one game after the other over all crashes, and remembers what was acknowledged."""

    def __init__(self, client: Client, enough: threading.Event) -> None:
        self.client = client
        self.acknowledged: dict[str, dict[int, str]] = {}
        self._enough = enough
        self._random = random.Random(id(client))

    def run(self) -> None:
        """Play until it is enough, and the last game to its end."""
        while not self._enough.is_set():
            table_id = _patiently(lambda: self.client.open_table("me", "greedy"))
            self.acknowledged[table_id] = {}
            self._play(table_id)

    def _play(self, table_id: str) -> None:
        _patiently(lambda: self._start(table_id))
        while not _patiently(lambda: self._move(table_id)):
            time.sleep(0 if self._enough.is_set() else self._random.uniform(0, 0.1))

    def _start(self, table_id: str) -> None:
        if self.client.read(table_id)["life"] == "waiting":
            self.client.start(table_id)

    def _move(self, table_id: str) -> bool:
        """Make a move if it is this player's turn; whether the game is over."""
        view = self.client.read(table_id)
        if view["seat_to_move"] == 0:
            answer = self.client.play(table_id, view["ply"], sensible(view["legal"], view["state"]))
            assert answer.is_success, answer.text
            self.acknowledged[table_id] |= {ply["ply"]: ply["move"] for ply in answer.json()["plies"]}
        return bool(view["life"] == "finished")


def _patiently(ask: Callable[[], T]) -> T:
    """Ask until the server is there to answer."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return ask()
        except httpx.TransportError:
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def test_thirty_kills_lose_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    server.wait()
    enough = threading.Event()
    moments = random.Random(4)
    clients = [Client(server, f"Player {number}").__enter__() for number in range(TABLES)]
    players = [Player(client, enough) for client in clients]
    try:
        with ThreadPoolExecutor(TABLES) as pool:
            playing = [pool.submit(player.run) for player in players]
            for number in range(KILLS):
                time.sleep(moments.uniform(0.0, 0.5))
                server.kill()
                server.start()
                if number % 3:  # else it is killed while it starts
                    server.wait()
            server.wait()
            enough.set()
            for future in playing:
                future.result()
        moves = sum(
            _check(player.client, table_id, moves)
            for player in players
            for table_id, moves in player.acknowledged.items()
        )
        assert moves > TABLES * KILLS
        assert "Traceback" not in server.log, server.log
    finally:
        enough.set()
        for client in clients:
            client.close()
        server.stop()


def _check(client: Client, table_id: str, acknowledged: dict[int, str]) -> int:
    """Every acknowledged ply is there, each ply once, and the game is a legal one to its end; how many there were."""
    plies = client.done("GET", f"/tables/{table_id}/moves")["plies"]
    assert [ply["ply"] for ply in plies] == list(range(len(plies)))
    assert acknowledged.items() <= {ply["ply"]: ply["move"] for ply in plies}.items()
    game = parse_game(client.get(f"/tables/{table_id}/record").text)
    assert game.state.phase is Phase.OVER
    assert [str(move) for move in game.moves] == [ply["move"] for ply in plies]
    assert verify(game).is_fair
    return len(acknowledged)


def test_of_fifty_who_move_at_once_one_does(server: Server, ada: Client) -> None:
    table_id = ada.open_table("me", "me")
    ada.start(table_id)
    barrier = threading.Barrier(50)

    def post(_number: int) -> int:
        with Client(server, is_known=False) as client:
            client.headers["authorization"] = ada.headers["authorization"]
            client.get("/health")
            barrier.wait()
            return client.play(table_id, 0, "roll").status_code

    with ThreadPoolExecutor(50) as pool:
        assert Counter(pool.map(post, range(50))) == {200: 1, 409: 49}
    assert ada.read(table_id)["ply"] == 2


def test_clocks_and_bots_go_on_after_a_crash(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    server.wait()
    try:
        with Client(server) as client:
            timed, bots = client.open_table("me", "greedy", pace="live 5"), client.open_table("thinker", "thinker")
            deadline = client.start(timed)["deadline"]
            client.start(bots)
            server.kill()
            server.start()
            server.wait()
            assert deadline <= client.read(timed)["deadline"] <= time.time() + 5
            assert client.await_turn(bots)["life"] == "finished"
            assert client.await_turn(timed)["seats"][0]["presence"] == "here"
            while client.read(timed)["seats"][0]["presence"] == "here":
                assert time.time() < deadline + 20
                time.sleep(0.1)
    finally:
        server.stop()
