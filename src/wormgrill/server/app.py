"""The application: what answers requests, around the services."""

from __future__ import annotations

import json
from collections import Counter
from functools import cached_property
from typing import Any

from cachetools import LRUCache, TTLCache
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wormgrill import __version__
from wormgrill.server.api import routes as api
from wormgrill.server.api.description import add_examples, read_examples
from wormgrill.server.limits import RateLimit
from wormgrill.server.model.refusals import Refusal
from wormgrill.server.pages import (
    fair_dice,
    learn,
    my_games,
    order,
    people,
    personal,
    puzzles,
    replay,
    review,
    rules,
    sharing,
    site,
    start,
    table,
    waiting,
)
from wormgrill.server.pages.errors import error_page, is_read_by_person
from wormgrill.server.pages.responses import KEPT_PAGES, KEPT_SECONDS
from wormgrill.server.pages.screens import Screens
from wormgrill.server.services.container import Services
from wormgrill.server.web import health
from wormgrill.server.web.guard import Guard
from wormgrill.server.web.head import HeadAsGet
from wormgrill.server.web.problems import problem, refusal_of
from wormgrill.server.web.visit import services_of

ROUTERS = tuple(
    module.router
    for module in (
        *(table, api, site, start, waiting, replay, review, fair_dice),
        *(sharing, rules, learn, puzzles, my_games, people, order, personal, health),
    )
)
"""All routes, in the order in which they are tried: the busiest first."""
DESCRIPTION = "Tables of Pickomino: open one, sit down, play over the API, and follow the game live."

DESCRIPTION_PATH = "/api/v1/openapi.json"


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
            add_examples(schema, read_examples())
            self.openapi_schema = schema
        return self.openapi_schema

    @cached_property
    def description_text(self) -> bytes:
        """The description as it is sent to everybody."""
        return json.dumps(self.openapi(), ensure_ascii=False).encode()


def create_app(services: Services) -> FastAPI:
    """The application on these services."""
    app = Application(
        title="wormgrill",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers=dict.fromkeys((Refusal, RequestValidationError, HTTPException), refuse),
    )
    app.state.services = services
    app.state.open_streams = Counter()
    app.state.screens = Screens(services.tables)
    app.state.kept_pages = TTLCache(KEPT_PAGES, KEPT_SECONDS)
    app.state.pictures = LRUCache(sharing.KEPT_PICTURES)
    app.state.new_limit = RateLimit(services.settings.new_per_minute / 60, services.settings.new_at_once)
    app.state.routers = ROUTERS
    for router in ROUTERS:
        app.include_router(router)

    @app.get(DESCRIPTION_PATH, include_in_schema=False)
    async def describe() -> Response:
        return Response(app.description_text, media_type="application/json")

    app.add_middleware(Guard, settings=services.settings, metrics=services.metrics, refuse=refuse)
    app.add_middleware(HeadAsGet)
    return app


def create_admin_app(services: Services) -> FastAPI:
    """The application for operators, on the same services."""
    app = FastAPI(openapi_url=None, redirect_slashes=False)
    app.state.services = services
    app.include_router(health.router)
    app.include_router(health.operators)
    app.add_middleware(HeadAsGet)
    return app


async def refuse(request: Request, error: Exception) -> Response:
    """The response to any error: a page for a person with a browser, problem+json for everybody else."""
    refusal = refusal_of(request, error)
    services_of(request).metrics.refusals.labels(refusal.type).inc()
    return await error_page(request, refusal) if is_read_by_person(request) else problem(refusal)
