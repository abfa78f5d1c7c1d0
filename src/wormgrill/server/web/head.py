"""HEAD is answered wherever GET is: with the same headers, and without a body."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ASKED = "wormgrill.is_head"


class HeadAsGet:
    """Lets the routes for GET answer HEAD, and drops what they send as a body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET", ASKED: True}, receive, send_without_body)


def is_head(connection: HTTPConnection) -> bool:
    """Whether only the headers are asked for: a stream then has nothing to wait for."""
    return bool(connection.scope.get(ASKED))
