"""A net on its way through a lesson: it plays a round of games, learns from the last rounds, and is saved.

What a round does follows from the seed, the number of the round and what was saved before it; so a lesson that was
killed goes on as if it had not been.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import cos, pi
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from wormgrill.analysis.value import CLASSIC, DELUXE, trained_value, weights_for
from wormgrill.batch.net import NetValue
from wormgrill.game.rules import MIN_PLAYERS, Rules
from wormgrill.train.exam import Strength, examine
from wormgrill.train.learning import Layers, Learner, as_chances, layers_of, new_layers
from wormgrill.train.lessons import Lesson
from wormgrill.train.response import play_against
from wormgrill.train.selfplay import Exploring, Positions, play_games
from wormgrill.train.small_games import POSITIONS, all_positions, is_small


class Manner(NamedTuple):
    """How to learn."""

    games: int
    """In a part of a round."""
    full_lesson: int
    """A lesson with fewer positions has smaller rounds, so that there are enough of them."""
    shortest_window: int
    longest_window: int
    """Positions of so many rounds are learned from, at the beginning and at the end."""
    uses: int
    """How often a position is learned from, on average."""
    lowest_trust: float
    """At the end of the lesson; it begins with `HIGHEST_TRUST`."""
    is_bounded: bool
    """Whether targets below 0 and above 1 are taken for what can be: with two players they are rare."""


FOR_TWO = Manner(192, 2_500_000, shortest_window=2, longest_window=20, uses=6, lowest_trust=0.9, is_bounded=False)
FOR_MORE = {
    family: Manner(40, 1_000_000, shortest_window=3, longest_window=12, uses=uses, lowest_trust=0.95, is_bounded=True)
    for family, uses in ((CLASSIC, 12), (DELUXE, 24))
}
"""With more players a position takes longer to make, most of all with specialists, so more is made of it; and what the
net does not know adds up over more turns, so it has to learn from its latest games."""
PARTS = 10
"""A round has so many parts, each under other rules; on a grill of fewer tiles games are short, so there are more."""
MANY_TILES, MORE_GAMES = 9, 3
SMALL_GAMES = {1: 1, 2: 10, 3: 60, 4: 40, 5: 5, 6: 2}
"""By the number of tiles: so many games that are small enough to be learned in full make up a part."""
LEAST_LESSON = 100
"""A game is learned in full only in a lesson with so many times its positions."""
FEWEST_GAMES = 16
"""In a part of the smallest round."""
FIRST_ROUNDS = 3
"""Of games that are cut off soon: a net that knows nothing plays without end."""
FIRST_TURNS = 60
SMALL_STEP, LARGE_STEP, GROWS_AT = 512, 1024, 0.3
"""Positions in a step, and the part of the lesson after which steps are large."""
HIGHEST_RATE, LOWEST_RATE = 2e-3, 5e-5
RESPONSE_RATE = 5e-4
"""The highest one of a net that knows much already."""
HIGHEST_TRUST = 1.0
AVERAGE_FADING = 0.998
EXAMS = 10
"""In a lesson; between them only the surprise tells how it goes."""
STATE_FILE, CURVE_FILE = "state.npz", "curve.jsonl"


@dataclass(frozen=True)
class Report:
    """How a lesson stands after a round."""

    lesson: str
    round: int
    positions: int
    surprise: float
    """The root of the mean square of what the net learned about its positions, as chances."""
    loss: float
    strength: Strength | None = None


@dataclass
class Pupil:
    """A net that takes a lesson."""

    lesson: Lesson
    seed: int
    learner: Learner
    round: int = 0
    positions: int = 0
    window: list[Positions] = field(default_factory=list)

    @classmethod
    def new(cls, lesson: Lesson, seed: int) -> Pupil:
        """A net that knows nothing, or what the champion knows if it is a response to it."""
        if lesson.is_response:
            return cls(lesson, seed, Learner(layers_of(weights_for(lesson.family, lesson.players))))
        random = _random(lesson, seed, 0, "begin")
        return cls(lesson, seed, Learner(new_layers(lesson.players, lesson.units, random)))

    @property
    def is_ready(self) -> bool:
        """Whether the lesson is learned."""
        return self.positions >= self.lesson.positions

    @property
    def _manner(self) -> Manner:
        return FOR_TWO if self.lesson.players == MIN_PLAYERS else FOR_MORE[self.lesson.family]

    def study(self) -> Report:
        """Play a round and learn from it."""
        done = self.positions / self.lesson.positions
        played = self._play(HIGHEST_TRUST + (self._manner.lowest_trust - HIGHEST_TRUST) * done)
        new = len(played.slots)
        manner = self._manner
        room = round(manner.shortest_window + (manner.longest_window - manner.shortest_window) * done)
        self.window = [*self.window, played][-room:]
        loss = self._learn(done, new)
        self.round += 1
        self.positions += new
        surprise = float(np.sqrt(np.mean(np.square(played.surprises, dtype=np.float64))))
        is_exam = self.positions * EXAMS // self.lesson.positions > int(done * EXAMS)
        strength = examine(self.learner.weights, self.lesson) if is_exam else None
        return Report(self.lesson.name, self.round, self.positions, surprise, loss, strength)

    def _play(self, trust: float) -> Positions:
        random = _random(self.lesson, self.seed, self.round, "play")
        weights = self.learner.weights
        exploring = Exploring(most_turns=FIRST_TURNS) if self.round < FIRST_ROUNDS else Exploring()
        if self.lesson.is_response:
            return self._play_champion(trust, random)
        usual = self._scaled(self._manner.games, FEWEST_GAMES)
        parts = list[Positions]()
        for _ in range(PARTS):
            rules, seed = self.lesson.draw_rules(random), int(random.integers(1 << 62))
            if self._is_learned_in_full(rules):
                parts += self._small_games(rules, random)
                continue
            games = usual * (1 if len(rules.tiles) >= MANY_TILES else MORE_GAMES)
            value = NetValue(weights, rules)
            parts.append(
                play_games(value, rules, self.lesson.players, games, trust=trust, seed=seed, exploring=exploring)
            )
        return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def _scaled(self, games: int, fewest: int) -> int:
        """So many games, or fewer in a short lesson."""
        return max(fewest, min(games, games * self.lesson.positions // self._manner.full_lesson))

    def _is_learned_in_full(self, rules: Rules) -> bool:
        """Whether to learn all positions of a game instead of playing it: if they are not too many for the lesson."""
        if self.lesson.rules or not is_small(rules, self.lesson.players):
            return False
        return POSITIONS[len(rules.tiles)] * LEAST_LESSON <= self.lesson.positions

    def _play_champion(self, trust: float, random: np.random.Generator) -> Positions:
        rules, seed = self.lesson.edition, int(random.integers(1 << 62))
        value, champion = NetValue(self.learner.weights, rules), trained_value(rules, self.lesson.players)
        games = PARTS * self._scaled(self._manner.games, FEWEST_GAMES)
        return play_against(value, champion, rules, games, trust=trust, seed=seed, exploring=Exploring())

    def _small_games(self, rules: Rules, random: np.random.Generator) -> Iterator[Positions]:
        """Small games in full, under these rules and with others of as many tiles."""
        weights = self.learner.weights
        for _ in range(self._scaled(SMALL_GAMES[len(rules.tiles)], 1)):
            drawn = self.lesson.draw_tiles(rules, random)
            yield all_positions(NetValue(weights, drawn), drawn)

    def _learn(self, done: float, new: int) -> float:
        """Learn from the window; the mean loss."""
        random = _random(self.lesson, self.seed, self.round, "learn")
        slots = np.concatenate([positions.slots for positions in self.window])
        targets = np.concatenate([positions.targets for positions in self.window])
        if self._manner.is_bounded:
            targets = as_chances(targets)
        size = SMALL_STEP if done < GROWS_AT else LARGE_STEP
        steps = max(1, self._manner.uses * new // size)
        highest = RESPONSE_RATE if self.lesson.is_response else HIGHEST_RATE
        losses = []
        for step in range(steps):
            now = min(1.0, done + new / self.lesson.positions * step / steps)
            rate = LOWEST_RATE + (highest - LOWEST_RATE) * (1 + cos(pi * now)) / 2
            chosen = random.integers(0, len(slots), size)
            losses.append(self.learner.learn(slots, targets, chosen, rate, AVERAGE_FADING))
        return float(np.mean(losses))

    # -------------------------------------------------------------------------------------------- on disk

    def save(self, folder: Path) -> None:
        """Save everything; a reader finds the state before or after, never half of it."""
        folder.mkdir(parents=True, exist_ok=True)
        number = self.round - 1
        if self.window:
            _write(_round_file(folder, number), **self.window[-1]._asdict())
        learner = self.learner
        arrays = {
            f"{name} {part}": array
            for name, layers in (
                ("layers", learner.layers),
                ("means", learner.means),
                ("squares", learner.squares),
                ("average", learner.average),
            )
            for part, array in layers._asdict().items()
        }
        counts = np.array([self.round, self.positions, learner.steps, len(self.window)])
        _write(folder / STATE_FILE, counts=counts, **arrays)
        for old in sorted(folder.glob("round-*.npz"))[: -len(self.window) or None]:
            old.unlink()

    @classmethod
    def load(cls, lesson: Lesson, seed: int, folder: Path) -> Pupil:
        """The pupil as it was saved, or a new one."""
        if not (folder / STATE_FILE).exists():
            return cls.new(lesson, seed)
        with np.load(folder / STATE_FILE) as saved:
            number, positions, steps, window = map(int, saved["counts"])

            def part(name: str) -> Layers:
                return Layers(*(saved[f"{name} {each}"] for each in Layers._fields))

            learner = Learner(part("layers"), steps)
            learner.means, learner.squares, learner.average = part("means"), part("squares"), part("average")
        rounds = [_read_round(_round_file(folder, each)) for each in range(number - window, number)]
        return cls(lesson, seed, learner, number, positions, rounds)


def take_lesson(
    lesson: Lesson, seed: int, folder: Path, is_wanted: Callable[[], bool] = lambda: True
) -> Iterator[Report]:
    """Take a lesson to its end, or go on with it; a report after every round, which is saved by then.

    A round that is not wanted any more is not saved, and is the last one.
    """
    pupil = Pupil.load(lesson, seed, folder)
    while not pupil.is_ready:
        report = pupil.study()
        if not is_wanted():
            return
        pupil.save(folder)
        _append(folder / CURVE_FILE, report)
        yield report


def read_reports(folder: Path) -> list[Report]:
    """The reports of a lesson so far; one that was not written to its end is left out."""
    file = folder / CURVE_FILE
    lines = file.read_text("utf-8").split("\n")[:-1] if file.exists() else []
    found = (Report(**json.loads(line)) for line in lines)
    return [replace(each, strength=Strength(*each.strength) if each.strength else None) for each in found]


def _append(file: Path, report: Report) -> None:
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(asdict(report)) + "\n")


def _random(lesson: Lesson, seed: int, number: int, purpose: str) -> np.random.Generator:
    return np.random.default_rng([seed, crc32(lesson.name.encode()), number, crc32(purpose.encode())])


def _round_file(folder: Path, number: int) -> Path:
    return folder / f"round-{number:06}.npz"


def _read_round(path: Path) -> Positions:
    with np.load(path) as saved:
        return Positions(*(saved[name] for name in Positions._fields))


def _write(path: Path, **arrays: np.ndarray) -> None:
    partial = path.with_suffix(".part")
    with partial.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # the names are none of its own arguments
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
