"""No input makes the server fail: whatever is sent to a page or to the API, the answer is not a 500."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, quote_from_bytes

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.running import Client, Server, running
from tests.support.services import quick_move
from tests.support.tables import finished_table, nearly_finished_table
from wormgrill.game import EDITIONS, Game, Phase
from wormgrill.game.fair_dice import FairDice
from wormgrill.presentation.moments import encode_record
from wormgrill.server.api import routes as api
from wormgrill.server.app import ROUTERS
from wormgrill.server.storage.archive import import_game
from wormgrill.server.storage.store import Store

EXAMPLES = 12
"""For each route; all of them together take less than a minute."""
ROUTES = sorted(
    (route.path, method)
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute) and (router is not api.router or "streams" in route.tags)
    for method in route.methods or ()
)
"""All of the pages, and the streams of the API, which Schemathesis cannot read to their end."""
FIELDS = (
    *("another", "edition", "file", "fill", "hints", "language", "level", "move", "name", "next", "open_to", "pace"),
    *("ply", "seat", "seed", "short_game", "text", "theme", "golden-deluxe-2018", "may_pass", "lower_tile"),
    *("seat1", "seat2", "seat3", "name1", "name2", "moment", "from", "of", "code", "notice", "golden_die_joins"),
)
ODD = (
    *("", "0", "1", "-1", "9" * 5000, "1e999", "NaN", "\u0663", "\u00b2", "true", "null", "\x00", "\x00" * 99, "\r\n"),
    *("\ud800", "\udcff", "\ufffe", "\u202e", "\ufeff", "\u2028", "\U0001fab1" * 300, "a" * 20_000, "%", "%00", "%zz"),
    *("../" * 50, "' OR 1=1 --", "{{7*7}}", "%(name)s", "//elsewhere.example", "/\\elsewhere", "<script>"),
)
USUAL = (
    *("roll", "stop", "keep 4", "keep W", "me", "link", "device", "bot thinker", "bot nobody", "classic-2014"),
    *("deluxe-2018 golden_die_faces=111WWW", "mail 1", "live 30", "relaxed", "all", "bots", "nobody", "on", "de"),
    *("dark", "thinker", "rooster", "/t/x", "Ada", "hello"),
)


@dataclass(frozen=True)
class Place:
    """A server with tables in every state, and what is known of them."""

    server: Server
    token: str
    tables: tuple[str, ...]
    codes: tuple[str, ...]
    short_code: str
    """A game that has just begun: its pages are made at once."""

    def token_for(self, method: str, path: str) -> str:
        """A token to send there: where somebody is deleted, that of a new person."""
        if (method, path) != ("POST", "/me/forget"):
            return self.token
        with Client(self.server) as client:
            return client.headers["authorization"].partition(" ")[2]


def odd_games() -> Iterator[Game]:
    """Games whose tags say of their dice what cannot be."""
    dice = FairDice("00112233445566778899aabbccddeeff" * 2, "0123456789abcdef", ("seed", "-"))
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    while game.state.phase is not Phase.OVER:
        is_chance = game.state.phase is Phase.CHANCE
        game = game.play(dice.roll(game.state, len(game.moves)) if is_chance else quick_move(game.state))
    game = replace(game, tags=(("date", "2026-11-15"), *dice.tags(is_revealed=True)))
    oddities = [
        ("dice-secret", "z" * 64),
        ("dice-secret", "not hexadecimal"),
        ("dice-secret", "ab"),
        ("dice-secret", "\u0663" * 64),
        ("dice-secret", "x" * 5000),
        ("dice-seeds", "\U0001fab1"),
        ("dice-commitment", "nothing"),
        ("dice-table", "\u00fc"),
        ("dice", "coins"),
        ("date", "0001-01-01"),
        ("date", "9999-12-31"),
    ]
    for number, (tag, value) in enumerate(oddities):  # games with the same secret would be the same game
        tags = dict(game.tags) | {"dice-secret": f"{number:064x}"} | {tag: value}
        yield replace(game, tags=tuple(tags.items()))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server to be tried; at its end nothing has failed in its log."""
    with running(tmp_path_factory.mktemp("any")) as server, Client(server) as client:
        token = client.headers["authorization"].partition(" ")[2]
        games = list(odd_games())
        imported = asyncio.run(_imported(server, games))
        over, nearly = (
            make(server, token, "greedy").removeprefix("/t/") for make in (finished_table, nearly_finished_table)
        )
        waiting, playing = client.open_table("me", "open"), client.open_table("me", "me", "greedy")
        client.start(playing)
        tables = (waiting, playing, over, nearly, *imported)
        yield Place(server, token, tables, tuple(map(encode_record, games)), encode_record(games[0].until(4)))


async def _imported(server: Server, games: Sequence[Game]) -> list[str]:
    store = await Store.open(server.database)
    try:
        for game in games:
            assert await import_game(store, game)
        return [stored.table.id async for stored in store.archived()]
    finally:
        await store.close()


def status_of(
    server: Server, method: str, target: str, headers: Sequence[tuple[str, str]] = (), body: bytes = b""
) -> int:
    """The status of the answer to a request as it is written here."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    lines += [] if any(name.lower() == "host" for name, _ in headers) else ["Host: localhost"]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    with socket.create_connection(("127.0.0.1", server.port), 120) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1", "replace") + body)
        return int(connection.recv(65_536).split()[1])


# ------------------------------------------------------------------------------------------------------ what is known


@pytest.mark.parametrize(("path", "method"), ROUTES)
def test_every_page_stands_odd_addresses_forms_and_headers(place: Place, path: str, method: str) -> None:
    def assert_answered(target: str, *headers: tuple[str, str], body: bytes = b"") -> None:
        known = ("Authorization", f"Bearer {place.token_for(method, path)}")
        assert status_of(place.server, method, target, [known, *headers], body) < 500, (target, headers)

    usual = filled(path, place.tables[0], place.short_code)
    many = "&".join(f"f{number}=1" for number in range(3000))
    assert_answered(f"{usual}?{many}")
    assert_answered(usual, ("Content-Type", "application/x-www-form-urlencoded"), body=many.encode())
    for odd in ODD:
        text = quote(odd.encode("utf-8", "surrogatepass"))[:600]
        query = "&".join(f"{field}={text}" for field in (*FIELDS, text))
        assert_answered(f"{filled(path, text, text)}?{query}")
    for header in ODD_HEADERS:
        assert_answered(usual, ("Accept", "text/html"), header)


@pytest.mark.parametrize(
    "target",
    [
        *("/rules?of=\u00ff", "/\u00ff", "/t/\u00ff", "/?%ff%fe", "/%", "/?%", "//", "/.//..", "*", "?", "a", "/t/a b"),
        *("http://elsewhere.example/open?a", "http://elsewhere.example", "/#x", "/;x", "/t/..%2f..", "/%00", "/?\x01"),
    ],
)
def test_what_is_no_address_makes_nothing_fail(place: Place, target: str) -> None:
    for headers in ([("Accept", "text/html")], []):
        for method in ("GET", "POST", "HEAD", "OPTIONS", "CONNECT", "TRACE", "PROPFIND"):
            assert status_of(place.server, method, target, headers) < 500


LONG = "x" * 9000
HEADERS = {
    "Host": ("", "[bad", "a b", LONG, "h:99999999", "\u00ff", "a/b?c#d", "[::1]:80", "@:@"),
    "Cookie": ("wormgrill", 'wormgrill="\\777"', "theme=\u00ff; language=\u00ff", f"wormgrill={LONG}", "a=b;" * 999),
    "Accept-Language": ("en;q=nan", "de;q=1e999", "q=;;;", "\u00ff", LONG, "en;q=-inf"),
    "Content-Type": ("multipart/form-data", "multipart/form-data; boundary=", "text/html; charset=x", "\u00ff"),
    "Accept-Encoding": ("gzip;q=nan",),
    "Last-Event-ID": ("9" * 5000, "\u00b2"),
    "HX-Request": ("true",),
    "Authorization": ("Basic", "Bearer \u00ff"),
    "Range": ("bytes=9-1,-",),
    "Origin": ("http://[bad",),
    "X-Forwarded-For": ("\u00ff",),
    "Expect": ("100-continue", "nothing"),
    "Upgrade": ("websocket",),
}
ODD_HEADERS = tuple((name, value) for name, values in HEADERS.items() for value in values)


def test_nothing_has_a_name_with_a_null_byte(place: Place) -> None:
    for path in (
        "/%00",
        "/t/%00",
        "/t/%00/moves",
        f"/t/{place.tables[0]}%00/wait",
        "/transfer/%00",
        "/static/app.css%00",
    ):
        for method in ("GET", "POST"):
            assert status_of(place.server, method, path) == 404


def test_imported_games_with_dice_that_cannot_be_are_shown(place: Place) -> None:
    pages = ("", "/replay", "/verify", "/record.txt")
    for code in place.codes:
        for page in pages[1:]:
            assert status_of(place.server, "GET", f"/record/{code}{page}") == 200
    for table_id in place.tables[4:]:
        for page in pages:
            assert status_of(place.server, "GET", f"/t/{table_id}{page}") == 200
        for page in ("", "/record", "/moves", "/chat", "/stream?follow=false"):
            assert status_of(place.server, "GET", f"/api/v1/tables/{table_id}{page}") == 200


# ------------------------------------------------------------------------------------------------------ what is not


def filled(path: str, table_id: str, code: str) -> str:
    """A path with something in every place that is left open."""
    return path.replace("{table_id}", table_id).replace("{code}", code).replace("{name:path}", code)


texts = st.sampled_from((*ODD, *USUAL)) | st.text(max_size=50) | st.integers().map(str)
fields = st.lists(st.tuples(st.sampled_from(FIELDS) | st.text(max_size=9), texts), max_size=8)


def as_form(pairs: list[tuple[str, str]]) -> tuple[str, bytes]:
    """Fields as a browser sends them, and in bytes that are no text where they cannot be."""
    encoded = ((name.encode("utf-8", "surrogatepass"), value.encode("utf-8", "surrogatepass")) for name, value in pairs)
    body = "&".join(f"{quote_from_bytes(name)}={quote_from_bytes(value)}" for name, value in encoded)
    return "application/x-www-form-urlencoded", body.encode()


def as_parts(pairs: list[tuple[str, str]]) -> tuple[str, bytes]:
    """Fields as a form with files, every second one a file."""
    parts = []
    for number, (name, value) in enumerate(pairs):
        file = f'; filename="{value[:20]}"' if number % 2 else ""
        head = f'--x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        parts.append(head.encode("utf-8", "surrogatepass") + value.encode("utf-8", "surrogatepass") + b"\r\n")
    return "multipart/form-data; boundary=x", b"".join(parts) + b"--x--\r\n"


bodies = (
    fields.map(as_form)
    | fields.map(as_parts)
    | st.tuples(st.sampled_from(("application/json", "text/plain", "multipart/form-data; boundary=x", "")), st.binary())
)
headers_of_pages = st.lists(
    st.sampled_from((("Accept", "text/html"), ("HX-Request", "true"), ("Wormgrill-Stream", "lost"), *ODD_HEADERS)),
    max_size=3,
    unique_by=lambda header: header[0],
)


@pytest.mark.parametrize(("path", "method"), ROUTES)
def test_every_page_stands_any_form(place: Place, path: str, method: str) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(
        table_id=st.sampled_from(place.tables) | texts,
        code=st.sampled_from((*place.codes, "app.css")) | texts,
        query=fields,
        body=bodies,
        headers=headers_of_pages,
        is_known=st.booleans(),
    )
    def send(
        *,
        table_id: str,
        code: str,
        query: list[tuple[str, str]],
        body: tuple[str, bytes],
        headers: list[tuple[str, str]],
        is_known: bool,
    ) -> None:
        table_id, code = (quote(text.encode("utf-8", "surrogatepass"))[:9000] for text in (table_id, code))
        target = f"{filled(path, table_id, code)}?{as_form(query)[1].decode()[:9000]}"
        names = {name for name, _ in headers}
        sent = [*headers]
        if "Cookie" not in names and is_known:
            sent.append(("Cookie", f"wormgrill={place.token_for(method, path)}"))
        if "Content-Type" not in names:
            sent.append(("Content-Type", body[0]))
        assert status_of(place.server, method, target, sent, body[1]) < 500

    send()
