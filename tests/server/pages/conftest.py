"""What several tests of pages need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browsing import Browser
from tests.support.running import Client, Server


@pytest.fixture(scope="session")
def finished(server: Server) -> str:
    """The id of a finished game."""
    with Client(server, "Ada") as ada:
        table_id = ada.open_table("me", "hatchling", rules="deluxe-2018 short_game")
        ada.start(table_id)
        ada.play_to_the_end(table_id)
        return table_id


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    """Somebody who is not known yet."""
    with Browser(server) as browser:
        yield browser
