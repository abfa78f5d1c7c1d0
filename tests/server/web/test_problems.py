"""Errors: one form for each reader, whatever raised them."""

from __future__ import annotations

import httpx2
import pytest

from tests.support.browsing import Browser
from tests.support.running import Client, Server


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/api/v1/levels", "GET, HEAD"), ("/play", "POST"), ("/open", "GET, HEAD, POST"), ("/", "GET, HEAD")],
)
def test_a_method_that_is_not_allowed_is_told_which_are(server: Server, path: str, allowed: str) -> None:
    answer = httpx2.delete(server.url + path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == allowed


def test_a_form_with_too_many_fields_cannot_be_understood(server: Server) -> None:
    fields = {f"field{number}": "x" for number in range(200)}
    answer = httpx2.post(f"{server.url}/play", data=fields)
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:wormgrill:unreadable")


def test_a_person_who_is_new_keeps_their_token_even_if_they_are_refused(server: Server, ada: Client) -> None:
    table_id = ada.open_table("me", "greedy")
    ada.start(table_id)
    with Browser(server) as browser:
        assert browser.post(f"/t/{table_id}/join", data={"name": "Late"}).status_code == 409
        assert browser.cookies["wormgrill"]
    with Browser(server) as browser:
        form = {"seat1": "me", "seat2": "bot nonsense", "name": "Wrong"}
        assert browser.post("/tables", data=form).status_code == 422
        assert browser.cookies["wormgrill"]


def test_another_site_is_told_so(server: Server) -> None:
    with Browser(server) as browser:
        answer = browser.post("/play", data={}, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403
        assert "Another site cannot act for you here." in answer.text
