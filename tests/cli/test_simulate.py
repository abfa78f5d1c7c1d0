"""`wormgrill simulate`, run as a process."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256

import pytest

from tests.cli.conftest import Run
from wormgrill.game import Phase, parse_game
from wormgrill.game.rules import EDITION_NAMES


def test_the_same_seed_gives_the_same_games_on_any_machine(wormgrill: Run) -> None:
    arguments = ("simulate", "--edition", "deluxe-2018", "--players", "3", "--games", "3", "--seed", "7")
    output = wormgrill(*arguments, "--policy", "random", "--trace", "--max-plies", "500").stdout
    assert sha256(output.encode()).hexdigest() == ("d0aea8c4d24762c8df22c0edf609d237d9ccfce8b1df0c806a91f7770761c980")


def test_another_seed_gives_other_games(wormgrill: Run) -> None:
    assert wormgrill("simulate", "--record").stdout != wormgrill("simulate", "--record", "--seed", "1").stdout


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_records_read_back_as_finished_games(wormgrill: Run, edition: str) -> None:
    output = wormgrill("simulate", "--edition", edition, "--players", "4", "--games", "2", "--record").stdout
    first, second = output.split("format: ")[1:]
    for text in (first, second):
        assert parse_game(f"format: {text}").state.phase is Phase.OVER


def test_the_trace_is_json_lines_with_every_key(wormgrill: Run) -> None:
    output = wormgrill("simulate", "--edition", "deluxe-2018", "--option", "golden_die_faces=111WWW", "--trace").stdout
    header, *plies = map(json.loads, output.splitlines())
    assert header == {
        "format": "wormgrill-trace/1",
        "edition": "deluxe-2018",
        "players": 2,
        "options": {"golden_die_faces": "111WWW"},
    }
    keys = (
        "grill face_down on_tile removed in_hand stacks specialists bratworms supply seat phase aside rolled dice_left "
        "golden_left points weasel_used"
    )
    assert all(list(line["state"]) == keys.split() for line in plies)
    assert [line["ply"] for line in plies] == list(range(len(plies)))
    assert all(line["by"] == "chance" for line in plies if line["move"].startswith("dice"))
    assert all("winners" not in line for line in plies[:-1])
    assert plies[-1]["state"]["phase"] == "over"
    assert plies[-1]["legal"] == []
    assert len(plies[-1]["scores"]) == 2
    assert plies[-1]["winners"]


def test_options_on_the_printed_value_are_not_told_in_the_trace(wormgrill: Run) -> None:
    output = wormgrill("simulate", "--edition", "classic-2005", "--option", "decline_steal=true", "--trace").stdout
    assert json.loads(output.splitlines()[0])["options"] == {}


def test_other_axes_are_told_in_the_trace_as_text(wormgrill: Run) -> None:
    output = wormgrill("simulate", "--option", "tiles=21-30", "--option", "bratworms=3", "--trace").stdout
    assert json.loads(output.splitlines()[0])["options"] == {"tiles": "21-30", "bratworms": 3}


def test_a_game_that_is_cut_off_has_no_result(wormgrill: Run) -> None:
    lines = wormgrill("simulate", "--trace", "--max-plies", "10").stdout.splitlines()
    assert len(lines) == 11
    assert "scores" not in json.loads(lines[-1])
    assert "unfinished" in wormgrill("simulate", "--record", "--max-plies", "10").stdout


def test_the_summary_counts_wins_worms_turns_fails_and_steals(wormgrill: Run) -> None:
    result = wormgrill("simulate", "--players", "2", "--games", "20")
    assert result.returncode == 0
    for heading in ("wins", "worms", "turns", "fails", "steals"):
        assert heading in result.stdout
    assert "20 games" in result.stdout


def test_the_summary_as_json_has_the_sums_of_every_seat_or_player(wormgrill: Run) -> None:
    found = json.loads(wormgrill("simulate", "--games", "6", "--json").stdout)
    assert (found["games"], found["unfinished"]) == (6, 0)
    assert [player["seat"] for player in found["players"]] == [0, 1]
    assert sum(player["wins"] for player in found["players"]) == 6
    assert list(found["players"][0]) == ["seat", "wins", "worms", "turns", "fails", "steals"]
    named = json.loads(wormgrill("simulate", "--players-are", "hatchling,greedy", "--json").stdout)
    assert [player["player"] for player in named["players"]] == ["hatchling", "greedy"]


def test_games_can_be_read_turn_by_turn(wormgrill: Run) -> None:
    result = wormgrill("simulate", "--edition", "deluxe-2018", "--show")
    assert "takes" in result.stdout
    assert "Result:" in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "--edition", "classic-1999"], "classic-1999"),
        (["simulate", "--option", "colour=red"], "colour"),
        (["simulate", "--option", "short_game=perhaps"], "false, true, returned"),
        (["simulate", "--option", "golden_die_faces=123456"], "12345W or 111WWW"),
        (["simulate", "--option", "tiles=21-40"], "'40' is not a tile"),
        (["simulate", "--option", "short_game", "--option", "short_game"], "twice"),
        (["simulate", "--players", "8"], "2 to 7"),
        (["simulate", "--players", "two"], "not a whole number"),
        (["simulate", "--games", "0"], "at least 1"),
        (["simulate", "--seed", "-1"], "at least 0"),
        (["simulate", "--policy", "clever"], "random"),
        (["simulate", "--trace", "--record"], "not allowed with"),
        (["simulate", "--nonsense"], "--nonsense"),
        (["dance"], "dance"),
    ],
)
def test_bad_arguments_are_answered_in_one_line_with_exit_code_2(
    wormgrill: Run, arguments: list[str], words: str
) -> None:
    result = wormgrill(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert words in result.stderr


def test_help_teaches_by_example(wormgrill: Run) -> None:
    assert "wormgrill simulate --edition deluxe-2018" in wormgrill("simulate", "--help").stdout


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    shell = f"{sys.executable} -m wormgrill simulate --games 50 --trace | head -n 1"
    result = subprocess.run(["bash", "-o", "pipefail", "-c", shell], capture_output=True, text=True, check=False)
    assert result.returncode == 0
    assert result.stderr == ""
