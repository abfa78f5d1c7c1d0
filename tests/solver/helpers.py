"""What the tests of the solver share."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from wormgrill.solver import Payoffs, Solution, TurnKind, reference
from wormgrill.solver.lattice import lattice
from wormgrill.solver.payoffs import SHAPE

KINDS = [
    TurnKind(golden_die_faces=golden, bratworms=bratworms, weasel=weasel)
    for golden, bratworms, weasel in product((None, "12345W", "111WWW"), (False, True), (False, True))
]
KINDS += [
    TurnKind(golden_die_faces=golden, bratworms=bratworms, golden_die_waits=True)
    for golden, bratworms in product(("12345W", "111WWW"), (False, True))
]
"""Every kind of turn, with all its dice."""

SMALL_KINDS = [replace(kind, white_dice=white_dice) for kind, white_dice in product(KINDS, (1, 2, 4))]
"""Every kind of turn, with fewer dice."""


def name_of(kind: TurnKind) -> str:
    """A short name for the ids of parametrised tests."""
    golden = f"{'...' * kind.golden_die_waits}+{kind.golden_die_faces}" if kind.golden_die_faces else ""
    return f"{kind.white_dice}{golden}{'-bratworms' * kind.bratworms}{'-weasel' * kind.weasel}"


def worms_of(points: int) -> float:
    """Worms for these points with all 16 tiles on the grill."""
    return float((points - 17) // 4 if points <= 36 else 4) if points >= 21 else 0.0


def random_payoffs(seed: int) -> Payoffs:
    """Payoffs without any sense in them: failing may be better than anything, worms may be bad."""
    random = np.random.default_rng(seed)
    return Payoffs(random.normal(size=SHAPE), random.normal(size=SHAPE[:1]))


def assert_close(found: ArrayLike, expected: ArrayLike) -> None:
    """Equal but for rounding."""
    np.testing.assert_allclose(np.asarray(found, float), np.asarray(expected, float), rtol=1e-12, atol=1e-12)


def assert_like_reference(solution: Solution) -> int:
    """Compare every state with the specification; how many there were."""
    kind = solution.kind
    plain = reference.solve(kind, solution.payoffs)
    states = [*lattice(kind).states()]
    rolled = [state for state in states if state.can_roll]
    kept = [state for state in states if state.can_stop]
    assert_close([*map(solution.rolling, rolled)], [*map(plain.rolling, rolled)])
    assert_close([*map(solution.after_keep, kept)], [*map(plain.after_keep, kept)])
    assert_close(solution.value, plain.after_keep(kind.start))
    assert [*map(solution.stopping, kept)] == [*map(solution.payoffs.of_stop, kept)]
    return len(states)
