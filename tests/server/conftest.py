"""Servers that tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.running import Client, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not need one of their own."""
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def ada(server: Server) -> Iterator[Client]:
    """Somebody at that server."""
    with Client(server, "Ada") as client:
        yield client


@pytest.fixture
def bo(server: Server) -> Iterator[Client]:
    """Somebody else."""
    with Client(server, "Bo") as client:
        yield client
