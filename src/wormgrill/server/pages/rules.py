"""The rules of any table, in full: a page for each text of rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from markupsafe import Markup
from starlette.responses import Response

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.rules import DEFAULT_EDITION, EDITIONS, Rules, format_rules, parse_rules
from wormgrill.presentation.labels import edition_title
from wormgrill.presentation.rulebook import make_rulebook
from wormgrill.presentation.synonyms import small_words, synonyms
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import words_of
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page
from wormgrill.server.web.visit import Visiting

router = APIRouter(include_in_schema=False)

REMEMBERED_TEXTS = 100
"""Rules in full, of all tables and in all languages."""


async def rules_of(of: str = DEFAULT_EDITION) -> Rules:
    """The rules that a text names, such as `deluxe-2018 short_game`."""
    try:
        return parse_rules(of)
    except InvalidNotation as problem:
        raise InvalidRequest(str(problem)) from None


RulesOf = Annotated[Rules, Depends(rules_of)]


@router.get("/rules")
async def show(visit: Visiting, rules: RulesOf) -> Response:
    """The page of these rules."""
    values = {
        "title": Teller(visit.words, ()).edition(rules),
        "rules_text": rules_text(rules, visit.words.language, level=2),
        "editions": [(edition_title(name, visit.words), rules_url(EDITIONS[name])) for name in EDITIONS],
    }
    return page(visit, "rules.html", values)


@router.get("/rules/text")
async def show_text(visit: Visiting, rules: RulesOf) -> Response:
    """These rules for the page of a table, which asks for them when somebody wants to read them."""
    return html(visit, rules_text(rules, visit.words.language, level=3))


@lru_cache(REMEMBERED_TEXTS)
def rules_text(rules: Rules, language: str, *, level: int) -> Markup:
    """These rules in full, under headings of this level: the same for all who read them in this language."""
    rulebook = make_rulebook(rules, Teller(words_of(language), ()))
    known = {"synonyms": synonyms(language), "small_words": small_words(language)}
    text = render("_rules.html", language, rulebook=rulebook, here=rules_url(rules), level=level, **known)
    return Markup(text)  # noqa: S704  # our own template


def rules_url(rules: Rules) -> str:
    """The address of the page that tells these rules."""
    return f"/rules?{_query(rules)}"


def rules_text_url(rules: Rules) -> str:
    """The address of the text of that page alone."""
    return f"/rules/text?{_query(rules)}"


def _query(rules: Rules) -> str:
    return urlencode({"of": format_rules(rules)})
