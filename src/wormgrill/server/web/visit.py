"""What a request tells about who sends it, for API and pages alike."""

from __future__ import annotations

from typing import cast

from starlette.requests import HTTPConnection
from starlette.responses import Response

from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import TooMuch
from wormgrill.server.services.container import Services
from wormgrill.server.settings import Settings

COOKIE = "wormgrill"
COOKIE_SECONDS = 400 * 86_400
"""The longest that browsers keep a cookie."""


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that answers."""
    return cast("Services", connection.app.state.services)


def token_of(connection: HTTPConnection) -> tuple[str | None, bool]:
    """The token that was sent, and whether a program sent it: as a bearer, not in the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), True
    return connection.cookies.get(COOKIE), False


async def optional_person(connection: HTTPConnection) -> Person | None:
    """Who asks, if they say so."""
    token, is_client = token_of(connection)
    return await services_of(connection).people.find(token, is_client=is_client)


async def required_person(connection: HTTPConnection) -> Person:
    """Who asks; refused if they do not say so."""
    token, is_client = token_of(connection)
    return await services_of(connection).people.require(token, is_client=is_client)


def address_of(connection: HTTPConnection) -> str:
    """From where somebody asks; the addresses of one IPv6 network count as one."""
    host = connection.client.host if connection.client else "unknown"
    return ":".join(host.split(":")[:4]) if ":" in host else host


def base_url_of(connection: HTTPConnection) -> str:
    """How people reach this server."""
    public = services_of(connection).settings.public_url
    return public or f"{connection.url.scheme}://{connection.headers.get('host', 'localhost')}"


def limit_new(connection: HTTPConnection) -> None:
    """Refuse more new identities and tables than one address may create."""
    limit = connection.app.state.new_limit
    if not limit.allows(address_of(connection)):
        raise TooMuch("Too many new identities and tables from your address.", retry_after=limit.seconds_to_wait())


def set_cookie(response: Response, token: str, settings: Settings) -> None:
    """Let the browser keep its token: out of reach of scripts and of other sites."""
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=settings.is_secure, path="/"
    )
