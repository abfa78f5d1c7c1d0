"""Refusals as JSON, and every other error as a refusal: an error has one form, whatever raised it."""

from __future__ import annotations

import json
from http import HTTPStatus

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

from wormgrill.game.errors import shortened
from wormgrill.server.model.refusals import InternalError, InvalidRequest, Refusal, RequestTooLarge

PROBLEM = "application/problem+json"


def refusal_of(request: Request, error: Exception) -> Refusal:
    """The refusal that an error stands for."""
    match error:
        case Refusal():
            return error
        case RequestValidationError():
            first = error.errors()[0]
            place = shortened(".".join(str(part) for part in first["loc"]))
            return InvalidRequest(f"{place}: {first['msg']}")
        case HTTPException(status_code=HTTPStatus.BAD_REQUEST):  # a body that is not even text
            return InvalidRequest(str(error.detail))
        case HTTPException(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE):
            return RequestTooLarge(str(error.detail))
        case HTTPException():
            return _http_refusal(request, error)
    return InternalError("Something went wrong on the server.")


def _http_refusal(request: Request, error: HTTPException) -> Refusal:
    refusal = Refusal(str(error.detail))
    refusal.status = HTTPStatus(error.status_code)
    refusal.type = refusal.status.phrase.lower().replace(" ", "-")
    if refusal.status is HTTPStatus.METHOD_NOT_ALLOWED:
        refusal.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return refusal


def _methods(request: Request) -> set[str]:
    """The methods that this path answers, whichever routes do so."""
    routes = (route for router in request.app.state.routers for route in router.routes if isinstance(route, Route))
    matching = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    methods = set[str]().union(*(route.methods or () for route in matching))
    return methods | ({"HEAD"} if "GET" in methods else set())


def problem(refusal: Refusal) -> Response:
    """A refusal as problem+json."""
    content = {
        "type": f"urn:wormgrill:{refusal.type}",
        "title": refusal.type.replace("-", " ").capitalize(),
        "status": refusal.status,
        "detail": str(refusal),
        **refusal.more,
    }
    return Response(json.dumps(content), refusal.status, refusal.headers, PROBLEM)
