"""The command line starts quickly: it imports no more than it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from wormgrill import __version__
from wormgrill.cli import main, make_parser
from wormgrill.cli.common import WIDEST
from wormgrill.cli.main import COMMANDS
from wormgrill.game.errors import MAX_QUOTED

MAX_MESSAGE = 400
WATCHED = {
    "the solver": ("numba", "numpy"),
    "tables in the terminal": ("rich",),
    "the database": ("sqlalchemy", "asyncio", "pydantic"),
    "the web": ("fastapi", "uvicorn", "jinja2", "babel"),
    "the game": ("wormgrill.game",),
    "versions of packages": ("importlib.metadata",),
}
"""What takes long to import, and how to tell that it has been."""
PROBE = f"""
import sys
from wormgrill.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*(what for what, names in {WATCHED!r}.items() if any(name in sys.modules for name in names)), sep=chr(10))
"""
RECORD = "format: wormgrill-record/1\nrules: classic-2014\nplayer: Ada\nplayer: Bo\n\n1. 1124445W:4\n"


def imported(*arguments: str, given: str = "") -> set[str]:
    """What of `WATCHED` a process imports that runs the command."""
    command = [sys.executable, "-c", PROBE, *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, timeout=120)
    return set(done.stdout.splitlines()) & set(WATCHED)


def test_help_needs_none_of_the_commands() -> None:
    assert imported("--help") == set()


@pytest.mark.parametrize("arguments", [("dance",), ("--nonsense",), ()])
def test_a_refusal_needs_the_game_at_most(arguments: tuple[str, ...]) -> None:
    assert imported(*arguments) <= {"the game"}


def test_the_version_needs_none_of_the_commands(wormgrill: Run) -> None:
    assert imported("--version") == set()
    assert wormgrill("--version").stdout == f"wormgrill {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_needs_the_game_at_most(command: str) -> None:
    assert imported(command, "--help") <= {"the game"}


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (("simulate", "--record"), {"the game"}),
        (("simulate", "--trace"), {"the game"}),
        (("simulate",), {"the game", "tables in the terminal"}),
        (("simulate", "--show"), {"the game", "tables in the terminal"}),
        (("odds",), {"the game", "the solver", "tables in the terminal", "versions of packages"}),
        (("odds", "--json"), {"the game", "the solver", "versions of packages"}),  # Numba looks for them
        (("odds", "--position", "nonsense"), {"the game"}),
        (("odds", "--edition", "nonsense"), {"the game"}),
        (("verify", "-"), {"the game"}),
    ],
)
def test_every_command_imports_only_what_it_needs(arguments: tuple[str, ...], needed: set[str]) -> None:
    assert imported(*arguments, given=RECORD) == needed


def test_records_go_in_and_out_without_the_web_and_without_the_solver(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path}/worms.db")
    for arguments in (("import", "-"), ("export",)):
        assert imported(*arguments, *database, given=RECORD).isdisjoint({"the web", "the solver"})
    assert (tmp_path / "worms.db").exists()


def test_the_help_says_of_every_command_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert capsys.readouterr().out == make_parser().format_help()
    assert all(f"  {name}" in make_parser(()).format_help() for name in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (("simulat",), "simulate"),
        (("admin", "peeple"), "people"),
        (("odds", "--value", "worm"), "worms"),
        (("odds", "--edition", "clasic-2014"), "classic-2014"),
        (("arena", "thinker", "greedy", "--edition", "classic-2014,Delux-2018"), "deluxe-2018"),
        (("arena", "roster", "greedy"), "rooster"),
        (("simulate", "--players-are", "thinker,Gredy"), "greedy"),
        (("bot", "champoin"), "champion"),
    ],
)
def test_a_name_that_is_mistyped_is_answered_with_the_nearest_one(
    wormgrill: Run, arguments: tuple[str, ...], near: str
) -> None:
    done = wormgrill(*arguments)
    assert done.returncode == 2
    assert f"; did you mean {near}?" in done.stderr


def test_a_name_that_is_like_no_other_is_answered_without_a_guess(wormgrill: Run) -> None:
    assert "did you mean" not in wormgrill("dance").stderr
    assert "did you mean" not in wormgrill("odds", "--edition", "chess").stderr


@pytest.mark.parametrize("columns", [60, 100, 400])
def test_the_help_is_as_wide_as_the_terminal_as_far_as_it_is_easy_to_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    shown = capsys.readouterr().out.splitlines()
    widest = max(len(line) for line in shown if not line.startswith("  wormgrill"))
    assert min(columns, WIDEST) * 0.8 < widest <= min(columns, WIDEST)
    example = "  wormgrill arena thinker rooster greedy fledgling --table --players 4 --html results.html"
    assert example in shown


def test_an_unknown_argument_before_a_command_is_told_though_the_command_follows(wormgrill: Run) -> None:
    done = wormgrill("--loud", "odds", "--own", "24")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unrecognized arguments: --loud" in done.stderr


RECORDS = "records.txt"
LONG = {"letters": "x" * 10_000, "digits": "7" * 4_000, "many digits": "7" * 10_000, "words": "a b " * 2_500}


@pytest.mark.parametrize("what", LONG)
@pytest.mark.parametrize(
    "arguments",
    [
        ("{}",),
        ("--{}",),
        ("odds", "{}"),
        ("odds", "--json={}"),
        ("odds", "--value", "{}"),
        ("odds", "--target", "{}"),
        ("odds", "--own", "{}"),
        ("odds", "--roll", "{}"),
        ("odds", "--specialist", "{}"),
        ("odds", "--position", "{}"),
        ("odds", "--edition", "{}"),
        ("odds", "--option", "{}"),
        ("simulate", "--players", "{}"),
        ("simulate", "--games", "-{}"),
        ("simulate", "--players-are", "{}"),
        ("serve", "--port", "{}"),
        ("serve", "--public-url", "{}"),
        ("verify", "{}"),
        ("import", "{}"),
        ("export", "--database", "{}"),
        ("export", "--database", "{}:///x"),
        ("export", "--database", "sqlite:///{}"),
        ("import", RECORDS, "--database", "sqlite:///{}"),
    ],
)
def test_a_refusal_is_one_line_that_quotes_at_most_80_characters(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    what: str,
) -> None:
    (tmp_path / RECORDS).write_text(RECORD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    try:
        code = main([argument.format(LONG[what]) for argument in arguments])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert error.count("\n") == 1
    assert len(error) < MAX_MESSAGE
    assert LONG[what][: MAX_QUOTED + 1] not in error
