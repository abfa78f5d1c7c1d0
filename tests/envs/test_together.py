"""Everybody at the table: PettingZoo's own checks, and `game/` beside it."""

from __future__ import annotations

import pickle
from io import BytesIO
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from PIL import Image

from tests.envs.beside import compare_together
from wormgrill.envs import PickominoAEC, pickomino_v0
from wormgrill.game.rules import EDITION_NAMES
from wormgrill.presentation.drawing import board_png


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # of a Dict it looks at the part that is one
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("players", [2, 7])
def test_pettingzoo_finds_nothing(edition: str, players: int) -> None:
    api_test(PickominoAEC(edition, players), num_cycles=500)
    seed_test(lambda: PickominoAEC(edition, players), num_cycles=100)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_it_has_the_names_that_pettingzoo_s_own_games_have() -> None:
    assert pickomino_v0.raw_env is PickominoAEC
    env = pickomino_v0.env("deluxe-2018", players=3, reward="worms", render_mode="ansi")
    api_test(env, num_cycles=100)
    seed_test(pickomino_v0.env, num_cycles=100)
    assert str(env) == "pickomino_v0"
    assert env.unwrapped.setting.players == 3
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        assert pickomino_v0.env().agent_selection


def test_pettingzoo_measures_it(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(PickominoAEC())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("players", range(2, 8))
def test_random_games_are_those_of_the_engine(edition: str, players: int) -> None:
    rng = Random(f"{edition} {players}")
    options = ("", " may_pass", " lower_tile=any", " short_game", " decline_steal", " short_game=returned")[players - 2]
    compare_together(PickominoAEC(edition + options, players, reward=("win", "worms")[players % 2]), 7, rng)


def test_the_golden_die_can_be_rolled_at_every_roll_where_it_may_wait() -> None:
    rules = "extrawurm-2015 specialists=golden_die@21,apple@22 golden_die_joins=any_roll"
    compare_together(PickominoAEC(rules, 2), 7, Random(3))


def test_the_rewards_of_a_game_add_up() -> None:
    env = PickominoAEC(players=3)
    env.reset(seed=2)
    rng = Random(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        total[agent] += reward
        env.step(None if is_over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert sum(total.values()) == pytest.approx(1)
    assert env.agents == []
    for asked in (lambda: env.step(None), env.last):
        with pytest.raises(ValueError, match="the game is over, and everybody has left"):
            asked()


def test_an_action_that_is_not_legal_is_refused_and_the_same_agent_is_asked_again() -> None:
    env = PickominoAEC(players=4)
    env.reset(seed=1)
    assert env.last()[4] == {"is_refused": False}
    before = env.observe("player_0")
    env.step(7)
    assert env.agent_selection == "player_0"
    seen, reward, is_over, _, info = env.last()
    assert np.array_equal(seen["observation"], before["observation"])
    assert (reward, is_over, info) == (-1.0, False, {"is_refused": True})
    env.step(int(seen["action_mask"].argmax()))
    assert env.infos["player_0"] == {"is_refused": False}


@pytest.mark.parametrize("action", [-1, 8, "roll", 0.5, None])
def test_an_action_outside_the_space_is_told_in_one_sentence(action: Any) -> None:
    env = PickominoAEC()
    env.reset(seed=1)
    with pytest.raises(
        ValueError, match=r"there is no action .*: actions are 0 to 7$|an action is a whole number from 0 to 7, not "
    ):
        env.step(action)


@pytest.mark.parametrize("players", [1, 8, 2.5])
def test_a_table_has_two_to_seven_players(players: Any) -> None:
    with pytest.raises(ValueError, match=r"a game has 2 to 7 players|the number of players is a whole number"):
        PickominoAEC(players=players)


def test_what_is_asked_too_early_or_of_nobody_is_told_in_one_sentence() -> None:
    env = PickominoAEC(render_mode="ansi")
    for asked in (lambda: env.step(0), env.last, env.render, lambda: env.observe("player_0")):
        with pytest.raises(ValueError, match="a game begins with reset"):
            asked()
    env.reset(seed=np.int64(3))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="'bob' is not an agent: known are player_0, player_1"):
        env.observe("bob")
    with pytest.raises(ValueError, match="the penalty is a number"):
        PickominoAEC(penalty="x")  # type: ignore[arg-type]  # on purpose


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="an older PettingZoo knows no names")
def test_pettingzoo_makes_it_by_its_name() -> None:
    env = pettingzoo.make("aec", "wormgrill/Pickomino-v0", rules="deluxe-2018", players=3)
    assert isinstance(env, PickominoAEC)
    assert env.setting.players == 3


def test_it_can_be_pickled_and_shown() -> None:
    env = pickle.loads(pickle.dumps(PickominoAEC("deluxe-2018", 5, render_mode="ansi")))
    env.reset(seed=1)
    assert all(agent in env.render() for agent in env.possible_agents)
    assert env.setting.players == 5


def test_a_picture_shows_the_agents_in_one_order_whoever_s_turn_it_is() -> None:
    env = PickominoAEC(players=3, render_mode="rgb_array")
    env.reset(seed=1)
    while env.agent_selection != "player_1":
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    with Image.open(BytesIO(board_png(env._tables.state(), env.possible_agents, you=None))) as watched:
        assert np.array_equal(env.render(), np.asarray(watched.convert("RGB")))
