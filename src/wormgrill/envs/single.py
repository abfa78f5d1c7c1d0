"""One player against known levels, as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wormgrill.envs.core import MAX_SEED, NOT_BEGUN, Tables, make_setting
from wormgrill.envs.reading import PENALTY, check_options, check_seed, checked_action, make_opponents
from wormgrill.envs.rendering import FRAMES_PER_SECOND, RENDER_MODES, check_render_mode, named_from, rendered
from wormgrill.envs.spaces import action_space, position_space
from wormgrill.game.rules import DEFAULT_EDITION, Rules

Seen = NDArray[np.uint8]


class PickominoEnv(gymnasium.Env[Seen, np.int64]):
    """Pickomino for one learner: a step is one move, and everybody else has moved before the next one is due.

    A turn begins with the first roll by itself, unless the learner has the golden die and chooses how many to roll.

    >>> env = PickominoEnv("classic-2014", opponents=["greedy", "thinker"])
    >>> observation, info = env.reset(seed=7)
    >>> env.observation_space.shape, env.action_space
    ((90,), Discrete(8))
    >>> env.action_masks()
    array([ True,  True,  True,  True,  True,  True, False, False])
    >>> observation, reward, terminated, truncated, info = env.step(7)
    >>> reward, info["is_refused"]
    (-1.0, True)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": RENDER_MODES,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(  # noqa: PLR0913  # what is played, by whom, and how it is told
        self,
        rules: str | Rules = DEFAULT_EDITION,
        opponents: str | Sequence[str] = ("greedy",),
        *,
        seat: int | None = None,
        reward: str = "win",
        penalty: float = PENALTY,
        render_mode: str | None = None,
    ) -> None:
        """Rules are a value or a text such as `deluxe-2018 may_pass`; opponents are levels, clockwise.

        Without a `seat` the learner sits one seat further in every game. The reward is the share of the win at the end,
        or worms as soon as they are won or lost. An action that is not legal changes nothing and costs the penalty.
        """
        others = make_opponents(opponents)
        setting = make_setting(rules, 1 + len(others), reward)
        self.render_mode = check_render_mode(render_mode)
        self.setting = setting
        """The rules, the number of players, `actions` and the `layout` of observations."""
        self.observation_space = position_space(setting)
        self.action_space = action_space(setting)
        self._others = others
        self._tables = Tables(setting, others, seat=seat, penalty=penalty)
        self._count = len(setting.actions)
        self._number = 0
        self._is_begun = False
        self._look()

    def _look(self) -> None:
        """Find what every step writes anew."""
        self._told = self._tables.told
        self._seen, self._mask = self._told.observations[0], self._told.masks[0]

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._look()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a game: with a seed always the same, without one the next of those that follow from the last seed.

        There are no options.
        """
        check_options(options)
        super().reset(seed=check_seed(seed))
        if seed is not None or not self._is_begun:
            self._number, self._is_begun = 0, True
            self._tables.begin(int(self.np_random.integers(MAX_SEED)))
        else:
            self._number += 1
            self._tables.begin_games(np.array([self._number]))
        return self._seen.copy(), {"action_mask": self._mask.copy(), "is_refused": False}

    def step(self, action: np.integer[Any] | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make the move of an action; one that is not legal is refused, and the player is asked again."""
        if not self._is_begun:
            raise ValueError(NOT_BEGUN)
        self._tables.actions[0] = checked_action(action, self._count)
        self._tables.step()
        told = self._told
        info = {"action_mask": self._mask.copy(), "is_refused": told.are_refused.item(0)}
        return self._seen.copy(), told.rewards.item(0), told.are_over.item(0), False, info

    @property
    def seat(self) -> int:
        """Where the learner sits in this game; seat 0 has the first turn."""
        return int(self._tables.seated["seat"][0])

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as MaskablePPO of sb3-contrib asks for it."""
        legal: NDArray[np.bool_] = self._mask == 1
        return legal

    def render(self) -> Any:
        """The board as text (`ansi`) or as a picture (`rgb_array`)."""
        if not self._is_begun:
            raise ValueError(NOT_BEGUN)
        return rendered(self._tables.state(), named_from(self.seat, self._others), self.seat, self.render_mode)
