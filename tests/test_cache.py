"""Where compiled code is stored if neither the package nor the home can be written, and who is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from wormgrill import cache

NOWHERE = Path("/dev/null/nowhere")
"""Even the administrator cannot make this folder."""
ODDS = "import sys; from pathlib import Path; from wormgrill import cache, cli; cache.PACKAGE = Path('/dev/null'); {}"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no /dev/null and no user ids")


@pytest.fixture(autouse=True)
def read_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package, the home and the folder that is given are read-only; temporary files are not."""
    monkeypatch.setattr(cache, "PACKAGE", NOWHERE)
    for name in ("HOME", "XDG_CACHE_HOME", cache.VARIABLE):
        monkeypatch.setenv(name, str(NOWHERE))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def find(caplog: pytest.LogCaptureFixture) -> bool:
    """Find the folder anew, as a process does once."""
    caplog.clear()
    return cache.find_cache.__wrapped__()


def test_a_temporary_folder_of_this_user_is_used_and_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / f"wormgrill-{os.getuid()}"
    assert find(caplog)
    others = f"{NOWHERE} or {NOWHERE}/solver/__pycache__ or {NOWHERE}/numba"
    assert caplog.messages == [f"Compiled code is stored in {folder}, because nothing can be written to {others}."]
    assert os.environ[cache.VARIABLE] == str(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert find(caplog)  # in a process that was started by this one
    assert not caplog.messages


def test_a_folder_that_others_can_write_is_not_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / f"wormgrill-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)
    assert find(caplog)
    assert os.environ[cache.VARIABLE] != str(folder)
    assert Path(os.environ[cache.VARIABLE]).stat().st_mode & 0o777 == 0o700


def test_a_link_is_not_followed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    link = tmp_path / f"wormgrill-{os.getuid()}"
    link.symlink_to("elsewhere")
    assert find(caplog)
    assert os.environ[cache.VARIABLE] != str(link)


def test_where_nothing_can_be_written_nothing_is_stored(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(NOWHERE))
    assert not find(caplog)
    assert caplog.messages == ["Compiled code cannot be stored, so every start compiles it again: set NUMBA_CACHE_DIR."]


def test_a_home_that_can_be_written_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert find(caplog)
    assert not caplog.messages
    assert os.environ[cache.VARIABLE] == str(NOWHERE)


def _run(what: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", ODDS.format(what)], capture_output=True, text=True, check=False)


def test_the_first_odds_tell_where_code_is_stored_and_that_it_is_compiled(tmp_path: Path) -> None:
    done = _run("sys.exit(cli.main(['odds', '--json']))")
    assert json.loads(done.stdout)["best"] == "roll"
    stored, compiling = done.stderr.splitlines()
    assert stored.startswith(f"Compiled code is stored in {tmp_path}/wormgrill-")
    assert compiling.startswith("Compiling what is needed of the solver for this machine, which takes up to ")
    again = _run("sys.exit(cli.main(['odds', '--json']))")
    assert (again.stdout, again.stderr) == (done.stdout, f"{stored}\n")


def test_odds_are_worked_out_where_nothing_can_be_stored() -> None:
    done = _run("import tempfile; tempfile.tempdir = '/dev/null'; sys.exit(cli.main(['odds', '--json']))")
    assert json.loads(done.stdout)["best"] == "roll"
    assert done.stderr.startswith("Compiled code cannot be stored")


def test_a_server_tells_it_when_it_starts(tmp_path: Path) -> None:
    done = _run("sys.exit(cli.main(['serve', '--port', '0', '--database', 'sqlite:////dev/null/worms.db']))")
    stored, refused = done.stderr.splitlines()
    assert f"Compiled code is stored in {tmp_path}/wormgrill-" in stored
    assert refused.startswith("wormgrill: the database /dev/null/worms.db cannot be used: ")
    assert refused.endswith("(another one: --database URL)")


def test_without_any_home_a_server_asks_for_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    from wormgrill.server import settings  # noqa: PLC0415  # only this test needs it

    monkeypatch.setattr(settings, "user_data_path", nowhere)
    with pytest.raises(ValueError, match="no home folder for the database: say where it is with --database"):
        settings.read_settings()
