"""The luck of every roll, exact inside the turn: what can be subtracted from a result without changing its mean.

Before a roll the turn is worth, to the player who rolls, the mean over all rolls of what the best move after each is
worth; that is what the solver calculates. The luck of the roll is what the turn is worth after the dice have fallen,
minus that mean: its expectation is exactly 0, whoever plays and however well. The other seats lose what the mover
gains, each in proportion to its chance to win, as it was before the turn. So the luck of all seats sums to 0, and a
result minus its luck has the same mean as the result. The better the value of positions, the less is left to chance.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from wormgrill.analysis.measures import Chance
from wormgrill.analysis.options import solve_turn, turn_state
from wormgrill.analysis.value import TRAINED
from wormgrill.game.moves import Dice
from wormgrill.game.state import State, without_dice
from wormgrill.solver import Roll as Rolled


def luck_of_roll(state: State, dice: Dice, measure: Chance = TRAINED) -> float:
    """By how much a roll changes the mover's chance to win, compared with what any roll brings on average.

    >>> from wormgrill.game.moves import Roll, parse_move
    >>> from wormgrill.game.rules import EDITIONS
    >>> from wormgrill.game.state import apply, initial_state
    >>> state = apply(initial_state(EDITIONS["classic-2014"], 2), Roll())
    >>> good, bad = (luck_of_roll(state, parse_move(f"dice {dice}")) for dice in ("12345WWW", "12223334"))
    >>> good > 0 > bad
    True
    """
    solved = solve_turn(state, measure)
    turn = turn_state(state, solved.kind)
    after = solved.solution.best(turn, Rolled(dice.counts, dice.golden or 0))
    return after.value - solved.solution.rolling(turn)


@dataclass
class Luck:
    """The luck of every seat in one game so far; follow it with every ply that is a roll."""

    players: int
    measure: Chance = TRAINED
    seats: list[float] = field(init=False)
    """They sum to 0."""
    _shares: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = [0.0] * self.players

    def follow(self, state: State, dice: Dice) -> None:
        """Count a roll that was made in this position."""
        mover = state.seat
        if not self._shares or not any(state.turn.aside):  # the first roll of the turn, or the same once more
            self._share(state)
        change = luck_of_roll(state, dice, self.measure)
        for seat, share in enumerate(self._shares):
            self.seats[seat] += change * share if seat != mover else change

    def _share(self, state: State) -> None:
        """Find what the other seats lose of what the mover gains in this turn."""
        chances = self.measure.of_all(without_dice(state))
        others = sum(chance for seat, chance in enumerate(chances) if seat != state.seat) or 1.0
        self._shares = [-chance / others for chance in chances]
