"""A tournament goes on from its file, stops at fixed looks, and comes out the same however it is cut and run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from wormgrill.arena.fold import Fold
from wormgrill.arena.pieces import MOST_GAMES, MOST_SIDE_BY_SIDE, Piece, cut, missing
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.results_file import ResultsFile
from wormgrill.arena.rounds import play_passes
from wormgrill.arena.running import Here, Processes, Result
from wormgrill.arena.statistics import looks
from wormgrill.arena.tournament import Ending, Outcome, Tournament, is_answered
from wormgrill.game.rules import EDITIONS

PLAN = Plan(("greedy", "nestling"), (Setting(EDITIONS["classic-2014"], 2),), max_plies=60, adjusts_luck=False)
"""Quick games: they are cut off."""
UNEQUAL = Plan(("greedy", "cmd:/nowhere/a-bot"), (Setting(EDITIONS["classic-2014"], 2),), adjusts_luck=False)
"""The second loses every game before the first roll."""


class Backwards:
    """Plays all pieces and hands the results out in the wrong order."""

    workers = 3

    def run(self, plan: Plan, pieces: Iterable[Piece]) -> Iterator[Result]:
        yield from reversed([(piece, play_passes(plan, *piece)) for piece in pieces])


class Interrupted:
    """Somebody presses Ctrl+C after so many pieces."""

    workers = 1

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces

    def run(self, plan: Plan, pieces: Iterable[Piece]) -> Iterator[Result]:
        for number, piece in enumerate(pieces):
            if number == self.pieces:
                raise KeyboardInterrupt
            yield piece, play_passes(plan, *piece)


def numbers(outcome: Outcome) -> tuple[Fold, int, list[int]]:
    return outcome.fold, outcome.passes, [look.passes for look in outcome.looks]


def test_gaps_are_found() -> None:
    assert [*missing([], 5)] == [Piece(0, 5)]
    assert [*missing([Piece(0, 5)], 5)] == []
    assert [*missing([Piece(1, 2), Piece(3, 9)], 5)] == [Piece(0, 1), Piece(2, 3)]


@pytest.mark.parametrize(("plan", "most"), [(PLAN, MOST_SIDE_BY_SIDE), (UNEQUAL, MOST_GAMES)])
def test_gaps_are_cut_at_looks(plan: Plan, most: int) -> None:
    for workers in (1, 7):
        pieces = [*cut(plan, Piece(3, 5000), workers)]
        assert [piece.first for piece in pieces] == [3, *(piece.last for piece in pieces[:-1])]
        assert pieces[-1].last == 5000
        ends = {piece.last for piece in pieces}
        assert {mark for mark in looks_until(5000) if mark > 3} <= ends
        assert all(plan.games_in(piece.last) - plan.games_in(piece.first) <= most for piece in pieces)


def looks_until(most: int) -> list[int]:
    marks: list[int] = []
    for mark in looks():
        if mark >= most:
            return marks
        marks.append(mark)
    return marks


def test_the_order_in_which_pieces_come_changes_nothing() -> None:
    assert numbers(Tournament(PLAN, 40, Backwards()).play()) == numbers(Tournament(PLAN, 40, Here()).play())


def test_an_interrupted_tournament_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = Tournament(PLAN, 40, Interrupted(2), ResultsFile(path, PLAN)).play()
    assert first.ending is Ending.INTERRUPTED
    assert 0 < first.passes < 40
    assert first.fold.games == 2 * first.passes
    told: list[int] = []
    again = Tournament(PLAN, 40, Here(), ResultsFile(path, PLAN), tell=told.append).play()
    assert told[0] == first.fold.games
    assert told[-1] == 80
    assert numbers(again) == numbers(Tournament(PLAN, 40, Here()).play())
    more = Tournament(PLAN, 50, Interrupted(0), ResultsFile(path, PLAN)).play()
    assert more.passes == 40
    fewer = Tournament(PLAN, 10, Interrupted(0), ResultsFile(path, PLAN)).play()
    assert (fewer.passes, fewer.ending) == (40, Ending.COMPLETE)


def test_a_half_written_line_is_dropped_and_a_piece_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = Tournament(PLAN, 30, Here(), ResultsFile(path, PLAN)).play()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-1], lines[1], lines[-1][:-30]]))
    file = ResultsFile(path, PLAN)
    assert path.read_bytes() == b"".join([*lines[:-1], lines[1]])
    assert numbers(Tournament(PLAN, 30, Here(), file).play()) == numbers(whole)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("worms\n", "line 1 is not a line"),
        ("half a line", "is not a file of an arena's results"),
        ('{"format":"wormgrill-trace/1"}\n', "is not a file of an arena's results"),
        ("[]\n", "is not a file of an arena's results"),
    ],
)
def test_other_files_are_refused_and_left_as_they_are(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=told):
        ResultsFile(path, PLAN)
    assert path.read_text(encoding="utf-8") == text


def test_a_broken_line_in_the_middle_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, PLAN)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"piece": [0]}) + "\n")
    with pytest.raises(ValueError, match="line 2 is not a line"):
        ResultsFile(path, PLAN)


def test_results_of_other_games_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, PLAN)
    other = Plan(PLAN.entrants, (Setting(EDITIONS["deluxe-2018"], 3),), max_plies=60, adjusts_luck=False)
    with pytest.raises(ValueError, match=r"other games.*'classic-2014, 2' there, 'deluxe-2018, 3' now"):
        ResultsFile(path, other)


def test_a_test_stops_at_the_same_look_however_it_is_run(tmp_path: Path) -> None:
    here = Tournament(UNEQUAL, 500, Here(), error=0.01).play()
    assert here.ending is Ending.ANSWERED
    assert here.passes in {32, 40, 50, 63}
    path = tmp_path / "results.jsonl"
    far = Tournament(UNEQUAL, 500, Backwards(), ResultsFile(path, UNEQUAL), error=0.01).play()
    assert numbers(far) == numbers(here)
    again = Tournament(UNEQUAL, 500, Interrupted(0), ResultsFile(path, UNEQUAL), error=0.01).play()
    assert numbers(again) == numbers(here)


def test_the_question_is_open_until_every_two_are_told_apart() -> None:
    three = Plan(("greedy", "greedy", "cmd:/nowhere/a-bot"), UNEQUAL.settings, max_plies=30, adjusts_luck=False)
    fold = play_passes(three, 0, 63)
    assert not is_answered(three, fold, 0.01)
    assert not is_answered(three, Fold(), 0.01)


def workers() -> list[psutil.Process]:
    """The processes that play for this one; servers of other tests have such processes, too."""
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.Error):  # it has just ended
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def test_processes_play_what_one_process_plays_and_a_dead_one_is_replaced() -> None:
    plan = Plan(PLAN.entrants, PLAN.settings, adjusts_luck=False)
    killed: list[psutil.Process] = []

    def kill_one(games: int) -> None:
        if games and not killed:
            time.sleep(0.3)  # both are in the middle of a piece; who dies while it takes one holds the others up
            killed.append(workers()[0])
            killed[0].kill()

    outcome = Tournament(plan, 30, Processes(2), tell=kill_one).play()
    assert killed
    assert numbers(outcome) == numbers(Tournament(plan, 30, Here()).play())
    assert not workers()


def test_a_changed_number_in_a_results_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    Tournament(PLAN, 3, Here(), ResultsFile(file, PLAN)).play()
    text = file.read_text()
    plies = json.loads(text.splitlines()[1])["fold"]["plies"]
    file.write_text(text.replace(f'"plies":{plies}', f'"plies":{plies + 1}'))
    with pytest.raises(ValueError, match="line 2 has been changed"):
        ResultsFile(file, PLAN)
