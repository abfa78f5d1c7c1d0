"""Everybody at the table, as an AEC environment of PettingZoo."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from wormgrill.batch.steps import scores, winners
from wormgrill.envs.core import MAX_SEED, NOT_BEGUN, Tables, make_setting
from wormgrill.envs.reading import PENALTY, check_penalty, check_seed, checked_action
from wormgrill.envs.rendering import FRAMES_PER_SECOND, RENDER_MODES, check_render_mode, rendered
from wormgrill.envs.spaces import action_space, masked_space
from wormgrill.game.errors import quoted
from wormgrill.game.rules import DEFAULT_EDITION, Rules

Seen = dict[str, NDArray[Any]]


class PickominoAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Pickomino for 2 to 7 agents: `player_0` sits at seat 0 and begins.

    A turn begins with the first roll by itself, unless its agent has the golden die and chooses how many dice to roll.
    An action that is not legal is refused: it changes nothing and costs the penalty, and the same agent is asked again.

    >>> env = PickominoAEC("deluxe-2018", players=4)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, observation["observation"].shape, observation["action_mask"][:8]
    ('player_0', (269,), array([1, 1, 1, 1, 1, 1, 0, 0], dtype=int8))
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pickomino_v0",
        "render_modes": RENDER_MODES,
        "render_fps": FRAMES_PER_SECOND,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | Rules = DEFAULT_EDITION,
        players: int = 2,
        *,
        reward: str = "win",
        penalty: float = PENALTY,
        render_mode: str | None = None,
    ) -> None:
        """Rules are a value or a text such as `deluxe-2018 may_pass`.

        The reward is the share of the win at the end, or worms as soon as they are won or lost.
        """
        super().__init__()
        self.setting = make_setting(rules, players, reward)
        """The rules, the number of players, `actions` and the `layout` of observations."""
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.setting.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_space(self.setting) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.setting) for agent in self.possible_agents}
        self._penalty = check_penalty(penalty)
        self._tables = Tables(self.setting, seat=0)
        self._count = len(self.setting.actions)
        self._random: np.random.Generator | None = None
        self._look()

    def _look(self) -> None:
        """Find what every step writes anew; the seat is that of the agent who is told."""
        told = self._told = self._tables.told
        self._seen, self._mask, self._seat = told.observations[0], told.masks[0], self._tables.seated["seat"]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._look()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Observations of an agent: `observation` and `action_mask`."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Actions of an agent."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"{quoted(str(agent))} is not an agent: known are {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # there are none
        """Begin a game: with a seed always the same, without one another that follows from the last seed.

        There are no options; PettingZoo wants any to be taken.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(check_seed(seed))
        self._tables.begin(int(self._random.integers(MAX_SEED)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"is_refused": False} for agent in self.agents}
        self._worms = [0] * len(self.agents)
        self.agent_selection = self.agents[self._seat.item(0)]

    def observe(self, agent: str) -> Seen:
        """The position as an agent sees it; the mask is empty unless it is their turn."""
        self._check_begun()
        seat = self.possible_agents.index(self._known(agent))
        if seat != self._seat.item(0):
            self._seat[0] = seat
            self._tables.show()
        return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        """What the agent whose turn it is has to know: observation, reward, terminated, truncated and info."""
        self._check_playing()
        found: tuple[Any, ...] = super().last(observe)
        return found

    def _check_begun(self) -> None:
        if self._random is None:
            raise ValueError(NOT_BEGUN)

    def _check_playing(self) -> None:
        self._check_begun()
        if not self.agents:
            raise ValueError("the game is over, and everybody has left: the next one begins with reset")

    def step(self, action: int | None) -> None:
        """Make the move of an action for the agent whose turn it is; after the end only None is taken."""
        self._check_playing()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._tables.actions[0] = checked_action(action, self._count)
        self._tables.step()
        is_refused, is_over = self._told.are_refused.item(0), self._told.are_over.item(0)
        self.infos[agent] = {"is_refused": is_refused}
        self.agent_selection = self.agents[self._seat.item(0)]
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        if is_refused:
            self.rewards[agent] = self._penalty
        elif self.setting.reward == "worms":
            self._reward_worms()
        elif is_over:
            self._reward_win()
        self._accumulate_rewards()

    def _reward_worms(self) -> None:
        """Give every agent the worms that a step has won or lost."""
        worms = scores(self._tables.batch.games)[0].tolist()
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(worms[seat] - self._worms[seat])
        self._worms = worms

    def _reward_win(self) -> None:
        """Give every agent the share of the win."""
        winning = int(winners(self._tables.batch.games)[0])
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = (winning >> seat & 1) / winning.bit_count()

    def render(self) -> Any:
        """The board as text (`ansi`) or as a picture (`rgb_array`)."""
        self._check_begun()
        return rendered(self._tables.state(), self.possible_agents, None, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""
