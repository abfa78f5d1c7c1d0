"""What a person has played, in words: how each game ended for them, and the numbers of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wormgrill.game.rules import EDITIONS
from wormgrill.presentation.labels import edition_title
from wormgrill.presentation.numbers import Numbers, Outcome
from wormgrill.presentation.words import Words

ENOUGH = 20
"""A share of fewer things than this is not told in percent: that would be more exact than anybody knows."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number about a person."""

    label: str
    value: str
    note: str = ""
    """What else there is to say of it."""


@dataclass(frozen=True, slots=True)
class Group:
    """The games of one kind."""

    title: str
    wins: str
    worms: str
    """On average."""


def facts_of(numbers: Numbers, words: Words) -> tuple[Fact, ...]:
    """All numbers about a person who has played at least one game."""
    _, n_ = words.gettext, words.ngettext
    times = n_("Others stole from you %(number)s time.", "Others stole from you %(number)s times.", numbers.stolen)
    points = n_("%(number)s point", "%(number)s points", numbers.most_points)
    tile = _("Highest tile you took: %(tile)s") % {"tile": words.count(numbers.highest_tile)}
    return (
        Fact(_("Games"), words.count(numbers.games)),
        Fact(_("Won"), _of(numbers.wins, numbers.games, words), _win_note(numbers, words)),
        Fact(_("Worms per game"), _average(numbers, words)),
        Fact(_("Failed turns"), _of(numbers.fails, numbers.turns, words), _share(numbers.fails, numbers.turns, words)),
        Fact(_("Tiles stolen"), words.count(numbers.steals), times % {"number": words.count(numbers.stolen)}),
        Fact(
            _("Best turn"),
            points % {"number": words.count(numbers.most_points)} if numbers.most_points else _("None yet"),
            tile if numbers.highest_tile else "",
        ),
        *((_luck(numbers, words),) if numbers.reviewed else ()),
    )


def _luck(numbers: Numbers, words: Words) -> Fact:
    """What the dice brought, in the games that were reviewed."""
    points = words.number(numbers.luck / 10_000 / numbers.reviewed, 1)
    told = words.gettext("%(points)s points per game") % {"points": points if numbers.luck <= 0 else f"+{points}"}
    note = words.ngettext("in %(number)s reviewed game", "in %(number)s reviewed games", numbers.reviewed)
    return Fact(words.gettext("Luck"), told, note % {"number": words.count(numbers.reviewed)})


def groups_of(numbers: Mapping[tuple[str, int], Numbers], words: Words) -> tuple[tuple[Group, ...], ...]:
    """The games by edition, and by number of players; only what somebody has played in more than one way."""
    n_ = words.ngettext
    editions = [name for name in EDITIONS if any(edition == name for edition, _ in numbers)]
    sizes = sorted({players for _, players in numbers})
    by_edition = tuple(
        _group(edition_title(name, words), (each for (edition, _), each in numbers.items() if edition == name), words)
        for name in editions
    )
    by_size = tuple(
        _group(
            n_("%(number)d player", "%(number)d players", size) % {"number": size},
            (each for (_, players), each in numbers.items() if players == size),
            words,
        )
        for size in sizes
    )
    return tuple(groups for groups in (by_edition, by_size) if len(groups) > 1)


def _group(title: str, numbers: Iterable[Numbers], words: Words) -> Group:
    all_of_them = sum(numbers, Numbers())
    return Group(title, _of(all_of_them.wins, all_of_them.games, words), _average(all_of_them, words))


def _win_note(numbers: Numbers, words: Words) -> str:
    shared = words.ngettext("%(number)s of them shared", "%(number)s of them shared", numbers.shared_wins)
    shared = shared % {"number": words.count(numbers.shared_wins)} if numbers.shared_wins else ""
    return ", ".join(filter(None, (_share(numbers.wins, numbers.games, words), shared)))


def _of(part: int, whole: int, words: Words) -> str:
    """A part of things that can be counted.

    >>> from wormgrill.presentation.words import words_of
    >>> _of(1, 2, words_of("en"))
    '1 of 2'
    """
    return words.gettext("%(part)s of %(whole)s") % {"part": words.count(part), "whole": words.count(whole)}


def _share(part: int, whole: int, words: Words) -> str:
    """The same in percent, if there are enough things."""
    return words.percent(part / whole) if whole >= ENOUGH else ""


def _average(numbers: Numbers, words: Words) -> str:
    return words.number(numbers.worms / numbers.games, 1)


# ------------------------------------------------------------------------------------------------ one game


def game_text(results: Sequence[tuple[str, Outcome]], words: Words, *, has_left: bool = False) -> str:
    """How a game ended for the people on one device: each of them with their name, but one alone without it."""
    _ = words.gettext
    if len(results) == 1:
        text = result_text(results[0][1], words)
        return _("%(result)s (a bot played on for you)") % {"result": text} if has_left else text
    texts = (_("%(name)s: %(result)s") % {"name": name, "result": result_text(each, words)} for name, each in results)
    return " · ".join(texts)


def result_text(outcome: Outcome, words: Words) -> str:
    """How a game ended for a player."""
    n_, worms = words.ngettext, outcome.numbers.worms
    if outcome.is_shared_win:
        text = n_("Shared win with %(worms)d worm", "Shared win with %(worms)d worms", worms)
    elif outcome.numbers.wins:
        text = n_("Won with %(worms)d worm", "Won with %(worms)d worms", worms)
    else:
        text = n_(
            "Place %(place)d of %(players)d with %(worms)d worm",
            "Place %(place)d of %(players)d with %(worms)d worms",
            worms,
        )
    return text % {"worms": worms, "place": outcome.place, "players": outcome.players}
