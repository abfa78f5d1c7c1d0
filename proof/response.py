"""How much can be gained against the champion in the classic game for two by learning to play against it alone."""

from __future__ import annotations

from collections import Counter
from zlib import crc32

from proof._running import KEPT, Claims, Row
from proof._shares import WEIGHTS, mean, shares, sums
from wormgrill.analysis.value import trained_value, weights_for
from wormgrill.batch.net import NetValue
from wormgrill.batch.turns import TurnPlayer
from wormgrill.players.arrays import CHAMPION
from wormgrill.train.lessons import response
from wormgrill.train.pupil import Pupil, take_lesson

SEED = 15
LESSON = response()
CHAMPION_WEIGHTS = weights_for(LESSON.family, LESSON.players)
FOLDER = KEPT / f"response-{crc32(CHAMPION_WEIGHTS.first.tobytes()):08x}"
"""For every champion another one."""
GAMES_OF_CASE, BLOCKS = 2100, 10
CASES = 1 + BLOCKS
"""The first one is the lesson; then it is played."""
MOST_GAINED = 0.005
SOURCES = (*WEIGHTS, "src/wormgrill/analysis", "src/wormgrill/batch", "src/wormgrill/players", "src/wormgrill/train")


def case(number: int) -> Counter[str]:
    """Learn, or play some games against the champion."""
    if number == 0:
        for _ in take_lesson(LESSON, SEED, FOLDER):
            pass
        return Counter()
    rules, rounds = LESSON.edition, GAMES_OF_CASE // LESSON.players
    learned = Pupil.load(LESSON, SEED, FOLDER).learner.learned
    entrants = TurnPlayer("response", NetValue(learned, rules)), CHAMPION
    value = trained_value(rules, LESSON.players)
    raw, adjusted = shares(rules, LESSON.players, entrants, rounds, number * rounds, value, SEED)
    return sums("raw", raw) + sums("adjusted", adjusted)


def rows(figures: Counter[str]) -> list[Row]:
    """What the results say."""
    (raw, raw_error), (won, error) = mean(figures, "raw"), mean(figures, "adjusted")
    claims = Claims()
    told = f"wins {won:.2%} ± {error:.2%} (raw {raw:.1%} ± {raw_error:.1%})"
    claims.add(won < 0.5 + MOST_GAINED, told)
    claims.check()
    name = f"best response to the champion, learned from {LESSON.positions:,} positions, classic-2014 for two"
    return [(name, f"{GAMES_OF_CASE * BLOCKS:,} games", told)]
