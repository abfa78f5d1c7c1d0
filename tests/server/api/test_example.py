"""The bot of a stranger plays to the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.running import Client

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot_client.py"


def test_the_example_joins_by_link_and_plays_to_the_end(ada: Client) -> None:
    table_id = ada.open_table("greedy", "open")
    link = ada.read(table_id)["link"]
    command = [sys.executable, "-I", "-S", str(EXAMPLE), link, "Stranger"]  # Python alone, without any package
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        ada.await_table(table_id, lambda view: not view["is_open"])
        ada.start(table_id)
        output, _ = bot.communicate(timeout=300)
        assert bot.returncode == 0
    assert "The game is over" in output
    assert ada.read(table_id)["life"] == "finished"
    assert len(EXAMPLE.read_text().splitlines()) <= 70
