"""What people choose for a table, in words: editions, paces, the levels of the bots; and names to begin with."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.rules import GoldenDieJoins, LowerTile, Rules, ShortGame
from wormgrill.players.levels import KNOWN_LEVELS, level_named

if TYPE_CHECKING:  # the storage knows some labels, and needs no words
    from wormgrill.presentation.words import Words

PACES = ("relaxed", "live 20", "live 60", "live 180", "mail 1", "mail 3", "mail 7")
"""The paces offered for a new table."""
SOMEBODY = "Somebody"
"""The name of a player who has deleted their history, in the games of others."""


def suggested_name(words: Words) -> str:
    """A bird's name in the reader's language, for a person without a name."""
    birds = words.gettext(
        "Bullfinch Chaffinch Dunnock Fieldfare Goldfinch Jackdaw Kestrel Lapwing Magpie Nightingale Nuthatch Redstart"
        " Robin Siskin Skylark Starling Swift Thrush Wagtail Wren"
    ).split()
    return secrets.choice(birds)


def edition_title(edition: str, words: Words) -> str:
    """What an edition is called: the game and its year."""
    _ = words.gettext
    names = {"extrawurm": _("Pickomino Extrawurm"), "deluxe": _("Pickomino Deluxe")}
    family, _dash, year = edition.rpartition("-")
    return _("%(game)s (%(year)s)") % {"game": names.get(family, _("Pickomino")), "year": year}


def edition_line(edition: str, words: Words) -> str:
    """An edition in one line."""
    _ = words.gettext
    lines = {
        "classic-2014": _("Sixteen tiles, eight dice, and neighbours who steal."),
        "classic-2005": _("The same, but a player who could steal may take from the grill instead."),
        "extrawurm-2015": _(
            "The expansion, by published descriptions: two more tiles, bratworms, and five specialists."
        ),
        "deluxe-2018": _("Two more tiles, bratworms, and six specialists who bend the rules."),
    }
    return lines.get(edition, "")


def level_title(level: str, words: Words) -> str:
    """The name of a level."""
    return words.gettext(level_named(level).title)


def shown_name(name: str, level: str | None, words: Words) -> str:
    """How a player is called; a bot that is called after its level is called so in the reader's language.

    So is somebody who has deleted their history, with a number if there are several.
    """
    if level is None:
        is_somebody = re.fullmatch(rf"{SOMEBODY}( \d)?", name)
        return words.gettext("Somebody") + name.removeprefix(SOMEBODY) if is_somebody else name
    title = level_named(level).title if level in KNOWN_LEVELS else ""
    return words.gettext(title) + name.removeprefix(title) if title and name.startswith(title) else name


def level_option(level: str, words: Words) -> str:
    """A level with how well it plays, as one line of a list."""
    return words.gettext("%(level)s (%(line)s)") % {
        "level": level_title(level, words),
        "line": level_line(level, words),
    }


def level_line(level: str, words: Words) -> str:
    """How well a level plays."""
    return words.gettext(level_named(level).strength)


def pace_title(seconds: float | None, words: Words) -> str:
    """How long a move may take; None is without a clock."""
    if seconds is None:
        return words.gettext("No clock")
    n_ = words.ngettext
    length, day, minute = timedelta(seconds=seconds), timedelta(days=1), timedelta(minutes=1)
    if not length % day:
        return n_("%(number)d day per move", "%(number)d days per move", length // day) % {"number": length // day}
    if not length % minute:
        number = length // minute
        return n_("%(number)d minute per move", "%(number)d minutes per move", number) % {"number": number}
    number = int(seconds)
    return n_("%(number)d second per move", "%(number)d seconds per move", number) % {"number": number}


def house_options(rules: Rules) -> dict[str, object]:
    """The axes on which a table differs from its edition; which golden die is in the box is no rule of the house."""
    return {axis: value for axis, value in rules.options.items() if axis != "golden_die_faces"}


def differences(rules: Rules, words: Words) -> tuple[str, ...]:
    """Where these rules differ from their edition, each in a few words."""
    _ = words.gettext
    names: dict[tuple[str, object], str] = {
        ("decline_steal", True): _("stealing is optional"),
        ("decline_steal", False): _("stealing is mandatory"),
        ("short_game", ShortGame.ON): _("short game"),
        ("short_game", ShortGame.RETURNED): _("short game, to the letter"),
        ("golden_die_faces", GOLDEN_DIE_FACES[0]): _("golden die like the others"),
        ("golden_die_faces", GOLDEN_DIE_FACES[1]): _("golden die with 1s and worms only"),
        ("lower_tile", LowerTile.ANY): _("any lower tile"),
        ("may_pass", True): _("taking nothing is allowed"),
        ("golden_die_joins", GoldenDieJoins.ANY_ROLL): _("golden die at any roll"),
    }
    others = {
        "tiles": _("other tiles"),
        "bratworms": _("another number of bratworms"),
        "specialists": _("other specialists"),
    }
    return tuple(others[axis] if axis in others else names[axis, value] for axis, value in rules.options.items())
