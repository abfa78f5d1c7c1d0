"""The examples for researchers: a learner that learns."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_learner_in_numpy_learns_to_beat_a_random_player() -> None:
    example = runpy.run_path(str(EXAMPLES / "learn_with_numpy.py"))
    train, win_rate = example["train"], example["win_rate"]
    before, after = (win_rate(train("random", updates), "random", games=200) for updates in (0, 80))
    assert before < 0.6
    assert after > 0.75
