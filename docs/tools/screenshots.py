"""Make the pictures of the README: `python docs/tools/screenshots.py` plays real games and writes docs/images/*.png.

A picture keeps what the page said as text. `--check` writes nothing, and fails if the page says something else now:
pixels are not compared, because every machine has fonts of its own.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from difflib import unified_diff
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # a script of the repository: its test tools are not installed

from tests.support.running import Client, Server, running  # noqa: E402  # after the path is known
from tests.support.visiting import LAPTOP, PHONE, Size, Visitor, chromium  # noqa: E402  # after the path is known

IMAGES = ROOT / "docs" / "images"
SEED = "a grill on a street corner"
PEOPLE = ("Robin", "Wren", "Magpie", "Jay", "Siskin")
BOTS = ("rooster", "thinker")
MAX_GAMES = 30
COLOURS = 256
"""A palette makes a picture a third as large, and nobody sees it."""
DESCRIPTION = "Description"
"""Where PNG keeps the text."""
DAY = re.compile(r"\b\d{1,2} [A-Z][a-z]+ \d{4}\b")
"""The day on which a picture is taken is no news."""
State = dict[str, Any]
Moment = Callable[[State], bool]


@dataclass(frozen=True)
class Shot:
    """One picture of a page."""

    name: str
    size: Size = LAPTOP
    theme: Literal["light", "dark"] = "light"


@dataclass(frozen=True)
class Scene:
    """A game up to a moment, and the picture of it; the first player looks."""

    rules: str
    people: int
    bots: int
    moment: Moment
    shot: Shot


def choosing(stacks: int, kept: int = 2, choices: int = 3, grill: int = 3) -> Moment:
    """The first player chooses dice, one choice bringing a tile in reach; several players have tiles already."""

    def is_it(state: State) -> bool:
        aside = state["aside"]
        faces = [face for face, number in enumerate(state["rolled"] or ()) if number and not aside[face]]
        best = max((state["rolled"][face] * min(face + 1, 5) for face in faces if aside[5] or face == 5), default=0)
        return (
            state["seat"] == 0
            and len(faces) >= choices
            and best > 0
            and state["points"] + best >= min(state["grill"], default=99)
            and sum(1 for number in aside if number) >= kept
            and sum(1 for stack in state["stacks"] if stack) >= stacks
            and len(state["grill"]) >= grill
        )

    return is_it


def deciding(stacks: int, points: int = 24) -> Moment:
    """The first player may stop and take a tile, or roll on."""

    def is_it(state: State) -> bool:
        return (
            state["seat"] == 0
            and state["phase"] == "decide"
            and bool(state["aside"][5])
            and points <= state["points"] <= points + 5
            and state["points"] >= min(state["grill"], default=99)
            and sum(1 for stack in state["stacks"] if stack) >= stacks
        )

    return is_it


START = Shot("start")
SCENES = (
    Scene("classic-2014", 2, 0, choosing(2, grill=6), Shot("table-2-classic-phone", PHONE)),
    Scene("classic-2014", 2, 2, choosing(3, grill=5), Shot("table-4-classic-dark", theme="dark")),
    Scene("deluxe-2018", 3, 1, deciding(3), Shot("table-4-deluxe")),
)


def main() -> None:
    """Write all pictures, or those whose names are given; or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="of pictures; all, if none is given")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a picture is not as the pages are")
    options = parser.parse_args()
    IMAGES.mkdir(exist_ok=True)
    old = []
    for shot, picture, text in pictures(options.names):
        file = IMAGES / f"{shot.name}.png"
        if not options.check:
            palette = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE)  # rare colours too: a dot in a log counts
            kept = PngInfo()
            kept.add_text(DESCRIPTION, text, zip=True)
            picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(
                file, optimize=True, pnginfo=kept
            )
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")
        elif difference := [*unified_diff(text_of(file).splitlines(), text.splitlines(), "picture", "page", n=1)]:
            old += [f"{file.relative_to(ROOT)} is not as the page is now: run 'make docs'", *difference]
    sys.exit("\n".join(old) or 0)


def text_of(file: Path) -> str:
    """What the page said of which this is a picture."""
    return str(Image.open(file).info.get(DESCRIPTION, "")) if file.exists() else ""


def pictures(names: Sequence[str] = ()) -> Iterator[tuple[Shot, Image.Image, str]]:
    """Take the pictures with these names, or all of them, each with what the page says."""
    with chromium() as browser:
        for number, (shot, scene) in enumerate([*((scene.shot, scene) for scene in SCENES), (START, None)]):
            if not names or shot.name in names:
                with tempfile.TemporaryDirectory() as directory, _server(directory, number) as server:
                    yield shot, *(_show(scene, server, browser) if scene else _show_start(server, browser))


def _server(directory: str, number: int) -> Any:
    return running(Path(directory), test_seed=f"{SEED} {number}")


# ------------------------------------------------------------------------------------------------ the pages around it


def _show_start(server: Server, browser: Browser) -> tuple[Image.Image, str]:
    """The start page with games to go on with and a table to join."""
    with ExitStack() as stack:
        robin, wren, jay = (stack.enter_context(Client(server, name)) for name in ("Robin", "Wren", "Jay"))
        wren.open_table("me", "open", "open", rules="deluxe-2018", is_public=True)
        jay.open_table("me", "thinker", "open", pace="live 60", is_public=True)
        running_table = robin.open_table("me", "rooster", "thinker")
        robin.start(running_table)
        over = robin.open_table("me", "greedy")
        robin.start(over)
        robin.play_to_the_end(over)
        waiting = robin.open_table("me", "open", "open", "thinker", rules="deluxe-2018")
        magpie = stack.enter_context(Client(server, "Magpie"))
        magpie.done("POST", f"/tables/{waiting}/join", {})
        return _take(START, "/", robin, server, browser)


# ------------------------------------------------------------------------------------------------ games


def _show(scene: Scene, server: Server, browser: Browser) -> tuple[Image.Image, str]:
    with ExitStack() as stack:
        people = [stack.enter_context(Client(server, name)) for name in PEOPLE[: scene.people]]
        host = people[0]
        seats = ["me", *["open"] * (scene.people - 1), *BOTS[: scene.bots]]
        for _ in range(MAX_GAMES):
            table = host.open_table(*seats, rules=scene.rules)
            for person in people[1:]:
                person.done("POST", f"/tables/{table}/join", {})
            host.start(table)
            if _play_until(scene, table, people):
                return _take(scene.shot, f"/t/{table}", host, server, browser)
        raise LookupError(f"the moment of {scene.shot.name} did not come: try another seed")


def _play_until(scene: Scene, table: str, people: Sequence[Client]) -> bool:
    """Whether the moment came before the end."""
    while True:
        view = people[0].read(table)
        if view["life"] == "finished":
            return False
        state, seat = view["state"], view["seat_to_move"]
        if scene.moment(state):
            return True
        if seat is not None and seat < len(people):
            move = _good(view["legal"] or people[seat].read(table)["legal"], state)
            people[seat].play(table, view["ply"], move).raise_for_status()


def _good(legal: list[str], state: State) -> str:
    """How somebody plays who likes worms: many dice, and stop as soon as a tile is there."""
    if "stop" in legal:
        has_enough = state["aside"][5] and state["points"] >= min(state["grill"], default=99)
        return "stop" if has_enough or "roll" not in legal else "roll"
    if not all(move.startswith("keep") for move in legal):
        return legal[0]
    rolled = state["rolled"]
    faces = {"12345W".index(move[-1]): move for move in legal}
    best = max(faces, key=lambda face: rolled[face] * (face + 1 if face < 5 else 6))
    return faces[best]


def _take(shot: Shot, path: str, person: Client, server: Server, browser: Browser) -> tuple[Image.Image, str]:
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if shot.size == PHONE else 1,
        color_scheme=shot.theme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    token = person.headers["authorization"].removeprefix("Bearer ")
    context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in (("wormgrill", token), ("hints", "off"))]
    )
    visitor = Visitor(context, server.url)
    page = visitor.open(path)
    _settle(page)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    text = DAY.sub("a day", page.locator("body").aria_snapshot())
    context.close()
    if visitor.complaints:
        raise RuntimeError("\n".join(visitor.complaints))
    return picture, text


def _settle(page: Page) -> None:
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate("Promise.allSettled(document.getAnimations().map(animation => animation.finished)).then(() => true)")


if __name__ == "__main__":
    main()
