"""URLs of PostgreSQL as managed databases give them."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Iterator

import pytest

from tests.support.postgres import Cluster
from wormgrill.server.storage.opening import open_engine
from wormgrill.server.storage.store import Store

# The driver does not close a connection that was refused, or that it does not trust.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Connections end with their test."""
    yield
    gc.collect()


def _is_encrypted(url: str) -> bool:
    """Whether a store that is opened with this URL talks to its database so that nobody can listen."""

    async def look() -> bool:
        store = await Store.open(url)
        try:
            query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            return bool(await store._engine.run(lambda connection: connection.exec_driver_sql(query).scalar_one()))
        finally:
            await store.close()

    return asyncio.run(look())


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_without_its_driver_the_extra_that_brings_it_is_named(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(
        ValueError, match=r"^databases of PostgreSQL need asyncpg: pip install 'wormgrill\[postgresql\]'$"
    ):
        asyncio.run(open_engine(f"{scheme}://ada@127.0.0.1:1/worms"))


def test_sslmode_is_obeyed(cluster: Cluster) -> None:
    assert not _is_encrypted(f"{cluster.new_database()}?sslmode=disable")
    assert _is_encrypted(f"{cluster.new_database()}?sslmode=require")
    certificate = f"sslrootcert={cluster.certificate}"
    assert _is_encrypted(f"{cluster.new_database()}?sslmode=verify-full&{certificate}&connect_timeout=10")
    unknown = cluster.new_database().replace("127.0.0.1", "127.0.0.2")
    with pytest.raises(ValueError, match="cannot be used"):
        _is_encrypted(f"{unknown}?sslmode=verify-full&{certificate}")


def test_what_managed_databases_add_works(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    more = "target_session_attrs=read-write&application_name=worms&channel_binding=require&keepalives=1"
    url = cluster.new_database().replace("postgresql://", "postgres://")
    with caplog.at_level(logging.WARNING):
        assert _is_encrypted(f"{url}?sslmode=require&connect_timeout=5&{more}")
    told = [record.getMessage() for record in caplog.records]
    assert sorted(told) == [
        f"the option {name} in the URL of the database is not supported and means nothing here"
        for name in ("channel_binding", "keepalives")
    ]


def test_a_socket_of_this_machine_can_be_used(cluster: Cluster) -> None:
    assert not _is_encrypted(cluster.socket_url())


def test_a_wrong_option_is_told_in_one_line(cluster: Cluster) -> None:
    wrong = {
        "connect_timeout=soon": "connect_timeout must be a number of seconds, not 'soon'",
        "sslmode=perhaps": "sslmode",
        "colour=green": "colour",
    }
    for option, message in wrong.items():
        with pytest.raises(ValueError, match=message) as refused:
            _is_encrypted(f"{cluster.new_database()}?{option}")
        assert "\n" not in str(refused.value)
