"""A simple chance to win: what a position between two turns promises to every seat, from worms and what is left.

    chance of a seat = exp(z) / sum of exp(z) over all seats
    z of a seat      = slope * sqrt(players) * worms / sqrt(floor + worms on the grill), + to_move if it moves next

Worms count what specialists bring in play, too. Between two players this is a logistic function of the difference in
worms, steeper the less is left on the grill. A position in which the game is over counts what it is: 1 for the winner,
an equal share for those who share the win.

The numbers were fitted by maximum likelihood to 44 985 positions of 1 250 games between thinkers, classic with 2, 3 and
5 players and deluxe with 2 and 4; where there are bratworms, a worm in hand says half as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from wormgrill.analysis.measures import IN_PLAY
from wormgrill.game.rules import Rules
from wormgrill.game.state import Phase, State, scores, winners
from wormgrill.game.tiles import worms

_IN_PLAY = dict(IN_PLAY)


@dataclass(frozen=True)
class WinChance:
    """The chance to win as a measure.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21-25,27-35 | 36 26 | seat=0 phase=roll")
    >>> [round(chance, 2) for chance in WIN_CHANCE.of_all(state)]
    [0.62, 0.38]
    """

    slope: float = 0.64
    slope_with_bratworms: float = 0.32
    floor: float = 1.5
    to_move: float = 0.2

    def slope_under(self, rules: Rules) -> float:
        """How much a worm says under these rules."""
        return self.slope_with_bratworms if rules.bratworms else self.slope

    def values(self, states: Sequence[State], seat: int) -> list[float]:
        """The chance of a seat to win each of these positions."""
        return [self.of_all(state)[seat] for state in states]

    def of_all(self, state: State) -> list[float]:
        """The chance of every seat; they sum to 1."""
        if state.phase is Phase.OVER:
            won = winners(state)
            return [1 / len(won) if seat in won else 0.0 for seat in range(state.players)]
        slope = self.slope_under(state.rules) * sqrt(state.players / (self.floor + sum(map(worms, state.grill))))
        counted: Sequence[float] = scores(state)
        if state.rules.specialists:
            owned = zip(counted, state.specialists, strict=True)
            counted = [score + (_IN_PLAY.get(specialist, 0.0) if specialist else 0.0) for score, specialist in owned]
        most = max(counted)
        weights = [exp(slope * (score - most)) for score in counted]
        weights[state.seat] *= exp(self.to_move)
        total = sum(weights)
        return [weight / total for weight in weights]


WIN_CHANCE = WinChance()
