"""deploy/wormgrill@.service: systemd takes it, and hardly anything on the machine is open to the server."""

from __future__ import annotations

import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

from tests.support.proxies import DEPLOY, program, replaced
from wormgrill.server.systemd import BEATS

UNIT = DEPLOY / "wormgrill@.service"
MOST_EXPOSED = 15
"""Of a hundred, as systemd counts it; most of it is the network, which a server needs."""


def _told(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [program("systemd-analyze"), "--no-pager", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_takes_the_unit_without_a_word(tmp_path: Path) -> None:
    """With a command that is there: the one in the unit is where docs/hosting.md installs it."""
    command = Path(sys.executable).with_name("wormgrill")
    unit = tmp_path / "wormgrill@8421.service"
    unit.write_text(replaced(UNIT.read_text(), {"/opt/wormgrill/bin/wormgrill": str(command)}))
    told = _told("verify", "--man=no", "--recursive-errors=one", str(unit))
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_it_is_watched_bounded_and_given_up_if_it_can_never_start() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read(UNIT)
    server = unit["Service"]
    assert server["Type"] == "notify"
    assert int(server["WatchdogSec"]) / BEATS > 1, "a busy moment is no death"
    assert server["MemoryMax"].endswith("%"), "it is right on every machine"
    burst, minutes = (
        int(unit["Unit"]["StartLimitBurst"]),
        int(unit["Unit"]["StartLimitIntervalSec"].removesuffix("min")),
    )
    assert 60 < burst * int(server["RestartSec"]) < minutes * 60, (
        "a minute without the database is nothing; for ever is not"
    )


def test_hardly_anything_is_open_to_it() -> None:
    told = _told("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(UNIT))
    assert told.returncode == 0, told.stdout
