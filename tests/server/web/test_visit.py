"""A visit: one request, one person, looked up once."""

from __future__ import annotations

import gc
import sqlite3
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tests.support.apps import app_of
from tests.support.services import Disk, in_loop, services
from wormgrill.server.model.refusals import LimitReached, NotSignedIn
from wormgrill.server.services.people import SEEN_SECONDS
from wormgrill.server.web.visit import TOKEN, visit_of


def request_to(app: Any, **headers: str) -> Request:
    """A request as the application gets it."""
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "app": app, "method": "GET", "path": "/", "headers": lines, "client": ("10.0.0.1", 5)}
    return Request(scope)


@in_loop
async def test_signing_in_makes_a_person_once(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        request = request_to(app_of(parts), accept_language="de")
        visit = await visit_of(request)
        assert visit.person is None
        with pytest.raises(NotSignedIn):
            _ = visit.me
        person = await visit.sign_in("  Ada\t Lovelace ")
        assert (person.name, person.language) == ("Ada Lovelace", "de")
        assert await visit.sign_in("Bo") == person == visit.me == (await visit_of(request)).me
        assert Disk(tmp_path / "worms.db").count("people") == 1


@in_loop
async def test_a_visit_is_gone_with_its_request_and_does_not_wait_for_the_garbage(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        visit = await visit_of(request_to(app_of(parts)))
        remembered = weakref.ref(visit)
        gc.disable()
        try:
            del visit
            assert remembered() is None
        finally:
            gc.enable()


@in_loop
async def test_the_browser_of_a_new_person_keeps_a_token_by_which_they_are_known(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        app = app_of(parts)
        visit = await visit_of(request_to(app))
        person = await visit.sign_in("Ada")
        cookie = visit.remembered(Response()).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        token = cookie.partition(";")[0].removeprefix(f"{TOKEN}=")
        again = await visit_of(request_to(app, cookie=f"{TOKEN}={token}"))
        assert again.person == person == await again.sign_in("Bo")
        assert "set-cookie" not in again.remembered(Response()).headers
        by_program = await visit_of(request_to(app, authorization=f"Bearer {token}"))
        assert by_program.me.is_client
        assert by_program.person_id == person.id


@in_loop
async def test_an_address_makes_only_so_many_people(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db", new_at_once=1, new_per_minute=1) as parts:
        app = app_of(parts)
        await (await visit_of(request_to(app))).sign_in()
        with pytest.raises(LimitReached):
            await (await visit_of(request_to(app))).sign_in()
        assert Disk(tmp_path / "worms.db").count("people") == 1


@in_loop
async def test_the_cookie_of_a_person_who_comes_back_is_renewed_once_a_day(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        app = app_of(parts)
        _, token = await parts.people.create("Ada")
        for seconds, is_renewed in ((0.0, False), (SEEN_SECONDS + 1.0, True), (0.0, False)):
            with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
                connection.execute("UPDATE tokens SET seen_at = seen_at - ?", (seconds,))
            parts.people.forget()
            visit = await visit_of(request_to(app, cookie=f"wormgrill={token}"))
            response = visit.remembered(Response())
            assert (token in response.headers.get("set-cookie", "")) == is_renewed
            assert "set-cookie" not in visit.remembered(Response()).headers, "once is enough"


@in_loop
async def test_a_program_gets_no_cookie(tmp_path: Path) -> None:
    async with services(tmp_path / "worms.db") as parts:
        app = app_of(parts)
        _, token = await parts.people.create("Ada")
        with closing(sqlite3.connect(tmp_path / "worms.db", isolation_level=None)) as connection:
            connection.execute("UPDATE tokens SET seen_at = 0")
        visit = await visit_of(request_to(app, authorization=f"Bearer {token}"))
        assert "set-cookie" not in visit.remembered(Response()).headers
        found = (await parts.store.about(visit.me.id))["tokens"]
        assert found[0]["seen_at"] > 0, "its token is kept all the same"
