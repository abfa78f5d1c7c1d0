"""A page in plain words for people who doubt the dice, with all rolls of a game and of this server as pictures."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.presentation.doubts import DoubtedGame, doubted_game, nothing_new
from wormgrill.presentation.fairness import together
from wormgrill.presentation.histogram import make_histogram
from wormgrill.server.pages.replay import Shown, ShownLink, ShownTable, work_on
from wormgrill.server.pages.responses import page, same_for_strangers
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)


@router.get("/fair-dice")
async def of_server(visit: Visiting) -> Response:
    """The dice of this server."""
    return await same_for_strangers(visit, _page)


@router.get("/t/{table_id}/fair-dice")
async def of_table(visit: Visiting, shown: ShownTable) -> Response:
    """The dice of a table's game, and of this server."""
    return await _page(visit, shown)


@router.get("/record/{code}/fair-dice")
async def of_link(visit: Visiting, shown: ShownLink) -> Response:
    """The dice of the game in a link, which may have been played anywhere, and of this server."""
    return await _page(visit, shown)


async def _page(visit: Visit, shown: Shown | None = None) -> Response:
    words = visit.words
    game: DoubtedGame | None = await work_on(visit, doubted_game, shown.replay) if shown else None
    urls = {"replay": "", "record": "", "verify": "", "table": "", "rules": ""}
    if shown and game:
        urls = {
            "replay": f"{shown.home}/replay",
            "record": f"{shown.home}/record.txt",
            "verify": f"{shown.home}/verify",
            "table": shown.table,
            "rules": rules_url(game.dice.facts.rules),
        }
    values = {
        "game": game,
        "server": make_histogram(await visit.services.store.tally(), words),
        "nothing_new": nothing_new(),
        "together": together(words),
        "urls": urls,
    }
    return page(visit, "fair_dice.html", values)
