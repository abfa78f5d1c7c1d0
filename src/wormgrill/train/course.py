"""All lessons, side by side in processes of this machine or on a Ray cluster, and the weights that come of them."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path

from pebble import ProcessPool

from wormgrill.analysis.value import save_weights
from wormgrill.arena.cluster import Cluster
from wormgrill.arena.running import ignore_interrupts
from wormgrill.train.lessons import Lesson
from wormgrill.train.pupil import CURVE_FILE, STATE_FILE, Pupil, Report, read_reports, take_lesson

COURSE_FILE = "course.json"
LOOK_SECONDS = 0.5
"""How often it is looked what the processes have done."""
ROUNDS_AWAY = 10
"""On a cluster a net comes home after so many rounds."""

Tell = Callable[[Report], None]


@dataclass(frozen=True)
class Course:
    """Lessons in a folder, in which they are kept and from which they go on."""

    lessons: tuple[Lesson, ...]
    seed: int
    folder: Path

    def begin(self) -> None:
        """Write down what is learned here; `ValueError` if the folder has something else."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / COURSE_FILE
        lessons = {lesson.name: asdict(lesson) for lesson in self.lessons}
        if file.exists():
            before = json.loads(file.read_text("utf-8"))
            if before["seed"] != self.seed:
                raise ValueError(f"{self.folder} was begun with --seed {before['seed']}, not {self.seed}")
            for name, lesson in lessons.items():
                known = before["lessons"].get(name, lesson)
                if known["positions"] != lesson["positions"]:
                    told = f"{known['positions']} positions for {name}"
                    raise ValueError(f"{self.folder} was begun with {told}: use another folder")
                if known != lesson:
                    raise ValueError(f"{self.folder} was begun by another version of wormgrill: use another folder")
            lessons = {**before["lessons"], **lessons}
        file.write_text(json.dumps({"seed": self.seed, "lessons": lessons}, indent=2) + "\n", "utf-8")

    def folder_of(self, lesson: Lesson) -> Path:
        """Where a lesson is kept."""
        return self.folder / lesson.name

    def reports(self) -> dict[str, list[Report]]:
        """By lesson how it has gone so far."""
        return {lesson.name: read_reports(self.folder_of(lesson)) for lesson in self.lessons}

    def write_weights(self, file: Path) -> None:
        """Write what the nets know now to one file."""
        pupils = (Pupil.load(lesson, self.seed, self.folder_of(lesson)) for lesson in self.lessons)
        save_weights(file, {pupil.lesson.name: pupil.learner.learned for pupil in pupils})


def take_here(course: Course, processes: int, tell: Tell) -> None:
    """Take all lessons in processes of this machine; `tell` is called after every round."""
    told = {name: len(found) for name, found in course.reports().items()}
    number = min(processes, len(course.lessons))
    pool = ProcessPool(number, initializer=ignore_interrupts, context=get_context("spawn"))
    try:
        taken = [pool.schedule(_take, (course, lesson)) for lesson in course.lessons]
        while True:
            is_done = all(each.done() for each in taken)
            for each in taken:
                if each.done():
                    each.result()
            for name, found in course.reports().items():
                for report in found[told[name] :]:
                    tell(report)
                told[name] = len(found)
            if is_done:
                return
            time.sleep(LOOK_SECONDS)
    finally:
        pool.stop()  # type: ignore[no-untyped-call]  # Pebble's pools have types only in part
        pool.join()


def _take(course: Course, lesson: Lesson) -> None:
    """Take a lesson in a process of its own.

    It does not outlive the one that has started it: another one may have gone on with the folder by then.
    """
    parent = parent_process()
    for _ in take_lesson(lesson, course.seed, course.folder_of(lesson), lambda: parent is None or parent.is_alive()):
        pass


# ------------------------------------------------------------------------------------------------ on a cluster


def take_on(cluster: Cluster, course: Course, tell: Tell) -> None:
    """Take all lessons on a Ray cluster, each a few rounds at a time; what comes home is kept in the folder."""
    waiting = [lesson for lesson in course.lessons if not _is_ready(course, lesson)]
    while waiting:
        jobs = [(lesson, course.seed, ROUNDS_AWAY, _read_files(course.folder_of(lesson))) for lesson in waiting]
        for number, (reports, files) in cluster.call(_take_rounds, jobs):
            lesson = waiting[number]
            _write_files(course.folder_of(lesson), files)
            for report in reports:
                tell(report)
        waiting = [lesson for lesson in waiting if not _is_ready(course, lesson)]


def _is_ready(course: Course, lesson: Lesson) -> bool:
    reports = read_reports(course.folder_of(lesson))
    return bool(reports) and reports[-1].positions >= lesson.positions


Files = dict[str, bytes]


def _take_rounds(lesson: Lesson, seed: int, rounds: int, files: Files) -> tuple[list[Report], Files]:
    """Go on with a lesson from its files for so many rounds; the reports of these, and the files then."""
    with tempfile.TemporaryDirectory() as folder:
        _write_files(Path(folder), files)
        reports = [*islice(take_lesson(lesson, seed, Path(folder)), rounds)]
        return reports, _read_files(Path(folder))


def _read_files(folder: Path) -> Files:
    return {file.name: file.read_bytes() for file in folder.glob("*")} if folder.exists() else {}


def _write_files(folder: Path, files: Files) -> None:
    """Put files into a folder: the state after all that it names, and the curve after the state."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in sorted(files, key=lambda name: (name == CURVE_FILE, name == STATE_FILE)):
        partial = (folder / name).with_suffix(".part")
        partial.write_bytes(files[name])
        partial.replace(folder / name)
    for file in folder.glob("*"):
        if file.name not in files:
            file.unlink()
