"""People spread over several servers of one database: whoever gets no answer from one goes on at another one."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import httpx2

from tests.support.running import PATIENCE_SECONDS, Client, Server, sensible
from wormgrill.game import Phase, parse_game
from wormgrill.game.fair_dice import verify

T = TypeVar("T")
FEW_TILES = "classic-2014 tiles=21-24"
"""Games begin and end more often."""
RACERS, OPEN_SEATS = 3, 2
RELAXED, HURRIED = "relaxed", "live 5"
AT_ONCE = 0.2
"""How often somebody sends two different moves at two servers at once."""
PAUSE_SECONDS = 0.05
MANY = 1_000_000


class NoAnswer(httpx2.TransportError):
    """A server has said that it cannot answer now."""


def _refuse_outage(answer: httpx2.Response) -> None:
    if answer.status_code == httpx2.codes.SERVICE_UNAVAILABLE:
        raise NoAnswer(str(answer.request.url))


@dataclass
class Played:
    """A game as its people know it."""

    table_id: str
    names: list[str]
    """Of the people who were told that they have a seat."""
    pace: str
    tried: set[tuple[int, str]] = field(default_factory=set)
    """Every ply and move that somebody has sent."""
    acknowledged: dict[int, str] = field(default_factory=dict)
    told: dict[int, str] = field(default_factory=dict)
    """What somebody has seen who only watched."""
    rematches: set[str] = field(default_factory=set)
    permits: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(MANY))
    """For the moves that may still be tried; a test that needs a game in play gives few at a time."""

    def acknowledge(self, plies: list[Any]) -> None:
        """Note what a server has answered to a move; nobody may have been told that these plies were theirs before."""
        for ply in plies:
            assert ply["ply"] not in self.acknowledged, f"two moves were acknowledged as ply {ply['ply']}"
            self.acknowledged[ply["ply"]] = ply["move"]


class Visitor:
    """A person with a way to every server, of which one is used until it does not answer."""

    def __init__(self, servers: Sequence[Server], name: str, stack: ExitStack, at: int | None = None) -> None:
        self.name = name
        self.changes = 0
        """How often this person has turned to another server."""
        self._random = random.Random(name)
        self._clients = [stack.enter_context(Client(server, is_known=False)) for server in servers]
        for client in self._clients:
            client.event_hooks = {"response": [_refuse_outage]}
        self._at = self._random.randrange(len(servers)) if at is None else at
        token = self.patiently(lambda client: client.done("POST", "/people", {"name": name}))["token"]
        for client in self._clients:
            client.headers["authorization"] = f"Bearer {token}"

    def patiently(self, ask: Callable[[Client], T]) -> T:
        """Ask one server after the other, until one answers."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return ask(self._clients[self._at])
            except httpx2.TransportError:
                if time.monotonic() > end:
                    raise
                self._go_on()

    def _go_on(self) -> None:
        """Turn to the next server, a moment later."""
        time.sleep(self._random.uniform(0, PAUSE_SECONDS))
        self._at = (self._at + 1) % len(self._clients)
        self.changes += 1

    def join(self, table_id: str) -> bool:
        """Take a seat, if there is one left; whether it was."""
        answer = self.patiently(lambda client: client.post(f"/tables/{table_id}/join", json={}))
        assert answer.status_code in (httpx2.codes.OK, httpx2.codes.CONFLICT), answer.text
        return answer.is_success

    def start(self, table_id: str) -> None:
        """Begin the game, unless an earlier try has done so, of which nothing was heard."""
        answer = self.patiently(lambda client: client.post(f"/tables/{table_id}/start", json={}))
        assert answer.is_success or "no longer waiting" in answer.text, answer.text

    def play(self, played: Played, enough: threading.Event) -> None:
        """Play until the game is over."""
        while self._move(played):
            if not enough.is_set():
                time.sleep(self._random.uniform(0, PAUSE_SECONDS))  # kills shall come before, between and after moves

    def _move(self, played: Played) -> bool:
        """Make a move as soon as it is this person's turn; False if the game is over."""
        view = self.patiently(lambda client: client.await_turn(played.table_id))
        if view["life"] == "finished":
            return False
        moves = [sensible(view["legal"], view["state"])]
        clients = [self._clients[self._at]]
        if self._random.random() < AT_ONCE:
            moves.append(self._random.choice(view["legal"]))
            clients.append(self._random.choice(self._clients))
        played.permits.acquire()
        with ThreadPoolExecutor(len(moves)) as pool:
            answers = list(pool.map(partial(self._send, played, view["ply"]), clients, moves))
        assert sum(answers) <= 1, f"two moves were played at ply {view['ply']} of {played.table_id}"
        if not any(answers):
            played.permits.release()
            self._go_on()
        return True

    def _send(self, played: Played, ply: int, client: Client, move: str) -> bool:
        """Send a move once; whether it was acknowledged. If it was not, it may have been stored all the same."""
        played.tried.add((ply, move))
        try:
            answer = client.play(played.table_id, ply, move)
        except httpx2.TransportError:
            return False
        assert answer.status_code in (httpx2.codes.OK, httpx2.codes.CONFLICT), answer.text
        if answer.is_success:
            plies = answer.json()["plies"]
            assert (plies[0]["ply"], plies[0]["move"]) == (ply, move)
            played.acknowledge(plies)
        return answer.is_success

    def watch(self, table_id: str) -> dict[int, str]:
        """What the stream tells until the game is over, at one server after the other: each ply once, none left out."""
        told: dict[int, str] = {}

        def follow(client: Client) -> None:
            last, end = None, time.monotonic() + PATIENCE_SECONDS
            for message in client.messages(table_id, **{"from": len(told)}):
                if message["type"] == "move":
                    told[len(told)] = message["move"]["move"]
                elif message["type"] == "table" and message["table"]["life"] == "finished":
                    last = message["table"]["ply"]
                if last == len(told):
                    return
                assert time.monotonic() < end, f"the game {table_id} does not end"
            raise NoAnswer("the stream has ended")

        self.patiently(follow)
        return told

    def ask_for_more(self, played: Played) -> None:
        """Try to go on with a game that is over, then ask for a rematch."""
        moves = f"/tables/{played.table_id}/moves"
        for move in ("roll", "stop"):
            late = {"ply": len(played.told), "move": move}
            assert not self.patiently(lambda client: client.post(moves, json=late)).is_success  # noqa: B023
        path = f"/tables/{played.table_id}/rematch"
        played.rematches.add(self.patiently(lambda client: client.done("POST", path, {}))["id"])


class Party:
    """People who play one game after the other, for whose last seats there are always too many of them."""

    def __init__(self, visitors: Sequence[Visitor], pace: str, bots: Sequence[str], enough: threading.Event) -> None:
        self._visitors = visitors
        self._pace = pace
        self._bots = bots
        self._enough = enough
        self.games: list[Played] = []

    def run(self) -> None:
        """Play until it is enough, and the last game to its end."""
        with ThreadPoolExecutor(len(self._visitors)) as pool:
            while not self._enough.is_set():
                self._play(pool)

    def _play(self, pool: ThreadPoolExecutor) -> None:
        host, *others = self._visitors
        seats = ("me", *["open"] * OPEN_SEATS, *self._bots)
        table_id = host.patiently(lambda client: client.open_table(*seats, rules=FEW_TILES, pace=self._pace))
        is_seated = list(pool.map(lambda visitor: visitor.join(table_id), others))
        assert sum(is_seated) == OPEN_SEATS, f"{is_seated} have a seat"
        people = [host, *(visitor for visitor, has_seat in zip(others, is_seated, strict=True) if has_seat)]
        played = Played(table_id, [person.name for person in people], self._pace)
        self.games.append(played)
        host.start(table_id)
        (watching,) = [pool.submit(other.watch, table_id) for other in others if other not in people]
        for future in [pool.submit(person.play, played, self._enough) for person in people]:
            future.result()
        played.told = watching.result()
        list(pool.map(lambda person: person.ask_for_more(played), people))


def check_game(client: Client, played: Played) -> str:
    """All that people were told of a game is so at a server, each ply is there once, and it is legal; its record."""
    view, path = client.read(played.table_id), f"/tables/{played.table_id}"
    assert view["life"] == "finished"
    assert sorted(seat["name"] for seat in view["seats"] if seat["kind"] == "person") == sorted(played.names)
    assert played.rematches <= {view["rematch"]}, "there is one rematch"
    plies = client.done("GET", f"{path}/moves")["plies"]
    moves = {ply["ply"]: ply["move"] for ply in plies}
    assert [ply["ply"] for ply in plies] == list(range(len(plies)))
    assert played.acknowledged.items() <= moves.items()
    assert played.told == moves
    if played.pace == RELAXED:  # else a bot may have played for somebody
        own = {(ply["ply"], ply["move"]) for ply in plies if ply["by"] in range(len(played.names))}
        assert own <= played.tried, "nobody has sent these moves"
    text = client.get(f"{path}/record").text
    game = parse_game(text)
    assert game.state.phase is Phase.OVER
    assert [str(move) for move in game.moves] == list(moves.values())
    assert verify(game).is_fair
    return text
