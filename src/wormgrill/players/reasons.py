"""Reasons: why a move, as a message id with numbers, and the English words for it.

The words are kept apart from the players so that a page can translate them: `explain` takes any object with the
`gettext` and `ngettext` of the standard library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from types import MappingProxyType

from wormgrill.game.rules import Specialist

Number = int | float | str
"""What a message is filled with; texts are faces and names of specialists."""


@dataclass(frozen=True)
class Reason:
    """Why a move: a message id and what to fill it with.

    >>> explain(Reason("stop.take", {"tile": 27, "worms": 2}))
    'Stop and take tile 27 with 2 worms.'
    """

    message: str
    numbers: Mapping[str, Number] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.message not in MESSAGES:
            raise ValueError(f"{self.message!r} is not the id of a message")
        object.__setattr__(self, "numbers", dict(self.numbers))


@dataclass(frozen=True)
class Message:
    """The English of a reason; `plural` is used when the number named `counted` is not one."""

    text: str
    plural: str = ""
    counted: str = ""


MESSAGES: Mapping[str, Message] = MappingProxyType(
    {
        # players that calculate
        "roll.start": Message("Roll all dice. On average {value:.2f} worms, failing {fail:.0%} of the time."),
        "roll.golden": Message(
            "Roll with the golden die. On average {value:.2f} worms, failing {fail:.0%} of the time."
        ),
        "roll.on": Message(
            "Roll on with {points} points. On average {value:.2f} worms, failing {fail:.0%} of the time."
        ),
        "keep": Message(
            "Keep the {face}: {points} points, {dice} die left. "
            "On average {value:.2f} worms, failing {fail:.0%} of the time.",
            "Keep the {face}: {points} points, {dice} dice left. "
            "On average {value:.2f} worms, failing {fail:.0%} of the time.",
            "dice",
        ),
        "keep.bratworm": Message(
            "Keep the {face}s and earn a bratworm: {points} points, {dice} die left. "
            "On average {value:.2f} worms, failing {fail:.0%} of the time.",
            "Keep the {face}s and earn a bratworm: {points} points, {dice} dice left. "
            "On average {value:.2f} worms, failing {fail:.0%} of the time.",
            "dice",
        ),
        "weasel": Message(
            "Let the weasel roll these dice again. On average {value:.2f} worms, failing {fail:.0%} of the time."
        ),
        "stop.take": Message(
            "Stop and take tile {tile} with {worms} worm.", "Stop and take tile {tile} with {worms} worms.", "worms"
        ),
        "stop.steal": Message(
            "Stop and steal tile {tile} with {worms} worm from seat {seat}.",
            "Stop and steal tile {tile} with {worms} worms from seat {seat}.",
            "worms",
        ),
        "stop.hen": Message("Stop and get the hen of seat {seat}."),
        "stop.fail": Message("Stopping here is a failed attempt."),
        "claim.grill": Message(
            "Take tile {tile} with {worms} worm from the grill.",
            "Take tile {tile} with {worms} worms from the grill.",
            "worms",
        ),
        "claim.steal": Message(
            "Steal tile {tile} with {worms} worm from seat {seat}.",
            "Steal tile {tile} with {worms} worms from seat {seat}.",
            "worms",
        ),
        "claim.hen": Message("Get the hen of seat {seat}."),
        "rob": Message(
            "Take the bratworm from seat {seat}, who has {worms} worm.",
            "Take the bratworm from seat {seat}, who has {worms} worms.",
            "worms",
        ),
        "retain": Message("The {specialist} is worth about {value:.1f} worms."),
        "impression": Message("This looks like {value:.2f} worms on average."),
        # players that go by a feeling
        "greedy.worm": Message("A turn needs a worm."),
        "greedy.points": Message("This adds {points} point.", "This adds {points} points.", "points"),
        "greedy.stop": Message("There is something to take: take it."),
        "greedy.roll": Message("Nothing to take yet: roll."),
        "greedy.go_on": Message("Rolling on might lose what is there to take."),
        "greedy.nothing": Message("Stopping here would bring nothing."),
        "greedy.more": Message("The more the better."),
        "greedy.less": Message("Something else looks better."),
        "hatchling.many": Message("So many of them: {count}!"),
        "hatchling.roll": Message("Rolling dice is fun."),
        "hatchling.stop": Message("I have {points} points. That is a lot!"),
        "hatchling.bored": Message("Stopping is boring."),
        "hatchling.whim": Message("I like this one."),
        "random": Message("Any move will do."),
    }
)
"""The English words by message id, each a literal, so that `pybabel extract -k Message:1,2` finds them all."""


def explain(reason: Reason, translations: NullTranslations | None = None) -> str:
    """A reason in words, in English or as translated."""
    words = translations or NullTranslations()
    message = MESSAGES[reason.message]
    if message.counted:
        text = words.ngettext(message.text, message.plural, int(reason.numbers[message.counted]))
    else:
        text = words.gettext(message.text)
    numbers = dict(reason.numbers)
    if "specialist" in numbers:
        numbers["specialist"] = words.gettext(Specialist(str(numbers["specialist"])).label)
    return text.format(**numbers)
