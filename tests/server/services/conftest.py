"""Databases for the services: one is migrated, every test gets a copy."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.support.services import Disk
from wormgrill.server.storage.store import Store


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest version."""
    path = tmp_path_factory.mktemp("database") / "worms.db"

    async def make() -> None:
        await (await Store.open(f"sqlite:///{path}")).close()

    asyncio.run(make())
    return path


@pytest.fixture
def database(new_database: Path, tmp_path: Path) -> Path:
    """A database of a test's own."""
    return Path(shutil.copy(new_database, tmp_path / "worms.db"))


@pytest.fixture
def disk(database: Path) -> Disk:
    """The same database as another process sees it."""
    return Disk(database)
