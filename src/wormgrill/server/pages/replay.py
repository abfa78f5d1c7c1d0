"""Finished games: replayed move by move, downloaded, opened from a file, and their dice verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.datastructures import UploadFile
from starlette.responses import PlainTextResponse, Response

from wormgrill.game.errors import MAX_QUOTED, InvalidNotation
from wormgrill.game.events import events
from wormgrill.game.fair_dice import TAGS, Verification, verify
from wormgrill.game.record import Game, format_game, parse_games
from wormgrill.game.state import Phase, apply
from wormgrill.presentation.board import Facts, SeatFacts, TableView
from wormgrill.presentation.moments import MAX_RECORD_BYTES, Moments, decode_record, encode_record, moments_of
from wormgrill.presentation.result import make_result
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, names_of, specialists_of, travelling
from wormgrill.presentation.words import Words
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.model.table import Life
from wormgrill.server.pages.lobby import Card, date_of
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page, redirect
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.pages.table import fragments, patch
from wormgrill.server.web.visit import Visit, Visiting

router = APIRouter(include_in_schema=False)

Number = Annotated[int | None, Query(ge=0, le=1_000_000)]


# ------------------------------------------------------------------------------------------------ which game


@dataclass(frozen=True)
class Replay:
    """A game to be looked at, and where."""

    game: Game
    """With the tags of its record."""
    home: str
    """The address of the page; everything else is below it."""
    seats: tuple[SeatFacts, ...]
    table: str = ""
    """The address of its table, if it has one here."""


async def replay_of_table(visit: Visiting, table_id: str) -> Replay:
    """The game of a table."""
    live = await visit.tables.get(table_id)
    if live.table.life is Life.WAITING:
        raise NotFound("This game has not begun.")
    seats = tuple(SeatFacts(seat.level) for seat in live.table.seats)
    home = f"/t/{table_id}"
    return Replay(live.table.record(live.game), home, seats, "" if live.table.tags is not None else home)


async def replay_of_link(code: str) -> Replay:
    """The game in a link."""
    try:
        game = decode_record(code)
    except InvalidNotation as problem:
        raise NotFound(str(problem)) from None
    return Replay(game, f"/record/{code}", (SeatFacts(),) * len(game.players))


TableReplay = Annotated[Replay, Depends(replay_of_table)]
LinkReplay = Annotated[Replay, Depends(replay_of_link)]


# ------------------------------------------------------------------------------------------------ replay


@dataclass(frozen=True)
class Controls:
    """Where one can go from a moment."""

    ply: int
    place: int
    last_place: int
    turn: int
    turns: int
    first: int
    turn_before: int
    before: int
    after: int
    turn_after: int
    last: int


def controls_of(moments: Moments, place: int) -> Controls:
    """The ways from a moment."""
    ply = moments.at(place)
    return Controls(
        ply=ply,
        place=place,
        last_place=len(moments.plies) - 1,
        turn=moments.turn_number(ply),
        turns=max(1, len(moments.turns) - 1),
        first=moments.plies[0],
        turn_before=moments.turn_before(ply),
        before=moments.at(place - 1),
        after=moments.at(place + 1),
        turn_after=moments.turn_after(ply),
        last=moments.plies[-1],
    )


@router.get("/t/{table_id}/replay")
async def replay_table(visit: Visiting, replay: TableReplay, ply: Number = None, moment: Number = None) -> Response:
    """A moment of a table's game."""
    return await _replay(visit, replay, ply, moment)


@router.get("/record/{code}/replay")
async def replay_link(visit: Visiting, replay: LinkReplay, ply: Number = None, moment: Number = None) -> Response:
    """A moment of the game in a link."""
    return await _replay(visit, replay, ply, moment)


async def _replay(visit: Visit, replay: Replay, ply: int | None, moment: int | None) -> Response:
    words = visit.words
    moments = moments_of(replay.game)
    place = min(moment, len(moments.plies) - 1) if moment is not None else moments.place_of(ply or 0)
    controls = controls_of(moments, place)
    view = _view(replay, moments, controls.ply, words)
    here = f"{replay.home}/replay"
    urls = {
        "replay": here,
        "here": f"{here}?ply={controls.ply}",
        "moment": f"{visit.base_url}{here}?ply={controls.ply}",
        "record": f"{replay.home}/record.txt",
        "verify": f"{replay.home}/verify",
        "table": replay.table,
        "moves": here,
        "rematch": "",
        "rematch_page": "",
        "rules": rules_url(replay.game.rules),
    }
    if visit.is_htmx:
        parts = fragments(view, urls, words)
        parts["controls"] = render("_controls.html", words.language, controls=controls, urls=urls, view=view).strip()
        things = _things(replay.game, moments, visit.request.query_params.get("from", ""), controls)
        return html(visit, patch(parts, travelling=things))
    teller = Teller(words, names_of(replay.game, replay.seats, words))
    values = {
        "view": view,
        "controls": controls,
        "edition_name": teller.edition(replay.game.rules),
        "date": _date(replay.game, words),
        "abouts": specialists_of(replay.game.rules, teller),
        "urls": urls,
    }
    return page(visit, "replay.html", values)


def _things(game: Game, moments: Moments, start: str, controls: Controls) -> Iterator[str]:
    """What travels on the way from one moment to the next; nothing on any longer way."""
    if start != str(controls.before):
        return
    before = moments.story_until(game, controls.before).state
    for move in game.moves[controls.before : controls.ply]:
        after = apply(before, move)
        yield from travelling(move, events(before, move, after))
        before = after


def _date(game: Game, words: Words) -> str:
    """When the game was played, as the language writes it."""
    date = game.tag("date")
    return date_of(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp(), words) if date else ""


def _view(replay: Replay, moments: Moments, ply: int, words: Words) -> TableView:
    """What anybody sees of the game at a ply."""
    facts = Facts(table="", seats=replay.seats, has_chat=False)
    story = moments.story_until(replay.game, ply)
    return make_view(replay.game.until(ply).arrived(story.state), facts, words, story)


# ------------------------------------------------------------------------------------------------ records


@router.get("/t/{table_id}/record.txt")
async def record_of_table(replay: TableReplay) -> Response:
    """The record of a table's game, as a file."""
    return _record(replay)


@router.get("/record/{code}/record.txt")
async def record_of_link(replay: LinkReplay) -> Response:
    """The record in a link, as a file."""
    return _record(replay)


def _record(replay: Replay) -> Response:
    name = f"wormgrill-{replay.game.tag('date') or 'game'}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return PlainTextResponse(format_game(replay.game), headers=headers)


@dataclass(frozen=True)
class RecordProblem:
    """Why a file cannot be opened, and the line of it that is meant."""

    problem: str
    line: int | None = None
    column: int | None = None
    before: str = ""
    """What stands before the problem in its line, and"""
    after: str = ""
    """what stands there; of a long line only the part around it."""


@router.get("/open")
async def ask_for_record(visit: Visiting) -> Response:
    """The form with which a record is opened."""
    return _open_page(visit)


@router.post("/open")
async def open_record(visit: Visiting) -> Response:
    """The replay of a record from a file or a text, or a choice if it has several; nothing is stored."""
    async with visit.request.form(max_files=1, max_fields=4, max_part_size=MAX_RECORD_BYTES) as form:
        file, typed = form.get("file"), form.get("text")
        content = await file.read(MAX_RECORD_BYTES + 1) if isinstance(file, UploadFile) else b""
        content = content or (typed.encode() if isinstance(typed, str) else b"")
    text = content.decode(errors="replace")
    try:
        games = parse_games(content)
    except InvalidNotation as problem:
        return _open_page(visit, text, problem)
    if not games:
        return _open_page(visit, text, InvalidNotation("there is no record in it"))
    if len(games) > 1:
        return _open_page(visit, text, games=games)
    return redirect(_link(games[0]))


def _link(game: Game) -> str:
    return f"/record/{encode_record(game)}/replay"


def _open_page(
    visit: Visit, text: str = "", problem: InvalidNotation | None = None, games: Sequence[Game] = ()
) -> Response:
    trouble = None
    if problem:
        lines = text.replace("\r\n", "\n").split("\n")
        line = lines[problem.line - 1] if problem.line and problem.line <= len(lines) else ""
        before, after = line[: (problem.column or 1) - 1], line[(problem.column or 1) - 1 :]
        sentence = f"{problem.problem}; expected {problem.expected}" if problem.expected else problem.problem
        trouble = RecordProblem(
            sentence, problem.line, problem.column, before[-MAX_QUOTED // 2 :], after[: MAX_QUOTED // 2]
        )
    values = {
        "text": text[:MAX_RECORD_BYTES],
        "trouble": trouble,
        "is_empty": not text.strip(),
        "found": [_card(game, visit.words) for game in games],
        "urls": {"here": "/open"},
    }
    return page(visit, "open.html", values, 422 if problem else 200)


def _card(game: Game, words: Words) -> Card:
    """One of several games in a file, to be chosen."""
    teller = Teller(words, game.players)
    is_over = game.state.phase is Phase.OVER
    note = make_result(game.state, teller).title if is_over else words.gettext("Not finished")
    return Card(_link(game), teller.edition(game.rules), game.players, note, date=_date(game, words))


# ------------------------------------------------------------------------------------------------ the dice


@router.get("/t/{table_id}/verify")
async def verify_table(visit: Visiting, replay: TableReplay) -> Response:
    """Whether the dice of a table's game were fair."""
    return await _verify(visit, replay)


@router.get("/record/{code}/verify")
async def verify_link(visit: Visiting, replay: LinkReplay) -> Response:
    """Whether the dice of the game in a link were fair."""
    return await _verify(visit, replay)


async def _verify(visit: Visit, replay: Replay) -> Response:
    words = visit.words
    result: Verification | None
    try:
        result = verify(replay.game)
    except InvalidNotation:
        result = None
    seeds = (replay.game.tag("dice-seeds") or "").split()
    values = {
        "result": result,
        "is_awaited": replay.game.state.phase is not Phase.OVER and replay.game.tag("dice-commitment") is not None,
        "tags": {tag: replay.game.tag(tag) or "" for tag in TAGS},
        "seeds": list(zip(names_of(replay.game, replay.seats, words), seeds, strict=False)),
        "edition_name": Teller(words, replay.game.players).edition(replay.game.rules),
        "urls": {
            "replay": f"{replay.home}/replay",
            "record": f"{replay.home}/record.txt",
            "table": replay.table,
            "rules": rules_url(replay.game.rules),
        },
    }
    return page(visit, "verify.html", values)
