"""Where the settings come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from wormgrill.server import settings
from wormgrill.server.settings import read_settings

DATABASE = "postgresql://ada:worms@host/worms"


@pytest.fixture(params=["named", "usual"])
def secrets(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of secrets, named in the environment or where containers have theirs."""
    monkeypatch.delenv("WORMGRILL_DATABASE", raising=False)
    if request.param == "named":
        monkeypatch.setenv("WORMGRILL_SECRETS_DIR", str(tmp_path))
    else:
        monkeypatch.delenv("WORMGRILL_SECRETS_DIR", raising=False)
        monkeypatch.setattr(settings, "SECRETS", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["wormgrill_database", "WORMGRILL_DATABASE"])
def test_a_secret_comes_from_a_file(secrets: Path, name: str) -> None:
    (secrets / name).write_text(f"{DATABASE}\n")
    (secrets / "of_another_program").write_bytes(b"\xff")
    assert read_settings().database == DATABASE


def test_arguments_win_over_files_which_win_over_the_environment(
    secrets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORMGRILL_DATABASE", "sqlite:///environment.db")
    assert read_settings().database == "sqlite:///environment.db"
    (secrets / "wormgrill_database").write_text(DATABASE)
    assert read_settings().database == DATABASE
    assert read_settings(database="sqlite:///argument.db").database == "sqlite:///argument.db"


def test_a_folder_of_secrets_that_is_not_there_means_nothing(secrets: Path) -> None:
    secrets.rmdir()
    assert read_settings().database.startswith("sqlite:///")


def test_a_file_of_a_secret_that_cannot_be_read_is_told_with_the_reason(secrets: Path) -> None:
    (secrets / "wormgrill_database").write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r'^error getting value for field "database" .*: .*can\'t decode byte 0xff'):
        read_settings()
