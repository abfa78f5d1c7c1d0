"""Exact best play inside one turn. The solver knows dice and payoffs; it does not know tiles or players.

A `TurnKind` says what the turn is played with, `Payoffs` say what each way to end it is worth, and `solve` finds the
best play:

>>> worms = Payoffs.of(lambda points: min(4, (points - 17) // 4) if points >= 21 else 0)
>>> solution = solve(CLASSIC, worms)
>>> state = CLASSIC.state((0, 0, 3, 0, 0, 0))
>>> [(option.move, round(option.value, 6)) for option in solution.options(state, "1344W")]
[('keep W', 1.000774), ('keep 4', 0.857767), ('keep 1', 0.671557)]
"""

from wormgrill.solver.kinds import CLASSIC, Roll, TurnKind, TurnState, parse_roll
from wormgrill.solver.payoffs import MAX_POINTS, Payoffs, Results
from wormgrill.solver.policies import Policy, results
from wormgrill.solver.turn import Option, Solution, Solutions, chance_at_least, chance_exactly, solve, solve_many

__all__ = [
    "CLASSIC",
    "MAX_POINTS",
    "Option",
    "Payoffs",
    "Policy",
    "Results",
    "Roll",
    "Solution",
    "Solutions",
    "TurnKind",
    "TurnState",
    "chance_at_least",
    "chance_exactly",
    "parse_roll",
    "results",
    "solve",
    "solve_many",
]
