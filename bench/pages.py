"""From click to the updated board in real Chromium, while other tables are being played on the same server."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page
from tests.support.running import running, sensible
from tests.support.visiting import LAPTOP, Visitor, chromium, first_load

from bench._serving import Connection

TABLES = 50
SECONDS_PER_MOVE = 1.0
"""At each of the other tables, while somebody watches its page."""
CLICKS = 200
BLOCK = 20
"""Clicks at the table, then as many on the plain page, and so on: both see the same machine."""
WARM_UP = 10

STOPWATCH = """(() => {
    window.taken = [];
    let began = 0, before = null;
    const shown = () => document.querySelector("[data-ply]")?.dataset.ply;
    document.addEventListener("click", event => { began = event.timeStamp; before = shown(); }, true);
    new MutationObserver(() => {
        if (!began || shown() === before) return;
        const start = began;
        began = 0;
        requestAnimationFrame(() => setTimeout(() => window.taken.push(performance.now() - start)));
    }).observe(document, {subtree: true, attributes: true, childList: true});
})()"""
"""From the click until the frame with the change has been drawn, in the page's own time."""
PLAIN = b"""<!doctype html><title>plain</title><button>next</button><p data-ply="0"></p><script>
document.querySelector("button").addEventListener("click", async () => {
    await (await fetch("/", {method: "POST"})).text();
    const line = document.querySelector("p");
    line.dataset.ply = Number(line.dataset.ply) + 1;
});</script>"""


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    with tempfile.TemporaryDirectory() as directory, running(Path(directory)) as server, chromium() as browser:
        width, height = LAPTOP
        context = browser.new_context(viewport={"width": width, "height": height})
        visitor = Visitor(context, server.url)
        visitor.sit_at("me", "me", rules="deluxe-2018")
        load = first_load(visitor, visitor.path)
        with other_tables(server.port), plain_server() as address:
            board, plain = measure(visitor, address)
        context.close()
    half, most = percentiles(board)
    plain_half, plain_most = percentiles(plain)
    return [
        (f"click to updated board, {TABLES} other tables live, p50", f"{half:.0f} ms", ""),
        (f"click to updated board, {TABLES} other tables live, p95 of {len(board)}", f"{most:.0f} ms", "<= 100 ms"),
        (
            f"plain page with one fetch beside it, p50 / p95 of {len(plain)}",
            f"{plain_half:.0f} / {plain_most:.0f} ms",
            "",
        ),
        ("board : plain page, p50", f"{half / plain_half:.1f} x", ""),
        ("first load of a deluxe table over the wire", f"{load.total / 1000:.1f} kB", "<= 120 kB"),
    ]


def percentiles(taken: list[float]) -> tuple[float, float]:
    """The median, and what 95 of 100 do not exceed."""
    return median(taken), quantiles(taken, n=100)[94]


def measure(visitor: Visitor, address: str) -> tuple[list[float], list[float]]:
    """Milliseconds of clicks at a table, and on a plain page, in turns."""
    visitor.context.add_init_script(STOPWATCH)
    plain = visitor.context.new_page()
    plain.goto(address)
    board_taken: list[float] = []
    plain_taken: list[float] = []
    _new_table(visitor)
    _click_board(visitor, WARM_UP)
    while len(board_taken) < CLICKS:
        visitor.page.bring_to_front()
        board_taken += _click_board(visitor, BLOCK)
        plain.bring_to_front()
        plain_taken += _click_plain(plain, BLOCK)
    return board_taken, plain_taken


def _new_table(visitor: Visitor) -> None:
    visitor.sit_at("me", "me")
    visitor.page.wait_for_function("() => document.querySelector('#lost').hidden")


def _click_board(visitor: Visitor, clicks: int) -> list[float]:
    found: list[float] = []
    while len(found) < clicks:
        situation = visitor.turn()
        if situation.is_over:
            _new_table(visitor)
            continue
        visitor.page.evaluate("() => { window.taken.length = 0 }")
        visitor.click(situation, situation.sensible)
        found.append(_read(visitor.page))
    return found


def _click_plain(page: Page, clicks: int) -> list[float]:
    found: list[float] = []
    for _ in range(clicks):
        page.evaluate("() => { window.taken.length = 0 }")
        page.click("button")
        found.append(_read(page))
    return found


def _read(page: Page) -> float:
    return float(page.wait_for_function("() => window.taken[0]").json_value())


# ------------------------------------------------------------------------------------------------ beside it


class _Plain(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The page."""
        self._send(PLAIN)

    def do_POST(self) -> None:
        """Nothing."""
        self._send(b"")

    def _send(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name that its base class gives it
        """Say nothing."""


@contextmanager
def plain_server() -> Iterator[str]:
    """The address of a page that does as little as a page can."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Plain)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def other_tables(port: int) -> Iterator[None]:
    """Tables at which people move and watch, played from a process of their own."""
    spawn = multiprocessing.get_context("spawn")
    ready, done = spawn.Event(), spawn.Event()
    process = spawn.Process(target=_play_tables, args=(port, ready, done))
    process.start()
    try:
        if not ready.wait(60):
            raise TimeoutError("the other tables did not begin")
        yield
        if not process.is_alive():
            raise RuntimeError("the other tables ended early")
    finally:
        done.set()
        process.join(20)
        process.kill()


def _play_tables(port: int, ready: Event, done: Event) -> None:
    asyncio.run(_play_all(port, ready, done))


async def _play_all(port: int, ready: Event, done: Event) -> None:
    connections = [await Connection.open(port) for _ in range(TABLES)]
    for connection in connections:
        connection.token = (await connection.ask("POST", "/api/v1/people", {}))["token"]
    playing = [asyncio.create_task(_play_games(port, connection)) for connection in connections]
    await asyncio.sleep(2 * SECONDS_PER_MOVE)
    ready.set()
    ending = asyncio.create_task(asyncio.to_thread(done.wait))
    await asyncio.wait([ending, *playing], return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        task.cancel()
    for problem in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(problem, asyncio.CancelledError):
            raise RuntimeError("a table ended") from (problem if isinstance(problem, Exception) else None)


async def _play_games(port: int, connection: Connection) -> None:
    """One game after the other, at a calm pace; a page is open at each."""
    ask = partial(connection.ask, "POST")
    while True:
        table = (await ask("/api/v1/tables", {"seats": [{"kind": "me"}, {"kind": "me"}]}))["id"]
        await ask(f"/api/v1/tables/{table}/start", {})
        watching = asyncio.create_task(_watch(port, table, connection.token))
        due = time.monotonic() + random.uniform(0, SECONDS_PER_MOVE)
        ply, legal = 0, ["roll"]
        state: dict[str, Any] = {}
        while legal:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += SECONDS_PER_MOVE
            answer = await ask(f"/api/v1/tables/{table}/moves", {"ply": ply, "move": sensible(legal, state)})
            last = answer["plies"][-1]
            ply, legal, state = last["ply"] + 1, last["legal"], last["state"]
        watching.cancel()


async def _watch(port: int, table: str, token: str) -> None:
    """Read what the page of a table is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"GET /t/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: wormgrill={token}\r\n\r\n"
        writer.write(head.encode())
        while await reader.read(65_536):
            pass
    finally:
        writer.close()


if __name__ == "__main__":
    for what, measured, goal in rows():
        print(f"{what:70} {measured:>12}  {goal}")
