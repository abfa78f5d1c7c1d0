"""The parts of a table's page that change, as HTML, and how a page that is open takes over new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from wormgrill.presentation.board import TableView
from wormgrill.presentation.words import Words
from wormgrill.server.pages.rendering import render

FRAGMENTS = ("grill", "play", "players", "log", "chat", "heard", "hints", "fair", "now")
"""The parts of the page that change, by the names of their templates."""
MADE_OF = {
    "grill": attrgetter("grill", "supply"),
    "players": attrgetter("players", "birds"),
    "log": attrgetter("log", "thinking", "birds"),
    "chat": attrgetter("chat", "watching", "birds"),
    "heard": attrgetter("heard", "chat"),
    "hints": attrgetter("wants_hints"),
    "fair": attrgetter("dice"),
    "now": attrgetter("now"),
}
"""What of a view a fragment shows, where that is not nearly everything."""
NEEDED = {
    "hints": attrgetter("has_hints"),
    "chat": attrgetter("has_chat"),
    "fair": attrgetter("dice"),
    "now": attrgetter("now"),
}
"""What a view must have for a fragment to be there."""
TARGETS = {"chat": "chat-lines", "fair": "fair-lines"}

NOWHERE = dict.fromkeys(("rematch", "rematch_page", "replay", "review", "share", "verify", "fair_dice"), "")
"""The addresses that a position without a table does not have."""

Parts = Mapping[str, str]
"""Fragments by their names."""
Known = tuple[TableView, Parts]
"""A view and its fragments, made before in the same language and for the same table."""


def fragments(view: TableView, urls: Mapping[str, str], words: Words, known: Iterable[Known] = ()) -> Parts:
    """The changing parts of the page; those that are known already are not made again."""
    known = tuple(known)
    names = (name for name in FRAGMENTS if name not in NEEDED or NEEDED[name](view))
    return {name: _known_part(name, view, known) or _part(name, view, urls, words) for name in names}


def _known_part(name: str, view: TableView, known: tuple[Known, ...]) -> str | None:
    made_of = MADE_OF.get(name)
    if made_of is None:
        return None
    shown = made_of(view)
    return next((parts[name] for other, parts in known if name in parts and made_of(other) == shown), None)


def _part(name: str, view: TableView, urls: Mapping[str, str], words: Words) -> str:
    return render(f"_{name}.html", words.language, view=view, urls=urls).strip()


def page_title(title: str, words: Words) -> str:
    """The title of the page, which says whose turn it is or whom a table waits for."""
    return render("_title.html", words.language, title=title)


def patch(parts: Parts, title: str = "", travelling: Iterable[str] = ()) -> str:
    """Fragments as htmx puts them in place: morphed, so that focus stays. The script `travel.js` moves what travels."""
    things = " ".join(dict.fromkeys(travelling))
    return "".join(_partial(name, part, things) for name, part in parts.items()) + title


def _partial(name: str, part: str, things: str) -> str:
    target = TARGETS.get(name, name)
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph" data-travel="{things}">{part}</hx-partial>'


@dataclass(frozen=True)
class Notice:
    """What came of something, in a sentence."""

    text: str
    is_good: bool = False


def notice_part(notice: Notice, words: Words) -> str:
    """A notice as htmx puts it in place."""
    part = render("_notice.html", words.language, notice=notice).strip()
    return f'<hx-partial hx-target="#notices" hx-swap="innerHTML">{part}</hx-partial>'
