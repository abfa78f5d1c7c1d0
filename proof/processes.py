"""Several servers on one PostgreSQL, killed again and again while many play: nothing is lost, nothing happens twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

from proof._running import ROOT, Row

KILLS_PER_CASE = 25
PARTIES = 4
CASES = 40
SERVERS = (2, 3)
"""Every other case has one server more."""
TEST = "tests/server/test_many_kills.py"
SUPPORT = ("nursery", "postgres", "running", "spread")
SOURCES = ("src/wormgrill", TEST, *(f"tests/support/{name}.py" for name in SUPPORT))
COMMAND = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "kills_and_outages", TEST)


def case(number: int) -> Counter[str]:
    """Run the test that kills servers and their database, with more kills than `make test` has time for."""
    environment = os.environ | {
        "WORMGRILL_TEST_PROCESS_KILLS": str(KILLS_PER_CASE),
        "WORMGRILL_TEST_PARTIES": str(PARTIES),
        "WORMGRILL_TEST_SERVERS": str(SERVERS[number % len(SERVERS)]),
        "WORMGRILL_TEST_MOMENTS": str(number),
    }
    ended = subprocess.run(COMMAND, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert "1 passed" in ended.stdout
    return Counter(kills=KILLS_PER_CASE, outages=1)


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    what = "SIGKILL of two or three servers on one PostgreSQL while the players of each table are spread over them"
    result = "no acknowledged move lost or doubled, no seat given twice, no finished game reopened"
    outages = f"PostgreSQL frozen, restarted, killed and its listeners cut off, {figures['outages']:,} times each"
    return [(f"{what}; {outages}", f"{figures['kills']:,} kills", result)]
