"""Nothing that was acknowledged is lost, whenever the server is killed; and of many who move, one does."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

import httpx2
import psutil

from tests.support.running import Client, Server, eventually, running, sensible
from wormgrill.game import Phase, parse_game
from wormgrill.game.fair_dice import verify

T = TypeVar("T")
TABLES = int(os.environ.get("WORMGRILL_TEST_TABLES", "10"))
KILLS = int(os.environ.get("WORMGRILL_TEST_KILLS", "3"))
"""How many play, and how often the server is killed; a proof of this promise takes more of both."""
FEW_TILES = "classic-2014 tiles=21-28"
"""Games begin and end more often."""
PATIENCE_SECONDS = 300


class Player:
    """Plays one game after the other over all crashes, and remembers what was acknowledged."""

    def __init__(self, client: Client, is_served: threading.Event, enough: threading.Event) -> None:
        self.client = client
        self.acknowledged: dict[str, dict[int, str]] = {}
        self._is_served = is_served
        """Whether the server is there to answer; not while it is killed and started again."""
        self._enough = enough
        self._random = random.Random(id(client))

    def run(self) -> None:
        """Play until it is enough, and the last game to its end."""
        while not self._enough.is_set():
            table_id = self._patiently(lambda: self.client.open_table("me", "greedy", rules=FEW_TILES))
            self.acknowledged[table_id] = {}
            self._play(table_id)

    def _play(self, table_id: str) -> None:
        self._patiently(lambda: self._start(table_id))
        while not self._patiently(lambda: self._move(table_id)):
            if not self._enough.is_set():
                time.sleep(self._random.uniform(0, 0.1))  # kills shall come before, between and after moves

    def _start(self, table_id: str) -> None:
        if self.client.read(table_id)["life"] == "waiting":
            self.client.start(table_id)

    def _move(self, table_id: str) -> bool:
        """Make a move as soon as it is this player's turn; whether the game is over."""
        view = self.client.await_turn(table_id)
        if view["seat_to_move"] == 0:
            answer = self.client.play(table_id, view["ply"], sensible(view["legal"], view["state"]))
            assert answer.is_success, answer.text
            self.acknowledged[table_id] |= {ply["ply"]: ply["move"] for ply in answer.json()["plies"]}
        return bool(view["life"] == "finished")

    def _patiently(self, ask: Callable[[], T]) -> T:
        """Ask again whenever the server is back."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return ask()
            except httpx2.TransportError:
                if time.monotonic() > end:
                    raise
                self._is_served.wait(PATIENCE_SECONDS)


def test_kills_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    is_served, enough = threading.Event(), threading.Event()
    moments = random.Random(4)
    with ExitStack() as stack:
        server = stack.enter_context(running(tmp_path))
        clients = [stack.enter_context(Client(server, f"Player {number}")) for number in range(TABLES)]
        players = [Player(client, is_served, enough) for client in clients]
        pool = stack.enter_context(ThreadPoolExecutor(TABLES))
        stack.callback(enough.set)
        playing = [pool.submit(player.run) for player in players]
        is_served.set()
        for number in range(KILLS):
            time.sleep(moments.uniform(0.0, 0.5))  # the moment of a kill is left to chance
            is_served.clear()
            server.kill()
            server.start()
            if number % 3:  # else it is killed while it starts
                server.wait()
                is_served.set()
        server.wait()
        is_served.set()
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


def test_games_go_on_when_the_processes_of_the_bots_are_killed(tmp_path: Path) -> None:
    with running(tmp_path, bot_processes="2") as server, Client(server) as client:
        tables = [client.open_table("rooster", "hatchling") for _ in range(3)]
        for table_id in tables:
            client.start(table_id)
        killed = set[int]()

        def kill_bots() -> bool:
            time.sleep(0.5)  # new ones are started
            for child in psutil.Process(server.process_id).children():
                with suppress(psutil.NoSuchProcess):  # it has died of the last kill
                    if "spawn_main" in " ".join(child.cmdline()):
                        child.kill()
                        killed.add(child.pid)
            return len(killed) >= 4

        assert eventually(kill_bots), f"only {len(killed)} processes of bots were there"
        for table_id in tables:
            assert client.await_turn(table_id)["life"] == "finished"
        assert "a bots' process has died and is started again" in server.log


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
        away = client.await_table(quick, lambda view: view["seats"][0]["presence"] != "here")
        assert away["seats"][0]["presence"] == "away"
