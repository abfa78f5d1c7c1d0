"""The command as a user runs it: a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def wormgrill() -> Run:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "wormgrill", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    return run
