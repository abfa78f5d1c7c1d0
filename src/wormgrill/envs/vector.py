"""Many games side by side, each with one player against known levels, as a vector environment of Gymnasium."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wormgrill.envs.core import MAX_SEED, NOT_BEGUN, Tables, make_setting
from wormgrill.envs.reading import PENALTY, check_options, check_steps, checked_actions, make_opponents, whole_number
from wormgrill.envs.rendering import FRAMES_PER_SECOND, RENDER_MODES, check_render_mode, named_from, rendered
from wormgrill.envs.spaces import action_space, position_space
from wormgrill.game.rules import DEFAULT_EDITION, Rules

Seen = NDArray[np.uint8]
Flags = NDArray[np.bool_]


GAMES_OF_A_THREAD = 2048
"""With fewer games a thread is not worth its while."""


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class PickominoVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """`PickominoEnv` many times, on arrays: one compiled loop over all games.

    A game that is over makes room for the next one in the same step (`AutoresetMode.SAME_STEP`): observation and mask
    are those of the new game, the last observation of the old one is in `infos["final_obs"]`.

    >>> envs = PickominoVectorEnv(1000, "deluxe-2018", opponents=["greedy"])
    >>> observations, infos = envs.reset(seed=7)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> observations.shape, infos["action_mask"].shape, int(infos["is_refused"].sum())
    ((1000, 215), (1000, 15), 0)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": RENDER_MODES,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(  # noqa: PLR0913  # what is played, by whom, and how it is told
        self,
        num_envs: int = 1,
        rules: str | Rules = DEFAULT_EDITION,
        opponents: str | Sequence[str] = ("greedy",),
        *,
        seat: int | None = None,
        reward: str = "win",
        penalty: float = PENALTY,
        threads: int | None = None,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        """So many games; all else is as in `PickominoEnv`.

        A game that has had `max_episode_steps` is cut off, as Gymnasium's `TimeLimit` does it.

        Many games are shared by as many threads as there are processors, unless a number is given. The games are the
        same with any number.
        """
        num_envs = whole_number(num_envs, "the number of environments")
        if num_envs < 1:
            raise ValueError(f"{num_envs} environments cannot be made: at least 1 can")
        if threads is not None and (threads := whole_number(threads, "the number of threads")) < 1:
            raise ValueError(f"{threads} threads cannot share games: at least 1 can")
        self._others = make_opponents(opponents)
        setting = make_setting(rules, 1 + len(self._others), reward)
        self.setting = setting
        """The rules, the number of players, `actions` and the `layout` of observations."""
        self.num_envs = num_envs
        self.render_mode = check_render_mode(render_mode)
        self.single_observation_space = position_space(setting)
        self.single_action_space = action_space(setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = Tables(
            setting,
            self._others,
            number=num_envs,
            seat=seat,
            penalty=penalty,
            restarts=True,
            threads=min(threads, num_envs) if threads else max(1, min(_processors(), num_envs // GAMES_OF_A_THREAD)),
        )
        self._are_all = np.ones(num_envs, dtype=np.bool_)
        self._max_steps = check_steps(max_episode_steps)
        self._steps = np.zeros(num_envs, dtype=np.int64)
        """By place how many the game has had, if they are counted."""
        self._is_begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game in every place; they follow from one seed. There are no options."""
        check_options(options)
        if seed is not None:
            seed = whole_number(seed, "the one seed from which all games follow")
        super().reset(seed=seed)
        self._tables.begin_afresh(int(self.np_random.integers(MAX_SEED)))
        self._steps[:] = 0
        self._is_begun = True
        return self._tables.told.observations, self._infos()

    def step(self, actions: NDArray[np.int64]) -> tuple[Seen, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Make a move in every game; actions that are not legal are refused."""
        if not self._is_begun:
            raise ValueError(NOT_BEGUN)
        tables = self._tables
        tables.actions[:] = checked_actions(actions, self.num_envs, len(self.setting.actions))
        tables.step_afresh()
        told, are_late = tables.told, self._count_steps()
        final = self._end_games(are_late)
        return told.observations, told.rewards, told.are_over, are_late, self._infos() | final

    def _count_steps(self) -> Flags:
        """Count a step of every game; which of them have had as many as they may have."""
        if self._max_steps is None:
            return ~self._are_all
        self._steps += 1
        are_late: Flags = self._steps >= self._max_steps
        self._steps[are_late | self._tables.told.are_over] = 0
        return are_late

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._tables.told.masks.copy(),
            "_action_mask": self._are_all.copy(),
            "is_refused": self._tables.told.are_refused,
            "_is_refused": self._are_all.copy(),
        }

    def _end_games(self, are_late: Flags) -> dict[str, Any]:
        """Begin others in the places of games that are cut off; what Gymnasium tells of all games that have ended."""
        told, seen = self._tables.told, self._tables.final_observations
        are_cut, are_ended = are_late & ~told.are_over, are_late | told.are_over
        if not are_ended.any():
            return {}
        masks, are_refused = np.zeros_like(told.masks), np.zeros(self.num_envs, dtype=np.bool_)
        if are_cut.any():
            seen[are_cut], masks[are_cut] = told.observations[are_cut], told.masks[are_cut]
            are_refused[are_cut], told.are_refused[are_cut] = told.are_refused[are_cut], False
            self._tables.begin_next(np.flatnonzero(are_cut))
        final = np.empty(self.num_envs, dtype=object)  # None everywhere
        final[are_ended] = np.fromiter(seen[are_ended], dtype=object, count=are_ended.sum())
        return {
            "final_obs": final,
            "_final_obs": are_ended,
            "final_info": {
                "action_mask": masks,
                "_action_mask": are_ended.copy(),
                "is_refused": are_refused,
                "_is_refused": are_ended.copy(),
            },
            "_final_info": are_ended.copy(),
        }

    @property
    def seats(self) -> NDArray[np.int8]:
        """By game where the learner sits now; seat 0 has the first turn."""
        seats: NDArray[np.int8] = self._tables.seated["seat"].copy()
        return seats

    def action_masks(self) -> Flags:
        """By game which actions are legal now."""
        legal: Flags = self._tables.told.masks == 1
        return legal

    def close_extras(self, **_: Any) -> None:
        """Let no thread be at work any more."""
        if hasattr(self, "_tables"):  # Gymnasium before 1.3 also closes what could not be made
            self._tables.settle()

    def render(self) -> tuple[Any, ...]:
        """The boards as texts or pictures."""
        if not self._is_begun:
            raise ValueError(NOT_BEGUN)
        return tuple(self._rendered(place) for place in range(self.num_envs))

    def _rendered(self, place: int) -> Any:
        seat = int(self.seats[place])
        return rendered(self._tables.state(place), named_from(seat, self._others), seat, self.render_mode)
