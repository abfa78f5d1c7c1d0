"""Results of any number of passes in bounded memory, as whole numbers: sums that come out the same in every order.

Shares of wins and luck are counted in units of 2**-32. Sums of whole numbers have no rounding, so results are merged in
any order, from any number of workers, and are the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

UNIT = 2**32
"""1 as a whole number."""
BLOCKS = 128
"""The passes are dealt to so many blocks in turn, for intervals of numbers that are no means: blocks are drawn again
and again, as a bootstrap does with single results."""
TOLD_FAILURES = 5
"""So many failures of programs are kept with their lines, the earliest ones; all are counted."""


def units(value: float) -> int:
    """A number in units."""
    return round(value * UNIT)


@dataclass
class Sample:
    """Independent results, raw and adjusted: how many, their sums and the sums of their squares."""

    count: int = 0
    raw: int = 0
    raw_squares: int = 0
    adjusted: int = 0
    adjusted_squares: int = 0

    def add(self, raw: int, adjusted: int) -> None:
        """Count one result, in units."""
        self.merge(Sample(1, raw, raw * raw, adjusted, adjusted * adjusted))

    def merge(self, other: Sample) -> None:
        """Count all results of another sample, too."""
        self.count += other.count
        self.raw += other.raw
        self.raw_squares += other.raw_squares
        self.adjusted += other.adjusted
        self.adjusted_squares += other.adjusted_squares

    def to_json(self) -> list[int]:
        """The five numbers."""
        return [self.count, self.raw, self.raw_squares, self.adjusted, self.adjusted_squares]


@dataclass
class Wins:
    """Who has won at tables where others sat, raw and adjusted, by `[entrant][other]` in one long row."""

    raw: list[int]
    adjusted: list[int]

    def merge(self, other: Wins) -> None:
        """Add the wins of another."""
        self.raw = [one + two for one, two in zip(self.raw, other.raw, strict=True)]
        self.adjusted = [one + two for one, two in zip(self.adjusted, other.adjusted, strict=True)]


Failure = tuple[int, int, str]
"""The round, the game in it, and what was told of a program that failed."""


@dataclass
class Fold:
    """What happened in any number of passes."""

    tables: dict[str, int] = field(default_factory=dict)
    """How many games were played, by setting."""
    plies: int = 0
    unfinished: int = 0
    """Games that were cut off; everybody at the table got an equal share of the win."""
    shares: dict[str, Sample] = field(default_factory=dict)
    """The share of its games that an entrant won, by `entrant` and by `entrant setting`; one result a pass."""
    leads: dict[str, Sample] = field(default_factory=dict)
    """The share that one entrant won of their games minus the other's, by `one other` and `one other setting`."""
    wins: dict[str, Wins] = field(default_factory=dict)
    """By `setting block`."""
    failures: dict[str, int] = field(default_factory=dict)
    """How many games of an entrant ended with a failure of its program."""
    told: list[Failure] = field(default_factory=list)
    """The first failures."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.tables.values())

    def merge(self, other: Fold) -> None:
        """Add what happened in other passes."""
        for key, number in other.tables.items():
            self.tables[key] = self.tables.get(key, 0) + number
        self.plies += other.plies
        self.unfinished += other.unfinished
        for mine, others in ((self.shares, other.shares), (self.leads, other.leads)):
            for key, sample in others.items():
                mine.setdefault(key, Sample()).merge(sample)
        for key, wins in other.wins.items():
            if key in self.wins:
                self.wins[key].merge(wins)
            else:
                self.wins[key] = Wins([*wins.raw], [*wins.adjusted])
        for key, number in other.failures.items():
            self.failures[key] = self.failures.get(key, 0) + number
        self.told = sorted([*self.told, *other.told])[:TOLD_FAILURES]

    def to_json(self) -> dict[str, Any]:
        """The fold as a line of a results file; `from_json` reads it."""
        return {
            "tables": self.tables,
            "plies": self.plies,
            "unfinished": self.unfinished,
            "shares": {key: sample.to_json() for key, sample in self.shares.items()},
            "leads": {key: sample.to_json() for key, sample in self.leads.items()},
            "wins": {key: [wins.raw, wins.adjusted] for key, wins in self.wins.items()},
            "failures": self.failures,
            "told": self.told,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fold:
        """The fold of a line."""
        return cls(
            dict(data["tables"]),
            data["plies"],
            data["unfinished"],
            {key: Sample(*numbers) for key, numbers in data["shares"].items()},
            {key: Sample(*numbers) for key, numbers in data["leads"].items()},
            {key: Wins(*rows) for key, rows in data["wins"].items()},
            dict(data["failures"]),
            [(number, game, text) for number, game, text in data["told"]],
        )


@dataclass
class RoundResult:
    """What the games of one round have brought, summed over its games."""

    setting: int
    seatings: Sequence[Sequence[int]]
    raw: list[list[float]]
    """By `[game][seat]`: 1 for a win, an equal share of 1 for a shared one."""
    adjusted: list[list[float]]
    """The same minus the luck of the seat."""


def fold_pass(number: int, entrants: int, rounds: Sequence[RoundResult]) -> Fold:
    """The results of one pass. Plies and failures are counted elsewhere."""
    fold = Fold()
    shares: dict[str, list[tuple[float, float]]] = {}
    leads: dict[str, list[tuple[float, float]]] = {}
    for played in rounds:
        table = str(played.setting)
        fold.tables[table] = fold.tables.get(table, 0) + len(played.seatings)
        won = _shares(played)
        seated = sorted(won)
        for place, one in enumerate(seated):
            for key in (f"{one}", f"{one} {played.setting}"):
                shares.setdefault(key, []).append(won[one])
            for other in seated[place + 1 :]:
                lead = (won[one][0] - won[other][0], won[one][1] - won[other][1])
                for key in (f"{one} {other}", f"{one} {other} {played.setting}"):
                    leads.setdefault(key, []).append(lead)
        block = f"{played.setting} {number % BLOCKS}"
        wins = _wins(entrants, played)
        if block in fold.wins:
            fold.wins[block].merge(wins)
        else:
            fold.wins[block] = wins
    for found, samples in ((shares, fold.shares), (leads, fold.leads)):
        for key, results in found.items():
            raw, adjusted = (sum(result[kind] for result in results) / len(results) for kind in (0, 1))
            samples.setdefault(key, Sample()).add(units(raw), units(adjusted))
    return fold


def _shares(played: RoundResult) -> dict[int, tuple[float, float]]:
    """The share of the games of a round that each entrant won, raw and adjusted."""
    found: dict[int, tuple[float, float]] = {}
    games = len(played.seatings)
    for seating, raw, adjusted in zip(played.seatings, played.raw, played.adjusted, strict=True):
        for entrant, one, other in zip(seating, raw, adjusted, strict=True):
            before = found.get(entrant, (0.0, 0.0))
            found[entrant] = (before[0] + one / games, before[1] + other / games)
    return found


def _wins(entrants: int, played: RoundResult) -> Wins:
    """For every two entrants at a table: the wins of the one, once for every seat of the other.

    Of entrants who hold several seats each, so many wins are to be expected from an equal seat, whatever their numbers.
    """
    raw, adjusted = [0] * entrants**2, [0] * entrants**2
    for seating, one, other in zip(played.seatings, played.raw, played.adjusted, strict=True):
        for seat, entrant in enumerate(seating):
            for opponent in seating:
                if opponent != entrant:
                    raw[entrant * entrants + opponent] += units(one[seat])
                    adjusted[entrant * entrants + opponent] += units(other[seat])
    return Wins(raw, adjusted)
