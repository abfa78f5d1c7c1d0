"""What people take along: all that is stored about them, and the records of their games, each as one file."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from starlette.responses import Response

from wormgrill.presentation.replaying import Replay, record_text
from wormgrill.server.web.streams import streaming
from wormgrill.server.web.visit import Visit


async def data_of(visit: Visit) -> Response:
    """All that is stored about the visitor, as JSON."""
    about = await visit.services.personal.about(visit.me)
    text = json.dumps(about, indent=1, ensure_ascii=False)
    headers = {"Content-Disposition": 'attachment; filename="wormgrill-data.json"', "Cache-Control": "no-store"}
    return Response(text, headers=headers, media_type="application/json")


def records_of(visit: Visit) -> Response:
    """The records of all games that the visitor has finished, one after the other, as one text."""
    response = streaming(visit, _records(visit), "text/plain")
    response.headers["Content-Disposition"] = 'attachment; filename="wormgrill-games.txt"'
    return response


async def _records(visit: Visit) -> AsyncIterator[str]:
    separator = ""
    async for game in visit.services.personal.records(visit.me):
        _, text = await visit.work(record_text, Replay(game))
        yield separator + text
        separator = "\n"
