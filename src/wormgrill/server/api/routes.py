"""The JSON API, /api/v1. Routes are tried in this order: what is asked for most comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from wormgrill import __version__
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.fair_dice import NONE
from wormgrill.game.rules import MAX_PLAYERS, parse_rules
from wormgrill.players.levels import KNOWN_LEVELS
from wormgrill.presentation.labels import shown_name
from wormgrill.presentation.replaying import Replay, plies_json, record_text
from wormgrill.server.api.models import (
    MAX_PLY,
    ChangedPerson,
    ChangedTable,
    ChatView,
    Health,
    JoinTable,
    Mute,
    NewAnchor,
    NewChat,
    NewMove,
    NewPerson,
    NewTable,
    OddsView,
    PersonView,
    PersonWithToken,
    Played,
    Problem,
    Rematch,
    Reveal,
    SeatLevel,
    StartTable,
    Summary,
    TableView,
    ThoughtView,
    Transfer,
    TransferCode,
    summary_of,
    view_of,
)
from wormgrill.server.api.streams import NDJSON, StreamRequest, ndjson, resume_from, sse, stream
from wormgrill.server.model.ids import ID_PATTERN
from wormgrill.server.model.plan import Plan, SeatPlan, SeatRequest
from wormgrill.server.model.play import Step, step_of
from wormgrill.server.model.refusals import InvalidRequest
from wormgrill.server.model.table import Table, parse_pace
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.people import TRANSFER_SECONDS
from wormgrill.server.services.reviews import asked_of
from wormgrill.server.web.downloads import data_of, records_of
from wormgrill.server.web.problems import PROBLEM
from wormgrill.server.web.streams import SSE, streaming
from wormgrill.server.web.visit import TOKEN, SignedIn, Visit, Visiting


def _problems(**sentences: str) -> dict[int | str, dict[str, Any]]:
    """How an operation may be refused, for its description."""
    schema = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status.removeprefix("s"): {"description": sentence, "content": schema} for status, sentence in sentences.items()
    }


EVERYWHERE = _problems(
    s403="not yours to do, or sent by another site",
    s413="the request is too large",
    s422="the request cannot be understood, or the move is not legal",
    s429="too much or too often",
    s503="the database, or the bots, cannot answer at the moment",
)
MISSING = _problems(s404="there is no such thing", s410="what is stored of it cannot be read")
UNSIGNED = _problems(s401="the request has no valid token")
NOT_NOW = _problems(s409="not now, or the move answers another ply, or the anchor was committed to before")

router = APIRouter(prefix="/api/v1", responses=EVERYWHERE)

TableId = Annotated[str, Path(pattern=ID_PATTERN, examples=["k7mq2x9dhw4np8rt"])]
SeatNumber = Annotated[int, Path(ge=0, lt=MAX_PLAYERS, examples=[1])]
FromPly = Annotated[int, Query(alias="from", ge=0, le=MAX_PLY, description="the first ply to be sent")]
SIGNED: dict[str, Any] = {"security": [{"token": []}, {"cookie": []}]}
"""An operation that needs a token."""
SECURITY_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "a person's token"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": TOKEN, "description": "the same token, in a browser"},
}


async def _limited(visit: Visiting) -> None:
    visit.limit_new()


LIMITED = [Depends(_limited)]


def _view(visit: Visit, live: LiveTable) -> TableView:
    """A table as the visitor sees it."""
    return view_of(live, visit.person, visit.base_url)


def _summaries(visit: Visit, tables: Sequence[Table]) -> list[Summary]:
    """Tables as the visitor sees them."""
    return [summary_of(table, visit.person, visit.base_url) for table in tables]


# -------------------------------------------------------------------------------------------------------------- game


@router.post(
    "/tables/{table_id}/moves",
    response_model=Played,
    responses=MISSING | UNSIGNED | NOT_NOW,
    openapi_extra=SIGNED,
    tags=["game"],
)
async def play(table_id: TableId, body: NewMove, visit: SignedIn) -> Response:
    """Play a move; it answers the ply that it names, and is on disk when this is answered."""
    return _plies(await visit.tables.play(table_id, visit.me, body.ply, body.move, body.link or NONE), body.ply)


@router.get("/tables/{table_id}/moves", response_model=Played, responses=MISSING, tags=["game"])
async def list_moves(table_id: TableId, visit: Visiting, from_ply: FromPly = 0) -> Response:
    """List what was played, from a ply on."""
    live = await visit.tables.get(table_id)
    recent = live.recent_steps(from_ply)
    if recent is not None:
        return _plies(recent, live.ply)
    return _json_plies(await visit.work(plies_json, live.game, from_ply), live.ply)


def _plies(steps: Sequence[Step], otherwise: int) -> Response:
    """The plies as they were encoded for everybody."""
    return _json_plies(",".join(step.json for step in steps), steps[-1].ply + 1 if steps else otherwise)


def _json_plies(plies: str, next_ply: int) -> Response:
    return Response(f'{{"ply":{next_ply},"plies":[{plies}]}}', media_type="application/json")


@router.get("/tables/{table_id}/odds", responses=MISSING, tags=["game"])
async def read_odds(table_id: TableId, visit: Visiting) -> OddsView:
    """Read the value and chances of every legal move, where the table allows hints."""
    async with visit.services.asking.turn(visit.address):
        ply, odds = await visit.tables.odds(table_id)
    return OddsView(ply=ply, **(odds or {}))


@router.get("/tables/{table_id}/thoughts", responses=MISSING, tags=["game"])
async def read_thoughts(
    table_id: TableId, visit: Visiting, ply: Annotated[int, Query(ge=0, le=MAX_PLY, examples=[2])]
) -> list[ThoughtView]:
    """Read how a bot ranked its moves at a ply that it has played."""
    async with visit.services.asking.turn(visit.address):
        thoughts = await visit.tables.thoughts(table_id, ply, lambda game, old: visit.work(step_of, game, old))
    seats = (await visit.tables.get(table_id)).table.seats
    names = [shown_name(seat.name, seat.level, visit.words) for seat in seats]
    return [ThoughtView.of(thought, visit.words, names) for thought in thoughts]


@router.get("/tables/{table_id}/review", response_model=dict[str, Any], responses=MISSING | NOT_NOW, tags=["game"])
async def read_review(table_id: TableId, visit: Visiting) -> Response:
    """Read the luck of every roll and the error of every decision; docs/review.md says what the numbers mean."""
    live = await visit.tables.reviewable(table_id)
    text = await visit.services.reviews.json(asked_of(live, Replay(live.record), visit.address))
    return Response(text, media_type="application/json")


@router.get(
    "/tables/{table_id}/record",
    response_class=PlainTextResponse,
    responses=MISSING | {200: {"description": "the record", "content": {"text/plain": {}}}},
    tags=["game"],
)
async def read_record(table_id: TableId, visit: Visiting) -> PlainTextResponse:
    """Read the record; once the game is over it reveals the secret of the dice."""
    _, text = await visit.work(record_text, Replay(await visit.tables.record(table_id)))
    return PlainTextResponse(text)


@router.post(
    "/tables/{table_id}/chat",
    status_code=201,
    responses=MISSING | UNSIGNED | NOT_NOW,
    openapi_extra=SIGNED,
    tags=["game"],
)
async def say(table_id: TableId, body: NewChat, visit: SignedIn) -> ChatView:
    """Say a line to everybody at the table."""
    return ChatView.of(await visit.tables.say(table_id, visit.me, body.text))


@router.get("/tables/{table_id}/chat", responses=MISSING, tags=["game"])
async def list_chat(table_id: TableId, visit: Visiting) -> list[ChatView]:
    """List the lines of chat."""
    return [ChatView.of(line) for line in (await visit.tables.get(table_id)).chat]


# ------------------------------------------------------------------------------------------------------------ tables


@router.get("/levels", tags=["tables"])
async def list_levels() -> list[str]:
    """List the levels that a seat takes, from the weakest to the strongest, and at last those that are in no order."""
    return list(KNOWN_LEVELS)


@router.get("/tables", tags=["tables"])
async def list_tables(visit: Visiting) -> list[Summary]:
    """List the newest public tables that wait for people or are being played."""
    return _summaries(visit, await visit.tables.list_public())


@router.post(
    "/tables",
    status_code=201,
    responses=UNSIGNED | NOT_NOW,
    openapi_extra=SIGNED,
    dependencies=LIMITED,
    tags=["tables"],
)
async def create_table(body: NewTable, visit: SignedIn) -> TableView:
    """Open a table; it waits until its host starts it."""
    return _view(visit, await visit.tables.create(visit.me, _plan(body)))


def _plan(body: NewTable) -> Plan:
    try:
        rules, pace = parse_rules(body.rules), parse_pace(body.pace)
    except InvalidNotation as error:
        raise InvalidRequest(str(error)) from None
    seats = tuple(SeatPlan(seat.kind, seat.name, seat.level) for seat in body.seats)
    return Plan(rules, seats, pace, body.is_public, body.has_hints, body.has_chat, body.anchor or NONE)


@router.get("/tables/{table_id}", responses=MISSING, tags=["tables"])
async def read_table(table_id: TableId, visit: Visiting) -> TableView:
    """Read a table with its position and legal moves."""
    return _view(visit, await visit.tables.get(table_id))


@router.patch("/tables/{table_id}", responses=MISSING | UNSIGNED, openapi_extra=SIGNED, tags=["tables"])
async def change_table(table_id: TableId, body: ChangedTable, visit: SignedIn) -> TableView:
    """Switch the chat on or off, as the host."""
    return _view(visit, await visit.tables.set_chat(table_id, visit.me, has_chat=body.has_chat))


@router.post("/tables/{table_id}/join", responses=MISSING | UNSIGNED | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def join_table(
    table_id: TableId, body: Annotated[JoinTable, Body(default_factory=JoinTable)], visit: SignedIn
) -> TableView:
    """Take an open seat; joining again changes nothing."""
    seat = SeatRequest(body.name, body.is_another, body.anchor or NONE)
    return _view(visit, await visit.tables.join(table_id, visit.me, seat))


@router.put("/tables/{table_id}/anchor", responses=MISSING | UNSIGNED | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def commit(table_id: TableId, body: NewAnchor, visit: SignedIn) -> TableView:
    """Commit to a chain for the dice before the start, knowing what the server has committed to."""
    return _view(visit, await visit.tables.commit(table_id, visit.me, body.anchor))


@router.post("/tables/{table_id}/reveal", responses=MISSING | UNSIGNED | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def reveal(table_id: TableId, body: Reveal, visit: SignedIn) -> TableView:
    """Reveal what you have committed to, as soon as the game has begun: nobody can commit any more."""
    return _view(visit, await visit.tables.reveal(table_id, visit.me, body.link))


@router.put(
    "/tables/{table_id}/seats/{seat}", responses=MISSING | UNSIGNED | NOT_NOW, openapi_extra=SIGNED, tags=["tables"]
)
async def set_seat(table_id: TableId, seat: SeatNumber, body: SeatLevel, visit: SignedIn) -> TableView:
    """Give a seat to a bot, or open it, as the host."""
    return _view(visit, await visit.tables.set_seat(table_id, visit.me, seat, body.level))


@router.post(
    "/tables/{table_id}/seats/{seat}/remove",
    responses=MISSING | UNSIGNED | NOT_NOW,
    openapi_extra=SIGNED,
    tags=["tables"],
)
async def remove_person(table_id: TableId, seat: SeatNumber, visit: SignedIn) -> TableView:
    """Remove the person at a seat for good, as the host; once the game has begun, a bot plays on there."""
    return _view(visit, await visit.tables.remove(table_id, visit.me, seat))


@router.put(
    "/tables/{table_id}/seats/{seat}/mute",
    responses=MISSING | UNSIGNED | NOT_NOW,
    openapi_extra=SIGNED,
    tags=["tables"],
)
async def mute_person(table_id: TableId, seat: SeatNumber, body: Mute, visit: SignedIn) -> TableView:
    """Take the chat from the person at a seat, or give it back, as the host."""
    return _view(visit, await visit.tables.mute(table_id, visit.me, seat, is_muted=body.is_muted))


@router.post("/tables/{table_id}/start", responses=MISSING | UNSIGNED | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def start_table(
    table_id: TableId, body: Annotated[StartTable, Body(default_factory=StartTable)], visit: SignedIn
) -> TableView:
    """Begin the game, as the host."""
    return _view(visit, await visit.tables.start(table_id, visit.me, body.fill))


@router.post("/tables/{table_id}/leave", responses=MISSING | UNSIGNED, openapi_extra=SIGNED, tags=["tables"])
async def leave_table(table_id: TableId, visit: SignedIn) -> TableView:
    """Leave; once the game has begun, a bot plays your seat until you return."""
    return _view(visit, await visit.tables.leave(table_id, visit.me))


@router.post("/tables/{table_id}/return", responses=MISSING | UNSIGNED, openapi_extra=SIGNED, tags=["tables"])
async def return_to_table(table_id: TableId, visit: SignedIn) -> TableView:
    """Play your own seat again."""
    return _view(visit, await visit.tables.come_back(table_id, visit.me))


@router.post(
    "/tables/{table_id}/rematch",
    status_code=201,
    responses=MISSING | UNSIGNED | NOT_NOW,
    openapi_extra=SIGNED,
    dependencies=LIMITED,
    tags=["tables"],
)
async def rematch(
    table_id: TableId, body: Annotated[Rematch, Body(default_factory=Rematch)], visit: SignedIn
) -> TableView:
    """Open, or find, the table at which the same people play again."""
    return _view(visit, await visit.tables.rematch(table_id, visit.me, body.anchor or NONE))


# ------------------------------------------------------------------------------------------------------------ people


@router.post("/people", status_code=201, dependencies=LIMITED, tags=["people"])
async def create_person(
    body: Annotated[NewPerson, Body(default_factory=NewPerson)], visit: Visiting
) -> PersonWithToken:
    """Become a person: the token in the response is shown only now."""
    person, token = await visit.people.create(body.name, body.language)
    return PersonWithToken(name=person.name, language=person.language, token=token)


@router.post("/people/transfer", status_code=201, dependencies=LIMITED, responses=MISSING, tags=["people"])
async def finish_transfer(body: TransferCode, visit: Visiting) -> PersonWithToken:
    """Become the person who made this code on another device; the code is used up."""
    person, token = await visit.people.finish_transfer(body.code)
    return PersonWithToken(name=person.name, language=person.language, token=token)


@router.get("/me", responses=UNSIGNED, openapi_extra=SIGNED, tags=["people"])
async def read_me(visit: SignedIn) -> PersonView:
    """Read your name and language."""
    return PersonView.of(visit.me)


@router.patch("/me", responses=UNSIGNED, openapi_extra=SIGNED, tags=["people"])
async def change_me(body: Annotated[ChangedPerson, Body(default_factory=ChangedPerson)], visit: SignedIn) -> PersonView:
    """Change your name or language."""
    return PersonView.of(await visit.people.change(visit.me, body.name, body.language))


@router.post(
    "/me/transfer",
    status_code=201,
    responses=UNSIGNED,
    openapi_extra=SIGNED,
    dependencies=LIMITED,
    tags=["people"],
)
async def begin_transfer(visit: SignedIn) -> Transfer:
    """Get a code, for ten minutes, with which another device becomes you."""
    code = await visit.people.begin_transfer(visit.me)
    link = f"{visit.base_url}/transfer/{code}"
    return Transfer(code=code, link=link, expires_in_seconds=TRANSFER_SECONDS)


@router.get(
    "/me/data",
    response_class=Response,
    responses=UNSIGNED | {200: {"description": "all of it", "content": {"application/json": {}}}},
    openapi_extra=SIGNED,
    tags=["people"],
)
async def read_my_data(visit: SignedIn) -> Response:
    """Read all that is stored about you; the moves are in the records of your games."""
    return await data_of(visit)


@router.get(
    "/me/records",
    response_class=StreamingResponse,
    responses=UNSIGNED | {200: {"description": "the records", "content": {"text/plain": {}}}},
    openapi_extra=SIGNED,
    tags=["people"],
)
async def read_my_records(visit: SignedIn) -> Response:
    """Read the records of all games that you have finished, one after the other."""
    return records_of(visit)


@router.post("/me/sign-out-others", status_code=204, responses=UNSIGNED, openapi_extra=SIGNED, tags=["people"])
async def sign_out_others(visit: SignedIn) -> Response:
    """Make all your tokens but the one of this request unknown, and all codes for other devices."""
    await visit.people.sign_out_others(visit.me, visit.token)
    return Response(status_code=204)


@router.delete("/me", status_code=204, responses=UNSIGNED, openapi_extra=SIGNED, tags=["people"])
async def delete_me(visit: SignedIn) -> Response:
    """Delete yourself and all that is stored about you; where others played, you become somebody."""
    await visit.services.personal.delete(visit.me)
    return Response(status_code=204)


@router.get("/me/tables", responses=UNSIGNED, openapi_extra=SIGNED, tags=["people"])
async def list_my_tables(visit: SignedIn) -> list[Summary]:
    """List the newest tables at which you sit or are the host."""
    return _summaries(visit, await visit.tables.list_of(visit.me))


# ----------------------------------------------------------------------------------------------------------- streams


def _stream_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    return MISSING | {200: {"description": "the stream", "content": {media_type: {}}}}


Follow = Annotated[bool, Query(description="false: end after what is there already")]


@router.get(
    "/tables/{table_id}/stream", response_class=StreamingResponse, responses=_stream_of(NDJSON), tags=["streams"]
)
async def stream_lines(table_id: TableId, visit: Visiting, from_ply: FromPly = 0, follow: Follow = True) -> Response:
    """Follow a table as lines of JSON: the table, its moves from a ply on, chat, heartbeats."""
    await visit.tables.get(table_id)
    return streaming(visit, stream(visit, StreamRequest(table_id, from_ply, follow), ndjson), NDJSON)


@router.get("/tables/{table_id}/events", response_class=StreamingResponse, responses=_stream_of(SSE), tags=["streams"])
async def stream_events(table_id: TableId, visit: Visiting, from_ply: FromPly = 0, follow: Follow = True) -> Response:
    """Follow a table as server-sent events; a reconnecting browser resumes where it was."""
    await visit.tables.get(table_id)
    wanted = StreamRequest(table_id, resume_from(visit.request, from_ply), follow)
    return streaming(visit, stream(visit, wanted, sse))


# ------------------------------------------------------------------------------------------------------------ server


@router.get("/health", tags=["server"])
async def read_health() -> Health:
    """Say that the server lives, and of which version it is."""
    return Health(version=__version__)


PROBLEM_SCHEMA = Problem.model_json_schema()
"""The shape of every refusal; the description of the API refers to it by name."""
