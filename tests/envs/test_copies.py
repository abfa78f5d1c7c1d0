"""Environments that are copied, sent to another process, forked or thrown away."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from wormgrill.envs import PickominoAEC, PickominoEnv, PickominoVectorEnv

THROWN_AWAY = """
import numpy as np
from wormgrill.envs import PickominoVectorEnv
for number in range(400):
    envs = PickominoVectorEnv(600, threads=4)
    envs.reset(seed=number)
    envs.step(envs.action_masks().argmax(axis=1))
print("well")
"""


def test_environments_that_are_thrown_away_while_a_thread_comes_late_do_no_harm() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", THROWN_AWAY], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "well\n"), ended.stderr


def play_on(env: Any, steps: int) -> list[Any]:
    """What the first legal actions bring about."""
    told = []
    for _ in range(steps):
        masks = env.action_masks()
        seen, reward, is_over, _, _ = env.step(masks.argmax(axis=-1))
        told.append((seen.tolist(), np.asarray(reward).tolist()))
        if np.ndim(is_over) == 0 and is_over:
            env.reset()
    return told


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", [["greedy"], ["thinker", "greedy"]])
def test_a_copy_in_the_middle_of_a_game_goes_on_from_there_and_leaves_the_other_one_alone(
    copied: Any, opponents: list[str]
) -> None:
    for env in (
        PickominoEnv("deluxe-2018", opponents),
        PickominoVectorEnv(5, "deluxe-2018", opponents, threads=2),
    ):
        env.reset(seed=3)
        play_on(env, 7)
        before = env.action_masks()
        other = copied(env)
        there = play_on(other, 30)
        assert np.array_equal(env.action_masks(), before)
        assert play_on(env, 30) == there


def test_a_copy_of_a_table_keeps_its_game() -> None:
    env = PickominoAEC(players=3)
    assert copy.deepcopy(env).agents == []
    env.reset(seed=1)
    for _ in range(9):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    other = copy.deepcopy(env)
    for _ in range(20):
        assert other.agent_selection == env.agent_selection
        seen, same = (each.observe(each.agent_selection) for each in (other, env))
        assert np.array_equal(seen["observation"], same["observation"])
        for each in (other, env):
            each.step(int(seen["action_mask"].argmax()))


def _step_in_child(envs: PickominoVectorEnv) -> None:
    play_on(envs, 5)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    envs = PickominoVectorEnv(600, threads=3)
    envs.reset(seed=1)
    for _ in range(5):
        play_on(envs, 2)
        child = multiprocessing.get_context("fork").Process(target=_step_in_child, args=(envs,))
        child.start()
        child.join(60)
        assert child.exitcode == 0


def test_what_a_reset_has_told_is_not_changed_by_the_next_one() -> None:
    envs = PickominoVectorEnv(4)
    seen, infos = envs.reset(seed=1)
    kept, mask = seen.copy(), infos["action_mask"].copy()
    infos["_action_mask"][:] = False
    envs.reset(seed=2)
    assert np.array_equal(seen, kept)
    assert np.array_equal(infos["action_mask"], mask)
    assert not envs.step(envs.action_masks().argmax(axis=1))[3].any()
