"""Odds: every option of a position with its value, the chance of each result and the chance to fail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wormgrill.analysis.measures import WORMS, Measure, Target
from wormgrill.analysis.options import Choice, choices, possible_claims
from wormgrill.game.errors import quoted
from wormgrill.game.moves import Claim, Grill, Move, Steal
from wormgrill.game.position import as_state
from wormgrill.game.state import Phase, State


@dataclass(frozen=True)
class OptionOdds:
    """One option, taken now and followed by best play."""

    move: Move
    value: float
    """In the measure asked for, counted from now on."""
    fail: float
    """The chance that the turn fails."""
    results: dict[Claim, float]
    """The chance of every claim that some number of points can make in this position, possible from here or not, and
    of one already made: tiles, lowest first, then steals by seat."""
    bratworm: float
    """The chance of a bratworm for two 1s from now on."""


@dataclass(frozen=True)
class Odds:
    """The options of a position, best first."""

    options: tuple[OptionOdds, ...]

    @property
    def best(self) -> OptionOdds:
        """The best option; of equals the one that `choices` puts first."""
        return self.options[0]

    @property
    def value(self) -> float:
        """What the position is worth with best play."""
        return self.best.value

    def as_json(self) -> dict[str, object]:
        """The odds as plain values, in full precision.

        >>> found = odds("classic-2014 | 24-26 | - 22 | seat=0 phase=decide aside=3355WW")
        >>> found.as_json()["options"][0]
        {'move': 'stop', 'value': 2.0, 'fail': 0.0, 'results': {'24': 0.0, '25': 0.0, '26': 1.0, 'steal 1': 0.0}}
        """
        options = [
            {
                "move": str(option.move),
                "value": option.value,
                "fail": option.fail,
                "results": {result_name(claim): chance for claim, chance in option.results.items()},
            }
            for option in self.options
        ]
        return {"best": str(self.best.move), "options": options, "value": self.value}


def result_name(claim: Claim) -> str:
    """The name of a result: the tile taken from the grill, or whom it is stolen from, as in `steal 2`."""
    return str(claim.tile) if isinstance(claim, Grill) else str(claim)


def odds(state: State | str, measure: Measure | Target = WORMS) -> Odds:
    """Work out every option of a position; raises where there is nothing to decide.

    >>> found = odds("classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W")
    >>> str(found.best.move), round(found.value, 6)
    ('keep 4', 1.503508)
    """
    state = as_state(state)
    if not isinstance(measure, Target) and not hasattr(measure, "values"):
        raise TypeError(f"a measure is one of wormgrill.analysis.measures, such as WORMS, not {quoted(measure)}")
    if state.phase is Phase.OVER:
        raise ValueError("the game is over: there is nothing to decide")
    possible = possible_claims(state)
    return Odds(tuple(_option(choice, possible) for choice in choices(state, measure)))


def _order(claim: Claim) -> tuple[bool, int]:
    return isinstance(claim, Steal), claim.seat if isinstance(claim, Steal) else claim.tile


def _option(choice: Choice, possible: Iterable[Claim]) -> OptionOdds:
    outcomes = choice.outcomes()
    named = sorted({*possible, *outcomes.claims}, key=_order)
    results = {claim: outcomes.claims.get(claim, 0.0) for claim in named}
    return OptionOdds(choice.move, choice.value, outcomes.fail, results, outcomes.bratworm)
