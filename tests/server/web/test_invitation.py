"""An invitation leads to an address that others can reach, or says what it takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.types import Scope

from tests.support.apps import SameProcess, app_of, client_of
from tests.support.services import RULES, in_loop, services
from tests.support.tables import finished_table
from wormgrill.presentation.puzzles import DAILY, all_puzzles
from wormgrill.presentation.puzzling import RIGHT
from wormgrill.server.app import ROUTERS
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.pages.puzzles import today
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.settings import Settings
from wormgrill.server.web import invitation as module
from wormgrill.server.web.invitation import Invitation, invitation, own_address, own_url


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_address", lambda: "192.168.1.7")
    monkeypatch.setattr(module, "own_names", lambda: frozenset({"grill", "grill.local"}))


def listening(host: str, public_url: str | None = None) -> Settings:
    return Settings.model_validate({"host": host, "public_url": public_url})


def request(asked: str, server: str = "127.0.0.1", scheme: str = "http") -> Scope:
    """A request that names the server so, and has come in at this address of it."""
    headers = [(b"host", asked.encode("latin-1"))]
    return {"type": "http", "scheme": scheme, "server": (server, 8421), "path": "/t/a", "headers": headers}


HERE = "http://127.0.0.1:8421"
LISTEN, TELL = "wormgrill serve --host 192.168.1.7", "wormgrill serve --public-url https://worms.example.org"


@pytest.mark.parametrize(
    ("host", "public_url", "asked", "server", "expected"),
    [
        ("127.0.0.1", None, "127.0.0.1:8421", "127.0.0.1", (HERE, LISTEN)),
        ("127.0.0.1", None, "localhost:8421", "127.0.0.1", ("http://localhost:8421", LISTEN)),
        ("::1", None, "[::1]:8421", "::1", ("http://[::1]:8421", LISTEN)),
        ("0.0.0.0", None, "127.0.0.1:8421", "127.0.0.1", ("http://192.168.1.7:8421", "")),
        ("0.0.0.0", None, "192.168.1.7:8421", "192.168.1.7", ("http://192.168.1.7:8421", "")),
        ("0.0.0.0", None, "Grill.local:8421", "192.168.1.7", ("http://grill.local:8421", "")),
        ("0.0.0.0", None, "0.0.0.0:8421", "127.0.0.1", ("http://192.168.1.7:8421", "")),
        ("0.0.0.0", None, "10.9.9.9:8421", "192.168.1.8", ("http://192.168.1.8:8421", "")),
        ("worms.lan", None, "worms.lan:8421", "192.168.1.7", ("http://worms.lan:8421", "")),
        ("127.0.0.1", "https://worms.example.org", "127.0.0.1:8421", "127.0.0.1", ("https://worms.example.org", "")),
        ("127.0.0.1", None, "worms.example.org", "127.0.0.1", (HERE, TELL)),
    ],
)
def test_an_invitation_leads_to_where_others_can_come(
    host: str, public_url: str | None, asked: str, server: str, expected: tuple[str, str]
) -> None:
    assert invitation(listening(host, public_url), request(asked, server)) == Invitation(*expected)


FORGED = (
    "evil.example",
    "evil.example:8421",
    "127.0.0.1.evil.example",
    "grill.evil.example",
    "a@evil.example",
    "10.6.6.6",
)


@pytest.mark.parametrize("asked", [*FORGED, "127.0.0.1:666", "[bad", "h:99999999", "", "\xff", "a/b?c#d"])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize("public_url", [None, "https://worms.example.org"])
def test_a_forged_host_is_in_no_address(host: str, public_url: str | None, asked: str) -> None:
    settings, sent = listening(host, public_url), request(asked)
    own = {public_url} if public_url else {HERE, "http://192.168.1.7:8421"}
    assert str(own_url(settings, sent)) in own
    assert invitation(settings, sent).base_url in own


@in_loop
async def test_a_forged_host_reaches_no_page_and_no_answer(tmp_path: Path) -> None:
    """Whatever can be read, at tables in every state; live streams of pages, which do not end, are left out."""
    routes = {route.path for router in ROUTERS for route in router.routes if is_read(route)}
    async with services(tmp_path / "worms.db", host="0.0.0.0") as parts:  # nothing listens
        person, token = await parts.people.create("Ada")
        seats = (SeatPlan("me"), SeatPlan("open")), (SeatPlan("me"), SeatPlan("me"))
        waiting, playing = [(await parts.tables.create(person, Plan(RULES, each))).table.id for each in seats]
        await parts.tables.start(playing, person)
        over = finished_table(parts.settings, token, token).removeprefix("/t/")
        headers = {"host": "evil.example", "cookie": f"wormgrill={token}; daily={today()}.{RIGHT * DAILY}"}
        async with client_of(app_of(parts, SameProcess()), **headers) as client:
            answers = [
                await client.get(filled(path, table_id), params={"follow": "false"})
                for path in sorted(routes)
                for table_id in (waiting, playing, over)
            ]
            answers += [await client.post(path, json={}) for path in ("/me/transfer", "/api/v1/me/transfer")]
            room, start = await client.get(f"/t/{waiting}/wait"), await client.get("/")
    assert all("evil.example" not in answer.text + str(answer.headers) for answer in answers)
    assert qr_code(f"http://192.168.1.7:8421/t/{waiting}") in room.text
    assert '<meta property="og:image" content="http://192.168.1.7:8421/preview.png">' in start.text
    assert sum("http://192.168.1.7:8421" in answer.text for answer in answers) > len((waiting, playing, over))


def is_read(route: object) -> bool:
    """Whether a route answers GET, and comes to an end."""
    return isinstance(route, APIRoute) and "GET" in (route.methods or ()) and not route.path.endswith("/live")


def filled(path: str, table_id: str) -> str:
    """A path with something in every place that is left open."""
    return path.replace("{table_id}", table_id).replace("{puzzle_id}", next(iter(all_puzzles()))).replace("{ply}", "2")


def test_the_own_address_is_none_of_this_machine_alone() -> None:
    assert not own_address().startswith("127.")
