"""Many games side by side: the same as one by one, whatever the number of threads."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from tests.envs.beside import compare_vector
from wormgrill.envs import MAX_EPISODE_STEPS, PickominoEnv, PickominoVectorEnv
from wormgrill.game.rules import EDITION_NAMES


def play(envs: PickominoVectorEnv, steps: int) -> list[Any]:
    """What random actions bring about."""
    rng = np.random.default_rng(2)
    seen, infos = envs.reset(seed=9)
    told: list[Any] = [seen]
    for _ in range(steps):
        mask = infos["action_mask"]
        seen, rewards, are_over, _, infos = envs.step((mask * rng.random(mask.shape)).argmax(axis=1))
        told += [seen, rewards, are_over, infos["action_mask"]]
    return told


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("opponents", [["greedy"], ["rooster", "greedy", "hatchling"]])
def test_games_are_those_of_the_engine_also_after_others_have_ended(edition: str, opponents: list[str]) -> None:
    counted = compare_vector(PickominoVectorEnv(5, edition, opponents), 4, 300, Random(edition))
    assert counted["games"] > 5


@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy"]])
def test_any_number_of_threads_plays_the_same_games(opponents: list[str]) -> None:
    one, three = (play(PickominoVectorEnv(50, opponents=opponents, threads=threads), 400) for threads in (1, 3))
    assert all(map(np.array_equal, one, three))
    assert sum(are_over.sum() for are_over in one[3::4]) > 50


def test_it_is_made_by_gymnasium_and_names_its_autoreset_mode() -> None:
    envs = gymnasium.make_vec("wormgrill.envs:wormgrill/Pickomino-v0", num_envs=3, rules="deluxe-2018")
    assert isinstance(envs, VectorEnv)
    assert isinstance(envs.unwrapped, PickominoVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    seen, rewards, are_over, are_late, _ = envs.step(np.full(3, 6))
    assert seen in envs.observation_space
    assert [each.shape for each in (rewards, are_over, are_late)] == [(3,)] * 3
    assert not are_late.any()


def test_what_was_told_before_is_not_changed_by_the_next_step() -> None:
    envs = PickominoVectorEnv(4)
    seen, infos = envs.reset(seed=1)
    kept, mask = seen.copy(), infos["action_mask"].copy()
    told: list[NDArray[Any]] = [*envs.step(mask.argmax(axis=1))[:4]]
    assert np.array_equal(seen, kept)
    assert np.array_equal(infos["action_mask"], mask)
    infos["action_mask"][:] = 0
    assert envs.action_masks().any(axis=1).all(), "whoever narrows a mask has one of their own"
    copies = [each.copy() for each in told]
    envs.step(np.full(4, 6))
    assert all(np.array_equal(*pair) for pair in zip(copies, told, strict=True))


def test_actions_that_are_not_legal_are_refused_one_by_one() -> None:
    envs = PickominoVectorEnv(3)
    seen, infos = envs.reset(seed=1)
    first, _, third = infos["action_mask"].argmax(axis=1)
    after, rewards, are_over, _, infos = envs.step(np.array([first, 6, third]))
    assert infos["is_refused"].tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]
    assert not are_over.any()
    assert [np.array_equal(*pair) for pair in zip(seen, after, strict=True)] == [False, True, False]


@pytest.mark.parametrize(
    "actions", [[6], [6, 6, 8], [6, -1, 6], [[6, 6, 6]], [[6], [6], [6]], [[6, 6], [6]], [0.5, 0, 0], "roll", None]
)
def test_actions_outside_the_space_are_told_in_one_sentence(actions: Any) -> None:
    envs = PickominoVectorEnv(3)
    envs.reset(seed=1)
    with pytest.raises(
        ValueError, match=r"a step takes 3 whole numbers|there is no action (8|-1): actions are 0 to 7"
    ) as told:
        envs.step(actions)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"num_envs": 0}, "0 environments cannot be made"),
        ({"num_envs": 2.5}, "the number of environments is a whole number, not 2.5"),
        ({"num_envs": 2, "threads": "2"}, "the number of threads is a whole number, not '2'"),
        ({"num_envs": 2, "threads": 0}, "0 threads cannot share games: at least 1 can"),
        ({"num_envs": 2, "max_episode_steps": 0}, "games cannot be cut off after 0 steps"),
        ({"num_envs": 2, "max_episode_steps": "9"}, "max_episode_steps is a whole number, not '9'"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(how: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        PickominoVectorEnv(**how)


def test_all_games_follow_from_one_seed() -> None:
    with pytest.raises(ValueError, match=r"the one seed from which all games follow is a whole number, not \[1, 2\]"):
        PickominoVectorEnv(2).reset(seed=[1, 2])
    with pytest.raises(ValueError, match=r"reset takes no options, not \{'reset_mask'"):
        PickominoVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})


def test_the_first_game_is_that_of_a_single_environment_with_the_same_seed() -> None:
    envs, env = PickominoVectorEnv(3, "deluxe-2018"), PickominoEnv("deluxe-2018")
    (seen, infos), (alone, info) = envs.reset(seed=9), env.reset(seed=9)
    for _ in range(40):
        assert np.array_equal(seen[0], alone)
        assert np.array_equal(infos["action_mask"][0], info["action_mask"])
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, are_over, _, infos = envs.step(actions)
        alone, _, is_over, _, info = env.step(actions[0])
        assert not are_over[0]
        assert not is_over


def test_what_is_asked_before_the_first_games_is_told_in_one_sentence() -> None:
    envs = PickominoVectorEnv(2, render_mode="ansi")
    for asked in (lambda: envs.step(np.array([6, 6])), envs.render):
        with pytest.raises(ValueError, match="a game begins with reset"):
            asked()


def test_a_game_that_is_over_before_the_learner_has_a_turn_ends_with_the_next_step() -> None:
    """With one tile on the grill an opponent may take it first."""
    envs = PickominoVectorEnv(64, "classic-2014 tiles=21", opponents=["greedy"], seat=1)
    _, infos = envs.reset(seed=1)
    are_lost = ~infos["action_mask"].any(axis=1)
    assert are_lost.any()
    _, rewards, are_over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert np.array_equal(are_over, are_lost)
    assert (envs.seats == 1).all()
    assert not rewards.any()
    assert not infos["is_refused"].any()


def test_boards_are_shown_game_by_game() -> None:
    envs = PickominoVectorEnv(2, opponents=["thinker"], render_mode="ansi")
    envs.reset(seed=1)
    first, second = envs.render()
    assert "learner" in first
    assert first != second, "the learner sits elsewhere"


def test_a_game_that_takes_too_many_steps_is_cut_off_and_makes_room_for_the_next_one() -> None:
    """The same as without a bound up to there; the next game is the one that a single environment would begin."""
    envs, free = PickominoVectorEnv(3, max_episode_steps=4), PickominoVectorEnv(3)
    for each in (envs, free):
        each.reset(seed=9)
    for step in range(1, 5):
        actions = free.action_masks().argmax(axis=1)
        actions[2] = 7  # never legal before something is kept
        told, unbounded = envs.step(actions), free.step(actions)
        assert told[3].tolist() == [step == 4] * 3
        assert np.array_equal(told[1], unbounded[1])
    seen, rewards, are_over, _, infos = told
    assert not are_over.any()
    assert [np.array_equal(*pair) for pair in zip(infos["final_obs"], unbounded[0], strict=True)] == [True] * 3
    assert np.array_equal(infos["final_info"]["action_mask"], unbounded[4]["action_mask"])
    assert infos["final_info"]["is_refused"].tolist() == [False, False, True]
    assert (rewards[2], infos["is_refused"].any()) == (-1, False)
    alone = PickominoEnv()
    alone.reset(seed=9)
    begun = [alone.reset() for _ in range(5)][2:]
    assert [np.array_equal(now, first) for now, (first, _) in zip(seen, begun, strict=True)] == [True] * 3
    assert np.array_equal(infos["action_mask"], [info["action_mask"] for _, info in begun])
    assert not envs.step(envs.action_masks().argmax(axis=1))[3].any(), "steps are counted anew"


@pytest.mark.parametrize("steps", [None, -1])
def test_games_without_a_bound_go_on(steps: int | None) -> None:
    envs = PickominoVectorEnv(1, max_episode_steps=steps)
    envs.reset(seed=1)
    assert not any(envs.step(np.array([7]))[3].any() for _ in range(50))


def test_a_bound_is_registered() -> None:
    env = gymnasium.make("wormgrill.envs:wormgrill/Pickomino-v0")
    assert env.spec is not None
    assert env.spec.max_episode_steps == MAX_EPISODE_STEPS
    envs = gymnasium.make_vec("wormgrill.envs:wormgrill/Pickomino-v0", num_envs=2)
    assert isinstance(envs.unwrapped, PickominoVectorEnv)
    envs.reset(seed=1)
    envs.unwrapped._steps[:] = MAX_EPISODE_STEPS - 1
    assert envs.step(np.array([7, 7]))[3].all()
