"""People: a person as a value, and what a name and a language may be."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from wormgrill.game.errors import quoted
from wormgrill.game.record import MAX_NAME, name_problem
from wormgrill.presentation.birds import BIRDS
from wormgrill.server.model.refusals import InvalidRequest

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")


@dataclass(frozen=True, slots=True)
class Person:
    """A person, known by a token."""

    id: str
    name: str
    language: str
    is_client: bool = False
    """Whether a program speaks for them over the API, this time."""
    bird: str | None = None
    """The bird that they have chosen as their face; None if it is given by their name."""
    is_muted: bool = False
    """Whether the operator of the server has muted them at all tables."""
    seen_at: float = field(default=0.0, compare=False)
    """When it was last remembered that their token is used."""


def checked_name(name: str) -> str:
    """The name itself; `InvalidRequest` if nobody can be called so."""
    if problem := name_problem(name):
        raise InvalidRequest(problem)
    return name


def checked_language(language: str) -> str:
    """The tag of a language itself; `InvalidRequest` if it is none."""
    if not LANGUAGE.fullmatch(language):
        raise InvalidRequest(f"{quoted(language)} is not a language such as 'de' or 'pt-BR'.")
    return language


def checked_bird(bird: str) -> str:
    """The bird itself; `InvalidRequest` if people cannot choose it."""
    if bird not in BIRDS:
        raise InvalidRequest(f"{quoted(bird)} is not one of the birds: {', '.join(BIRDS)}.")
    return bird


def readable_name(name: str) -> str:
    """A name as it was meant: without what cannot be printed, and not too long."""
    printable = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return printable[:MAX_NAME].strip()
