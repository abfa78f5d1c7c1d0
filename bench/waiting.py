"""The wait between two turns of mine, and what the browser does while things move, in real Chromium."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext
from tests.support.running import Server, running
from tests.support.visiting import LAPTOP, Visitor, chromium

MOST_SECONDS = {3: 8, 7: 20}
"""By the number of seats, from the end of my turn to the next, at normal speed."""
WAITS = 6
THROTTLE = 4
"""So many times slower than this machine is the one on which things move."""
MOVES = {"roll": ("dice tumble", 12), "keep": ("kept dice glide", 12), "stop": ("tiles travel", 8)}
"""What moves after a move, and how often it is looked at."""
MOVING_MS = 900

WATCH = """() => {
    window.waits = [];
    let since = 0;
    new MutationObserver(() => {
        const isMine = document.querySelector("#play").matches(".mine");
        if (!isMine && !since) since = performance.now();
        if (isMine && since) { window.waits.push(performance.now() - since); since = 0; }
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
TASKS = """() => {
    window.tasks = [];
    new PerformanceObserver(list => {
        for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration]);
    }).observe({type: "longtask"});
}"""
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"


def rows() -> list[tuple[str, str, str]]:
    """What was measured, and what is aimed at."""
    found = list[tuple[str, str, str]]()
    with (
        tempfile.TemporaryDirectory() as directory,
        chromium() as browser,
        running(Path(directory), bot_pause_seconds="0.9") as server,
    ):
        for seats, most in MOST_SECONDS.items():
            waits = _waits(_visitor(browser.new_context(), server), seats)
            what = f"from the end of my turn to the next, {seats} seats, {len(waits)} turns"
            found.append((what, f"{median(waits):.1f} s, at most {max(waits):.1f} s", f"<= {most} s"))
        motions = _motions(_visitor(browser.new_context(), server))
    for move, (motion, _least) in MOVES.items():
        times, layouts, longest = motions[move]
        what = f"while {motion}, {times} times, processor {THROTTLE} times slower"
        found.append((f"{what}: longest task", f"{longest:.0f} ms" if longest else "none over 50 ms", "<= 50 ms"))
        found.append((f"{what}: layouts", str(layouts), "0"))
    return found


def _visitor(context: BrowserContext, server: Server) -> Visitor:
    visitor = Visitor(context, server.url)
    width, height = LAPTOP
    visitor.page.set_viewport_size({"width": width, "height": height})
    return visitor


def _waits(visitor: Visitor, seats: int) -> list[float]:
    """Seconds between turns of mine."""
    visitor.sit_at("me", *["pullet"] * (seats - 1))
    visitor.page.evaluate(WATCH)
    while len(waits := _read(visitor, "() => window.waits")) < WAITS:
        situation = visitor.turn()
        if situation.is_over:
            break
        visitor.click(situation, situation.sensible)
    visitor.context.close()
    return [wait / 1000 for wait in waits]


def _motions(visitor: Visitor) -> dict[str, tuple[int, int, float]]:
    """By move: how often it was looked at, the layouts while things moved, and the longest task of more than 50 ms."""
    visitor.sit_at("me", "me")
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    visitor.page.evaluate(TASKS)
    seen: dict[str, list[tuple[int, float]]] = {move: [] for move in MOVES}
    while any(len(seen[move]) < times for move, (_what, times) in MOVES.items()):
        situation = visitor.turn()
        move = situation.sensible
        visitor.page.wait_for_timeout(MOVING_MS)  # what moved before has come to rest
        visitor.click(situation, move)
        visitor.await_ply(int(situation.ply) + 1)
        if visitor.count("#play .face" if move.startswith("roll") else ".travels"):
            seen[move.split()[0]].append(_motion(visitor, session))
    visitor.context.close()
    return {
        move: (len(each), sum(layouts for layouts, _task in each), max(task for _layouts, task in each))
        for move, each in seen.items()
    }


def _motion(visitor: Visitor, session: Any) -> tuple[int, float]:
    """Layouts from the next frame on until all has come to rest, and the longest task."""
    since = float(visitor.page.evaluate(FRAMES))
    before = _layouts(session)
    visitor.page.wait_for_timeout(MOVING_MS)
    tasks = _read(visitor, "() => window.tasks")
    return _layouts(session) - before, max((length for start, length in tasks if start >= since), default=0.0)


def _layouts(session: Any) -> int:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return int(next(each["value"] for each in metrics if each["name"] == "LayoutCount"))


def _read(visitor: Visitor, script: str) -> list[Any]:
    found: list[Any] = visitor.page.evaluate(script)
    return found
