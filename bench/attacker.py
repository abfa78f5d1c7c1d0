"""What everybody else feels while one address does its worst within its limits, beside the same without it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import quote_plus

from fastapi.routing import APIRoute
from tests.support.api_examples import shown
from tests.support.long_games import long_game, put_long_tables
from tests.support.running import GENEROUS, Server, running, sensible

from wormgrill.game import format_game
from wormgrill.presentation.curriculum import LESSONS
from wormgrill.presentation.moments import encoded
from wormgrill.presentation.puzzles import all_puzzles
from wormgrill.server.api import routes as api
from wormgrill.server.app import DESCRIPTION_PATH, ROUTERS, Application
from wormgrill.server.settings import PREFIX, Settings

HOST = "127.0.0.1"
SET = [name.removeprefix(PREFIX).lower() for name in GENEROUS]
LIMITS = {name: str(Settings.model_fields[name].default) for name in SET}
"""The limits for strangers, which the tests do without."""
ATTACKER = "127.0.0.99"
PEOPLE = [f"127.0.0.{number}" for number in range(10, 30)]
"""The addresses of the others, at a table each."""
SECONDS_PER_ACTION = 0.4
"""Between what one of the others asks for: a page, a move, a page ..."""
SECONDS = 8.0
"""For each attack, and as long without it."""
WARM_UP_SECONDS = 10.0
"""The bots compile in the background, and the others load their pages once."""
SETTLING_SECONDS = 2.0
"""After an attack, before the next measurement."""
TURNS = 490
LONG_TABLES = 30
MOST_REQUESTS = 60_000
"""The attacker sends no more in one attack, however fast it is answered."""
AT_ONCE = 200
"""Connections with which the attacker asks for something again and again."""
PIPELINED = 50
VISITORS = 10
"""Connections with which it asks for one page or operation of the API again and again."""
VISIT_SECONDS = 1.5
WORST = 3
"""Of what was visited, measured as long as an attack."""
ENDLESS = ("/live", "/stream", "/events")
"""Streams, which are attacks of their own."""
GOAL = "p99 < 200 ms"
NICENESS = 10
"""The attacker has no part of the server's machine in real life; here it must leave the cores to the server."""


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder), **LIMITS) as server:
            database = server.database
        tables = put_long_tables(database, TURNS, LONG_TABLES)
        with running(Path(folder), **LIMITS) as server:
            for attack, (calm, attacked) in asyncio.run(_measure_all(server, tables)).items():
                found.append((f"{attack}: the others' p50 / p99", f"{attacked.told}; without {calm.told}", GOAL))
    return found


def visits() -> list[str]:
    """Every page and every operation of the API, but for streams; forms of pages are sent by the attacks."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    found = [f"{method} {route.path}" for route in routes for method in sorted(route.methods or ())]
    known = [f"GET {DESCRIPTION_PATH}", *(each for each in found if each.startswith("GET ") or " /api/" in each)]
    return [each for each in known if not each.endswith(ENDLESS)]


# ------------------------------------------------------------------------------------------------ the others


@dataclass
class Felt:
    """How long the others waited."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    """How often they got no page, or no move."""

    @property
    def late(self) -> float:
        """The 99th percentile, in seconds."""
        return quantiles(self.seconds, n=100)[98]

    @property
    def told(self) -> str:
        """In words."""
        refused = f", {self.refused} of {len(self.seconds)} refused" if self.refused else ""
        return f"{median(self.seconds) * 1000:.0f} / {self.late * 1000:.0f} ms{refused}"


async def _measure_all(server: Server, tables: Sequence[str]) -> dict[str, tuple[Felt, Felt]]:
    """By attack, what the others feel without it, and with it."""
    people = await asyncio.gather(*(Somebody.sit_down(server.port, address) for address in PEOPLE))
    try:
        await asyncio.gather(*(person.play_for(WARM_UP_SECONDS, Felt()) for person in people))
        found = {attack: await _measure(server, attack, tables, people) for attack in ATTACKS}
        felt = {visit: Felt() for visit in visits()}
        for visit, waits in felt.items():
            async with _attacked(server.port, visit, tables, people[0].table):
                await asyncio.gather(*(person.play_for(VISIT_SECONDS, waits) for person in people))
        worst = sorted(felt, key=lambda visit: felt[visit].late, reverse=True)[:WORST]
        for place, visit in enumerate(worst, start=1):
            name = f"{visit}, {place} of {len(felt)} pages and operations"
            found[name] = await _measure(server, visit, tables, people)
        return found
    finally:
        for person in people:
            person.close()


async def _measure(server: Server, attack: str, tables: Sequence[str], people: Sequence[Somebody]) -> tuple[Felt, Felt]:
    calm, attacked = Felt(), Felt()
    for _ in range(2):  # one after the other twice, so that both see the same machine
        await asyncio.gather(*(person.play_for(SECONDS / 2, calm) for person in people))
        async with _attacked(server.port, attack, tables, people[0].table):
            await asyncio.gather(*(person.play_for(SECONDS / 2, attacked) for person in people))
        await asyncio.sleep(SETTLING_SECONDS)
    return calm, attacked


class Somebody:
    """Plays both seats of a table, and loads its page and the start page now and then."""

    def __init__(self, wire: Wire, token: str, table: str) -> None:
        self._wire = wire
        self._token = token
        self.table = table
        self._actions = itertools.cycle((self._load_table, self._move, self._load_start, self._move))
        self._ply, self._legal, self._state = 0, ["roll"], dict[str, Any]()

    @classmethod
    async def sit_down(cls, port: int, address: str) -> Somebody:
        """Become a person with a table."""
        wire = Wire(port, address)
        person = await wire.ask("POST", "/api/v1/people", {})
        somebody = cls(wire, json.loads(person.body)["token"], "")
        await somebody._open_table()
        return somebody

    async def _open_table(self) -> None:
        seats = {"seats": [{"kind": "me"}, {"kind": "me"}]}
        answer = await self._wire.ask("POST", "/api/v1/tables", seats, self._token)
        self.table = json.loads(answer.body)["id"]
        await self._wire.ask("POST", f"/api/v1/tables/{self.table}/start", {}, self._token)
        self._ply, self._legal, self._state = 0, ["roll"], {}

    async def play_for(self, seconds: float, felt: Felt) -> None:
        """Do one thing after the other at a calm pace; whatever is late counts from when it was due."""
        due = time.perf_counter() + random.uniform(0, SECONDS_PER_ACTION)
        end = time.perf_counter() + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            is_granted = await next(self._actions)()
            felt.seconds.append(time.perf_counter() - due)
            felt.refused += not is_granted
            due += SECONDS_PER_ACTION

    async def _load_table(self) -> bool:
        return (await self._wire.ask("GET", f"/t/{self.table}", token=self._token)).is_granted

    async def _load_start(self) -> bool:
        return (await self._wire.ask("GET", "/", token=self._token)).is_granted

    async def _move(self) -> bool:
        if not self._legal:
            await self._open_table()
        move = {"ply": self._ply, "move": sensible(self._legal, self._state)}
        answer = await self._wire.ask("POST", f"/api/v1/tables/{self.table}/moves", move, self._token)
        if answer.is_granted:
            last = json.loads(answer.body)["plies"][-1]
            self._ply, self._legal, self._state = last["ply"] + 1, last["legal"], last["state"]
        else:  # it may have been played all the same
            view = await self._wire.ask("GET", f"/api/v1/tables/{self.table}", token=self._token)
            if view.is_granted:
                found = json.loads(view.body)
                self._ply, self._legal, self._state = found["ply"], found["legal"], found["state"]
        return answer.is_granted

    def close(self) -> None:
        """Go."""
        self._wire.close()


@dataclass(frozen=True)
class Answer:
    """What came back; status 0 if the connection was ended."""

    status: int
    body: bytes = b""
    is_stream: bool = False
    """Whether more of it comes, which nobody reads."""

    @property
    def is_granted(self) -> bool:
        """Whether it is what was asked for."""
        return 200 <= self.status < 400


class Wire:
    """A connection from one address that is opened again whenever it was closed."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = address
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, content: object = None, token: str = "") -> Answer:
        """Send a request and read the answer."""
        body = b"" if content is None else json.dumps(content).encode()
        return await self.send(request(method, path, body, token=token))

    async def send(self, data: bytes) -> Answer:
        """Send the bytes of a request and read the answer."""
        try:
            if self._ends is None:
                self._ends = await connect(self._port, self._address)
            reader, writer = self._ends
            writer.write(data)
            answer = await read_answer(reader)
            if answer.is_stream:
                self.close()
            return answer
        except (OSError, EOFError):
            self.close()
            return Answer(0)

    def close(self) -> None:
        """Disconnect."""
        if self._ends:
            self._ends[1].transport.abort()
        self._ends = None


async def connect(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from an address of this machine."""
    return await asyncio.open_connection(HOST, port, local_addr=(address, 0))


def request(method: str, path: str, body: bytes = b"", kind: str = "application/json", token: str = "") -> bytes:
    """The bytes of a request as a browser sends it."""
    known = f"Cookie: wormgrill={token}\r\nAuthorization: Bearer {token}\r\n" if token else ""
    sent = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/html\r\n{known}{sent}\r\n".encode() + body


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    """One answer; of a stream only its head."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or b"0")
    return Answer(int(head[9:12]), await reader.readexactly(length), b"transfer-encoding: chunked" in head.lower())


# ------------------------------------------------------------------------------------------------ the attacker


@asynccontextmanager
async def _attacked(port: int, attack: str, tables: Sequence[str], watched: str) -> AsyncIterator[None]:
    """Let another process attack until the end of the block."""
    spawn = multiprocessing.get_context("spawn")
    begun, ended = spawn.Event(), spawn.Event()
    process = spawn.Process(target=_attack, args=(Target(port, tuple(tables), watched), attack, begun, ended))
    process.start()
    try:
        if not await asyncio.to_thread(begun.wait, 60):
            raise TimeoutError("the attack does not begin")
        yield
    finally:
        ended.set()
        await asyncio.to_thread(process.join, 10)
        process.kill()
        process.join()


@dataclass(frozen=True)
class Target:
    """What is attacked."""

    port: int
    tables: tuple[str, ...]
    """Of other people, with long games."""
    watched: str
    """A table at which others play."""


def _attack(target: Target, attack: str, begun: Event, ended: Event) -> None:
    os.nice(NICENESS)
    asyncio.run(_attack_until(Attacker(target), attack, begun, ended))


async def _attack_until(attacker: Attacker, attack: str, begun: Event, ended: Event) -> None:
    work = ATTACKS[attack](attacker) if attack in ATTACKS else attacker.visit(attack)
    await attacker.arm()
    attacking = asyncio.create_task(work)
    begun.set()
    ending = asyncio.create_task(asyncio.to_thread(ended.wait, 4 * SECONDS))
    await asyncio.wait([attacking, ending], return_when=asyncio.FIRST_COMPLETED)
    attacking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await attacking
    ended.set()
    await ending


def example_bodies() -> dict[str, bytes]:
    """By operation of the API the body that its description shows, if it shows one."""
    app = Application()
    app.include_router(api.router)
    description = app.openapi()
    return {
        f"{method.upper()} {path}": json.dumps(shown(description, content)).encode()
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }


class Attacker:
    """One address that does its worst; `left` is how many requests it still sends."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.left = MOST_REQUESTS
        self.number = AT_ONCE
        """How many connections it uses for one kind of attack."""
        self.token = ""
        self.table = ""
        """A table of its own."""
        self._record = format_game(long_game(TURNS, "Ada"))
        self._numbers = itertools.count()
        self._bodies = example_bodies()

    async def arm(self) -> None:
        """Become a person, whose coming and going is told to everybody at a table."""
        wire = Wire(self.target.port, ATTACKER)
        answer = await wire.ask("POST", "/api/v1/people", {"name": "Mallory"})
        self.token = json.loads(answer.body)["token"] if answer.is_granted else ""
        seats = {"seats": [{"kind": "me"}, {"kind": "me"}]}
        answer = await wire.ask("POST", "/api/v1/tables", seats, self.token)
        self.table = json.loads(answer.body)["id"] if answer.is_granted else self.target.watched
        wire.close()

    def a_table(self) -> str:
        """Somebody else's table with a long game."""
        return random.choice(self.target.tables)

    def a_record(self) -> str:
        """A record of a long game, each time another one, so that nothing is remembered of it."""
        return self._record.replace("Ada", f"Ada {next(self._numbers)}", 1)

    async def at_once(self, act: Callable[[], Awaitable[object]]) -> None:
        """Do something again and again, many times at once."""

        async def again() -> None:
            while self.left > 0:
                self.left -= 1
                with contextlib.suppress(OSError, EOFError):
                    await act()
                await asyncio.sleep(0)

        await asyncio.gather(*(again() for _ in range(self.number)))

    async def ask_again(self, make: Callable[[], bytes]) -> None:
        """Send one request after the other over many connections."""
        free: asyncio.Queue[Wire] = asyncio.Queue()
        for _ in range(self.number):
            free.put_nowait(Wire(self.target.port, ATTACKER))

        async def act() -> None:
            wire = await free.get()
            try:
                await wire.send(make())
            finally:
                free.put_nowait(wire)

        await self.at_once(act)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection until the end of the block."""
        reader, writer = await connect(self.target.port, ATTACKER)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    # -------------------------------------------------------------------------------------------- what it does

    async def visit(self, what: str) -> None:
        """Ask for a page or an operation of the API, with the example of its description as its body."""
        self.number = VISITORS
        method, path = what.split()
        body = self._bodies.get(what, b"")
        await self.ask_again(lambda: request(method, self.address(path), body, token=self.token))

    def address(self, path: str) -> str:
        """Something that is there: in others' long games what is read, at a table of its own what is done."""
        name = random.choice([*LESSONS]) if path.startswith("/learn") else "table.css"
        code = encoded(self.a_record()) if "{code}" in path else ""
        table = self.table if path.startswith("/api/") and random.random() < 0.5 else self.a_table()
        puzzle_id = random.choice([*all_puzzles()])
        filled = path.replace("{name:path}", "{name}")
        return filled.format(table_id=table, name=name, code=code, ply=9, seat=0, puzzle_id=puzzle_id)

    async def open_links(self) -> None:
        """Open links to long games."""
        await self.ask_again(lambda: request("GET", f"/record/{encoded(self.a_record())}/replay"))

    async def upload_records(self) -> None:
        """Upload long records."""
        kind = "application/x-www-form-urlencoded"

        def upload() -> bytes:
            return request("POST", "/open", f"text={quote_plus(self.a_record())}".encode(), kind)

        await self.ask_again(upload)

    async def read_moves(self) -> None:
        """Ask for all moves of long games."""
        await self.ask_again(lambda: request("GET", f"/api/v1/tables/{self.a_table()}/moves"))

    async def read_thoughts(self) -> None:
        """Ask what bots thought at old plies of long games."""
        ply = partial(random.randrange, 0, 3000)
        await self.ask_again(lambda: request("GET", f"/api/v1/tables/{self.a_table()}/thoughts?ply={ply()}"))

    async def follow_from_the_start(self) -> None:
        """Follow long games from their first ply, and begin again when they are told."""

        async def follow() -> None:
            async with self.connected() as (reader, writer):
                path = f"/api/v1/tables/{self.a_table()}/stream?from=0&follow=false"
                writer.write(request("GET", path))
                while await reader.read(1 << 20):
                    pass

        await self.at_once(follow)

    async def open_and_close_streams(self) -> None:
        """Open and close streams of a table at which others play, by page and by API."""
        paths = itertools.cycle((f"/t/{self.target.watched}/live", f"/api/v1/tables/{self.target.watched}/stream"))

        async def look() -> None:
            async with self.connected() as (reader, writer):
                writer.write(request("GET", next(paths), token=self.token))
                await reader.read(1000)

        await self.at_once(look)

    async def dawdle(self) -> None:
        """Keep silent, slow and endless requests."""
        beginnings = itertools.cycle(
            (
                (b"", b""),
                (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-More: worms\r\n"),
                (b"POST /open HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
                (b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n", b"x"),
            )
        )

        async def send_slowly() -> None:
            async with self.connected() as (reader, writer):
                first, more = next(beginnings)
                writer.write(first)
                while not reader.at_eof() and not writer.is_closing():
                    await asyncio.sleep(0.2)
                    writer.write(more)
                    await writer.drain()

        await self.at_once(send_slowly)

    async def be_refused(self) -> None:
        """Send requests as fast as it can, far more than are allowed."""

        async def burst() -> None:
            async with self.connected() as (reader, writer):
                while self.left > 0:
                    self.left -= PIPELINED
                    writer.write(request("GET", "/") * PIPELINED)
                    for _ in range(PIPELINED):
                        await read_answer(reader)

        await self.at_once(burst)

    async def come_and_go(self) -> None:
        """Connect, ask, and go without reading the answer, as fast as it can."""
        asked = request("GET", "/")

        async def knock() -> None:
            loop = asyncio.get_running_loop()
            with socket.socket() as door:
                door.setblocking(False)
                door.bind((ATTACKER, 0))
                await loop.sock_connect(door, (HOST, self.target.port))
                await loop.sock_sendall(door, asked)

        await self.at_once(knock)

    async def do_everything(self) -> None:
        """All of it at once, with a part of its connections for each."""
        self.number //= 4
        single = (attack(self) for name, attack in ATTACKS.items() if name != EVERYTHING)
        await asyncio.gather(*single)


EVERYTHING = "all of it at once"
ATTACKS: dict[str, Callable[[Attacker], Any]] = {
    f"links to games of {TURNS} turns": Attacker.open_links,
    f"uploads of records of {TURNS} turns": Attacker.upload_records,
    f"all moves of others' games of {TURNS} turns": Attacker.read_moves,
    "what bots thought at old plies": Attacker.read_thoughts,
    "streams from the first ply": Attacker.follow_from_the_start,
    "streams opened and closed": Attacker.open_and_close_streams,
    "silent, slow and endless requests": Attacker.dawdle,
    "requests as fast as it can": Attacker.be_refused,
    "connections opened and left as fast as it can": Attacker.come_and_go,
    EVERYTHING: Attacker.do_everything,
}


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:70} {measured:>50}  {goal}")
