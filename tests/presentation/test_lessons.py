"""Every lesson is played through every way that it allows, by the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wormgrill.analysis import odds
from wormgrill.game.state import Phase, legal_moves, winners
from wormgrill.presentation.curriculum import LESSONS
from wormgrill.presentation.lessons import LEARNER, Lesson, Moment, Place, moment_at, place_in

lessons = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS.keys())


def moments(lesson: Lesson) -> Iterator[Moment]:
    """All places of a lesson, whatever is chosen on the way."""
    waiting = [Place(scene) for scene in range(len(lesson.scenes))]
    while waiting:
        moment = moment_at(lesson, waiting.pop(), "Ada")
        yield moment
        if moment.step:
            waiting += (place for way in moment.step.ways if (place := moment.after(way.move)))


@lessons
def test_every_way_of_a_lesson_is_allowed_by_the_rules(lesson: Lesson) -> None:
    for moment in moments(lesson):
        if moment.step:
            assert moment.game.state.seat == LEARNER
            assert {way.move for way in moment.step.ways} <= set(map(str, legal_moves(moment.game.state)))


@lessons
def test_every_other_move_that_the_rules_allow_has_an_answer(lesson: Lesson) -> None:
    for moment in moments(lesson):
        if moment.step:
            legal = set(map(str, legal_moves(moment.game.state)))
            ways = {way.move for way in moment.step.ways}
            assert moment.step.tries.keys() <= legal - ways, "nothing is said of what cannot be done"
            assert all(moment.remark(move) for move in legal)
            assert not moment.remark("stop now")


@lessons
def test_the_place_in_a_lesson_can_be_read_back(lesson: Lesson) -> None:
    for moment in moments(lesson):
        assert place_in(lesson, str(moment.place)) == moment.place


@pytest.mark.parametrize("text", ["", "9", "0.7", "0.0.0.9", "x", "-1", "0..0", "1" * 300, "0" + ".0" * 60, "²"])
def test_a_place_that_is_not_in_the_lesson_is_its_beginning(text: str) -> None:
    assert place_in(LESSONS["first"], text) == Place()


def last_moments(lesson: Lesson, scene: int) -> list[Moment]:
    return [moment for moment in moments(lesson) if moment.place.scene == scene and moment.step is None]


def test_the_first_lesson_ends_with_a_game_won() -> None:
    for moment in last_moments(LESSONS["first"], 1):
        assert moment.game.state.phase is Phase.OVER
        assert winners(moment.game.state) == (LEARNER,)


def test_what_the_first_lesson_says_of_tiles_is_so() -> None:
    lesson = LESSONS["first"]
    by_place = {str(moment.place): moment.game.state for moment in moments(lesson)}
    at = [by_place["0" + ".0" * steps] for steps in range(len(lesson.scenes[0].steps) + 1)]
    assert at[5].stacks == ((23,), (25,))
    assert at[10].stacks == ((23, 22), (25, 28))
    assert at[17].stacks == ((23, 22, 28), ())
    assert 36 in at[17].face_down
    assert at[22].stacks[LEARNER] == (23, 22)
    assert 28 in at[22].grill
    assert at[22].face_down == (35, 36)


def test_the_deluxe_lesson_shows_each_figure_at_work() -> None:
    lesson = LESSONS["deluxe"]
    ends = [last_moments(lesson, scene) for scene in range(len(lesson.scenes))]
    ones, raven, can, hen, golden, (kept, *_) = ([moment.game.state for moment in each] for each in ends)
    assert ones[0].bratworms[LEARNER] == 1
    assert raven[0].bratworms[LEARNER] == 1
    assert can[0].tops[LEARNER] == 28
    assert hen[0].stacks[LEARNER] == (21,)
    assert hen[0].specialists[LEARNER] is None
    assert golden[0].turn.aside[5] == 4
    assert kept.tops[LEARNER] == 29
    assert {str(moment.game.state.specialists[LEARNER]) for moment in ends[-1]} == {"apple", "weasel"}


@lessons
def test_where_a_lesson_shows_numbers_the_best_choice_goes_on(lesson: Lesson) -> None:
    for moment in moments(lesson):
        if moment.step and moment.scene.has_numbers:
            best, *others = odds(moment.game.state).options
            assert str(best.move) in {way.move for way in moment.step.ways}
            assert best.value > others[0].value + 0.1, "and it is clearly the best one"


def test_what_is_said_of_numbers_is_so() -> None:
    lesson = LESSONS["deciding"]
    by_scene = [odds(moment_at(lesson, Place(scene), "Ada").game.state) for scene in range(4)]
    rolling, stopping = by_scene[1].options
    assert round(1 / rolling.fail) == 12
    assert (stopping.value, round(rolling.value, 1)) == (1.0, 1.9)
    assert 0.4 < by_scene[2].options[1].fail < 0.5
    assert by_scene[3].options[0].value == 4


def test_a_lesson_knows_how_far_one_has_come() -> None:
    moment = moment_at(LESSONS["first"], Place(1, (0, 0)), "Ada")
    assert (moment.steps_done, moment.steps) == (22 + 2, 22 + 5)
    assert moment.next_scene is None
    assert moment_at(LESSONS["first"], Place(), "Ada").next_scene == Place(1)
