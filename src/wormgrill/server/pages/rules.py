"""The rules of any table, in full: a page for each text of rules."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.rules import DEFAULT_EDITION, EDITIONS, Rules, format_rules, parse_rules
from wormgrill.presentation.labels import edition_title
from wormgrill.presentation.rulebook import make_rulebook
from wormgrill.presentation.teller import Teller
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.pages.responses import page
from wormgrill.server.web.visit import Visiting

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def rules(visit: Visiting, of: str = DEFAULT_EDITION) -> Response:
    """The rules that a text names, such as `deluxe-2018 short_game`."""
    try:
        chosen = parse_rules(of)
    except InvalidNotation as problem:
        raise InvalidRequest(str(problem)) from None
    values = {
        "rulebook": make_rulebook(chosen, Teller(visit.words, ())),
        "editions": [(edition_title(name, visit.words), rules_url(EDITIONS[name])) for name in EDITIONS],
    }
    return page(visit, "rules.html", values)


def rules_url(rules: Rules) -> str:
    """The address of the page that tells these rules."""
    return f"/rules?{urlencode({'of': format_rules(rules)})}"
