"""One player against known levels: Gymnasium's own checks, `game/` beside it, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit

from tests.envs.beside import compare_single
from wormgrill.batch.dice import MAX_COUNTER
from wormgrill.envs import PickominoEnv
from wormgrill.game.rules import EDITION_NAMES


def play(env: PickominoEnv, seed: int | None, rng: Random) -> list[tuple[Any, ...]]:
    """All that a random game tells."""
    seen, info = env.reset(seed=seed)
    told: list[tuple[Any, ...]] = [(seen.tolist(), info["action_mask"].tolist())]
    is_over = False
    while not is_over:
        action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
        seen, reward, is_over, _, info = env.step(action)
        told.append((seen.tolist(), info["action_mask"].tolist(), reward))
    return told


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_gymnasium_finds_nothing(edition: str, mode: str | None) -> None:
    made = gymnasium.make("wormgrill.envs:wormgrill/Pickomino-v0", rules=edition, render_mode=mode)
    check_env(made.unwrapped, skip_render_check=mode is None)


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize(
    "opponents",
    [["greedy"], ["rooster", "hatchling"], ["greedy", "hatchling", "greedy", "pullet", "greedy", "nestling"]],
)
@pytest.mark.parametrize("reward", ["win", "worms"])
def test_games_are_those_of_the_engine(edition: str, opponents: list[str], reward: str) -> None:
    env, rng = PickominoEnv(edition, opponents, reward=reward), Random(edition)
    for number in range(2):
        compare_single(env, 11 if number == 0 else None, number, rng)


def test_the_learner_sits_where_it_is_told_or_one_seat_further_in_every_game() -> None:
    env = PickominoEnv(opponents=["greedy", "greedy"])
    seats = []
    for number in range(5):
        env.reset(seed=3 if number == 0 else None)
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0, 1]
    fixed = PickominoEnv(opponents=["greedy", "greedy"], seat=2)
    for _ in range(3):
        fixed.reset()
        assert fixed.seat == 2


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    first, again, other = (
        [play(env, seed if number == 0 else None, Random(number)) for number in range(3)]
        for env, seed in ((PickominoEnv(), 5), (PickominoEnv(), 5), (PickominoEnv(), 6))
    )
    assert first == again
    assert first != other
    assert first[0] != first[2]


def test_an_action_that_is_not_legal_is_refused_with_a_penalty_and_changes_nothing() -> None:
    env = PickominoEnv("deluxe-2018", penalty=-0.25)
    before, info = env.reset(seed=1)
    for action in range(15):
        if not info["action_mask"][action]:
            seen, reward, is_over, is_truncated, told = env.step(action)
            assert (seen == before).all()
            assert (reward, is_over, is_truncated) == (-0.25, False, False)
            assert told["is_refused"]
            assert (told["action_mask"] == info["action_mask"]).all()
    *_, info = env.step(int(info["action_mask"].argmax()))
    assert not info["is_refused"]


def test_a_game_without_masks_comes_to_an_end_under_a_time_limit() -> None:
    env = TimeLimit(PickominoEnv(), 500)
    env.reset(seed=1)
    env.action_space.seed(1)
    steps, is_done = 0, False
    while not is_done:
        _, _, is_over, is_late, _ = env.step(env.action_space.sample())
        steps, is_done = steps + 1, is_over or is_late
    assert steps <= 500


@pytest.mark.parametrize("action", [-1, 8, 2**70, 1.5, "roll", None, [1, 2], np.array([[1]])])
def test_an_action_outside_the_space_is_told_in_one_sentence(action: Any) -> None:
    env = PickominoEnv()
    env.reset(seed=1)
    with pytest.raises(
        ValueError, match=r"there is no action .*: actions are 0 to 7$|an action is a whole number from 0 to 7, not "
    ) as told:
        env.step(action)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"rules": "classic-1999"}, "'classic-1999' is not an edition"),
        ({"rules": "classic-2014 hens"}, "'hens' is not an option"),
        ({"rules": "classic-2014 lower_tile=all"}, "'all' does not fit here"),
        ({"opponents": ["grandma"]}, "'grandma' is not a level: known are random, greedy"),
        ({"opponents": []}, "0 opponents cannot play: 1 to 6 can"),
        ({"opponents": ["greedy"] * 7}, "7 opponents cannot play"),
        ({"opponents": None}, "opponents are a list of names of levels in their order, not None"),
        ({"opponents": {"greedy", "thinker"}}, "opponents are a list of names of levels in their order, not {"),
        ({"opponents": b"greedy"}, "opponents are a list of names of levels in their order, not b'greedy'"),
        ({"rules": None}, "rules are a text such as 'classic-2014', or Rules, not None"),
        ({"rules": ["classic-2014"]}, "rules are a text such as"),
        ({"seat": 2}, "there is no seat 2 at a table for 2"),
        ({"seat": "0"}, "a seat is a whole number, not '0'"),
        ({"penalty": None}, "the penalty is a number such as -1.0, not None"),
        ({"penalty": float("nan")}, "the penalty is a number such as -1.0, not nan"),
        ({"penalty": -(10**400)}, "the penalty is a number such as -1.0, not -1000"),
        ({"reward": "money"}, "the reward 'money' is not known: win or worms"),
        ({"render_mode": "human"}, "the render mode 'human' is not known: ansi or rgb_array"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(how: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told) as problem:
        PickominoEnv(**how)
    assert "\n" not in str(problem.value)


def test_numbers_of_numpy_are_as_good_as_those_of_python() -> None:
    env = PickominoEnv(seat=np.int64(1), penalty=np.float32(-0.5))  # type: ignore[arg-type]  # on purpose
    env.reset(seed=1)
    assert env.seat == 1
    assert env.step(np.int8(7))[1] == -0.5
    first, same = (env.reset(seed=seed)[0] for seed in (5, np.int64(5)))  # type: ignore[arg-type]  # on purpose
    assert np.array_equal(first, same)


def test_a_reset_takes_whole_seeds_and_no_options() -> None:
    with pytest.raises(ValueError, match=r"a seed is a whole number, not 1\.5"):
        PickominoEnv().reset(seed=1.5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match=r"reset takes no options, not \{'seat': 1\}"):
        PickominoEnv().reset(options={"seat": 1})


def test_a_game_goes_on_after_more_plies_than_are_counted_for_dice() -> None:
    env = PickominoEnv(seat=0)
    env.reset(seed=1)
    env._tables.batch.plies[0] = env._tables.batch.rolls[0] = MAX_COUNTER
    is_over = False
    while not is_over:
        assert env.action_masks().any()
        _, _, is_over, _, _ = env.step(int(env.action_masks().argmax()))


def test_nothing_is_legal_before_the_first_game() -> None:
    assert not PickominoEnv().action_masks().any()


def test_what_is_asked_before_the_first_game_is_told_in_one_sentence() -> None:
    env = PickominoEnv(render_mode="ansi")
    for asked in (lambda: env.step(6), env.render):
        with pytest.raises(ValueError, match="a game begins with reset"):
            asked()


def test_the_board_is_shown_as_text_and_as_a_picture() -> None:
    text = PickominoEnv(opponents="thinker", render_mode="ansi", seat=0)
    text.reset(seed=1)
    assert "thinker" in text.render()
    assert "learner" in text.render()
    picture = PickominoEnv(render_mode="rgb_array")
    picture.reset(seed=1)
    before = picture.render()
    picture.step(int(picture.action_masks().argmax()))
    after = picture.render()
    assert before.dtype == np.uint8
    assert before.shape == after.shape
    assert before.shape[2] == 3
    assert (before != after).any()
    before[:] = 0  # people draw on pictures
    silent = PickominoEnv()
    silent.reset(seed=1)
    assert silent.render() is None
