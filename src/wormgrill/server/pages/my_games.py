"""My games: what a person has finished, the numbers about it, and how they delete both."""

from __future__ import annotations

import re

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.presentation.my_games import facts_of, game_text, groups_of
from wormgrill.presentation.numbers import Numbers
from wormgrill.presentation.words import Words
from wormgrill.server.model.ids import ID_ALPHABET, ID_LENGTH
from wormgrill.server.model.table import Presence
from wormgrill.server.pages.lobby import Card, card_of, date_of, names_of_seats
from wormgrill.server.pages.responses import page, redirect
from wormgrill.server.storage.store import FinishedGame
from wormgrill.server.web.visit import SignedIn, Visiting

router = APIRouter(include_in_schema=False)

GAMES = 20
"""So many are on one page."""
BEFORE = re.compile(rf"(\d{{1,12}}\.\d{{1,20}})-([{ID_ALPHABET}]{{{ID_LENGTH}}})")
"""The last game of a page: when it ended, and its id."""


@router.get("/me")
async def show(visit: Visiting, before: str = "", deleted: str = "") -> Response:
    """The finished games of a visitor, and on the first page the numbers about them."""
    words, person = visit.words, visit.person
    place = BEFORE.fullmatch(before)
    values = {"facts": (), "groups": (), "games": (), "older": "", "is_first": place is None}
    values |= {"missing": 0, "uncounted": 0, "is_deleted": bool(deleted)}
    if person:
        history = visit.services.history
        missing = await history.catch_up(person)
        found = await history.games(person, GAMES + 1, (float(place[1]), place[2]) if place else None)
        games, last = found[:GAMES], found[:GAMES][-1] if len(found) > GAMES else None
        numbers = {} if place else await history.numbers(person)
        total = sum(numbers.values(), Numbers())
        values |= {
            "facts": facts_of(total, words) if total.games else (),
            "groups": groups_of(numbers, words),
            "games": [_card(game, person.id, words) for game in games],
            "older": f"/me?before={last.finished_at!r}-{last.table.id}" if last else "",
            "missing": missing,
            "uncounted": 0 if place else await history.count(person) - total.games,
        }
    return page(visit, "my_games.html", values)


@router.get("/me/delete")
async def ask_to_delete(visit: SignedIn) -> Response:
    """Ask before anything is deleted, and say what becomes of it."""
    history = visit.services.history
    number = await history.catch_up(visit.me) + await history.count(visit.me)
    return page(visit, "delete_games.html", {"number": number})


@router.post("/me/delete")
async def delete(visit: SignedIn) -> Response:
    """Delete the history of a person."""
    await visit.services.history.forget(visit.me)
    return redirect("/me", deleted="1")


def _card(game: FinishedGame, person: str, words: Words) -> Card:
    table, mine = game.table, tuple(game.outcomes)
    results = list(zip(names_of_seats(table, mine, words), game.outcomes.values(), strict=True))
    others = [seat for seat in range(len(table.seats)) if seat not in mine]
    has_left = any(table.seats[seat].presence is not Presence.HERE for seat in table.seats_of(person))
    return card_of(
        table,
        words,
        names=names_of_seats(table, others, words),
        note=game_text(results, words, has_left=has_left),
        has_won=any(outcome.numbers.wins for outcome in game.outcomes.values()),
        date=date_of(game.finished_at, words),
        extra_url=f"/t/{table.id}/replay",
    )
