"""What an arena has found, as numbers: the table, the JSON and the page are all made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

from wormgrill import __version__
from wormgrill.arena import ratings
from wormgrill.arena.fold import Fold, Sample
from wormgrill.arena.plan import Plan
from wormgrill.arena.ratings import Matrix
from wormgrill.arena.statistics import CONFIDENCE, Estimate, estimate, mean_and_variance
from wormgrill.arena.tournament import Look, Outcome

FORMAT = "wormgrill-arena-report/1"


@dataclass(frozen=True)
class Both:
    """A number raw and luck-adjusted; adjusted is None where luck was not counted."""

    raw: Estimate
    adjusted: Estimate | None

    @property
    def best(self) -> Estimate:
        """The adjusted one if there is one: it has the same mean and a narrower interval."""
        return self.adjusted or self.raw

    @property
    def kinds(self) -> list[Estimate]:
        """The raw one, and the adjusted one if there is one."""
        return [self.raw] if self.adjusted is None else [self.raw, self.adjusted]


@dataclass(frozen=True)
class Standing:
    """How an entrant did."""

    name: str
    share: Both
    """The share of its games that it won."""
    fair: float
    """The share that equal entrants would win."""
    rating: Both | None
    """None where choix is not installed."""


@dataclass(frozen=True)
class Part:
    """The results of all settings, or of one."""

    title: str
    games: int
    standings: tuple[Standing, ...]
    wins: Matrix
    adjusted_wins: Matrix | None


@dataclass(frozen=True)
class Point:
    """The shares of all entrants after so many games."""

    games: int
    shares: tuple[Both, ...]


@dataclass(frozen=True)
class Report:
    """Everything that is told."""

    plan: Plan
    names: tuple[str, ...]
    games: int
    passes: int
    plies: int
    unfinished: int
    ending: str
    overall: Part
    settings: tuple[Part, ...]
    convergence: tuple[Point, ...]
    gain: float | None
    """By what the adjustment divides the variance: so many times as many raw games would tell as much."""
    failures: tuple[int, ...]
    """By entrant."""
    told: tuple[str, ...]
    """What was told of the first failures."""

    def to_json(self) -> dict[str, Any]:
        """The report as JSON, with null for what is not known."""
        data: dict[str, Any] = {"format": FORMAT, "wormgrill": __version__, "confidence": CONFIDENCE}
        data |= _finite({key: value for key, value in asdict(self).items() if key != "plan"})
        data["plan"] = self.plan.to_json()
        return data


def make_report(outcome: Outcome, names: Sequence[str]) -> Report:
    """The report about what was played."""
    plan, fold = outcome.plan, outcome.fold
    titles = [str(setting) for setting in plan.settings]
    return Report(
        plan,
        tuple(names),
        fold.games,
        outcome.passes,
        fold.plies,
        fold.unfinished,
        outcome.ending,
        _part(plan, fold, names, "all games" if len(titles) > 1 else titles[0], None),
        tuple(_part(plan, fold, names, title, place) for place, title in enumerate(titles)) if len(titles) > 1 else (),
        tuple(_point(plan, look) for look in outcome.looks),
        _gain(plan, fold),
        tuple(fold.failures.get(str(entrant), 0) for entrant in range(len(names))),
        tuple(f"round {number}, game {game + 1}: {text}" for number, game, text in fold.told),
    )


def _part(plan: Plan, fold: Fold, names: Sequence[str], title: str, setting: int | None) -> Part:
    suffix = "" if setting is None else f" {setting}"
    entrants = len(names)
    raw = ratings.wins_by_block(fold, entrants, adjusted=False, setting=setting)
    adjusted = ratings.wins_by_block(fold, entrants, adjusted=True, setting=setting) if plan.adjusts_luck else None
    rated: list[Both | None] = [None] * entrants
    if ratings.is_available():
        plain = ratings.ratings(raw)
        better = ratings.ratings(adjusted) if adjusted is not None else [None] * entrants
        rated = [Both(*both) for both in zip(plain, better, strict=True)]
    standings = [
        Standing(
            name,
            _both(plan, fold.shares.get(f"{entrant}{suffix}", Sample())),
            _fair(plan, setting),
            rated[entrant],
        )
        for entrant, name in enumerate(names)
    ]
    games = fold.games if setting is None else fold.tables.get(str(setting), 0)
    wins = ratings.matrix(adjusted) if adjusted is not None else None
    return Part(title, games, tuple(standings), ratings.matrix(raw), wins)


def _both(plan: Plan, sample: Sample) -> Both:
    return Both(estimate(sample, adjusted=False), estimate(sample, adjusted=True) if plan.adjusts_luck else None)


def _fair(plan: Plan, setting: int | None) -> float:
    if not plan.is_table:
        return 0.5
    chosen = plan.settings if setting is None else (plan.settings[setting],)
    return sum(1 / min(len(plan.entrants), each.players) for each in chosen) / len(chosen)


def _gain(plan: Plan, fold: Fold) -> float | None:
    """The mean over all pairs of raw variance divided by adjusted variance, weighted by the variances."""
    if not plan.adjusts_luck:
        return None
    samples = [fold.leads.get(f"{one} {other}", Sample()) for one, other in plan.pairs]
    if min(sample.count for sample in samples) < ratings.FEWEST_BLOCKS:  # it would say nothing
        return None
    raw, adjusted = (sum(mean_and_variance(sample, adjusted=kind)[1] for sample in samples) for kind in (False, True))
    return raw / adjusted if adjusted else None


def _point(plan: Plan, look: Look) -> Point:
    entrants = map(str, range(len(plan.entrants)))
    return Point(look.games, tuple(_both(plan, look.shares.get(entrant, Sample())) for entrant in entrants))


def _finite(value: Any) -> Any:
    """The same without infinite numbers, which JSON does not have."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
