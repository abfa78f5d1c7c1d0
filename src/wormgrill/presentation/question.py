"""A question about the rules: what a player asks, what is answered under which rules, and where it is settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from wormgrill.game.rules import GoldenDieJoins, LowerTile, Rules, ShortGame, Specialist
from wormgrill.game.tiles import LOWEST_STEALABLE

Condition = Callable[[Rules], bool]
"""Whether something holds at a table with these rules."""


class Topic(StrEnum):
    """What a question is about."""

    TURN = "turn"
    TAKING = "taking"
    FAILING = "failing"
    BRATWORMS = "bratworms"
    SPECIALISTS = "specialists"
    END = "end"


class Chapter(StrEnum):
    """Where docs/rulings.md tells of a ruling."""

    EVERY_EDITION = "Every edition"
    DELUXE = "Deluxe"
    EXTRAWURM = "Extrawurm"


@dataclass(frozen=True)
class Ruling:
    """A point that the rulebooks leave open, and what was decided: a row of docs/rulings.md."""

    chapter: Chapter
    point: str
    where_open: str
    ruling: str
    tests: tuple[str, ...]
    """The tests that hold it, below `tests/rules/`."""


def always(_rules: Rules) -> bool:
    """It holds at every table."""
    return True


@dataclass(frozen=True)
class Answer:
    """A part of an answer: a sentence or two that hold under some rules."""

    text: str
    when: Condition = always


@dataclass(frozen=True)
class Question:
    """What a player may ask, such as "Must I steal?"; all texts are marked for the catalogs."""

    id: str
    """Its place in an address, after the `#`."""
    topic: Topic
    text: str
    answers: tuple[Answer, ...]
    """Those that hold at a table are its answer there, one after the other."""
    rulings: tuple[Ruling, ...] = ()
    """The open points that it settles."""
    applies: Condition = always


# ------------------------------------------------------------------------------------------------ conditions


def both(*conditions: Condition) -> Condition:
    """All of them hold."""
    return lambda rules: all(condition(rules) for condition in conditions)


def no(condition: Condition) -> Condition:
    """It does not hold."""
    return lambda rules: not condition(rules)


def with_specialist(specialist: Specialist) -> Condition:
    """This specialist is in the game."""
    return lambda rules: rules.has(specialist)


def with_specialists(rules: Rules) -> bool:
    """A specialist is in the game."""
    return bool(rules.specialists)


def with_owned_specialists(rules: Rules) -> bool:
    """There is a specialist that players can have: any but the raven."""
    return _owned_specialists(rules) > 0


def with_two_owned_specialists(rules: Rules) -> bool:
    """There are two specialists or more that players can have."""
    return _owned_specialists(rules) > 1


def _owned_specialists(rules: Rules) -> int:
    return sum(specialist is not Specialist.RAVEN for _, specialist in rules.specialists)


def with_bratworms(rules: Rules) -> bool:
    """There are bratworms."""
    return bool(rules.bratworms)


def with_low_tiles(rules: Rules) -> bool:
    """11 or 13 is in the game."""
    return rules.tiles[0] < LOWEST_STEALABLE


def with_any_lower_tile(rules: Rules) -> bool:
    """Players choose among all lower tiles."""
    return rules.lower_tile is LowerTile.ANY


def with_declined_steals(rules: Rules) -> bool:
    """A player who could steal may take a lower tile instead."""
    return rules.decline_steal


def with_passing(rules: Rules) -> bool:
    """A player may take nothing."""
    return rules.may_pass


def with_short_game(kind: ShortGame) -> Condition:
    """This tile is turned over after a failed attempt."""
    return lambda rules: rules.short_game is kind


def with_golden_die(faces: str) -> Condition:
    """A golden die with these faces is in the game."""
    return lambda rules: rules.has(Specialist.GOLDEN_DIE) and rules.golden_die_faces == faces


def with_late_golden_die(rules: Rules) -> bool:
    """The golden die may be added to any roll."""
    return rules.golden_die_joins is GoldenDieJoins.ANY_ROLL


def with_name(edition: str) -> Condition:
    """The table is named after this edition: for questions about its box, never about a rule."""
    return lambda rules: rules.edition == edition
