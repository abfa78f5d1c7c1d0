"""What players ask about the rules, and what is answered at a table; docs/rulings.md is made of it too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormgrill.game.rules import Rules, Specialist
from wormgrill.presentation import rulings_classic as classic
from wormgrill.presentation import rulings_deluxe as deluxe
from wormgrill.presentation.pictures import Picture, figure
from wormgrill.presentation.question import Question, Topic
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words

QUESTIONS: tuple[Question, ...] = (
    *classic.TURN,
    *classic.TAKING,
    *classic.FAILING,
    *deluxe.BRATWORMS,
    *deluxe.SPECIALISTS,
    *deluxe.CANNED_WORM,
    *deluxe.HEN,
    *deluxe.RAVEN,
    *deluxe.WEASEL,
    *deluxe.GOLDEN_DIE,
    *deluxe.EXPANSION,
    *classic.END,
)
"""Topic by topic, in the order in which they are read."""
BY_ID = {question.id: question for question in QUESTIONS}


@dataclass(frozen=True)
class Asked:
    """A question and its answer at one table, in the reader's language."""

    id: str
    topic: Topic
    title: str
    answer: str
    picture: Picture = ()


def asked(question: Question, rules: Rules, words: Words) -> Asked:
    """A question with what holds under these rules.

    >>> from wormgrill.game.rules import parse_rules
    >>> from wormgrill.presentation.words import words_of
    >>> asked(BY_ID["have-to-take"], parse_rules("classic-2014"), words_of("en")).answer
    'Yes. If you stop and there is something to take, you take it.'
    """
    answer = " ".join(words.gettext(part.text) for part in question.answers if part.when(rules))
    return Asked(question.id, question.topic, words.gettext(question.text), answer)


def questions_of(rules: Rules, words: Words) -> Iterator[Asked]:
    """All questions that can come up under these rules."""
    return (asked(question, rules, words) for question in QUESTIONS if question.applies(rules))


def asked_about(specialist: Specialist, words: Words) -> Asked:
    """What a specialist does, as a question and its answer."""
    _ = words.gettext
    title = {
        Specialist.CANNED_WORM: _("What does the canned worm do?"),
        Specialist.HEN: _("What does the hen do?"),
        Specialist.RAVEN: _("What does the raven do?"),
        Specialist.WEASEL: _("What does the weasel do?"),
        Specialist.GOLDEN_DIE: _("What does the golden die do?"),
        Specialist.APPLE: _("What does the apple do?"),
    }[specialist]
    power = Teller(words, ()).power(specialist)
    return Asked(place_of(specialist), Topic.SPECIALISTS, title, power, figure(specialist))


def place_of(specialist: Specialist) -> str:
    """Where the rules tell of a specialist, as it stands in an address after the `#`."""
    return f"the-{specialist.value.replace('_', '-')}"
