"""A lesson that is killed goes on as if it had not been; a short one is enough for a small grill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import psutil
import pytest
from ray.cluster_utils import Cluster as Nodes

from tests.support.running import eventually
from wormgrill.analysis.value import CLASSIC, DELUXE, family_of, load_weights
from wormgrill.arena.cluster import Cluster
from wormgrill.batch.net import Weights
from wormgrill.cli import main
from wormgrill.game.rules import EDITIONS
from wormgrill.train import course as courses
from wormgrill.train import pupil as pupils
from wormgrill.train.course import Course, take_on
from wormgrill.train.curve import curve_picture
from wormgrill.train.exam import examine
from wormgrill.train.lessons import Lesson, lessons
from wormgrill.train.pupil import Pupil, Report, read_reports, take_lesson

SMALL = Lesson(CLASSIC, 2, 16, 12_000)
FOUR_TILES = replace(EDITIONS["classic-2014"], tiles=(21, 25, 29, 33))


def taken(lesson: Lesson, folder: Path, rounds: int | None = None) -> Weights:
    for _ in islice(take_lesson(lesson, 7, folder), rounds):
        pass
    return Pupil.load(lesson, 7, folder).learner.weights


def are_equal(one: Weights, other: Weights) -> bool:
    return all(np.array_equal(getattr(one, part), getattr(other, part)) for part in Weights._fields)


@pytest.fixture
def short_exams(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned does not depend on how long the exams are."""
    monkeypatch.setattr(pupils, "examine", partial(examine, games=42))


@pytest.mark.usefixtures("short_exams")
def test_a_lesson_in_parts_teaches_exactly_what_it_teaches_at_once(tmp_path: Path) -> None:
    at_once = taken(SMALL, tmp_path / "once")
    for _ in range(2):
        taken(SMALL, tmp_path / "parts", rounds=1)
    assert not are_equal(taken(SMALL, tmp_path / "parts", rounds=0), at_once)
    assert are_equal(taken(SMALL, tmp_path / "parts"), at_once)
    reports = read_reports(tmp_path / "parts")
    assert [each.round for each in reports] == [*range(1, len(reports) + 1)]
    assert reports == read_reports(tmp_path / "once")
    assert reports[-1].positions >= SMALL.positions
    assert reports[-1].strength


@pytest.mark.usefixtures("short_exams")
def test_half_a_line_of_the_curve_is_left_out(tmp_path: Path) -> None:
    taken(SMALL, tmp_path, rounds=2)
    with (tmp_path / "curve.jsonl").open("a") as file:
        file.write('{"lesson": "class')
    assert len(read_reports(tmp_path)) == 2


def test_a_minute_of_training_beats_thinker_on_a_small_grill(tmp_path: Path) -> None:
    lesson = Lesson(CLASSIC, 2, 32, 40_000, FOUR_TILES)
    weights = taken(lesson, tmp_path)
    strength = examine(weights, lesson, games=2000, seed=4)
    assert strength.won - 3 * strength.error > 0.53


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
def test_all_house_rules_that_are_drawn_belong_to_the_lesson(lesson: Lesson) -> None:
    random = np.random.default_rng(3)
    drawn = [lesson.draw_rules(random) for _ in range(300)]
    assert {family_of(rules) for rules in drawn} == {lesson.family}
    for axis in ("tiles", "decline_steal", "short_game", "lower_tile", "may_pass"):
        assert len({getattr(rules, axis) for rules in drawn}) > 1, axis
    if lesson.family == DELUXE:
        assert len({rules.specialists for rules in drawn}) > 10
        assert len({rules.bratworms for rules in drawn}) > 5
        assert len({rules.golden_die_faces for rules in drawn}) == 2


def test_there_is_a_lesson_for_every_number_of_players() -> None:
    assert {lesson.name for lesson in lessons()} == {f"{f}-{n}" for f in ("classic", "deluxe") for n in range(2, 8)}


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    nodes = Nodes(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False},
    )
    with Cluster(nodes.address) as cluster:  # other tests may have a cluster on this machine, too
        yield cluster
    nodes.shutdown()  # type: ignore[no-untyped-call]  # Ray has types only in part


def test_on_a_cluster_the_same_is_learned(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "ROUNDS_AWAY", 2)
    course = Course((SMALL,), 7, tmp_path / "there")
    told = list[Report]()
    take_on(cluster, course, told.append)
    (lesson,) = course.lessons
    assert are_equal(Pupil.load(lesson, 7, course.folder_of(lesson)).learner.weights, taken(lesson, tmp_path / "here"))
    assert told == read_reports(tmp_path / "here") == read_reports(course.folder_of(lesson))
    assert len(told) > 2


# ------------------------------------------------------------------------------------------------ the command

COMMAND = ["train", "--lesson", "classic-2", "--positions", "8000", "--processes", "1"]
FIRST_ROUND_SECONDS = 300
"""What is compiled for it takes most of the time."""


@contextmanager
def training(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A training in a process of its own that has learned for one round; at the end of the block it is killed."""
    command = [sys.executable, "-m", "wormgrill", *COMMAND, "--folder", str(folder), *arguments]
    with (
        (folder / "told").open("wb") as told,
        subprocess.Popen(command, stderr=told, start_new_session=True) as process,
    ):
        try:
            assert eventually((folder / "classic-2" / "curve.jsonl").exists, FIRST_ROUND_SECONDS), told.name
            yield process
        finally:
            process.kill()


def test_a_killed_training_goes_on_and_leaves_weights_and_a_picture(tmp_path: Path) -> None:
    with training(tmp_path) as process:
        os.killpg(process.pid, signal.SIGKILL)
    assert len(read_reports(tmp_path / "classic-2")) >= 1
    assert main([*COMMAND, "--folder", str(tmp_path)]) == 0
    reports = read_reports(tmp_path / "classic-2")
    assert [each.round for each in reports] == [*range(1, len(reports) + 1)]
    weights = load_weights(tmp_path / "weights.npz", "classic-2")
    assert weights.last.shape[1] == 2
    picture = (tmp_path / "curve.svg").read_text()
    assert picture.startswith("<svg")
    assert "classic-2" in picture
    assert curve_picture(Course((), 0, tmp_path).reports()).startswith("<svg")


def test_a_training_that_is_killed_leaves_nobody_at_work(tmp_path: Path) -> None:
    with training(tmp_path, "--positions", "100000") as process:
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    assert workers
    gone, _ = psutil.wait_procs(workers, timeout=120)
    assert {worker.pid for worker in gone} == {worker.pid for worker in workers}


@pytest.mark.usefixtures("short_exams")
def test_a_round_that_is_not_wanted_is_not_saved(tmp_path: Path) -> None:
    assert not [*take_lesson(SMALL, 7, tmp_path, lambda: False)]
    assert not read_reports(tmp_path)
    assert Pupil.load(SMALL, 7, tmp_path).round == 0


def test_a_folder_of_another_training_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = next(lesson for lesson in lessons() if lesson.name == "classic-2")
    Course((replace(lesson, positions=8000),), 0, tmp_path).begin()
    before = json.loads((tmp_path / "course.json").read_text())
    assert main([*COMMAND, "--folder", str(tmp_path), "--seed", "3"]) == 2
    assert "was begun with --seed 0, not 3" in capsys.readouterr().err
    assert main(["train", "--lesson", "classic-2", "--positions", "7", "--folder", str(tmp_path)]) == 2
    assert "was begun with 8000 positions for classic-2" in capsys.readouterr().err
    lessons_before = {"classic-2": {**before["lessons"]["classic-2"], "units": 7}}
    (tmp_path / "course.json").write_text(json.dumps({**before, "lessons": lessons_before}))
    assert main([*COMMAND, "--folder", str(tmp_path)]) == 2
    assert "was begun by another version of wormgrill: use another folder" in capsys.readouterr().err
    (tmp_path / "course.json").write_text(json.dumps(before))
    assert json.loads((tmp_path / "course.json").read_text()) == before


def test_an_unknown_lesson_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["train", "--lesson", "classic-8", "--folder", str(tmp_path / "new")]) == 2
    told = capsys.readouterr().err
    assert "'classic-8' is not a lesson: known are classic-2, classic-3" in told
    assert not (tmp_path / "new").exists()
