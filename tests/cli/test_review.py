"""`wormgrill review`, as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.bot_games import bots_game
from tests.support.records import TAKEN, played
from wormgrill.cli import main
from wormgrill.cli.common import check_writable
from wormgrill.cli.review import MOST_BLOCKS, _blocks
from wormgrill.cli.show import LIKENED
from wormgrill.game.record import format_game

GAME = bots_game("classic-2014", "nestling", "pullet")


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(format_game(GAME), encoding="utf-8")
    return str(path)


def test_a_review_shows_who_won_what_it_was_made_of_and_the_curve(
    record: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    assert main(["review", record]) == 0
    out = capsys.readouterr().out
    for words in (
        "wins!",
        "Luck of the dice",
        "Own errors",
        "Result",
        "Chance to win, turn by turn",
        "plays like: ",
        "▁",
    ):
        assert words in out
    assert "Moments to learn from" in out


def test_as_json_every_ply_has_its_chances_and_the_sum_closes(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [ply["move"] for ply in found["plies"]] == [str(move) for move in GAME.moves]
    assert len(found["evaluator"]) == 10
    for totals in found["totals"]:
        parts = totals["start"] + totals["luck"] - totals["error"] + totals["given"] + totals["rest"]
        assert parts == pytest.approx(totals["final"], abs=1e-9)
    marked = [ply["ply"] for ply in found["plies"] if ply.get("mark")]
    assert set(found["moments"]) <= set(marked)


def test_as_html_it_is_one_file_that_asks_for_no_other(record: str, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    assert main(["review", record, "--html", str(path), "--language", "de"]) == 0
    text = path.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert 'class="curve wide"' in text
    for what in ("src=", "url(", "http", "@import", "@font-face"):
        assert what not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("form", [(), ("--json",), ("--html", "-")])
def test_it_is_written_in_any_encoding(tmp_path: Path, encoding: str, form: tuple[str, ...]) -> None:
    path = tmp_path / "odd.txt"
    path.write_text(format_game(replace(played(*TAKEN), players=("Zoë", "鳥"))), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "wormgrill", "review", str(path), *form],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert done.stderr == b""
    if "--json" in form:
        assert json.loads(done.stdout)["players"] == ["Zoë", "鳥"]
    elif "--html" in form:
        assert "鳥" in done.stdout.decode()
    else:
        assert ("Zoe" if encoding == "ascii" else "Zoë") in done.stdout.decode(encoding)


def test_characters_that_an_encoding_lacks_are_written_as_others_that_look_like_them() -> None:
    assert "\u22123,5 „Würfel“ ▁▅█ Zoë … 鳥".encode("ascii", LIKENED) == b'-3,5 "Wurfel" _=# Zoe ... ?'


def test_a_page_that_cannot_be_written_is_refused_before_the_game_is_reviewed(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wormgrill.analysis.review.reviewed_plies", lambda _: pytest.fail("it is reviewed"))
    assert main(["review", record, "--html", str(tmp_path)]) == 2
    assert f"{tmp_path} cannot be written: Is a directory" in capsys.readouterr().err


def test_a_page_that_can_be_written_is_not_touched_before_it_is_there(tmp_path: Path) -> None:
    new, old = tmp_path / "new.html", tmp_path / "old.html"
    old.write_text("as it was", encoding="utf-8")
    check_writable(new)
    check_writable(old)
    assert not new.exists()
    assert old.read_text(encoding="utf-8") == "as it was"


def test_the_moments_of_one_seat(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--seat", "1"]) == 0
    heads = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Turn ")]
    assert heads
    assert all(", Bo:" in line for line in heads)


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "half.txt"
    path.write_text(format_game(played(*TAKEN)), encoding="utf-8")
    assert main(["review", str(path)]) == 0
    assert "As far as it goes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "5"], "there is no seat 5: the game has seats 0 to 1"),
        (["--language", "xx"], "there is no language 'xx': known are en, de, fr, it"),
        (["--game", "3"], "has no record 3: it has 1"),
        (["--html", "no/such/folder.html"], "no/such/folder.html cannot be written: No such file or directory"),
    ],
)
def test_bad_arguments_are_told_in_a_line(
    record: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", record, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_names_are_printed_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.txt"
    path.write_text(format_game(replace(GAME, players=("Bo [/red]", ":smile: [bold]x"))), encoding="utf-8")
    assert main(["review", str(path)]) == 0
    told = capsys.readouterr().out
    assert "Bo [/red]: " in told
    assert ":smile: [bold]x: " in told


def test_the_curve_of_a_long_game_ends_with_its_result() -> None:
    falling = [1 - turn / 400 for turn in range(401)]
    assert _blocks(falling)[0] == "█"
    assert _blocks(falling)[-1] == "▁"
    assert len(_blocks(falling)) == MOST_BLOCKS


def test_a_file_with_two_records_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.txt"
    path.write_text(format_game(GAME) + "\n" + format_game(GAME), encoding="utf-8")
    assert main(["review", str(path), "--html", "-"]) == 0
    told = capsys.readouterr()
    assert "has 2 records: this is the first, --game 2 the next" in told.err
    assert told.out.startswith("<!doctype html>")


def test_a_record_that_cannot_be_read_is_told_with_its_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(format_game(GAME).replace("  1. ", "  7. ", 1), encoding="utf-8")
    assert main(["review", str(path)]) == 2
    assert "line" in capsys.readouterr().err
