"""`wormgrill verify`, as a user runs it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.records import SPELLINGS, TAKEN, fairly_played, played
from wormgrill.cli import main
from wormgrill.game.fair_dice import NONE, FairDice
from wormgrill.game.record import Game, format_game

FAIR = fairly_played("Ada", "Bo")
FORGED = Game(FAIR.rules, FAIR.players, FAIR.moves, (("dice-table", "0" * 16), *FAIR.tags[:3], *FAIR.tags[4:]))
OTHER_SECRET = Game(FAIR.rules, FAIR.players, FAIR.moves, (*FAIR.tags[:-1], ("dice-secret", "f" * 64)))
BROKEN = format_game(FAIR).replace("  1. ", "  7. ", 1)


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: str, *records: Game | str) -> str:
    texts = [record if isinstance(record, str) else format_game(record) for record in records]
    Path(path).write_text("\n".join(texts), encoding="utf-8")
    return path


def verified(capsys: pytest.CaptureFixture[str], *paths: str) -> tuple[int, list[str], list[str]]:
    """The exit code, and the lines of standard output and of standard error."""
    code = main(["verify", *paths])
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err.splitlines()


def test_one_record_has_a_line_and_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, problems = verified(capsys, write("game.txt", FAIR))
    assert (code, problems) == (0, [])
    rolls = sum("dice" in str(move) for move in FAIR.moves)
    assert lines == [
        (
            f"game.txt 1 (Ada, Bo, 2026-11-15): all {rolls} rolls match; the server drew seeds itself, "
            "so its operator could have computed and chosen them in advance"
        ),
        "The record holds: every roll follows from the secret and the values that were committed to.",
    ]


def test_every_record_of_every_file_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    cleo = fairly_played("Cleo", "Dan", "Eve", plies=30)
    code, lines, problems = verified(capsys, write("a.txt", FAIR, cleo), write("b.txt", cleo))
    assert (code, problems) == (0, [])
    assert [line.partition(":")[0] for line in lines] == [
        "a.txt 1 (Ada, Bo, 2026-11-15)",
        "a.txt 2 (Cleo, Dan, Eve, 2026-11-15)",
        "b.txt 1 (Cleo, Dan, Eve, 2026-11-15)",
        "All 3 records hold",
    ]


def chained(table: str, *anchors: str) -> Game:
    """A record of a table at which nobody has revealed what they had committed to."""
    nothing = (NONE,) * len(anchors)
    dice = FairDice("0" * 64, table * 16, nothing, anchors)
    game = Game(FAIR.rules, ("Ada", "Bo"), FAIR.moves[:1])
    game = game.play(dice.roll(game.state, 1))
    return replace(game, tags=dice.tags(nothing, is_revealed=True))


def test_records_of_several_tables_that_share_a_chain_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    own, theirs = "a" * 64, "b" * 64
    write("a.txt", FAIR, chained("0", own, theirs), chained("1", own, NONE))
    write("b.txt", chained("2", NONE, own), chained("0", own, theirs))
    code, lines, problems = verified(capsys, "a.txt", "b.txt")
    assert (code, problems) == (2, [])
    assert lines[5:] == [
        (
            "a.txt 2, a.txt 3, b.txt 1, b.txt 2: the chain of the anchor aaaaaaaaaaaaaaaa... was used at more than one "
            "table; with what the first game has shown, the operator could foresee and choose rolls of the others"
        ),
        "Of 5 records, 1 holds, 0 do not match and 4 cannot be verified.",
    ]
    assert verified(capsys, "a.txt")[0] == 2
    assert verified(capsys, write("c.txt", chained("0", own, NONE), chained("0", own, NONE)))[0] == 0, "twice the same"


def test_it_says_how_each_record_fared_and_the_rest_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    write("some.txt", BROKEN, FORGED, OTHER_SECRET, played(*TAKEN), FAIR)
    code, lines, problems = verified(capsys, "some.txt")
    assert (code, problems) == (1, [])
    assert lines[0].startswith("some.txt 1: cannot be read: line 13, column 3: '7.' is not this turn's number")
    assert "rolls, " in lines[1]
    assert " do not match: ply 1, " in lines[1]
    assert lines[1].count(",") < 20
    assert "the secret is not the one that was promised" in lines[2]
    assert lines[3] == "some.txt 4 (Ada, Bo): the record has no dice: its dice cannot be verified"
    assert "rolls match; the server drew seeds itself" in lines[4]
    assert lines[5] == "Of 5 records, 1 holds, 2 do not match and 2 cannot be verified."


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "cannot be read: No such file or directory"),
        ("", "there is no record in bad.txt"),
        ("hello\n", "cannot be read: line 1, column 1: this is not a record; expected format: wormgrill-record/1"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_one_line_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str], content: str | None, problem: str
) -> None:
    if content is not None:
        write("bad.txt", content)
    code, lines, problems = verified(capsys, "bad.txt", write("good.txt", FAIR))
    assert code == 2
    assert len(problems) == 1
    assert problem in problems[0]
    assert [line.partition(" ")[0] for line in lines] == ["good.txt", "The"]


def test_the_exit_code_is_0_only_if_all_hold(capsys: pytest.CaptureFixture[str]) -> None:
    fair, forged, without = write("a", FAIR), write("b", FORGED), write("c", played(*TAKEN))
    assert verified(capsys, fair, fair)[0] == 0
    assert verified(capsys, fair, forged)[0] == 1
    assert verified(capsys, fair, without)[0] == 2
    assert verified(capsys, without, forged, "missing")[0] == 1
    assert verified(capsys, "missing") == (2, [], ["wormgrill: missing cannot be read: No such file or directory"])


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_verify_reads_what_import_reads(capsys: pytest.CaptureFixture[str], spelling: str) -> None:
    text = SPELLINGS[spelling](f"{format_game(FAIR)}\n{format_game(FAIR)}")
    Path("games.txt").write_bytes(text.encode())
    code, lines, _ = verified(capsys, "games.txt")
    assert code == 0
    assert len(lines) == 3
