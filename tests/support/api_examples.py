"""Tries the examples of the API's description: each is sent to a server, as part of one story.

`python -m tests.support.api_examples` writes what the server answers into the file of the examples.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
from fastapi import FastAPI

from tests.support.chains import Links
from tests.support.running import PATIENCE_SECONDS, Client, Server, running
from tests.support.tables import finished_table
from wormgrill.server.api import routes as api
from wormgrill.server.api.description import EXAMPLES_FILE, add_examples, contents
from wormgrill.server.app import Application

PUBLIC_URL = "https://worms.example.org"
"""Where the server of the examples is."""
SEED = "examples"
"""Of the server whose answers are the examples: it repeats its ids and dice."""
LINKS = Links("Robin")
"""The chain of the person in the examples."""
REQUESTS: dict[str, Any] = {
    "NewPerson": {"name": "Robin", "language": "en"},
    "ChangedPerson": {"name": "Wren"},
    "TransferCode": {"code": "lI6A9WYF8Jr1lVvlCUdDUA"},
    "NewTable": {
        "rules": "deluxe-2018",
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "thinker"}],
        "pace": "mail 3",
        "is_public": True,
        "anchor": LINKS.anchor,
    },
    "ChangedTable": {"has_chat": True},
    "JoinTable": {"name": "Siskin"},
    "NewAnchor": {"anchor": LINKS.anchor},
    "SeatLevel": {"level": "pullet"},
    "StartTable": {"fill": "thinker"},
    "Reveal": {"link": LINKS.seed},
    "NewMove": {"ply": 0, "move": "roll", "link": LINKS.at(0)},
    "NewChat": {"text": "Good roll!"},
    "Mute": {"is_muted": True},
    "Rematch": {"anchor": Links("Robin again").anchor},
}
Tried = tuple[str, httpx2.Response]
"""An operation, and what was answered."""


def tried(server: Server, description: Any) -> Iterator[Tried]:
    """Every operation of a description, asked as its example asks: all of them are granted."""

    def ask(who: Client, operation: str, body: Any = None, **values: Any) -> Tried:
        method, path = operation.split()
        for name in list(values):
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", str(values.pop(name)))
        if body is None and "requestBody" in (said := description["paths"][operation.split()[1]][method.lower()]):
            body = shown(description, said["requestBody"]["content"]["application/json"])
        end = time.monotonic() + PATIENCE_SECONDS
        address = path.removeprefix("/api/v1")
        while (answer := who.request(method, address, json=body, params=values)).status_code == 503:
            assert time.monotonic() < end, answer.text
            time.sleep(int(answer.headers["retry-after"]))
        assert answer.is_success, (operation, answer.text)
        return operation, answer

    with Client(server, is_known=False) as robin, Client(server, "Siskin") as siskin:
        yield (created := ask(robin, "POST /api/v1/people"))
        token = created[1].json()["token"]
        robin.headers["authorization"] = f"Bearer {token}"
        yield from (ask(robin, f"GET /api/v1/{name}") for name in ("health", "levels", "me"))
        yield ask(robin, "PATCH /api/v1/me")

        yield (opened := ask(robin, "POST /api/v1/tables"))
        table = opened[1].json()["id"]
        yield from (ask(robin, f"GET /api/v1/{name}") for name in ("tables", "me/tables"))
        here = "/api/v1/tables/{table_id}"
        yield ask(robin, f"GET {here}", table_id=table)
        yield ask(robin, f"PATCH {here}", table_id=table)
        yield ask(siskin, f"POST {here}/join", table_id=table)
        yield ask(robin, f"PUT {here}/anchor", table_id=table)
        yield ask(robin, f"PUT {here}/seats/{{seat}}", table_id=table, seat=2)
        yield ask(robin, f"POST {here}/start", table_id=table)
        yield ask(robin, f"POST {here}/reveal", table_id=table)
        yield ask(robin, f"POST {here}/moves", table_id=table)
        yield ask(robin, f"POST {here}/chat", table_id=table)
        for name in ("moves", "chat", "odds", "record"):
            yield ask(robin, f"GET {here}/{name}", table_id=table)
        yield from (ask(robin, f"GET {here}/{name}", table_id=table, follow=False) for name in ("stream", "events"))
        yield ask(siskin, f"POST {here}/leave", table_id=table)
        yield ask(siskin, f"POST {here}/return", table_id=table)
        yield ask(robin, f"PUT {here}/seats/{{seat}}/mute", table_id=table, seat=1)
        yield ask(robin, f"POST {here}/seats/{{seat}}/remove", table_id=table, seat=1)

        other = robin.open_table("rooster", "me")
        robin.start(other)
        robin.await_turn(other)
        yield ask(robin, f"GET {here}/thoughts", table_id=other, ply=2)
        yield ask(robin, f"GET {here}/review", table_id=other)

        over = finished_table(server, token, "hatchling").removeprefix("/t/")
        yield ask(robin, f"POST {here}/rematch", table_id=over)
        yield from (ask(robin, f"GET /api/v1/me/{name}") for name in ("data", "records"))
        yield (begun := ask(robin, "POST /api/v1/me/transfer"))
        yield ask(siskin, "POST /api/v1/people/transfer", {"code": begun[1].json()["code"]})
        yield ask(robin, "POST /api/v1/me/sign-out-others")
        yield ask(robin, "DELETE /api/v1/me")


def shown(description: Any, content: Any) -> Any:
    """The example of a content in a description."""
    if "example" in content:
        return content["example"]
    (example,) = content["examples"].values()
    return description["components"]["examples"][example["$ref"].rpartition("/")[2]]["value"]


def content_of(answer: httpx2.Response) -> Any:
    """What was answered: plain values, or a text."""
    return answer.json() if answer.headers["content-type"] == "application/json" else answer.text


def is_like(one: Any, other: Any) -> bool:
    """Whether two values have the same names, numbers as names left out, with values of the same kinds.

    What is null in one of them may be anything in the other.
    """
    match one, other:
        case (None, _) | (_, None):
            return True
        case dict(), dict():
            names, others = ({name for name in each if name.isidentifier()} for each in (one, other))
            return names == others and all(is_like(one[name], other[name]) for name in names)
        case list(), list():
            return not one or not other or all(any(is_like(each, shown) for shown in one) for each in other)
        case (int() | float(), int() | float()):
            return isinstance(one, bool) == isinstance(other, bool)
    return type(one) is type(other)


def write_examples() -> None:
    """Write the examples anew: of several answers of one shape the longest, which shows most."""
    app = Application()
    app.include_router(api.router)
    description = FastAPI.openapi(app)
    add_examples(description, defaultdict(str, REQUESTS))
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), test_seed=SEED) as server:
        answers = {operation: content_of(answer) for operation, answer in tried(server, description) if answer.content}
    found: dict[str, list[Any]] = defaultdict(list)
    for operation, content in contents(description):
        answer = answers[operation]
        match content.get("schema", {}):
            case {"$ref": reference}:
                found[reference.rpartition("/")[2]].append(answer)
            case {"items": {"$ref": reference}}:
                found[reference.rpartition("/")[2]] += answer
            case _:
                found[operation].append(answer)
    examples = {name: max(shown, key=lambda each: len(json.dumps(each))) for name, shown in found.items()} | REQUESTS
    examples["TransferCode"] = {"code": examples["Transfer"]["code"]}
    text = json.dumps(examples, indent=1, ensure_ascii=False).replace(server.url, PUBLIC_URL)
    EXAMPLES_FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write_examples()
