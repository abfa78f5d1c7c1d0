"""Reasons: why a move, as a message id with numbers, and the English words for it.

The words are kept apart from the players so that they can be translated: `explain` takes a language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from types import MappingProxyType
from typing import Protocol

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
        "roll.start": Message("Roll all the dice. On average %(value)s worms, failing %(fail)s of the time."),
        "roll.golden": Message("Roll with the golden die. On average %(value)s worms, failing %(fail)s of the time."),
        "roll.on": Message(
            "Roll again with %(points)d point. On average %(value)s worms, failing %(fail)s of the time.",
            "Roll again with %(points)d points. On average %(value)s worms, failing %(fail)s of the time.",
            "points",
        ),
        "keep": Message(
            "Keep the %(face)s: %(points)s, %(dice)d die left. "
            "On average %(value)s worms, failing %(fail)s of the time.",
            "Keep the %(face)s: %(points)s, %(dice)d dice left. "
            "On average %(value)s worms, failing %(fail)s of the time.",
            "dice",
        ),
        "keep.worms": Message(
            "Keep the worms: %(points)s, %(dice)d die left. On average %(value)s worms, failing %(fail)s of the time.",
            "Keep the worms: %(points)s, %(dice)d dice left. On average %(value)s worms, failing %(fail)s of the time.",
            "dice",
        ),
        "keep.bratworm": Message(
            "Keep the 1s and earn a bratworm: %(points)s, %(dice)d die left. "
            "On average %(value)s worms, failing %(fail)s of the time.",
            "Keep the 1s and earn a bratworm: %(points)s, %(dice)d dice left. "
            "On average %(value)s worms, failing %(fail)s of the time.",
            "dice",
        ),
        "weasel": Message(
            "Let the weasel roll these dice again. On average %(value)s worms, failing %(fail)s of the time."
        ),
        "stop.take": Message(
            "Stop and take tile %(tile)d with %(worms)d worm.",
            "Stop and take tile %(tile)d with %(worms)d worms.",
            "worms",
        ),
        "stop.steal": Message(
            "Stop and steal tile %(tile)d with %(worms)d worm from %(name)s.",
            "Stop and steal tile %(tile)d with %(worms)d worms from %(name)s.",
            "worms",
        ),
        "stop.hen": Message("Stop and get %(name)s's hen."),
        "stop.fail": Message("Stopping here is a failed attempt."),
        "stop.pass": Message("Stop and take nothing: a failed attempt on purpose."),
        "claim.take": Message(
            "Take tile %(tile)d with %(worms)d worm from the grill.",
            "Take tile %(tile)d with %(worms)d worms from the grill.",
            "worms",
        ),
        "claim.steal": Message(
            "Steal tile %(tile)d with %(worms)d worm from %(name)s.",
            "Steal tile %(tile)d with %(worms)d worms from %(name)s.",
            "worms",
        ),
        "claim.hen": Message("Get %(name)s's hen."),
        "claim.pass": Message("Take nothing: a failed attempt on purpose."),
        "rob": Message(
            "Take the bratworm from %(name)s, who has %(worms)d worm.",
            "Take the bratworm from %(name)s, who has %(worms)d worms.",
            "worms",
        ),
        "retain": Message("Owning %(specialist)s is worth about %(value)s worms."),
        "impression": Message("This looks like %(value)s worms on average."),
        # the champion
        "win.start": Message("Roll all the dice: %(win)s of games are won from here."),
        "win.golden": Message("Roll with the golden die: %(win)s of games are won from here."),
        "win.roll": Message("Roll again: that wins %(win)s of games and fails %(fail)s of the time."),
        "win.roll.better": Message("Roll again: that wins %(win)s of games, while stopping here wins only %(other)s."),
        "win.roll.worse": Message("Roll again: that wins only %(win)s of games and fails %(fail)s of the time."),
        "win.keep": Message("Keep the %(face)s: that wins %(win)s of games and fails %(fail)s of the time."),
        "win.keep.worms": Message("Keep the worms: that wins %(win)s of games and fails %(fail)s of the time."),
        "win.weasel": Message("Let the weasel roll these dice again: that wins %(win)s of games."),
        "win.stop": Message("Stop with %(points)d points: that wins %(win)s of games."),
        "win.stop.better": Message(
            "Stop with %(points)d points: that wins %(win)s of games. Rolling again would win only %(other)s."
        ),
        "win.stop.worse": Message("Stop with %(points)d points: that wins only %(win)s of games."),
        "win.stop.fail": Message("Stop and take nothing: that wins %(win)s of games."),
        "win.take": Message("Take tile %(tile)d from the grill: that wins %(win)s of games."),
        "win.steal": Message("Steal from %(name)s: that wins %(win)s of games."),
        "win.rob": Message("Take the bratworm from %(name)s: that wins %(win)s of games."),
        "win.pass": Message("Take nothing: that wins %(win)s of games."),
        "win.retain": Message("With %(specialist)s, %(win)s of games are won."),
        # one move beside another, by its chances
        "why.roll": Message("Rolling again fails %(fail)s of the time and wins %(win)s of games."),
        "why.golden": Message("With the golden die %(fail)s of turns fail, and %(win)s of games are won."),
        "why.plain": Message("Without the golden die %(fail)s of turns fail, and %(win)s of games are won."),
        "why.keep": Message("Keeping the %(face)s fails %(fail)s of the time and wins %(win)s of games."),
        "why.keep.worms": Message("Keeping the worms fails %(fail)s of the time and wins %(win)s of games."),
        "why.weasel": Message("Another roll by the weasel fails %(fail)s of the time and wins %(win)s of games."),
        "why.stop.take": Message(
            "Stopping takes tile %(tile)d with %(worms)d worm and wins %(win)s of games.",
            "Stopping takes tile %(tile)d with %(worms)d worms and wins %(win)s of games.",
            "worms",
        ),
        "why.stop.steal": Message(
            "Stopping steals tile %(tile)d with %(worms)d worm from %(name)s and wins %(win)s of games.",
            "Stopping steals tile %(tile)d with %(worms)d worms from %(name)s and wins %(win)s of games.",
            "worms",
        ),
        "why.stop.hen": Message("Stopping gets %(name)s's hen and wins %(win)s of games."),
        "why.stop.fail": Message("Stopping here takes nothing and wins %(win)s of games."),
        "why.take": Message(
            "Taking tile %(tile)d with %(worms)d worm wins %(win)s of games.",
            "Taking tile %(tile)d with %(worms)d worms wins %(win)s of games.",
            "worms",
        ),
        "why.steal": Message(
            "Stealing tile %(tile)d with %(worms)d worm from %(name)s wins %(win)s of games.",
            "Stealing tile %(tile)d with %(worms)d worms from %(name)s wins %(win)s of games.",
            "worms",
        ),
        "why.hen": Message("Getting %(name)s's hen wins %(win)s of games."),
        "why.rob": Message("Taking the bratworm from %(name)s wins %(win)s of games."),
        "why.pass": Message("Taking nothing wins %(win)s of games."),
        "why.stolen": Message("Tile %(tile)d on top is then stolen by %(name)s at most %(other)s of the time."),
        # players that go by a feeling
        "greedy.worm": Message("A turn needs a worm."),
        "greedy.points": Message("This adds %(points)d point.", "This adds %(points)d points.", "points"),
        "greedy.stop": Message("There is something to take, so take it."),
        "greedy.roll": Message("There is nothing to take yet, so roll."),
        "greedy.go_on": Message("Rolling again might lose what can be taken now."),
        "greedy.nothing": Message("Stopping here would bring nothing."),
        "greedy.more": Message("The more the better."),
        "greedy.less": Message("Something else looks better."),
        "hatchling.many": Message("Look how many there are: %(count)d!"),
        "hatchling.roll": Message("Rolling dice is fun."),
        "hatchling.stop": Message("I have %(points)d points. That is a lot!"),
        "hatchling.pass": Message("Take nothing? Never!"),
        "hatchling.bored": Message("Stopping is boring."),
        "hatchling.whim": Message("I like this one."),
        "random": Message("Any move will do."),
    }
)
"""The English words by message id, each a literal, so that the catalogs find them all."""
SPECIALISTS: Mapping[str, str] = MappingProxyType(
    {
        Specialist.CANNED_WORM: "the canned worm",
        Specialist.HEN: "the sitting hen",
        Specialist.RAVEN: "the raven",
        Specialist.WEASEL: "the weasel",
        Specialist.GOLDEN_DIE: "the golden die",
        Specialist.APPLE: "the apple",
    }
)
"""What a specialist is called in a reason."""


class Language(Protocol):
    """How a language says messages and writes numbers."""

    def gettext(self, message: str, /) -> str:
        """The message in this language."""
        ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The message in this language, as this number of things wants it."""
        ...

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many decimal places."""
        ...

    def percent(self, share: float) -> str:
        """A share in whole percent."""
        ...


class English(NullTranslations):
    """The language of the messages themselves."""

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many decimal places."""
        return f"{value:.{digits}f}"

    def percent(self, share: float) -> str:
        """A share in whole percent."""
        return f"{share:.0%}"


ENGLISH = English()


def explain(reason: Reason, language: Language = ENGLISH, names: Sequence[str] = ()) -> str:
    """A reason in words; `names` are those of the players by seat."""
    message, numbers = MESSAGES[reason.message], dict(reason.numbers)
    if "value" in numbers:
        numbers["value"] = language.number(float(numbers["value"]), 2)
    for name in ("fail", "win", "other"):
        if name in numbers:
            numbers[name] = language.percent(float(numbers[name]))
    if message.counted == "dice":  # a second noun: the points stand as a phrase of their own
        number = int(numbers["points"])
        numbers["points"] = language.ngettext("%(number)d point", "%(number)d points", number) % {"number": number}
    if "seat" in numbers:
        seat = int(numbers["seat"])
        numbers["name"] = names[seat] if names else language.gettext("seat %(seat)d") % {"seat": seat}
    if "specialist" in numbers:
        numbers["specialist"] = language.gettext(SPECIALISTS[str(numbers["specialist"])])
    if message.counted:
        text = language.ngettext(message.text, message.plural, int(reason.numbers[message.counted]))
    else:
        text = language.gettext(message.text)
    return text % numbers
