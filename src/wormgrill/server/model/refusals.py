"""What the server refuses, and why: every refusal has a type, a status and a sentence, and changes nothing."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any


class Refusal(Exception):
    """A request that cannot be granted."""

    status = HTTPStatus.CONFLICT
    type = "not-now"

    def __init__(self, sentence: str, *, retry_after: int | None = None, **more: Any) -> None:
        super().__init__(sentence)
        self.more = more
        """What else the response says, such as the legal moves."""
        self.headers = {} if retry_after is None else {"Retry-After": str(retry_after)}


class NotNow(Refusal):
    """The table is not in a state for this."""


class NoReview(NotNow):
    """The game has not begun, or is still being played without hints."""

    type = "no-review"


class StaleMove(Refusal):
    """The move answers another ply than the current one."""

    type = "stale-move"


class MoveNotLegal(Refusal):
    """The move can be read, but the position does not allow it."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    type = "illegal-move"


class InvalidRequest(Refusal):
    """The request cannot be understood."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    type = "unreadable"


class NotAllowed(Refusal):
    """The person may not do this, though another one might."""

    status = HTTPStatus.FORBIDDEN
    type = "not-yours"


class Removed(NotAllowed):
    """The person was removed from the table."""

    type = "removed"

    def __init__(self) -> None:
        super().__init__("You have been removed from this table: you can watch, but not play or talk here.")


class Ended(NotAllowed):
    """The people who run the server have ended the game, for everybody."""

    type = "ended"

    def __init__(self) -> None:
        super().__init__("The operator of this server has ended this game.")


class Muted(NotAllowed):
    """The person may play, but not talk."""

    type = "muted"


class CrossSiteRequest(Refusal):
    """A page of another site has sent the request."""

    status = HTTPStatus.FORBIDDEN
    type = "cross-site"


class AnchorUsed(Refusal):
    """The chain has been committed to before: at another table, or by somebody else."""

    type = "used-anchor"

    def __init__(self) -> None:
        super().__init__("This anchor has been committed to before: make a new chain.")


class NotFound(Refusal):
    """There is nothing of this name."""

    status = HTTPStatus.NOT_FOUND
    type = "not-found"


class UnreadableLink(NotFound):
    """A link holds no game that can be opened."""

    type = "unreadable-link"


class Gone(Refusal):
    """It was there, but it is not any more."""

    status = HTTPStatus.GONE
    type = "gone"


class TableSetAside(Refusal):
    """What is stored of a table cannot be read, so nobody can play or look at it."""

    status = HTTPStatus.GONE
    type = "set-aside"


class NotSignedIn(Refusal):
    """The request has no valid token."""

    status = HTTPStatus.UNAUTHORIZED
    type = "unknown-person"


class LimitReached(Refusal):
    """A bound on how much or how often has been reached."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    type = "too-much"


class RequestTooLarge(Refusal):
    """The request has more bytes than are read, or needs more memory than it may."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    type = "too-large"


class DatabaseUnavailable(Refusal):
    """The database is locked, full, slow or gone; it may be back soon."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    type = "unavailable"

    def __init__(self) -> None:
        super().__init__("The database cannot be used at the moment. Try again in a few seconds.", retry_after=5)


class ServerStopping(Refusal):
    """The server is about to end; perhaps another one begins."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    type = "stopping"

    def __init__(self) -> None:
        super().__init__("The server is stopping. Try again in a few seconds.", retry_after=5)


class WorkersBusy(Refusal):
    """The processes for long work have not finished it in time."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    type = "busy"

    def __init__(self) -> None:
        super().__init__("This could not be worked out in time. Try again in a few seconds.", retry_after=5)


class BotsBusy(Refusal):
    """The bots' processes do not answer in time."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    type = "busy"
    sentence = "The bots are busy. Try again in a few seconds."
    retry_seconds = 5

    def __init__(self) -> None:
        super().__init__(self.sentence, retry_after=self.retry_seconds)


class BotsWarmingUp(BotsBusy):
    """The bots' processes still compile what they need."""

    sentence = "The bots are warming up, as they do once on a new machine. Try again in a few seconds."
    retry_seconds = 10


class InternalError(Refusal):
    """The server has made a mistake."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
    type = "internal-error"
