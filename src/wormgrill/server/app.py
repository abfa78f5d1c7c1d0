"""The application: what answers requests, around the services."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from wormgrill.server.api import routes as api
from wormgrill.server.limits import RateLimit
from wormgrill.server.model.refusals import Refusal
from wormgrill.server.pages import common as pages_common
from wormgrill.server.pages import people as pages_people
from wormgrill.server.pages import replay as pages_replay
from wormgrill.server.pages import start as pages_start
from wormgrill.server.pages import table as pages_table
from wormgrill.server.pages import waiting as pages_waiting
from wormgrill.server.pages.errors import FriendlyErrors
from wormgrill.server.services.container import Services
from wormgrill.server.web.guard import Guard, problem

KINDS = {HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large"}
"""Refusals whose type is not the usual phrase of their status."""
DESCRIPTION = "Tables of Pickomino: open one, sit down, play over the API, and follow the game live."


class Application(FastAPI):
    """FastAPI whose description names the shape of every refusal."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API."""
        if not self.openapi_schema:
            schema = super().openapi()
            schema["components"]["schemas"]["Problem"] = api.PROBLEM_SCHEMA
            schema["components"]["securitySchemes"] = api.SECURITY_SCHEMES
            for operations in schema["paths"].values():
                for operation in operations.values():
                    operation["responses"]["422"] = api.EVERYWHERE["422"]
            self.openapi_schema = schema
        return self.openapi_schema


def create_app(services: Services) -> FastAPI:
    """The application on these services."""
    app = Application(
        title="wormgrill",
        version=version("wormgrill"),
        description=DESCRIPTION,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers={
            Refusal: _refused,
            RequestValidationError: _invalid,
            HTTPException: _http_error,
            Exception: _unexpected,
        },
    )
    app.state.services = services
    app.state.open_streams = Counter()
    app.state.new_limit = RateLimit(services.settings.new_per_minute / 60, services.settings.new_at_once)
    app.include_router(api.router)
    app.include_router(pages_common.router)
    app.include_router(pages_table.router)
    for pages in (pages_start, pages_waiting, pages_replay, pages_people):
        app.include_router(pages.router)
    app.add_middleware(Guard, settings=services.settings, metrics=services.metrics)
    app.add_middleware(FriendlyErrors)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    refusal = cast("Refusal", error)
    cast("Services", request.app.state.services).metrics.refusals.labels(refusal.type).inc()
    return problem(refusal.status, refusal.type, str(refusal), **refusal.more)


async def _invalid(_request: Request, error: Exception) -> Response:
    first = cast("RequestValidationError", error).errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return problem(422, "unreadable", f"{place}: {first['msg']}")


async def _http_error(request: Request, error: Exception) -> Response:
    refusal = cast("HTTPException", error)
    status = HTTPStatus(refusal.status_code)
    if status is HTTPStatus.BAD_REQUEST:  # a body that is not even text
        return problem(422, "unreadable", str(refusal.detail))
    kind = KINDS.get(status, status.phrase.lower().replace(" ", "-"))
    answer = problem(status, kind, str(refusal.detail))
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        answer.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return answer


def _methods(request: Request) -> set[str]:
    """What can be asked of this path, whichever routes answer it."""
    matching = (route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE)
    return set[str]().union(*(route.methods or () for route in matching if isinstance(route, Route)))


async def _unexpected(_request: Request, _error: Exception) -> Response:
    return problem(500, "internal-error", "Something went wrong on the server.")
