"""The server killed again and again while many play: nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

from proof._running import ROOT

KILLS_PER_CASE = 25
TABLES = 20
CASES = 20
SOURCES = ("src/wormgrill", "tests/server/test_crash.py", "tests/support/running.py")
COMMAND = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "kills", "tests/server/test_crash.py")


def case(_number: int) -> Counter[str]:
    """Run the test that kills a server under play, with more kills and tables than `make test` has time for."""
    environment = os.environ | {"WORMGRILL_TEST_KILLS": str(KILLS_PER_CASE), "WORMGRILL_TEST_TABLES": str(TABLES)}
    ended = subprocess.run(COMMAND, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert "1 passed" in ended.stdout
    return Counter(kills=KILLS_PER_CASE)


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    return [("SIGKILL while twenty tables are played", f"{figures['kills']:,} kills", "nothing acknowledged was lost")]
