"""Logs: lines of text or of JSON, each with the request that it belongs to, and without what people have sent."""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

MAX_MESSAGE = 200
"""So many characters of what an exception says are logged."""
KEPT_LINES = 1_000
"""Lines that are kept while they cannot be written; older ones are lost."""
TALKATIVE = {"python_multipart": logging.ERROR, "sqlalchemy.pool": logging.CRITICAL}
"""Loggers of libraries by the level from which they are written.

One warns of every form that cannot be read, so anybody could fill the log. The other one shows, on twenty lines, how a
connection was given up that could not say goodbye in time, when the outage has been told in one.
"""
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The request that is being answered, if it is one."""


def write_logs(*, as_json: bool) -> None:
    """Write what this process logs to its standard error, from warnings up."""
    handler = PatientHandler(sys.stderr.fileno()) if sys.stderr else logging.NullHandler()
    handler.setFormatter(_JsonLines() if as_json else _Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name, level in TALKATIVE.items():
        logging.getLogger(name).setLevel(level)


class PatientHandler(logging.Handler):
    """Writes lines to an open file, and keeps those that cannot be written until the next line or the end.

    Python's own buffer would be written once more when the process ends, and change its exit code if that fails.
    """

    def __init__(self, file: int) -> None:
        super().__init__()
        self._file = file
        self._waiting: deque[bytes] = deque(maxlen=KEPT_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, after those that wait."""
        self._waiting.append(f"{self.format(record)}\n".encode(errors="backslashreplace"))
        self.flush()

    def flush(self) -> None:
        """Write the lines that wait, as far as that is possible."""
        with suppress(OSError):
            while self._waiting:
                line = self._waiting.popleft()
                written = 0
                try:
                    written = os.write(self._file, line)
                finally:
                    if written < len(line):
                        self._waiting.appendleft(line[written:])


class _Lines(logging.Formatter):
    """Text: time, level, logger, request and message; an exception follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        error = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        head = f"{_time(record)} {record.levelname} {record.name} {request_id.get()}"
        return f"{head}: {record.getMessage().strip()}{error}"

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802  # as logging calls it
        """An exception with what led to it."""
        return "\n".join(_told(ei[1])) if ei[1] else ""


class _JsonLines(_Lines):
    """The same as one JSON object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage().strip(),
        }
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _told(error: BaseException) -> Iterator[str]:
    """An exception and its causes, the first cause first.

    Of what it says only the first line is told: on further lines libraries quote values, such as the fields of a body.
    """
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause:
        yield from _told(cause)
        yield "and then:"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    yield f"{type(error).__qualname__}: {str(error).partition(chr(10))[0][:MAX_MESSAGE]}"
