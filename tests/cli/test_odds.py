"""`wormgrill odds`, as a user runs it."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.cli.conftest import Run
from wormgrill.analysis.measures import WORMS
from wormgrill.analysis.odds import odds
from wormgrill.cli import main
from wormgrill.cli.odds_tables import bar, show_odds
from wormgrill.game.position import parse_state

PAGE = Path(__file__).parents[2] / "docs" / "odds.md"


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """The JSON that the command prints."""
    assert main(["odds", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]  # plain JSON values


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which the command refuses."""
    try:
        code = main(["odds", *arguments])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_process_prints_json_of_the_agreed_shape(wormgrill: Run) -> None:
    done = wormgrill("odds", "--roll", "11244", "45W", "--json")
    assert done.returncode == 0
    assert not done.stderr or done.stderr.startswith("Compiling the solver")  # on a new machine
    answer = json.loads(done.stdout)
    assert list(answer) == ["best", "options", "value"]
    assert answer["best"] == answer["options"][0]["move"] == "keep 4"
    assert round(answer["value"], 6) == 1.503508
    assert [list(option) for option in answer["options"]] == [["move", "value", "fail", "results"]] * 5
    for option in answer["options"]:
        assert option["fail"] + sum(option["results"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "best", "value"),
    [
        ((), "roll", 1.6447296740401),
        (("--kept", "333", "--roll", "1344W"), "keep W", 1.000774),
        (("--roll", "1 1 2 4 4 4 5 W"), "keep 4", 1.503508),
        (("--kept", "3 5 www"), "roll", 1.725694),
        (("--kept", "23344W"), "stop", 1.0),
        (("--target", "25"), "roll", 0.680330711),
        (("--exactly", "36"), "roll", 0.009235973),
        (("--grill", "21 22 23"), "roll", 0.8930267371507),
        (("--grill", " 21, 22-23 "), "roll", 0.8930267371507),
        (("--tops", "- 25  -", "--kept", "5555W", "--grill", "36"), "stop", 2 * (1 + 1 / 3)),
        (("--edition", "deluxe-2018", "--exactly", "11"), "roll", 0.518313412),
        (("--tops", "-,25,-", "--kept", "5555W", "--grill", "36"), "stop", 2 * (1 + 1 / 3)),
        (("--tops", "25", "--kept", "5555W", "--grill", "36"), "stop", 4.0),
        (("--tops", "25", "--kept", "5555W", "--grill", "36", "--value", "own"), "stop", 2.0),
        (("--position", "classic-2014 | 21-36 | - - | seat=1 phase=roll"), "roll", 1.6447296740401),
    ],
)
def test_values(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], best: str, value: float) -> None:
    answer = found(capsys, *arguments)
    assert answer["best"] == best
    assert answer["value"] == pytest.approx(value, abs=1e-6)


def test_seats_are_numbered_as_in_tops_or_as_in_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.dumps(found(capsys, "--tops", "-,31,22"))
    assert "steal 2" in answer
    assert "steal 3" in answer
    assert "steal 1" not in answer
    answer = json.dumps(found(capsys, "--position", "classic-2014 | 21-30 | 31 - | seat=1 phase=roll"))
    assert "steal 0" in answer


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--own", "24", "--grill", "21-36"), "tile 24 is in two places"),
        (("--kept", "3W3"), "face 3 is kept twice"),
        (("--roll", "112233445"), "nine dice are named, but there are eight without the golden die"),
        (("--roll", "112"), "3 dice are rolled, but 8 are left"),
        (("--roll", ""), "no dice are named"),
        (("--grill", "21 - 36"), "'' is not a tile"),
        (("--grill", "-"), "no tile is face-up on the grill: the game is over"),
        (("--target", "41"), "41 points with a worm cannot be made; expected 5 to 40"),
        (("--exactly", "4"), "4 points with a worm cannot be made"),
        (("--target", "4x"), "'4x' is not a number; expected 5 to 40"),
        (("--target", "25", "--exactly", "25"), "not allowed with argument --target"),
        (("--position", "classic-2014 | 21 | - - | seat=0 phase=roll", "--own", "24"), "cannot go with --own"),
        (("--target", ""), "'' is not a number"),
        (("--position", "classic-2014 | 21 | - - | seat=0 phase=roll", "--edition", "deluxe-2018"), "with --edition"),
        (("--position", "deluxe-2018 | 21 | - - | seat=0 phase=roll", "--edition", "classic-2014"), "with --edition"),
        (("--position", "classic-2014 | 21 | - - | seat=0 phase=roll", "--option", "short_game"), "with --option"),
        (("--position", "nonsense"), "a position has 4 fields"),
        (("--position", "classic-2014 | - | 21 - | seat=0 phase=over"), "the game is over"),
        (("--edition", "classic-1999"), "'classic-1999' is not an edition"),
        (("--value", "money"), "invalid choice: 'money'"),
    ],
)
def test_refusals_say_what_is_wrong(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], problem: str
) -> None:
    assert problem in refused(capsys, *arguments)


def test_forty_five_points_need_the_golden_die_or_the_canned_worm(capsys: pytest.CaptureFixture[str]) -> None:
    deluxe = ("--edition", "deluxe-2018", "--target", "45", "--specialist")
    assert found(capsys, *deluxe, "golden_die")["best"] == "roll golden"
    assert found(capsys, *deluxe, "canned_worm", "--kept", "5555555")["value"] == pytest.approx(0)
    assert found(capsys, *deluxe, "canned_worm", "--kept", "55555555")["value"] == 1
    assert "5 to 40" in refused(capsys, *deluxe, "golden_die", "--kept", "55")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize(
    "text",
    [
        "classic-2014 | 21-36 | - - | seat=0 phase=roll",
        "classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W",
        "deluxe-2018 | 11@canned_worm,13,21-36 | -@weasel - - - - - - | seat=0 phase=keep rolled=1123445W",
        "deluxe-2018 | 21-26,27@hen,28-33 | 35@golden_die 34 | seat=0 phase=roll",
        "deluxe-2018 | 24-36 | -+1 22+3 21+3 | seat=0 phase=rob aside=11",
        "deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=44445555 hand=canned_worm,golden_die",
        "deluxe-2018 | 30-36 | 22 29 | seat=0 phase=retain aside=45WWWW hand=hen,weasel",
        "deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel",
    ],
)
def test_the_table_fits_the_terminal(width: int, text: str) -> None:
    lines = shown(text, width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)
    assert sum(line.startswith("▸") for line in lines) == 1
    for option in odds(parse_state(text)).options:
        assert any(line[2:].startswith(f"{option.move} ") and f"{option.value:.4f}" in line for line in lines)


def shown(text: str, width: int) -> list[str]:
    """The lines printed for a position."""
    state = parse_state(text)
    output = StringIO()
    show_odds(state, WORMS, odds(state), Console(file=output, width=width, highlight=False))
    return output.getvalue().splitlines()


def test_a_narrow_table_drops_bars_first_and_then_lesser_options() -> None:
    text = "deluxe-2018 | 21-36 | -@weasel - | seat=0 phase=keep rolled=1123445W"
    moves = [str(option.move) for option in odds(parse_state(text)).options]
    for width, has_bars, columns in ((100, True, 7), (64, False, 7), (40, False, 3)):
        lines = shown(text, width)
        (heading,) = (line for line in lines if line.startswith("  result"))
        assert any("█" in line for line in lines if line.startswith("  fail")) == has_bars
        assert heading.split()[2:] == " ".join(moves[:columns]).split()


def test_a_stolen_hen_is_named() -> None:
    lines = shown("deluxe-2018 | 30-36 | 22 29 | seat=0 phase=retain aside=45WWWW hand=hen,weasel", 80)
    assert any(line.startswith("  steal 1: hen") and "100.0%" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ((), "can still be added to a roll"),
        (("--kept", "33"), "not used in this turn"),
        (("--kept", "33", "--option", "golden_die_joins=any_roll"), "can still be added to a roll"),
        (("--kept", "33+"), "still to be rolled"),
        (("--kept", "33+W"), "kept"),
        (("--roll", "1134455W+W"), "rolled"),
    ],
)
def test_the_table_says_where_the_golden_die_is(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], where: str
) -> None:
    assert main(["odds", "--edition", "deluxe-2018", "--specialist", "golden_die", *arguments]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("golden die")]
    assert line.removeprefix("golden die").strip() == where


def test_an_ascii_terminal_gets_ascii(wormgrill: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = wormgrill("odds", "--roll", "1124445W")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "> keep 4   1.5035   #######################   32.3%   #######" in done.stdout
    assert wormgrill("simulate", "--players-are", "greedy,hatchling").stdout.isascii()


def test_bars_grow_by_eighths() -> None:
    assert [bar(share, 2) for share in (0, 0.0625, 0.5, 1, 2)] == ["  ", "▏ ", "█ ", "██", "██"]


EXAMPLES = re.findall(r"^\$ wormgrill (.*)\n((?:.*\n)*?)(?=^\$|^```)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_examples_of_the_page_are_true(capsys: pytest.CaptureFixture[str], command: str, output: str) -> None:
    code = main(shlex.split(command))
    captured = capsys.readouterr()
    assert code == (2 if captured.err else 0)
    assert _lines(captured.out + captured.err) == _lines(output)


def _lines(text: str) -> list[object]:
    """The lines of a text, those of JSON as values to nine digits."""
    lines = text.rstrip().splitlines()
    return [
        json.loads(line, parse_float=lambda number: round(float(number), 9)) if line.startswith("{") else line.rstrip()
        for line in lines
    ]


def test_the_page_has_examples_and_its_python_is_true() -> None:
    assert len(EXAMPLES) >= 5
    python = PAGE.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    test = doctest.DocTestParser().get_doctest(python, {}, PAGE.name, str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
