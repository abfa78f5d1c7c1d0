"""`wormgrill bot` as a program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

QUESTION = "position deluxe-2018 | 11,13,21-36 | - - | seat=0 phase=keep rolled=1124445W\nchoose 1000 keep 1, keep 4\n"


def test_a_bot_is_ready_when_its_code_is_compiled(tmp_path: Path) -> None:
    """An arena waits for twenty seconds until it is ready, and for one until it moves."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "wormgrill", "bot", "thinker"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        bot.stdin.write("wormgrill-bot/1\n")
        bot.stdin.flush()
        assert bot.stdout.readline() == "ready thinker\n"
        compiled = [*tmp_path.rglob("*.nbc")]
        bot.stdin.write(QUESTION)
        bot.stdin.flush()
        assert bot.stdout.readline().startswith("move keep ")
        assert compiled
        assert [*tmp_path.rglob("*.nbc")] == compiled
