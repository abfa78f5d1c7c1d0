"""What is proven about the dice of a game and what is not, in words (docs/fair-dice.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from wormgrill.game.fair_dice import FIRST_SCHEME, Verification
from wormgrill.presentation.words import Words

PROVEN, NOT_PROVEN, TO_KNOW = "proven", "not-proven", "to-know"
"""The kinds of a line."""
REMEMBERED = 500
"""Tables whose lines are kept: they stay the same from ply to ply."""


@dataclass(frozen=True)
class DiceLine:
    """One sentence about the dice, and its kind."""

    kind: str
    text: str


@dataclass(frozen=True)
class DiceSeat:
    """What a seat adds to the dice of its game."""

    has_committed: bool = False
    has_revealed: bool = False
    is_broken: bool = False
    """Whether a roll was made without the fresh value of a browser that had committed."""


@dataclass(frozen=True)
class DiceFacts:
    """What is known of the dice of a game that is being played."""

    scheme: str
    seats: tuple[DiceSeat, ...]
    is_revealing: bool
    """Whether the first roll is still to come, so that values can be revealed."""


@lru_cache(REMEMBERED)
def dice_lines(facts: DiceFacts, names: tuple[str, ...], words: Words) -> tuple[DiceLine, ...]:
    """What is proven about the dice of a game that goes on."""
    if facts.scheme == FIRST_SCHEME:
        return (DiceLine(NOT_PROVEN, _older(words)),)
    return tuple(_dice_lines(facts, names, words))


def _dice_lines(facts: DiceFacts, names: Sequence[str], words: Words) -> Iterator[DiceLine]:
    _ = words.gettext
    seats = list(zip(names, facts.seats, strict=True))
    revealed = _joined(name for name, seat in seats if seat.has_revealed)
    missing = _joined(name for name, seat in seats if seat.has_committed and not seat.has_revealed)
    broken = _joined(name for name, seat in seats if seat.is_broken)
    linked = _joined(name for name, seat in seats if seat.has_committed and not seat.is_broken)
    others = _joined(name for name, seat in seats if not seat.has_committed or seat.is_broken)
    text = _(
        "The server has committed to its secret. The secret is shown when the game is over, and then anyone can "
        "check every roll."
    )
    yield DiceLine(PROVEN, text)
    if revealed:
        text = _(
            "Nobody can choose or bias a roll, not even the operator of this server together with all other players: "
            "a value of %(names)s, fixed before the game, is part of every roll. "
            "This holds as long as one of these browsers runs the published script."
        )
        yield DiceLine(PROVEN, text % {"names": revealed})
    elif not (missing and facts.is_revealing):
        text = _(
            "It is not proven that the operator does not choose the dice, because no browser at the table has "
            "added a value of its own. Browsers need JavaScript to do that."
        )
        yield DiceLine(NOT_PROVEN, text)
    if missing and facts.is_revealing:
        text = _("The value that %(names)s committed to will be revealed within seconds.")
        yield DiceLine(TO_KNOW, text % {"names": missing})
    elif missing:
        yield DiceLine(NOT_PROVEN, _void(missing, words))
    if linked:
        text = _(
            "Neither the operator nor the other players, not even together, can foresee a roll of %(names)s before "
            "the click, because the click adds a fresh value."
        )
        yield DiceLine(PROVEN, text % {"names": linked})
        yield DiceLine(TO_KNOW, together(words))
    if broken:
        text = _(
            "Broken: a roll of %(names)s was made without the fresh value, so no more fresh values are accepted. A "
            "player who does this on purpose, together with the operator, can choose between two rolls once."
        )
        yield DiceLine(NOT_PROVEN, text % {"names": broken})
    if others:
        text = _("The operator could compute the rolls of %(names)s, and of people who are away, in advance.")
        yield DiceLine(TO_KNOW, text % {"names": others})
    else:
        yield DiceLine(TO_KNOW, _("The operator could compute the rolls of people who are away in advance."))


def proof_lines(result: Verification, names: Sequence[str], words: Words) -> tuple[DiceLine, ...]:
    """What is proven about the dice of a game whose rolls all match."""
    if result.scheme == FIRST_SCHEME:
        return (DiceLine(NOT_PROVEN, _older(words)),)
    return tuple(_proof_lines(result, names, words))


def _proof_lines(result: Verification, names: Sequence[str], words: Words) -> Iterator[DiceLine]:
    _, n_ = words.gettext, words.ngettext
    if result.seeded:
        text = _(
            "Nobody could choose or bias a roll, not even the operator of the server together with all other players: "
            "a value of %(names)s, fixed before the game, is part of every roll. "
            "This holds if one of these browsers ran the published script."
        )
        yield DiceLine(PROVEN, text % {"names": _joined(names[seat] for seat in result.seeded)})
    else:
        text = _(
            "It is not proven that the operator did not choose the dice, because no browser at the table had added "
            "a value of its own. Browsers need JavaScript to do that."
        )
        yield DiceLine(NOT_PROVEN, text)
    if result.linked:
        text = n_(
            "Neither the operator nor the other players, not even together, could foresee %(number)d roll before "
            "the click, because the click added a fresh value.",
            "Neither the operator nor the other players, not even together, could foresee %(number)d rolls before "
            "the click, because the click added a fresh value.",
            result.linked,
        )
        yield DiceLine(PROVEN, text % {"number": result.linked})
        yield DiceLine(TO_KNOW, together(words))
    if result.foreseeable:
        text = n_(
            "The operator could have computed %(number)d roll in advance: that of a bot, of somebody who was away, "
            "or of somebody whose browser added no fresh value.",
            "The operator could have computed %(number)d rolls in advance: those of bots, of people who were away, "
            "and of people whose browser added no fresh value.",
            result.foreseeable,
        )
        yield DiceLine(TO_KNOW, text % {"number": result.foreseeable})
    if result.withheld:
        yield DiceLine(NOT_PROVEN, _void(_joined(names[seat] for seat in result.withheld), words))
    if result.unlinked:
        text = n_(
            "Broken: %(number)d roll of a player who had committed to a value was made without a fresh one.",
            "Broken: %(number)d rolls of players who had committed to a value were made without a fresh one.",
            result.unlinked,
        )
        yield DiceLine(NOT_PROVEN, text % {"number": result.unlinked})


def together(words: Words) -> str:
    """What no scheme prevents in which a roll waits for nobody but the player who rolls."""
    return words.gettext(
        "A player and the operator together can foresee that player's own rolls, and no record shows it. To "
        "prevent this, every roll would have to wait for a value from somebody else."
    )


def _older(words: Words) -> str:
    return words.gettext(
        "These dice are of an older kind: the server drew the seeds itself. So it is not proven that the operator "
        "could not know or choose the rolls."
    )


def _void(names: str, words: Words) -> str:
    text = words.gettext(
        "Void: %(names)s committed to a value and did not reveal it in time. A player who does this on purpose, "
        "together with the operator, can choose between two courses of the game once."
    )
    return text % {"names": names}


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)
