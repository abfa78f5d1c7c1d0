"""HEAD: the same headers as GET, and no body."""

from __future__ import annotations

import httpx2
import pytest
from fastapi.routing import APIRoute

from tests.support.running import Client, Server
from wormgrill.server.app import ROUTERS


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/open",
        "/static/app.css",
        "/manifest.webmanifest",
        "/api/v1/health",
        "/healthz",
        "/api/v1/levels",
        "/api/v1/openapi.json",
    ],
)
def test_head_is_answered_like_get_without_a_body(server: Server, path: str) -> None:
    got, asked = (httpx2.request(method, server.url + path) for method in ("GET", "HEAD"))
    assert (asked.status_code, asked.content) == (200, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert asked.headers["content-security-policy"] == got.headers["content-security-policy"]
    assert int(asked.headers["content-length"]) > 0


def test_head_is_answered_wherever_get_is(server: Server, ada: Client) -> None:
    table_id = ada.open_table("me", "open")
    paths = [
        route.path for router in ROUTERS for route in router.routes if isinstance(route, APIRoute) and is_get(route)
    ]
    assert {"/", "/healthz", "/t/{table_id}", "/api/v1/tables/{table_id}/odds"} <= set(paths)
    for path in paths:
        url = server.url + path.replace("{name:path}", "app.css").replace("{code}", "x").replace("{table_id}", table_id)
        with httpx2.stream("GET", url, timeout=120) as got:
            assert httpx2.head(url, timeout=120).status_code == got.status_code, path


def is_get(route: APIRoute) -> bool:
    """Whether a route answers GET."""
    return "GET" in (route.methods or ())


def test_head_of_a_table_and_of_what_is_not_there(server: Server, ada: Client) -> None:
    table_id = ada.open_table("me", "greedy")
    ada.start(table_id)
    assert httpx2.head(f"{server.url}/t/{table_id}").status_code == 200
    assert httpx2.head(f"{server.url}/t/nosuchtable").status_code == 404
    assert httpx2.head(f"{server.url}/play").status_code == 405


@pytest.mark.parametrize(
    "stream", ["/api/v1/tables/{}/stream", "/api/v1/tables/{}/events", "/t/{}/live", "/t/{}/wait/live"]
)
def test_head_of_a_stream_does_not_wait_for_it(server: Server, ada: Client, stream: str) -> None:
    table_id = ada.open_table("me", "open")
    answer = httpx2.head(server.url + stream.format(table_id), timeout=120)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(("application/x-ndjson", "text/event-stream"))
