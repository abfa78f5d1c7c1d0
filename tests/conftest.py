"""Settings for all tests, and what all of them can share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.postgres import Cluster, postgresql
from tests.support.running import Server

# Time is no part of a property: machines are shared and noisy. CI tries the same examples every time, people new ones.
settings.register_profile(
    "wormgrill",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("wormgrill")

Server.is_forked = hasattr(os, "pidfd_open")  # on Linux; a test of starts can want another one


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL for all tests that need it."""
    with postgresql() as cluster:
        yield cluster
