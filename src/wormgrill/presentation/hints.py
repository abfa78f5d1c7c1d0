"""What a choice is worth, in numbers that can be shown: hints for people, and what a bot has thought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wormgrill.game.state import State
from wormgrill.players.player import Thought
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words


@dataclass(frozen=True)
class Hint:
    """One option with its value and its risk."""

    value: str
    """Worms to be expected, as the language writes it."""
    fail: str
    """The chance that the turn fails."""
    fill: int
    """The value as a bar, 0 to 100."""
    risk: int
    """The chance to fail as a bar, 0 to 100."""
    is_best: bool
    label: str


@dataclass(frozen=True)
class ThoughtView:
    """One option as a bot saw it."""

    move: str
    value: str
    fill: int
    """The value as a bar, 0 to 100."""
    reason: str
    """Why, in the bot's own words."""


@dataclass(frozen=True)
class Thinking:
    """What a bot considered before its last move."""

    title: str
    unit: str
    """What the values are."""
    options: tuple[ThoughtView, ...]
    """The best first: that is what it played."""


def make_hints(odds: Mapping[str, Any] | None, words: Words) -> dict[str, Hint]:
    """Hints by the text of the move, from the odds of a position.

    >>> from wormgrill.presentation.words import words_of
    >>> odds = {"best": "stop", "options": [{"move": "stop", "value": 2.0, "fail": 0.0, "results": {}}]}
    >>> make_hints(odds, words_of("en"))["stop"].label
    '2.00 worms on average, 0% chance of failing'
    """
    if not odds:
        return {}
    options = odds["options"]
    scale = bars(float(option["value"]) for option in options)
    return {
        option["move"]: _hint(option, fill, option["move"] == odds["best"], words)
        for option, fill in zip(options, scale, strict=True)
    }


def _hint(option: Mapping[str, Any], fill: int, is_best: bool, words: Words) -> Hint:
    value, fail = words.number(option["value"], 2), words.percent(option["fail"])
    label = words.gettext("%(value)s worms on average, %(fail)s chance of failing") % {"value": value, "fail": fail}
    return Hint(value, fail, fill, round(100 * option["fail"]), is_best, label)


def bars(values: Iterable[float]) -> list[int]:
    """Values as lengths of bars from 0 to 100; what is worth nothing or less has no length.

    >>> bars([2.0, 0.5, -1.0])
    [100, 25, 0]
    """
    found = list(values)
    longest = max((value for value in found if value > 0), default=1.0)
    return [round(100 * max(0.0, value) / longest) for value in found]


def make_thinking(teller: Teller, before: State, thoughts: Sequence[Thought]) -> Thinking:
    """What a bot considered: its options in words, with their values and reasons, best first."""
    lengths = bars(thought.value for thought in thoughts)
    shown = tuple(
        ThoughtView(
            move=teller.short(before, thought.move),
            value=teller.words.percent(thought.value) if thought.is_chance else teller.words.number(thought.value, 2),
            fill=fill,
            reason=teller.reason(thought.reason),
        )
        for thought, fill in zip(thoughts, lengths, strict=True)
    )
    _ = teller.words.gettext
    is_chance = any(thought.is_chance for thought in thoughts)
    unit = _("Chance to win the game") if is_chance else _("In worms, as this player counts them")
    return Thinking(_("What %(name)s considered") % {"name": teller.names[before.seat]}, unit, shown)
