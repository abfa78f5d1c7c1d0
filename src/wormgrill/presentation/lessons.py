"""Lessons: short games in which everything is prepared, played by a learner step by step.

A lesson is data: scenes with their rules and the moves that lead to them, and steps that say what to do, which moves go
on, and what is said of other tries. Everything happens by the rules of the game; dice and other players follow the
lesson. Where a learner stands is a text such as `0.0.1`: the number of the scene, then for each step the way taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wormgrill.game.moves import parse_move
from wormgrill.game.record import Game
from wormgrill.game.rules import parse_rules
from wormgrill.game.state import legal_moves
from wormgrill.players.levels import message

LEARNER = 0
"""The seat of the learner."""
OTHERWISE = message("You could do that in a real game. Here, please follow me first.")
LOOK_AGAIN = message("Look at the numbers again: another choice brings more worms.")
"""What is said of a move that is not part of the lesson, without numbers and with them."""
MAX_PLACE = 200
"""Characters of a text that says where a learner stands; no lesson is so long."""


@dataclass(frozen=True)
class Way:
    """A move with which the lesson goes on, and what chance and the others do afterwards."""

    move: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """What the learner is asked to do."""

    say: str
    """A message: what to do, and why."""
    ways: tuple[Way, ...]
    tries: Mapping[str, str] = field(default_factory=dict)
    """By move what is said of a try that does not go on, if not the usual; tries are free."""


@dataclass(frozen=True)
class Scene:
    """A position to learn something from."""

    rules: str
    opponents: tuple[str, ...]
    opening: tuple[str, ...]
    """The moves that lead to the position."""
    steps: tuple[Step, ...]
    end: str
    """A message: what was learned."""
    has_numbers: bool = False
    """Whether every choice shows what it is worth."""


@dataclass(frozen=True)
class Lesson:
    """Scenes in their order."""

    name: str
    title: str
    line: str
    """Messages: what it is called, and what it teaches."""
    scenes: tuple[Scene, ...]

    @property
    def steps(self) -> int:
        """The number of steps in all scenes."""
        return sum(len(scene.steps) for scene in self.scenes)


@dataclass(frozen=True)
class Place:
    """Where a learner stands in a lesson."""

    scene: int = 0
    ways: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The text of it, which `place_in` reads."""
        return ".".join(map(str, (self.scene, *self.ways)))


@dataclass(frozen=True)
class Moment:
    """A place in a lesson with all that can be told of it."""

    lesson: Lesson
    place: Place
    game: Game

    @property
    def scene(self) -> Scene:
        """The scene that is played."""
        return self.lesson.scenes[self.place.scene]

    @property
    def step(self) -> Step | None:
        """What to do now; None at the end of the scene."""
        number = len(self.place.ways)
        return self.scene.steps[number] if number < len(self.scene.steps) else None

    @property
    def is_new_board(self) -> bool:
        """Whether a scene begins that does not go on from the one before."""
        return self.place.scene > 0 and not self.place.ways

    @property
    def next_scene(self) -> Place | None:
        """Where the next scene begins; None in the last one."""
        number = self.place.scene + 1
        return Place(number) if number < len(self.lesson.scenes) else None

    @property
    def steps_done(self) -> int:
        """How many steps of the lesson lie behind the learner."""
        return sum(len(scene.steps) for scene in self.lesson.scenes[: self.place.scene]) + len(self.place.ways)

    @property
    def steps(self) -> int:
        """How many steps the lesson has."""
        return sum(len(scene.steps) for scene in self.lesson.scenes)

    def after(self, move: str) -> Place | None:
        """Where a move leads; None if the lesson does not go on with it."""
        ways = self.step.ways if self.step else ()
        found = next((number for number, way in enumerate(ways) if way.move == move), None)
        return None if found is None else Place(self.place.scene, (*self.place.ways, found))

    def remark(self, move: str) -> str:
        """The message about a try that does not go on; empty if the rules do not allow it anyway."""
        if self.step is None or move not in map(str, legal_moves(self.game.state)):
            return ""
        return self.step.tries.get(move, LOOK_AGAIN if self.scene.has_numbers else OTHERWISE)


def place_in(lesson: Lesson, text: str) -> Place:
    """The place that a text names; the beginning, if there is no such place in the lesson.

    >>> from wormgrill.presentation.curriculum import LESSONS
    >>> place_in(LESSONS["first"], "0.0"), place_in(LESSONS["first"], "soup")
    (Place(scene=0, ways=(0,)), Place(scene=0, ways=()))
    """
    parts = text.split(".") if len(text) <= MAX_PLACE else []
    if not parts or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        return Place()
    scene, *ways = map(int, parts)
    if scene >= len(lesson.scenes) or len(ways) > len(lesson.scenes[scene].steps):
        return Place()
    steps = lesson.scenes[scene].steps
    is_there = all(way < len(step.ways) for way, step in zip(ways, steps, strict=False))
    return Place(scene, tuple(ways)) if is_there else Place()


def moment_at(lesson: Lesson, place: Place, learner: str) -> Moment:
    """The game at a place of a lesson; `learner` is the name of whoever learns."""
    scene = lesson.scenes[place.scene]
    game = Game(parse_rules(scene.rules), (learner, *scene.opponents))
    for text in _moves(scene, place.ways):
        game = game.play(parse_move(text))
    return Moment(lesson, place, game)


def _moves(scene: Scene, ways: tuple[int, ...]) -> Iterator[str]:
    yield from scene.opening
    for number, step in zip(ways, scene.steps, strict=False):
        way = step.ways[number]
        yield way.move
        yield from way.then
