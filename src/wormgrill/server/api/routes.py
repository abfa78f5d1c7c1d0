"""The JSON API, /api/v1. Routes are tried in this order: what is asked most comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.record import format_game
from wormgrill.game.rules import MAX_PLAYERS, parse_rules
from wormgrill.players.levels import LEVELS
from wormgrill.server.api.models import (
    MAX_PLY,
    ChangedPerson,
    ChangedTable,
    ChatView,
    Health,
    JoinTable,
    NewChat,
    NewMove,
    NewPerson,
    NewSeed,
    NewTable,
    OddsView,
    PersonView,
    PersonWithToken,
    Played,
    Problem,
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
from wormgrill.server.api.streams import NDJSON, Encode, Wanted, ndjson, resume_from, sse, stream
from wormgrill.server.metrics import CONTENT_TYPE_LATEST
from wormgrill.server.model.ids import ID_PATTERN
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import Plan, SeatPlan, SeatRequest
from wormgrill.server.model.play import Step
from wormgrill.server.model.refusals import Unreadable
from wormgrill.server.model.table import Table, parse_pace
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.people import TRANSFER_SECONDS
from wormgrill.server.services.people import People as PeopleService
from wormgrill.server.services.tables import Tables
from wormgrill.server.web.streams import SSE, check_streams, streaming
from wormgrill.server.web.visit import COOKIE, base_url_of, limit_new, optional_person, required_person, services_of


def _problems(**sentences: str) -> dict[int | str, dict[str, Any]]:
    """How an operation may be refused, for its description."""
    schema = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status.removeprefix("s"): {"description": sentence, "content": schema} for status, sentence in sentences.items()
    }


EVERYWHERE = _problems(
    s403="not yours to do, or asked by another site",
    s413="the request is too large",
    s422="the request cannot be understood, or the move is not legal",
    s429="too much or too often",
)
MISSING = _problems(s404="there is no such thing")
WHO = _problems(s401="the request does not say who asks")
NOT_NOW = _problems(s409="not now, or the move answers another ply")

router = APIRouter(prefix="/api/v1", responses=EVERYWHERE)

TableId = Annotated[str, Path(pattern=ID_PATTERN, examples=["k7mq2x9dhw4np8rt"])]
SeatNumber = Annotated[int, Path(ge=0, lt=MAX_PLAYERS)]
FromPly = Annotated[int, Query(alias="from", ge=0, le=MAX_PLY, description="the first ply to be sent")]
SIGNED: dict[str, Any] = {"security": [{"token": []}, {"cookie": []}]}
"""An operation that needs to know who asks."""
SECURITY_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "a person's token"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "the same token, in a browser"},
}


@dataclass(frozen=True, slots=True)
class Visit:
    """A request for something that anybody may see, and who asks, if they say so."""

    request: Request
    person: Person | None

    @property
    def tables(self) -> Tables:
        """All tables."""
        return services_of(self.request).tables

    def view(self, live: LiveTable) -> TableView:
        """A table as they see it."""
        return view_of(live, self.person, base_url_of(self.request))

    def list(self, tables: Sequence[Table]) -> list[Summary]:
        """Tables as they see them."""
        return [summary_of(table, self.person, base_url_of(self.request)) for table in tables]


@dataclass(frozen=True, slots=True)
class Act(Visit):
    """A request that needs to know who asks."""

    person: Person

    @property
    def people(self) -> PeopleService:
        """All people."""
        return services_of(self.request).people


async def _visit(request: Request) -> Visit:
    return Visit(request, await optional_person(request))


async def _act(request: Request) -> Act:
    return Act(request, await required_person(request))


async def _identity(request: Request) -> PeopleService:
    return services_of(request).people


async def _limited(request: Request) -> None:
    limit_new(request)


LIMITED = [Depends(_limited)]
Visiting = Annotated[Visit, Depends(_visit)]
Acting = Annotated[Act, Depends(_act)]
People = Annotated[PeopleService, Depends(_identity)]


# -------------------------------------------------------------------------------------------------------------- game


@router.post(
    "/tables/{table_id}/moves",
    response_model=Played,
    responses=MISSING | WHO | NOT_NOW,
    openapi_extra=SIGNED,
    tags=["game"],
)
async def play(table_id: TableId, asked: NewMove, act: Acting) -> Response:
    """Play a move; it answers the ply that it names, and is on disk when this is answered."""
    return _plies(await act.tables.play(table_id, act.person, asked.ply, asked.move), asked.ply)


@router.get("/tables/{table_id}/moves", response_model=Played, responses=MISSING, tags=["game"])
async def list_moves(table_id: TableId, visit: Visiting, from_ply: FromPly = 0) -> Response:
    """List what was played, from a ply on."""
    live = await visit.tables.get(table_id)
    return _plies(live.steps_from(from_ply), live.ply)


def _plies(steps: Sequence[Step], otherwise: int) -> Response:
    """The plies as they were encoded for everybody."""
    next_ply = steps[-1].ply + 1 if steps else otherwise
    content = f'{{"ply":{next_ply},"plies":[{",".join(step.json for step in steps)}]}}'
    return Response(content, media_type="application/json")


@router.get("/tables/{table_id}/odds", responses=MISSING, tags=["game"])
async def read_odds(table_id: TableId, visit: Visiting) -> OddsView:
    """Read the value and chances of every legal move, where the table allows hints."""
    ply, odds = await visit.tables.odds(table_id)
    return OddsView(ply=ply, **(odds or {}))


@router.get("/tables/{table_id}/thoughts", responses=MISSING, tags=["game"])
async def read_thoughts(
    table_id: TableId, visit: Visiting, ply: Annotated[int, Query(ge=0, le=MAX_PLY)]
) -> list[ThoughtView]:
    """Read how a bot ranked its moves at a ply that it has played."""
    thoughts = await visit.tables.thoughts(table_id, ply)
    return [ThoughtView.of(thought) for thought in thoughts]


@router.get(
    "/tables/{table_id}/record",
    response_class=PlainTextResponse,
    responses=MISSING | {200: {"description": "the record", "content": {"text/plain": {}}}},
    tags=["game"],
)
async def read_record(table_id: TableId, visit: Visiting) -> PlainTextResponse:
    """Read the record; once the game is over it reveals the secret of the dice."""
    return PlainTextResponse(format_game(await visit.tables.record(table_id)))


@router.post(
    "/tables/{table_id}/chat", status_code=201, responses=MISSING | WHO | NOT_NOW, openapi_extra=SIGNED, tags=["game"]
)
async def say(table_id: TableId, asked: NewChat, act: Acting) -> ChatView:
    """Say a line to everybody at the table."""
    return ChatView.of(await act.tables.say(table_id, act.person, asked.text))


@router.get("/tables/{table_id}/chat", responses=MISSING, tags=["game"])
async def list_chat(table_id: TableId, visit: Visiting) -> list[ChatView]:
    """List what was said."""
    return [ChatView.of(line) for line in (await visit.tables.get(table_id)).chat]


# ------------------------------------------------------------------------------------------------------------ tables


@router.get("/levels", tags=["tables"])
async def list_levels() -> list[str]:
    """List the levels of the bots, from the weakest to the strongest."""
    return list(LEVELS)


@router.get("/tables", tags=["tables"])
async def list_tables(visit: Visiting) -> list[Summary]:
    """List the newest public tables that wait for people or are being played."""
    return visit.list(await visit.tables.list_public())


@router.post("/tables", status_code=201, responses=WHO, openapi_extra=SIGNED, dependencies=LIMITED, tags=["tables"])
async def create_table(asked: NewTable, act: Acting) -> TableView:
    """Open a table; it waits until its host starts it."""
    return act.view(await act.tables.create(act.person, _plan(asked)))


def _plan(asked: NewTable) -> Plan:
    try:
        rules, pace = parse_rules(asked.rules), parse_pace(asked.pace)
    except InvalidNotation as error:
        raise Unreadable(str(error)) from None
    seats = tuple(SeatPlan(seat.kind, seat.name, seat.level) for seat in asked.seats)
    return Plan(rules, seats, pace, asked.is_public, asked.has_hints, asked.has_chat)


@router.get("/tables/{table_id}", responses=MISSING, tags=["tables"])
async def read_table(table_id: TableId, visit: Visiting) -> TableView:
    """Read a table with its position and legal moves."""
    return visit.view(await visit.tables.get(table_id))


@router.patch("/tables/{table_id}", responses=MISSING | WHO, openapi_extra=SIGNED, tags=["tables"])
async def change_table(table_id: TableId, asked: ChangedTable, act: Acting) -> TableView:
    """Switch the chat on or off, as the host."""
    return act.view(await act.tables.set_chat(table_id, act.person, has_chat=asked.has_chat))


@router.post("/tables/{table_id}/join", responses=MISSING | WHO | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def join_table(table_id: TableId, asked: JoinTable, act: Acting) -> TableView:
    """Take an open seat; joining again changes nothing."""
    seat = SeatRequest(asked.name, asked.seed, asked.is_another)
    return act.view(await act.tables.join(table_id, act.person, seat))


@router.put("/tables/{table_id}/seed", responses=MISSING | WHO | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def set_seed(table_id: TableId, asked: NewSeed, act: Acting) -> TableView:
    """Give your own seed for the dice, knowing what the server has committed to."""
    return act.view(await act.tables.set_seed(table_id, act.person, asked.seed))


@router.put("/tables/{table_id}/seats/{seat}", responses=MISSING | WHO | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def set_seat(table_id: TableId, seat: SeatNumber, asked: SeatLevel, act: Acting) -> TableView:
    """Give a seat to a bot, or open it, as the host."""
    return act.view(await act.tables.set_seat(table_id, act.person, seat, asked.level))


@router.post("/tables/{table_id}/start", responses=MISSING | WHO | NOT_NOW, openapi_extra=SIGNED, tags=["tables"])
async def start_table(table_id: TableId, asked: StartTable, act: Acting) -> TableView:
    """Begin the game, as the host."""
    return act.view(await act.tables.start(table_id, act.person, asked.fill))


@router.post("/tables/{table_id}/leave", responses=MISSING | WHO, openapi_extra=SIGNED, tags=["tables"])
async def leave_table(table_id: TableId, act: Acting) -> TableView:
    """Leave; once the game has begun, a bot plays your seat until you return."""
    return act.view(await act.tables.leave(table_id, act.person))


@router.post("/tables/{table_id}/return", responses=MISSING | WHO, openapi_extra=SIGNED, tags=["tables"])
async def return_to_table(table_id: TableId, act: Acting) -> TableView:
    """Play your own seat again."""
    return act.view(await act.tables.come_back(table_id, act.person))


@router.post(
    "/tables/{table_id}/rematch",
    status_code=201,
    responses=MISSING | WHO | NOT_NOW,
    openapi_extra=SIGNED,
    dependencies=LIMITED,
    tags=["tables"],
)
async def rematch(table_id: TableId, act: Acting) -> TableView:
    """Open, or find, the table at which the same people play again."""
    return act.view(await act.tables.rematch(table_id, act.person))


# ------------------------------------------------------------------------------------------------------------ people


@router.post("/people", status_code=201, dependencies=LIMITED, tags=["people"])
async def create_person(asked: NewPerson, people: People) -> PersonWithToken:
    """Become somebody: the token in the answer is shown only now."""
    person, token = await people.create(asked.name, asked.language)
    return PersonWithToken(name=person.name, language=person.language, token=token)


@router.post("/people/transfer", status_code=201, dependencies=LIMITED, responses=MISSING, tags=["people"])
async def finish_transfer(asked: TransferCode, people: People) -> PersonWithToken:
    """Become the person who made this code on another device; the code is used up."""
    person, token = await people.finish_transfer(asked.code)
    return PersonWithToken(name=person.name, language=person.language, token=token)


@router.get("/me", responses=WHO, openapi_extra=SIGNED, tags=["people"])
async def read_me(act: Acting) -> PersonView:
    """Read who you are."""
    return PersonView.of(act.person)


@router.patch("/me", responses=WHO, openapi_extra=SIGNED, tags=["people"])
async def change_me(asked: ChangedPerson, act: Acting) -> PersonView:
    """Change your name or language."""
    return PersonView.of(await act.people.change(act.person, asked.name, asked.language))


@router.post(
    "/me/transfer",
    status_code=201,
    responses=WHO,
    openapi_extra=SIGNED,
    dependencies=LIMITED,
    tags=["people"],
)
async def begin_transfer(act: Acting) -> Transfer:
    """Get a code, for ten minutes, with which another device becomes you."""
    code = await act.people.begin_transfer(act.person)
    link = f"{base_url_of(act.request)}/transfer/{code}"
    return Transfer(code=code, link=link, expires_in_seconds=TRANSFER_SECONDS)


@router.get("/me/tables", responses=WHO, openapi_extra=SIGNED, tags=["people"])
async def list_my_tables(act: Acting) -> list[Summary]:
    """List the newest tables at which you sit or are the host."""
    return act.list(await act.tables.list_of(act.person))


# ----------------------------------------------------------------------------------------------------------- streams


def _stream_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    return MISSING | {200: {"description": "the stream", "content": {media_type: {}}}}


Follow = Annotated[bool, Query(description="false: end after what is there already")]


@router.get(
    "/tables/{table_id}/stream", response_class=StreamingResponse, responses=_stream_of(NDJSON), tags=["streams"]
)
async def stream_lines(
    table_id: TableId, visit: Visiting, from_ply: FromPly = 0, follow: Follow = True
) -> StreamingResponse:
    """Follow a table as lines of JSON: the table, its moves from a ply on, chat, heartbeats."""
    return await _streaming(visit, Wanted(table_id, from_ply, visit.person, follow), ndjson, NDJSON)


@router.get("/tables/{table_id}/events", response_class=StreamingResponse, responses=_stream_of(SSE), tags=["streams"])
async def stream_events(
    table_id: TableId, visit: Visiting, from_ply: FromPly = 0, follow: Follow = True
) -> StreamingResponse:
    """Follow a table as server-sent events; a reconnecting browser resumes where it was."""
    ply = resume_from(visit.request, from_ply)
    return await _streaming(visit, Wanted(table_id, ply, visit.person, follow), sse, SSE)


async def _streaming(visit: Visit, wanted: Wanted, encode: Encode, media_type: str) -> StreamingResponse:
    check_streams(visit.request)
    await visit.tables.get(wanted.table_id)
    return streaming(stream(visit.request, wanted, encode), media_type)


# ------------------------------------------------------------------------------------------------------------ server


@router.get("/health", tags=["server"])
async def read_health(request: Request) -> Health:
    """Say that the server is well and its database answers."""
    await services_of(request).store.count_lives()
    return Health(version=version("wormgrill"))


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses={200: {"description": "the text format of Prometheus", "content": {"text/plain": {}}}},
    tags=["server"],
)
async def read_metrics(request: Request) -> Response:
    """Read the numbers of this server."""
    return Response(services_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)


PROBLEM_SCHEMA = Problem.model_json_schema()
"""The shape of every refusal; the description of the API refers to it by name."""
