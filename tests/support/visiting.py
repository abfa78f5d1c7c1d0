"""Somebody with a real browser who visits a real server, and plays there by mouse, by keyboard or by forms."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx2
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Response,
    TimeoutError,  # noqa: A004  # Playwright's own
    sync_playwright,
)

from tests.support.sensible import sensible_move

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WINDOWLESS = "chromium-headless-shell"
"""Debian's Chromium without all that windows need: the same pages for half of the processor time."""
PATIENCE_MS = 90_000
Size = tuple[int, int]
LAPTOP: Size = (1280, 800)
PHONE: Size = (360, 740)

SITUATION = """played => {
    const play = document.querySelector("#play");
    if (!play || play.dataset.ply === played) return null;
    const buttons = [...document.querySelectorAll("#play button[name=move]")].filter(button => button.value);
    const isOver = Boolean(document.querySelector("#result"));
    if (!isOver && !buttons.length) return null;
    return {ply: play.dataset.ply, isOver, moves: buttons.map(button => [button.value, button.className])};
}"""
"""What a viewer can do at another ply than the one already played; nothing while others have to move."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, program: str = "chromium") -> Iterator[Browser]:
    """A browser until the end of the block."""
    path = shutil.which(program)
    if path is None:
        raise FileNotFoundError(f"{program} is missing. Install it with: sudo apt-get install {program}")
    browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
    try:
        yield browser
    finally:
        browser.close()


@dataclass(frozen=True)
class Situation:
    """What a viewer can do."""

    ply: str
    is_over: bool
    moves: tuple[tuple[str, str], ...] = ()
    """Each with the class of its button."""

    @property
    def sensible(self) -> str:
        """A choice that ends every game."""
        kinds = dict(self.moves)
        return sensible_move(tuple(kinds), is_stop_a_gain="action-fail" not in kinds.get("stop", ""))


class Visitor:
    """Somebody at a page; whatever the browser complains of is remembered."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.complaints: list[str] = []
        self.answers: list[Response] = []
        self._allowed: list[str] = []
        self._played: str | None = None
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("response", self._receive)
        self.page = context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        text = f"{message.type}: {message.text} ({message.location.get('url', '')})"
        if message.type in ("error", "warning") and not any(part in text for part in self._allowed):
            self.complaints.append(text)

    def _receive(self, answer: Response) -> None:
        self.answers.append(answer)

    def allow(self, text: str) -> None:
        """Do not mind complaints of the browser with this text: the test provokes them."""
        self._allowed.append(text)

    # -------------------------------------------------------------------------------------------- going places

    def open(self, path: str = "/") -> Page:
        """Go to a page of the server."""
        self.page.goto(self.url + path)
        self._played = None
        return self.page

    @property
    def path(self) -> str:
        """Where the visitor is."""
        return self.page.url.removeprefix(self.url)

    @property
    def table(self) -> str:
        """The path of the table at which the visitor is."""
        return "/".join(self.path.split("?")[0].split("/")[:3])

    def become(self, name: str) -> str:
        """Be somebody known to the server, as if this browser had been here before; the token for the API."""
        answer = httpx2.post(f"{self.url}/api/v1/people", json={"name": name}).raise_for_status().json()
        token: str = answer["token"]
        self.context.add_cookies([{"name": "wormgrill", "value": token, "url": self.url}])
        return token

    def sit_at(self, *seats: str, name: str = "Robin", **settings: object) -> Page:
        """Be at a table of one's own that has begun; a seat is `me` or the level of a bot."""
        token = self.become(name)
        plan = [{"kind": "me"} if seat == "me" else {"kind": "bot", "level": seat} for seat in seats]
        with httpx2.Client(base_url=f"{self.url}/api/v1", headers={"authorization": f"Bearer {token}"}) as client:
            answer = client.post("/tables", json={"seats": plan, **settings}).raise_for_status()
            table = answer.json()["id"]
            client.post(f"/tables/{table}/start", json={}).raise_for_status()
        return self.open(f"/t/{table}")

    def play_now(self) -> Page:
        """The one click of the start page."""
        page = self.open()
        page.locator(".hero-play .primary").click()
        return self.arrive()

    def arrive(self, selector: str = "#play") -> Page:
        """Wait for the next page and until its scripts have run: a key that is pressed before does nothing."""
        self.page.wait_for_selector(selector)
        self.page.wait_for_load_state("load")
        return self.page

    # -------------------------------------------------------------------------------------------- playing

    def turn(self) -> Situation:
        """What this visitor can do, as soon as there is something, or the game is over."""
        try:
            found = self.page.wait_for_function(SITUATION, arg=self._played).json_value()
        except TimeoutError:
            raise AssertionError(f"nothing to do: {self._how_it_stands()}") from None
        return _situation(found)

    def looks(self) -> Situation | None:
        """What this visitor can do now, if anything."""
        found = self.page.evaluate(SITUATION, self._played)
        return _situation(found) if found else None

    def click(self, situation: Situation, move: str) -> None:
        """Play a move by mouse."""
        self.page.locator(f'#play button[value="{move}"]').click()
        self._played = situation.ply

    def press(self, situation: Situation, move: str) -> None:
        """Play a move with its key."""
        key = self.page.locator(f'#play button[value="{move}"]').get_attribute("data-key")
        assert key, f"{move} has no key"
        self.page.keyboard.press(key.lower())
        self._played = situation.ply

    def play(
        self,
        how: Literal["mouse", "keys"] = "mouse",
        plies: int | None = None,
        before: Callable[[Situation, str], Any] | None = None,
    ) -> int:
        """Play to the end of the game, or so many moves; how many it were."""
        act = self.click if how == "mouse" else self.press
        number = 0
        while plies is None or number < plies:
            situation = self.turn()
            if situation.is_over:
                break
            move = situation.sensible
            if before:
                before(situation, move)
            act(situation, move)
            number += 1
        return number

    def await_ply(self, ply: int) -> None:
        """Wait until this page shows a ply, or a later one."""
        self.page.wait_for_function("ply => Number(document.querySelector('#play')?.dataset.ply) >= ply", arg=ply)

    @property
    def ply(self) -> int:
        """The ply that this page shows."""
        return int(self.page.locator("#play").get_attribute("data-ply") or 0)

    def _how_it_stands(self) -> str:
        """What the page shows and what the server knows, for a test that waits in vain."""
        known = httpx2.get(f"{self.url}/api/v1/tables/{self.table.rpartition('/')[2]}").json()
        shown = self.page.locator(".status").inner_text() if self.count(".status") else self.page.content()[:500]
        is_lost = self.page.locator("#lost").is_visible()
        place = f"ply {known.get('ply')}, seat {known.get('seat_to_move')}, {known.get('life')}"
        return (
            f"{self.path} shows ply {self.ply} ({shown!r}, lost: {is_lost}); the server has {place}; {self.complaints}"
        )

    def count(self, selector: str) -> int:
        """How many such elements the page has."""
        return self.page.locator(selector).count()


def _situation(found: Any) -> Situation:
    return Situation(found["ply"], found["isOver"], tuple((move, kind) for move, kind in found["moves"]))


@dataclass(frozen=True)
class Load:
    """What came over the wire for a page."""

    bytes_of: dict[str, int]
    """Headers and bodies as they were sent, by path."""

    @property
    def total(self) -> int:
        """All bytes."""
        return sum(self.bytes_of.values())


def first_load(visitor: Visitor, path: str) -> Load:
    """Open a page with an empty cache, and weigh what comes; a stream counts with what it has sent so far."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    paths: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def began(event: dict[str, Any]) -> None:
        paths[event["requestId"]] = urlsplit(event["response"]["url"]).path
        sizes[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def came(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = sizes.get(event["requestId"], 0) + int(event["encodedDataLength"])

    def ended(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    session.on("Network.responseReceived", began)
    session.on("Network.dataReceived", came)
    session.on("Network.loadingFinished", ended)
    with visitor.page.expect_response(lambda answer: urlsplit(answer.url).path.endswith("/live")):
        visitor.open(path)
    visitor.page.wait_for_load_state("load")
    visitor.page.evaluate("document.fonts.ready.then(() => true)")
    session.detach()
    load: dict[str, int] = {}
    for request, where in paths.items():
        load[where] = load.get(where, 0) + sizes[request]
    return Load(load)
