"""Play a plan to its end, to an answer or until somebody interrupts: what is played is on disk before it is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile

from wormgrill.arena.fold import Fold, Sample
from wormgrill.arena.pieces import Piece, cut, missing
from wormgrill.arena.plan import Plan
from wormgrill.arena.results_file import ResultsFile
from wormgrill.arena.running import Runner
from wormgrill.arena.statistics import leader, looks


class Ending(StrEnum):
    """Why no more games are played."""

    COMPLETE = "complete"
    ANSWERED = "answered"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Look:
    """The results after so many passes."""

    passes: int
    games: int
    shares: dict[str, Sample]
    """By entrant, over all settings."""


@dataclass
class Outcome:
    """What was played. The results cover the first passes without a gap."""

    plan: Plan
    fold: Fold = field(default_factory=Fold)
    passes: int = 0
    looks: list[Look] = field(default_factory=list)
    ending: Ending = Ending.COMPLETE


@dataclass
class Tournament:
    """Plays a plan, going on from what a file already has."""

    plan: Plan
    passes: int
    """How many to play; if the file already has more, all of those count."""
    runner: Runner
    file: ResultsFile | None = None
    error: float | None = None
    """Stop as soon as it is known who is better of every two entrants, but for this chance to be wrong about any."""
    tell: Callable[[int], None] = lambda _games: None
    """Called with the number of games played so far, those of the file included."""

    def play(self) -> Outcome:
        """Play until the plan is played, the question is answered, or a KeyboardInterrupt comes."""
        outcome = Outcome(self.plan)
        ready = dict(self.file.pieces) if self.file else {}
        self.passes = max([self.passes, *(piece.last for piece in ready)])
        played = sum(fold.games for fold in ready.values())
        marks = {*takewhile(lambda mark: mark <= self.passes, looks()), self.passes}
        self.tell(played)
        if self._count(outcome, ready, marks):
            return outcome
        gaps = missing(ready.keys() | {Piece(0, outcome.passes)}, self.passes)
        pieces = (piece for gap in gaps for piece in cut(self.plan, gap, self.runner.workers))
        results = self.runner.run(self.plan, pieces)
        try:
            for piece, fold in results:
                if self.file:
                    self.file.add(piece, fold)
                ready[piece] = fold
                played += fold.games
                self.tell(played)
                if self._count(outcome, ready, marks):
                    break
        except KeyboardInterrupt:
            outcome.ending = Ending.INTERRUPTED
        finally:
            close = getattr(results, "close", None)
            if close:
                close()
        return outcome

    def _count(self, outcome: Outcome, ready: dict[Piece, Fold], marks: set[int]) -> bool:
        """Count what follows without a gap; whether the question is answered."""
        by_first = {piece.first: piece for piece in ready}
        while outcome.passes in by_first:
            piece = by_first[outcome.passes]
            outcome.fold.merge(ready.pop(piece))
            outcome.passes = piece.last
            if piece.last in marks:
                outcome.looks.append(_look(outcome))
                if self.error is not None and is_answered(self.plan, outcome.fold, self.error):
                    outcome.ending = Ending.ANSWERED
                    return True
        return False


def is_answered(plan: Plan, fold: Fold, error: float) -> bool:
    """Whether it is known who is better of every two entrants; the error is shared by all pairs."""
    samples = (fold.leads.get(f"{one} {other}", Sample()) for one, other in plan.pairs)
    return all(leader(sample, error / len(plan.pairs)) for sample in samples)


def _look(outcome: Outcome) -> Look:
    numbers = map(str, range(len(outcome.plan.entrants)))
    samples = {number: outcome.fold.shares[number] for number in numbers if number in outcome.fold.shares}
    copies = {number: Sample(*sample.to_json()) for number, sample in samples.items()}
    return Look(outcome.passes, outcome.fold.games, copies)
