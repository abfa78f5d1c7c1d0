"""`wormgrill import`, as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.support.records import SPELLINGS, TAKEN, played
from wormgrill.game.record import format_game

RECORDS = "\n".join(format_game(played(*TAKEN, *TAKEN[:plies])) for plies in (0, 3))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_import_reads_what_parse_games_reads(wormgrill: Run, tmp_path: Path, spelling: str) -> None:
    games = tmp_path / "games.txt"
    games.write_bytes(SPELLINGS[spelling](RECORDS).encode())
    done = wormgrill("import", str(games), "--database", f"sqlite:///{tmp_path}/worms.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "2 games imported, 0 were here already\n"
