"""For operators: whether the server lives, whether it is ready, and its numbers."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from wormgrill.server.metrics import CONTENT_TYPE_LATEST
from wormgrill.server.web.visit import services_of

RETRY_SECONDS = 5

router = APIRouter(include_in_schema=False)
"""What anybody may ask."""
operators = APIRouter(include_in_schema=False)
"""What only operators may ask, on a listener of their own."""


@router.get("/healthz")
async def is_live() -> Response:
    """The server lives: it answers, and asks nothing of the database. If it does not, start it again."""
    return PlainTextResponse("live\n")


@operators.get("/readyz")
async def is_ready(request: Request) -> Response:
    """The server can do its work, which is to write moves to disk. If it cannot, send people elsewhere for a while."""
    problem = await services_of(request).readiness.problem()
    if problem:
        return PlainTextResponse(f"not ready: {problem}\n", 503, {"Retry-After": str(RETRY_SECONDS)})
    return PlainTextResponse("ready\n")


@operators.get("/metrics")
async def read_metrics(request: Request) -> Response:
    """The numbers of this server, for Prometheus."""
    return Response(services_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)
