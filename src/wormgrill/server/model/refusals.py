"""What the server refuses, and why: every refusal has a type, a status and a sentence, and changes nothing."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any


class Refusal(Exception):
    """A request that cannot be granted."""

    status = HTTPStatus.CONFLICT
    type = "not-now"

    def __init__(self, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.more = more
        """What else the answer says, such as the legal moves."""


class NotNow(Refusal):
    """The table is not in a state for this."""


class Stale(Refusal):
    """The move answers another ply than the current one."""

    type = "stale-move"


class Illegal(Refusal):
    """The move can be read, but the position does not allow it."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    type = "illegal-move"


class Unreadable(Refusal):
    """The request cannot be understood."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    type = "unreadable"


class NotYours(Refusal):
    """Somebody else may do this, but not who asks."""

    status = HTTPStatus.FORBIDDEN
    type = "not-yours"


class Unknown(Refusal):
    """There is nothing of this name."""

    status = HTTPStatus.NOT_FOUND
    type = "not-found"


class Nobody(Refusal):
    """The request does not say who asks."""

    status = HTTPStatus.UNAUTHORIZED
    type = "unknown-person"


class TooMuch(Refusal):
    """A bound on how much or how often has been reached."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    type = "too-much"
