"""Nothing that was acknowledged is lost, whenever the server is killed; and of many who move, one does."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import httpx2

from tests.support.running import Client, Server, running, sensible
from wormgrill.game import Phase, parse_game
from wormgrill.game.fair_dice import verify

T = TypeVar("T")
TABLES = 20
KILLS = 30
PATIENCE_SECONDS = 300


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
        except httpx2.TransportError:
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def test_thirty_kills_lose_nothing(tmp_path: Path) -> None:
    enough = threading.Event()
    moments = random.Random(4)
    with ExitStack() as stack:
        server = stack.enter_context(running(tmp_path))
        clients = [stack.enter_context(Client(server, f"Player {number}")) for number in range(TABLES)]
        players = [Player(client, enough) for client in clients]
        pool = stack.enter_context(ThreadPoolExecutor(TABLES))
        stack.callback(enough.set)
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
        games = [(player.client, *game) for player in players for game in player.acknowledged.items()]
        assert sum(_check(*game) for game in games) > TABLES * KILLS


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
    with running(tmp_path) as server, Client(server) as client:
        slow, quick = (
            client.open_table("me", "greedy", pace="live 60"),
            client.open_table("me", "greedy", pace="live 5"),
        )
        bots = client.open_table("thinker", "thinker")
        deadline, *_ = [client.start(table_id)["deadline"] for table_id in (slow, quick, bots)]
        server.kill()
        server.start()
        server.wait()
        assert deadline - 1 <= client.read(slow)["deadline"] <= time.time() + 60
        assert client.await_turn(bots)["life"] == "finished"
        end = time.monotonic() + PATIENCE_SECONDS
        while client.read(quick)["seats"][0]["presence"] == "here":
            assert time.monotonic() < end
            time.sleep(0.1)
