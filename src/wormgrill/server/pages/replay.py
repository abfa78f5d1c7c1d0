"""Finished games: replayed move by move, downloaded, opened from a file, and their dice verified."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, TypeVar, TypeVarTuple

from fastapi import APIRouter, Depends, Query
from starlette.datastructures import UploadFile
from starlette.responses import PlainTextResponse, Response

from wormgrill.game.errors import MAX_QUOTED, InvalidNotation
from wormgrill.presentation.board import SeatFacts
from wormgrill.presentation.moments import MAX_RECORD_BYTES
from wormgrill.presentation.problems import Explanation, explained
from wormgrill.presentation.replaying import (
    GameFacts,
    OpenedRecord,
    Replay,
    opened_records,
    record_text,
    replayed_moment,
    verified_dice,
)
from wormgrill.presentation.words import Words
from wormgrill.server.model.refusals import NotFound, UnreadableLink
from wormgrill.server.model.table import Life
from wormgrill.server.pages.fragments import fragments, patch
from wormgrill.server.pages.lobby import Card, date_of
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page, redirect
from wormgrill.server.pages.rules import rules_url
from wormgrill.server.web.visit import Visit, Visiting

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
router = APIRouter(include_in_schema=False)

Number = Annotated[int | None, Query(ge=0, le=1_000_000)]


# ------------------------------------------------------------------------------------------------ which game


@dataclass(frozen=True)
class Shown:
    """A game to be looked at, and where."""

    replay: Replay
    home: str
    """The address of the page; everything else is below it."""
    table: str = ""
    """The address of its table, if it has one here."""


async def shown_table(visit: Visiting, table_id: str) -> Shown:
    """The game of a table."""
    live = await visit.tables.get(table_id)
    if live.table.life is Life.WAITING:
        raise NotFound("This game has not begun.")
    seats = tuple(SeatFacts(seat.level, bird=seat.bird) for seat in live.table.seats)
    home = f"/t/{table_id}"
    replay = Replay(live.record, seats, visit.words.language)
    return Shown(replay, home, "" if live.table.tags is not None else home)


async def shown_link(visit: Visiting, code: str) -> Shown:
    """The game in a link."""
    settings = visit.services.settings
    return Shown(Replay(code, (), visit.words.language, settings.game_turns), f"/record/{code}")


ShownTable = Annotated[Shown, Depends(shown_table)]
ShownLink = Annotated[Shown, Depends(shown_link)]


async def work_on(visit: Visit, function: Callable[[*Ts], T], *arguments: *Ts, needs_compiler: bool = False) -> T:
    """Have a game looked at by another process; a link that holds none is not found."""
    try:
        return await visit.work(function, *arguments, needs_compiler=needs_compiler)
    except InvalidNotation as problem:
        raise UnreadableLink(str(problem)) from None


# ------------------------------------------------------------------------------------------------ replay


@router.get("/t/{table_id}/replay")
async def replay_table(visit: Visiting, shown: ShownTable, ply: Number = None, moment: Number = None) -> Response:
    """A moment of a table's game."""
    return await _replay(visit, shown, ply, moment)


@router.get("/record/{code}/replay")
async def replay_link(visit: Visiting, shown: ShownLink, ply: Number = None, moment: Number = None) -> Response:
    """A moment of the game in a link."""
    return await _replay(visit, shown, ply, moment)


async def _replay(visit: Visit, shown: Shown, ply: int | None, moment: int | None) -> Response:
    words = visit.words
    start = visit.request.query_params.get("from", "") if visit.is_htmx else ""
    found = await work_on(visit, replayed_moment, shown.replay, ply, moment, start)
    controls, view = found.controls, found.view
    here = f"{shown.home}/replay"
    urls = {
        "replay": here,
        "review": f"{shown.home}/review",
        "here": f"{here}?ply={controls.ply}",
        "moment": f"{visit.base_url}{here}?ply={controls.ply}",
        "record": f"{shown.home}/record.txt",
        "verify": f"{shown.home}/verify",
        "fair_dice": f"{shown.home}/fair-dice",
        "table": shown.table,
        "moves": here,
        "rematch": "",
        "rematch_page": "",
        "share": "",
        "rules": rules_url(found.facts.rules),
    }
    if visit.is_htmx:
        shown_controls = render("_controls.html", words.language, controls=controls, urls=urls, view=view).strip()
        parts = {**fragments(view, urls, words), "controls": shown_controls}
        return html(visit, patch(parts, travelling=found.things))
    values = {
        "view": view,
        "controls": controls,
        "edition_name": found.facts.edition,
        "date": _date(found.facts, words),
        "abouts": found.figures,
        "urls": urls,
    }
    return page(visit, "replay.html", values)


def _date(facts: GameFacts, words: Words) -> str:
    """When the game was played, as the language writes it."""
    if not facts.date:
        return ""
    return date_of(datetime.fromisoformat(facts.date).replace(tzinfo=UTC).timestamp(), words)


# ------------------------------------------------------------------------------------------------ records


@router.get("/t/{table_id}/record.txt")
async def record_of_table(visit: Visiting, shown: ShownTable) -> Response:
    """The record of a table's game, as a file."""
    return await _record(visit, shown)


@router.get("/record/{code}/record.txt")
async def record_of_link(visit: Visiting, shown: ShownLink) -> Response:
    """The record in a link, as a file."""
    return await _record(visit, shown)


async def _record(visit: Visit, shown: Shown) -> Response:
    name, text = await work_on(visit, record_text, shown.replay)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@dataclass(frozen=True)
class RecordProblem:
    """Why a file cannot be opened, and the line of it that is meant."""

    reason: Explanation
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
        found = await visit.work(opened_records, content, visit.words.language, visit.services.settings.game_turns)
    except InvalidNotation as problem:
        return _open_page(visit, text, problem)
    if not found:
        return _open_page(visit, text, InvalidNotation("there is no record in it"))
    if len(found) > 1:
        return _open_page(visit, text, found=found)
    return redirect(_link(found[0]))


def _link(record: OpenedRecord) -> str:
    return f"/record/{record.code}/replay"


def _open_page(
    visit: Visit, text: str = "", problem: InvalidNotation | None = None, found: Sequence[OpenedRecord] = ()
) -> Response:
    trouble = None
    if problem:
        lines = text.replace("\r\n", "\n").split("\n")
        line = lines[problem.line - 1] if problem.line and problem.line <= len(lines) else ""
        before, after = line[: (problem.column or 1) - 1], line[(problem.column or 1) - 1 :]
        reason = explained(problem, visit.words)
        trouble = RecordProblem(
            reason, problem.line, problem.column, before[-MAX_QUOTED // 2 :], after[: MAX_QUOTED // 2]
        )
    values = {
        "text": text[:MAX_RECORD_BYTES],
        "trouble": trouble,
        "is_empty": not text.strip(),
        "found": [_card(record, visit.words) for record in found],
        "urls": {"here": "/open"},
    }
    return page(visit, "open.html", values, 422 if problem else 200)


def _card(record: OpenedRecord, words: Words) -> Card:
    """One of several games in a file, to be chosen."""
    facts = record.facts
    return Card(_link(record), facts.edition, facts.players, record.note, date=_date(facts, words))


# ------------------------------------------------------------------------------------------------ the dice


@router.get("/t/{table_id}/verify")
async def verify_table(visit: Visiting, shown: ShownTable) -> Response:
    """Whether the dice of a table's game were fair."""
    return await _verify(visit, shown)


@router.get("/record/{code}/verify")
async def verify_link(visit: Visiting, shown: ShownLink) -> Response:
    """Whether the dice of the game in a link were fair."""
    return await _verify(visit, shown)


async def _verify(visit: Visit, shown: Shown) -> Response:
    found = await work_on(visit, verified_dice, shown.replay)
    values = {
        "result": found.result,
        "is_awaited": found.is_awaited,
        "problem": found.problem,
        "tags": found.tags,
        "dice_seats": found.seats,
        "lines": found.lines,
        "false_names": found.false_names,
        "is_first": found.is_first,
        "committed": found.committed,
        "edition_name": found.facts.edition,
        "urls": {
            "replay": f"{shown.home}/replay",
            "fair_dice": f"{shown.home}/fair-dice",
            "record": f"{shown.home}/record.txt",
            "table": shown.table,
            "rules": rules_url(found.facts.rules),
        },
    }
    return page(visit, "verify.html", values)
