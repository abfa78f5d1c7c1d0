"""What a page for doubters shows of a game: its dice as a picture, and what is proven of them.

Worked out in one go from plain values, so that a process of its own can do it (see `replaying`).
"""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.dice import FACES
from wormgrill.game.state import Phase
from wormgrill.presentation.histogram import Histogram, make_histogram
from wormgrill.presentation.replaying import Replay, VerifiedDice, verified_dice
from wormgrill.presentation.tally import tally_moves
from wormgrill.presentation.words import words_of

KEPT_FACES, LAST_DICE = 4, 3
"""The turn of which the page tells: so many faces are kept, and so many dice are left."""


@dataclass(frozen=True)
class DoubtedGame:
    """The dice of a game, and what is proven of them."""

    histogram: Histogram | None
    """None if nobody has rolled."""
    is_over: bool
    dice: VerifiedDice


def doubted_game(replay: Replay) -> DoubtedGame:
    """Count the dice of a game, and recompute them."""
    game = replay.game
    return DoubtedGame(
        make_histogram(tally_moves(game.moves), words_of(replay.language)),
        game.state.phase is Phase.OVER,
        verified_dice(replay),
    )


def nothing_new() -> int:
    """In how many of 100 cases the last dice of the turn of which the page tells show only faces that are kept.

    >>> nothing_new()
    30
    """
    return round(100 * (KEPT_FACES / len(FACES)) ** LAST_DICE)
