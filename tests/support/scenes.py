"""Every kind of moment at a table as a page of its own, without a server: for looking at, and for measuring.

The page is made by the templates of the table from a position; the browser gets it, and all it loads, from here.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.support.visiting import Size
from wormgrill.analysis.odds import odds
from wormgrill.game.dice import FACE_TEXT
from wormgrill.game.moves import parse_roll
from wormgrill.game.position import parse_state
from wormgrill.game.record import Game
from wormgrill.game.rules import Rules, Specialist
from wormgrill.game.state import Phase
from wormgrill.presentation.board import ABSENT, ChatView, Facts, SeatFacts, TableView
from wormgrill.presentation.failing import Cause, Fail
from wormgrill.presentation.story import KeptDice, Story, TurnStory
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, specialists_of
from wormgrill.presentation.words import words_of
from wormgrill.server.pages.rendering import STATIC, render

ADDRESS = "http://scenes.test"
NAMES = ("Nightingale of the long name", "Rotkehlchen", "Magpie", "Bergfinkenhahn", "Wren", "Siskin", "Zaunkönig")
LEVELS = (None, "rooster", None, "thinker", "hatchling", "champion", "fledgling")
SEATS = "24.30@weasel+1 25 33.27@apple+2 - 36+1 31 22@golden_die+1"
SEATS_WITH_WORMS = "24.30@weasel+1 25+1 33.27@apple+2 -+1 36+1 31+1 22@golden_die"
GRILL = "11,13,21,23,26,28@hen,29,32,34@raven,35@canned_worm"
DELUXE = "deluxe-2018"


@dataclass(frozen=True)
class Scene:
    """A moment, and who looks at it."""

    position: str
    keeps: str = ""
    """Dice kept in this turn, group by group, as `WWW 44`."""
    has_hints: bool = False
    mine: int = 0
    failed: str = ""
    """The last roll of the turn before, which failed."""
    had: Specialist | None = None
    is_away: bool = False
    """Whether the player to move has closed the page."""


def _deluxe(turn: str, grill: str = GRILL, seats: str = SEATS, options: str = "") -> str:
    return f"{DELUXE}{' ' + options if options else ''} | {grill} | {seats} | {turn}"


SCENES: Mapping[str, Scene] = {
    "begin": Scene("classic-2014 | 21-36 | - - - - - - - | seat=0 phase=roll"),
    "two": Scene("classic-2014 | 21-23,26-36 | 25 24 | seat=0 phase=keep rolled=1123445W"),
    "roll": Scene(_deluxe("seat=0 phase=roll")),
    "keep": Scene(_deluxe("seat=0 phase=keep rolled=1123445W")),
    "keep-hints": Scene(_deluxe("seat=0 phase=keep rolled=1123445W"), has_hints=True),
    "weasel-hints": Scene(_deluxe("seat=0 phase=keep aside=44 rolled=11234W"), "44", has_hints=True),
    "decide": Scene(_deluxe("seat=0 phase=decide aside=1244WWW"), "WWW 44 1 2"),
    "decide-hints": Scene(_deluxe("seat=0 phase=decide aside=1244WW"), "WW 44 1 2", has_hints=True),
    "five-kept": Scene(_deluxe("seat=0 phase=decide aside=1345WWW"), "WWW 5 4 3 1"),
    "golden": Scene(_deluxe("seat=6 phase=roll"), mine=6),
    "fail": Scene(_deluxe("seat=0 phase=decide aside=1144"), "44 11"),
    "claim": Scene(_deluxe("seat=0 phase=claim aside=4445WWW", options="lower_tile=any"), "WWW 444 5"),
    "claim-steal": Scene(_deluxe("seat=0 phase=claim aside=15555WW", options="decline_steal"), "WW 5555 1"),
    "rob": Scene(_deluxe("seat=0 phase=rob aside=11", seats=SEATS_WITH_WORMS), "11"),
    "retain": Scene(
        _deluxe("seat=0 phase=retain aside=4445WWW hand=apple,weasel", seats=SEATS.replace("30@weasel", "30")
                .replace("27@apple", "27")), "WWW 444 5", had=Specialist.WEASEL
    ),
    "theirs": Scene(_deluxe("seat=1 phase=keep aside=44 rolled=11235W"), "44"),
    "away": Scene(_deluxe("seat=0 phase=decide aside=1345WWW"), "WWW 5 4 3 1", mine=2, is_away=True),
    "failed": Scene(_deluxe("seat=1 phase=roll"), failed="114455"),
    "over": Scene(f"{DELUXE} | - | {SEATS} | seat=0 phase=over"),
}  # fmt: skip
"""By name; what is shown largest, and in the longest words, is there."""


@cache
def scene_page(name: str, language: str, theme: str | None = None) -> str:
    """The page of a scene."""
    scene, words = SCENES[name], words_of(language)
    state = parse_state(scene.position)
    keeps = tuple(KeptDice(FACE_TEXT.index(group[0]) + 1, len(group)) for group in scene.keeps.split())
    turns = [TurnStory(state.seat, keeps, had=scene.had, is_complete=state.phase is Phase.OVER)]
    if scene.failed:
        rolled = parse_roll(scene.failed)
        kept = KeptDice(4, 2), KeptDice(5, 1)
        failed = TurnStory(0, kept, rolled=rolled, points=13, is_complete=True, fail=Fail(Cause.NOTHING_NEW))
        turns.insert(0, failed)
    names = NAMES[: state.players]
    facts = Facts(
        table="scene",
        seats=tuple(
            SeatFacts(level, ABSENT if scene.is_away and seat == state.seat else "here")
            for seat, level in enumerate(LEVELS[: state.players])
        ),
        mine=(scene.mine,),
        has_hints=True,
        wants_hints=scene.has_hints,
        odds=odds(state).as_json() if scene.has_hints else None,
        chat=(ChatView(1, names[1], "Grill's hot!"),),
    )
    view = make_view(Game(state.rules, names), facts, words, Story(state, turns=tuple(turns)))
    teller = Teller(words, names)
    return render("table.html", language, **_values(view, teller, state.rules), theme=theme)


class _Addresses(dict[str, str]):
    """All addresses that a page may ask for; none of them is gone to."""

    def __missing__(self, name: str) -> str:
        return "/"


def _values(view: TableView, teller: Teller, rules: Rules) -> dict[str, Any]:
    return {
        "view": view,
        "urls": _Addresses(),
        "edition_name": teller.edition(rules),
        "may_pass": rules.may_pass,
        "pace_name": "",
        "notice": "",
        "abouts": specialists_of(rules, teller),
        "now": 0,
        "turn_ms": 0,
        "own_dice": {"committed": "", "mine": "-", "seed": "-", "reveal": ""},
        "qr": "",
        "remedy": "",
        "preview": None,
        "table_id": "",
        "my_bird": "robin",
        "is_alone": True,
        "wants_tutor": False,
        "doubt": None,
        "is_muted": False,
    }


def serve_scenes(context: BrowserContext) -> None:
    """Let a browser find the scenes at `ADDRESS/name/language`; the stream of the table stays silent."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            is_stream = file.name == "hx-sse.min.js"
            route.fulfill(
                body=b"" if is_stream else file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or ""
            )
        elif path.count("/") == 2:
            _, name, language = path.split("/")
            route.fulfill(body=scene_page(name, language), content_type="text/html; charset=utf-8")
        else:
            route.fulfill(status=204)

    context.route(f"{ADDRESS}/**", answer)


SIZES: tuple[Size, ...] = ((360, 740), (740, 360), (844, 390), (1024, 768), (1280, 720), (1280, 800), (1920, 1080))
"""Phones both ways up, tablets and laptops."""
MOBILE = 900
"""Screens that are narrower are touched."""


def scene_context(browser: Browser, size: Size, theme: Literal["light", "dark"] = "light") -> BrowserContext:
    """A browser of this size in which the scenes are found, and nothing moves."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        color_scheme=theme,
        has_touch=width < MOBILE,
        is_mobile=width < MOBILE,
    )
    serve_scenes(context)
    return context


def show_scene(page: Page, name: str, language: str) -> None:
    """Go to a scene, and wait until it looks as it will."""
    page.goto(f"{ADDRESS}/{name}/{language}")
    page.evaluate("() => document.fonts.ready")
