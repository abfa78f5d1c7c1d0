"""`wormgrill simulate --players-are`: matches between levels."""

from __future__ import annotations

import pytest

from wormgrill.analysis import options
from wormgrill.cli import main
from wormgrill.game import parse_game, parse_games, winners
from wormgrill.game.rules import EDITIONS, Rules


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints."""
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def test_the_summary_counts_by_player(capsys: pytest.CaptureFixture[str]) -> None:
    output = simulated(capsys, "--players-are", "greedy,hatchling,greedy", "--games", "3")
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in output.splitlines() if "│" in line]
    assert [row[0] for row in rows] == ["greedy 1", "hatchling", "greedy 2"]
    assert sum(float(row[1]) for row in rows) == 3
    assert "player" in output
    assert "seat" not in output


def test_records_name_the_players_as_they_sat(capsys: pytest.CaptureFixture[str]) -> None:
    output = simulated(capsys, "--players-are", "thinker,greedy", "--games", "2", "--record")
    first, second = (parse_game(f"format: {text}") for text in output.split("format: ")[1:])
    assert first.players == ("thinker", "greedy")
    assert second.players == ("greedy", "thinker")


def test_the_same_arguments_give_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--edition", "deluxe-2018", "--players-are", "nestling,rooster,thinker", "--trace", "--seed", "3")
    first = simulated(capsys, *arguments)
    assert first == simulated(capsys, *arguments)
    assert first != simulated(capsys, *arguments[:-1], "4")


def test_the_number_of_players_may_be_said_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert "greedy 2" in simulated(capsys, "--players-are", "greedy,greedy", "--players", "2")


def test_names_may_be_set_apart_by_spaces_and_one_game_is_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    output = simulated(capsys, "--players-are", "thinker, greedy")
    assert "1 game, " in output
    assert "│ thinker" in output
    cut_off = simulated(capsys, "--players-are", "greedy, greedy", "--max-plies", "5")
    assert "1 game was cut off and is not counted in the table." in cut_off


def test_the_summary_counts_the_games_of_the_score_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--players-are", "greedy,hatchling", "--edition", "deluxe-2018", "--games", "6", "--seed", "2")
    rows = [line.replace("│", " ").split() for line in simulated(capsys, *arguments).splitlines() if "│" in line]
    wins = dict.fromkeys(("greedy", "hatchling"), 0.0)
    for game in parse_games(simulated(capsys, *arguments, "--record")):
        for seat in winners(game.state):
            wins[game.players[seat]] += 1 / len(winners(game.state))
    assert {player: float(won) for player, won, *_ in rows} == wins


def test_everything_is_prepared_before_the_first_score_sheet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[Rules] = []
    monkeypatch.setattr(options, "prepare", prepared.append)
    simulated(capsys, "--players-are", "greedy,greedy", "--edition", "deluxe-2018", "--record")
    assert prepared == [EDITIONS["deluxe-2018"]]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--players-are", "thinker,greedy", "--players", "3"), "--players is 3, but --players-are names 2"),
        (("--players-are", "thinker,greedy", "--policy", "random"), "only one of them can be given"),
        (("--players-are", "thinker,eagle"), "'eagle' is not a level: known are hatchling, nestling, fledgling"),
        (("--players-are", "greedy,greedy", "--seed", str(2**64)), "is not between 0 and 2 ** 64 - 1"),
        (("--players-are", "greedy,greedy", "--max-plies", str(2**25)), "max_plies: 33554432 is not between 0 and"),
        (("--players-are", "thinker"), "a game has 2 to 7 players, not 1"),
        (("--players-are", ""), "'' is not a level"),
    ],
)
def test_contradictions_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], problem: str
) -> None:
    assert main(["simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert problem in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
