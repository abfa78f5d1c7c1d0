"""A visit: one request with everything that is known of the person behind it, for a page as for the API.

It is looked up once. A visitor who only looks stays unknown; a visitor who acts becomes a person with a token.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Annotated, TypeVar, TypeVarTuple, cast
from urllib.parse import parse_qsl

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from wormgrill.game.rules import DEFAULT_EDITION, EDITIONS
from wormgrill.players.levels import LEVELS, MIDDLE
from wormgrill.presentation.words import Words, choose_language, languages, region_of, words_of
from wormgrill.server.limits import origin_of
from wormgrill.server.model.people import Person, readable_name
from wormgrill.server.model.refusals import InvalidRequest, LimitReached, NotSignedIn
from wormgrill.server.services.container import Services
from wormgrill.server.services.people import KEPT_SECONDS, People
from wormgrill.server.services.tables import Tables
from wormgrill.server.web.invitation import Invitation, invitation, own_url

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
TOKEN, LANGUAGE, THEME, HINTS, LEVEL, EDITION = "wormgrill", "language", "theme", "hints", "level", "edition"
TUTOR = "tutor"
"""The names of the cookies."""
THEMES = ("light", "dark", "system")
MAX_FIELDS = 100


class Visit:
    """One request of one person, known or not."""

    def __init__(self, request: Request, services: Services, person: Person | None) -> None:
        self.request = request
        self.services = services
        self.person = person
        self.words = _words_for(request, person)
        """The language: as the visitor chose it, else as their browser prefers it."""
        theme = request.cookies.get(THEME, "")
        self.theme = theme if theme in THEMES else "system"
        """Light, dark, or as the visitor's system has it."""

    @property
    def tables(self) -> Tables:
        """All tables."""
        return self.services.tables

    @property
    def people(self) -> People:
        """All people."""
        return self.services.people

    @property
    def me(self) -> Person:
        """The person behind the request; refused if it has no valid token."""
        if self.person is None:
            raise NotSignedIn("Send your token.")
        return self.person

    @property
    def person_id(self) -> str | None:
        """The id of the person, if they are known."""
        return self.person.id if self.person else None

    @property
    def wants_hints(self) -> bool:
        """Whether the visitor has switched hints on."""
        wanted = self.people.wants_hints(self.person)
        return self.request.cookies.get(HINTS) == "on" if wanted is None else wanted

    @property
    def wants_tutor(self) -> bool:
        """Whether the visitor wants to be asked before a move that costs much."""
        return self.request.cookies.get(TUTOR) == "on"

    @property
    def level(self) -> str:
        """The level against which the visitor has last played at once."""
        level = self.request.cookies.get(LEVEL, "")
        return level if level in LEVELS else MIDDLE

    @property
    def edition(self) -> str:
        """The edition that the visitor has last played at once."""
        edition = self.request.cookies.get(EDITION, "")
        return edition if edition in EDITIONS else DEFAULT_EDITION

    @property
    def is_htmx(self) -> bool:
        """Whether a page asks in the background, and wants fragments."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def address(self) -> str:
        """The network address of the visitor."""
        return address_of(self.request)

    @cached_property
    def base_url(self) -> str:
        """How people reach this server."""
        return str(own_url(self.services.settings, self.request.scope))

    @cached_property
    def invitation(self) -> Invitation:
        """How the people whom the visitor invites reach this server."""
        return invitation(self.services.settings, self.request.scope)

    async def work(self, function: Callable[[*Ts], T], *arguments: *Ts, needs_compiler: bool = False) -> T:
        """Have work done by another process for this visitor."""
        return await self.services.workers.run(self.address, function, *arguments, needs_compiler=needs_compiler)

    async def form(self) -> dict[str, str]:
        """The fields of a form; of a field given twice, the last."""
        body = (await self.request.body()).decode("utf-8", "replace")
        try:
            return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MAX_FIELDS))
        except ValueError:
            raise InvalidRequest(f"A form has at most {MAX_FIELDS} fields.") from None

    def limit_new(self) -> None:
        """Refuse more new identities and tables than one address may create."""
        limit = self.request.app.state.new_limit
        if not limit.allows(self.address):
            raise LimitReached(
                "Too many new identities and tables from your address.", retry_after=limit.seconds_to_wait()
            )

    async def sign_in(self, name: str = "") -> Person:
        """The person behind the request; an unknown visitor becomes a new person, known by a token from now on."""
        if self.person is None:
            self.limit_new()
            name = readable_name(name)
            self.person, token = await self.people.create(name or None, self.words.language)
            self.request.state.person, self.request.state.new_token = self.person, token
        return self.person

    def remembered(self, response: Response) -> Response:
        """The response, which lets the browser of a new person keep their token, and that of a known one for longer."""
        if token := getattr(self.request.state, "new_token", None):
            self.request.state.new_token = None
            self.keep_token(response, token)
        return response

    @property
    def token(self) -> str:
        """The token of the person behind the request."""
        return _token_of(self.request)[0] or ""

    def forget_token(self, response: Response) -> None:
        """Let the browser forget its token."""
        response.delete_cookie(TOKEN, path="/", httponly=True, samesite="lax", secure=self.services.settings.is_secure)

    def keep_token(self, response: Response, token: str) -> None:
        """Let the browser keep a token: out of reach of scripts and of other sites."""
        self.set_cookie(response, TOKEN, token)

    def set_cookie(self, response: Response, name: str, value: str) -> None:
        """Let the browser remember something."""
        secure = self.services.settings.is_secure
        response.set_cookie(name, value, max_age=KEPT_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")


async def visit_of(request: Request) -> Visit:
    """The visit of a request; the person is looked up once, however often it is asked for.

    The request keeps the person and not the visit: with a reference back to itself it would live on until the garbage
    is collected, which this server does rarely.
    """
    services = services_of(request)
    if not hasattr(request.state, "person"):
        token, is_client = _token_of(request)
        request.state.person = person = await services.people.find(token, is_client=is_client)
        if person and token and await services.people.see(token, person) and not is_client:
            request.state.new_token = token
    return Visit(request, services, request.state.person)


Visiting = Annotated[Visit, Depends(visit_of)]
"""The visit, as an argument of a route."""


async def _signed_in(visit: Visiting) -> Visit:
    _ = visit.me  # refuses
    return visit


SignedIn = Annotated[Visit, Depends(_signed_in)]
"""The visit of a person who is known; refused otherwise."""


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that answers."""
    return cast("Services", connection.app.state.services)


def address_of(connection: HTTPConnection) -> str:
    """The network address of a request, as limits count it."""
    return origin_of(connection.client.host if connection.client else None)


def _token_of(connection: HTTPConnection) -> tuple[str | None, bool]:
    """The token that was sent, and whether a program sent it: as a bearer, not in the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), True
    return connection.cookies.get(TOKEN), False


def _words_for(request: Request, person: Person | None) -> Words:
    chosen, accepted = request.cookies.get(LANGUAGE), request.headers.get("accept-language", "")
    if chosen not in languages():
        chosen = person.language if person else choose_language(accepted)
    return words_of(chosen, region_of(accepted, chosen))
