"""What the preview of a link says where people send it to each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wormgrill.presentation.result import make_result
from wormgrill.presentation.story import Story
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words


@dataclass(frozen=True)
class Preview:
    """A title and a line or two."""

    title: str
    text: str


def start_preview(words: Words) -> Preview:
    """Of the start page."""
    _ = words.gettext
    return Preview(
        _("Pickomino: play with worms"),
        _("Pickomino, the dice game of hungry hens: roll, keep, stop in time, and steal from your neighbours."),
    )


def waiting_preview(host: str, edition: str, seats: int, open_seats: int, words: Words) -> Preview:
    """Of a table that waits for people."""
    _, n_ = words.gettext, words.ngettext
    title = _("%(name)s invites you to the grill") % {"name": host} if host else _("You are invited to the grill")
    if not open_seats:
        return Preview(title, _("%(edition)s. All seats are taken, but you can watch.") % {"edition": edition})
    text = n_(
        "%(edition)s. %(open)d of %(seats)d seats is open.",
        "%(edition)s. %(open)d of %(seats)d seats are open.",
        open_seats,
    )
    return Preview(title, text % {"edition": edition, "open": open_seats, "seats": seats})


def playing_preview(edition: str, teller: Teller) -> Preview:
    """Of a game that is being played."""
    _ = teller.words.gettext
    return Preview(
        _("At the grill: %(names)s") % {"names": ", ".join(teller.names)},
        _("%(edition)s. The game is on, and you can watch.") % {"edition": edition},
    )


def result_preview(story: Story, edition: str, teller: Teller) -> Preview:
    """Of a game that is over."""
    result = make_result(story, replace(teller, you=None))
    score = ", ".join(f"{row.name} {row.worms}" for row in result.rows)
    text = teller.words.gettext("%(edition)s. %(reason)s Worms: %(score)s.")
    return Preview(result.title, text % {"edition": edition, "reason": result.text, "score": score})
