"""`wormgrill arena` as a user runs it."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from wormgrill.arena.fold import Fold
from wormgrill.arena.pieces import Piece
from wormgrill.arena.plan import Plan
from wormgrill.arena.running import Result
from wormgrill.cli import main

QUICK = ("--processes", "1", "--max-plies", "40", "--raw")
"""Games that are cut off, in this process."""
BOT = Path(__file__).parents[2] / "examples" / "line_bot.py"
PLAYER = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(BOT))}"
GARBAGE = f"cmd:{shlex.quote(sys.executable)} -c \"print('good morning')\""


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints."""
    assert main(["arena", *arguments]) == 0
    return capsys.readouterr().out


def test_the_table_tells_who_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    output = told(capsys, "greedy", "rooster", "--games", "60", "--processes", "1")
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in output.splitlines() if line.startswith("│")]
    assert {row[0] for row in rows} == {"greedy", "rooster"}
    assert all(
        len(row) == 6 for row in rows
    )  # name, won and rating each raw and adjusted, what equal players would win
    assert rows[0][-1] == "50.0%"
    assert "60 games in 30 independent passes" in output
    assert "times smaller" in output


def test_json_has_everything_by_setting(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("greedy", "nestling", "hatchling", "--games", "40", "--edition", "classic-2014, deluxe-2018")
    data = json.loads(told(capsys, *arguments, "--players", "2,4-5", "--json", *QUICK))
    assert data["format"] == "wormgrill-arena-report/1"
    assert data["games"] >= 40
    assert data["unfinished"] == data["games"]
    titles = [part["title"] for part in data["settings"]]
    assert titles == [f"{edition}, {n} players" for edition in ("classic-2014", "deluxe-2018") for n in (2, 4, 5)]
    assert sum(part["games"] for part in data["settings"]) == data["games"]
    assert [standing["name"] for standing in data["overall"]["standings"]] == ["greedy", "nestling", "hatchling"]
    assert data["plan"]["settings"][0] == ["classic-2014", 2]
    assert "Infinity" not in json.dumps(data)


def test_the_same_arguments_give_the_same_results_with_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("greedy", "nestling", "--games", "60", "--json", "--max-plies", "40", "--seed", "3", "--table")
    one = told(capsys, *arguments, "--processes", "1")
    assert told(capsys, *arguments, "--processes", "2") == one
    assert told(capsys, *arguments[:-3], "--seed", "4", "--table", "--processes", "1") != one


def test_a_page_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "results.html"
    told(capsys, "greedy", "nestling", "--games", "20", "--html", str(page), *QUICK)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_page_that_cannot_be_written_is_told_before_the_games(wormgrill: Run, tmp_path: Path) -> None:
    done = wormgrill("arena", "greedy", "nestling", "--html", str(tmp_path / "nowhere" / "results.html"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "nowhere" in done.stderr


def test_a_program_plays_and_has_its_own_name(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("greedy", "--player", PLAYER, "--games", "4", "--milliseconds", "60000", "--processes", "1", "--raw")
    output = told(capsys, *arguments)
    assert "line bot" in output
    assert "failed" not in output


def test_a_name_is_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    script = "print('ready [/red]', flush=True); input(); input()"
    program = f"cmd:{shlex.quote(sys.executable)} -c {shlex.quote(script)}"
    output = told(capsys, "greedy", "--player", program, "--games", "2", "--raw", "--milliseconds", "10")
    assert "[/red]" in output


def test_a_program_that_fails_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    script = "input(); print('ready odd', flush=True); input(); input(); raise SystemExit('out of worms')"
    bot = f"cmd:{shlex.quote(sys.executable)} -c {shlex.quote(script)}"
    output = told(capsys, "greedy", "--player", bot, "--games", "4", "--processes", "1", "--raw")
    assert "odd failed in 4 games, and was last in them." in output
    assert "round 0, game 1: 'odd': it ended with exit code 1 (out of worms)" in output


def test_a_test_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    loses = "cmd:sh -c 'read hello; echo ready; read game'"
    arguments = ("greedy", "--player", loses, "--games", "4000", "--until", "90%", "--processes", "1", "--raw")
    output = told(capsys, *arguments)
    assert "Stopped early: it is known who is better of every two." in output
    assert "64 games in 32 independent passes" in output


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("thinker",), "at least two"),
        (("thinker", "eagle"), "'eagle' is not a level: known are hatchling"),
        (("thinker", "greedy", "--option", "worms=3"), "'worms' is not an option"),
        (("thinker", "greedy", "--edition", "classic-1999"), "'classic-1999' is not an edition"),
        (("thinker", "--player", GARBAGE), "it began with 'good morning'"),
        (("thinker", "--player", "cmd:/nowhere/a-bot"), "cannot be started"),
        (("thinker", "greedy", "--ray", "127.0.0.1:1"), "no Ray cluster answers at '127.0.0.1:1'"),
    ],
)
def test_bad_input_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], problem: str
) -> None:
    assert main(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert problem in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--players", "1-3"), "'1-3' names no numbers of players"),
        (("--players", "many"), "'many' names no numbers of players"),
        (("--players", "4-2"), "'4-2' names no numbers of players"),
        (("--until", "101%"), "'101%' is not a confidence"),
        (("--until", "soon"), "'soon' is not a confidence"),
        (("--games", "0"), "0 is out of range"),
    ],
)
def test_bad_arguments_get_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", "thinker", "greedy", *arguments])
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert problem in captured.err
    assert captured.err.count("\n") == 1


def test_a_file_of_other_games_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "results.jsonl")
    told(capsys, "greedy", "nestling", "--games", "4", "--file", file, *QUICK)
    assert main(["arena", "greedy", "nestling", "--games", "4", "--file", file, "--seed", "1", *QUICK]) == 2
    assert "--seed: '0' there, '1' now" in capsys.readouterr().err


def test_without_ray_it_is_said_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "thinker", "greedy", "--ray", "auto"]) == 2
    assert capsys.readouterr().err == "wormgrill: Ray is not installed: pip install 'wormgrill[arena]'\n"


def test_without_choix_there_are_results_without_ratings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    output = told(capsys, "greedy", "nestling", "--games", "4", *QUICK)
    assert "rating, raw" not in output
    assert "Ratings need choix: pip install 'wormgrill[arena]'." in output


HEARING = ("env", "--default-signal=INT")
"""What a shell starts in the background does not hear Ctrl+C, nor do the tests in it; the command shall."""


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_keep_what_is_played_and_leave_nothing_behind(tmp_path: Path, asked: signal.Signals) -> None:
    file = tmp_path / "results.jsonl"
    arguments = ["arena", "greedy", "nestling", "--games", "100000", "--processes", "2", "--raw", "--file", str(file)]
    command = [*HEARING, sys.executable, "-m", "wormgrill", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for _ in range(6000):
            if file.exists() and file.read_bytes().partition(b'"piece":[0,')[2].count(b"\n") > 1:
                break  # the first piece is counted before the next one is written
            time.sleep(0.1)
        process.send_signal(asked)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "interrupted after" in errors
    assert "the same command goes on from" in errors
    assert "Traceback" not in errors
    assert "leaked" not in errors
    assert "independent passes" in output


class Interrupted:
    """A runner that is interrupted before its first piece."""

    workers = 2

    def run(self, _plan: Plan, _pieces: Iterable[Piece]) -> Iterator[Result]:
        yield from ()
        raise KeyboardInterrupt


def test_what_is_played_before_the_first_games_is_told_and_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, late = tmp_path / "whole.jsonl", tmp_path / "late.jsonl"
    arguments = ["arena", "greedy", "nestling", "--games", "1000", *QUICK]
    assert main([*arguments, "--file", str(whole)]) == 0
    head, _, *rest = whole.read_text().splitlines(keepends=True)
    late.write_text(head + rest[0])
    games = Fold.from_json(json.loads(rest[0])["fold"]).games
    monkeypatch.setattr("wormgrill.cli.arena._runner", lambda _options: nullcontext(Interrupted()))
    capsys.readouterr()
    assert main([*arguments, "--file", str(late)]) == 130
    told_now = capsys.readouterr().err
    assert f"interrupted after 0 games; the same command goes on from {late} with {games} games" in told_now
