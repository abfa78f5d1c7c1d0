"""A best response learns what is gained against one opponent, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.batch.test_net import random_weights
from tests.support.perfect import PerfectValue
from wormgrill.analysis.value import weights_for
from wormgrill.batch.net import UNIT, NetValue
from wormgrill.cli import main
from wormgrill.game.rules import EDITIONS
from wormgrill.train.learning import layers_of, rounded
from wormgrill.train.lessons import lessons, response
from wormgrill.train.pupil import Pupil, read_reports
from wormgrill.train.response import _Own, _Theirs, _with_targets, play_against
from wormgrill.train.selfplay import Exploring

RULES = replace(EDITIONS["classic-2014"], tiles=(21, 26, 31))
SLOTS = np.zeros((1, 3), np.int16)
NO, YES, NOBODY = np.array([False]), np.array([True]), np.array([], dtype=np.int64)


def own(worth: float, *, is_random: bool = False) -> tuple[_Own, _Theirs]:
    nothing = np.array([])
    theirs = _Theirs(NOBODY, SLOTS[:0], nothing, nothing, nothing.astype(bool))
    return _Own(np.array([0]), np.array([worth]), YES if is_random else NO), theirs


def theirs(chance: float, luck: float, *, is_random: bool = False) -> tuple[_Own, _Theirs]:
    nothing = np.array([])
    played = _Theirs(np.array([0]), SLOTS, np.array([chance]), np.array([luck]), YES if is_random else NO)
    return _Own(NOBODY, nothing, nothing.astype(bool)), played


def targets(steps: list[tuple[_Own, _Theirs]], end: float, trust: float = 1.0) -> list[float]:
    """What the learner's chance should be, the last position first."""
    found = _with_targets(steps, np.array([end]), trust)
    assert found.targets.sum(axis=1) == pytest.approx(1)
    return [round(float(share), 6) for share in found.targets[:, 1]]


def test_the_opponents_luck_is_taken_out_of_what_comes_after_its_turn() -> None:
    assert targets([theirs(0.5, 0.2), own(0.3)], 1.0) == [0.5]
    assert targets([theirs(0.5, 0.2)], 0.0) == [0.2]


def test_what_the_net_did_not_know_later_is_told_to_earlier_positions() -> None:
    steps = [theirs(0.5, 0.0), own(0.6), theirs(0.7, 0.1)]
    # at last it loses, of which 0.1 was the opponent's luck: the net was wrong by 0.6, and so was the turn before
    assert targets(steps, 0.0) == [0.1, 0.0]
    assert targets(steps, 0.0, trust=0.5) == [0.1, 0.3]


def test_a_turn_at_random_hides_what_comes_after_it() -> None:
    steps = [theirs(0.5, 0.0), own(0.6, is_random=True), theirs(0.7, 0.1)]
    assert targets(steps, 0.0) == [0.1, 0.6]
    assert targets([theirs(0.5, 0.0), own(0.6), theirs(0.7, 0.1, is_random=True)], 0.0) == [0.6]


def test_against_perfect_play_a_perfect_learner_has_nothing_to_learn() -> None:
    perfect = PerfectValue(RULES)
    found = play_against(perfect, perfect, RULES, 200, trust=1.0, seed=3, exploring=Exploring())
    assert len(found.slots) > 500
    assert np.abs(found.surprises).max() < 1e-6


def test_targets_are_the_chances_against_this_opponent() -> None:
    """Against somebody who plays badly, a perfect learner is told that its chances are better than it thought."""
    perfect, bad = PerfectValue(RULES), NetValue(random_weights(2), RULES)
    found = play_against(perfect, bad, RULES, 400, trust=1.0, seed=3, exploring=Exploring(turns=0.0, openings=0.0))
    assert found.surprises.mean() > 0.02


def test_a_response_begins_with_what_the_champion_knows() -> None:
    champion = weights_for("classic", 2)
    again = rounded(layers_of(champion))
    assert all(np.array_equal(getattr(champion, part), getattr(again, part)) for part in champion._fields)
    assert np.abs(Pupil.new(response(), 0).learner.layers.first * UNIT - champion.first).max() < 1


def test_the_command_tells_what_is_gained_against_champions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "--lesson", "response-2", "--positions", "3000", "--processes", "1", "--folder", str(tmp_path)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "response-2: " in told
    assert "% among champions (equals win 50.0 %)" in told
    (last,) = (each.strength for each in read_reports(tmp_path / "response-2")[-1:])
    assert last
    assert 0.4 < last.won < 0.6
    assert "response-2" not in {lesson.name for lesson in lessons()}
