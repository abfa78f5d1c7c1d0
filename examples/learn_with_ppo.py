"""MaskablePPO of sb3-contrib becomes better than greedy; what it has learned plays in the arena.

It needs the environments, the arena and PyTorch: pip install 'wormgrill[envs,arena]' sb3-contrib

    python examples/learn_with_ppo.py train
    wormgrill arena greedy fledgling --player 'cmd:python examples/learn_with_ppo.py play' --games 2000

It plays a few hundred classic games for two side by side in the vector environment, against greedy, for the share of
the win and for a small part of its lead in worms. `docs/research.md` has the curve. sb3-contrib needs PyTorch, which
is large; nothing else does.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv, VecMonitor
    from torch import set_num_threads
    from torch.nn import ReLU
except ImportError:
    sys.exit("It needs the environments, the arena and PyTorch: pip install 'wormgrill[envs,arena]' sb3-contrib")

from wormgrill.envs import PickominoVectorEnv, actions_of, layout_of
from wormgrill.envs.core import seen_by
from wormgrill.envs.observations import MOST_DICE, MOST_POINTS
from wormgrill.game import parse_state
from wormgrill.game.moves import Move
from wormgrill.game.state import State, legal_moves

FILE = Path("ppo.zip")
GAMES = 512
STEPS = 64
"""Of all games between two updates."""
LEAD = 0.1
"""What a worm ahead of the other player is worth besides the win, while the net learns."""
SCALE = 8.0
RULES, PLAYERS = "classic-2014", 2
"""The game that is learned and played; the net knows no other one."""
LAYOUT = layout_of(RULES, PLAYERS)
FIRST_RATE = 1e-3
"""How fast it learns in the beginning; in the end it learns nothing more."""


def features(seen: Any) -> Any:
    """Observations as the net likes them: small numbers, and places instead of numbers where each one is different."""
    fields = LAYOUT.fields(seen)
    dice = [_places(fields[name], MOST_DICE) for name in ("aside", "rolled", "dice_left")]
    tiles = [fields["stacks"] == 1, fields["stacks"] > 0]
    parts = [
        fields["grill"],
        *tiles,
        fields["phase"],
        fields["worms"] / SCALE,
        *dice,
        _places(fields["points"], MOST_POINTS),
    ]
    return np.concatenate([part.reshape(*seen.shape[:-1], -1) for part in parts], axis=-1, dtype=np.float32)


def _places(numbers: Any, most: int) -> Any:
    """For every number a row of zeros, with a one at its place."""
    return np.eye(most + 1, dtype=np.float32)[numbers]


class SideBySide(VecEnv):  # type: ignore[misc]  # it is not installed where types are checked
    """Our vector environment as Stable-Baselines3 wants it."""

    def __init__(self, games: int, opponent: str, seed: int) -> None:
        self._envs = PickominoVectorEnv(games, RULES, [opponent])
        self._seed = seed
        size = features(np.zeros(LAYOUT.size, dtype=np.uint8)).size
        super().__init__(games, spaces.Box(0, 255, (size,)), self._envs.single_action_space)

    def reset(self) -> Any:
        """Begin all games."""
        self._seen, _ = self._envs.reset(seed=self._seed)
        return features(self._seen)

    def step_async(self, actions: Any) -> None:
        """Note what is to be done."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Do it; the last observation of a game that is over is in the infos."""
        before = _lead(self._seen)
        seen, rewards, are_over, _, infos = self._envs.step(self._actions)
        after = _lead(seen)
        told: list[dict[str, Any]] = [{} for _ in are_over]
        for place in np.flatnonzero(are_over):
            final = infos["final_obs"][place]
            after[place] = _lead(final)
            told[place] = {"terminal_observation": features(final), "TimeLimit.truncated": False}
        self._seen = seen
        return features(seen), rewards + LEAD * (after - before), are_over, told

    def action_masks(self) -> Any:
        """Which actions are legal."""
        return self._envs.action_masks()

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """What sb3-contrib asks each game for: its masks."""
        return [*getattr(self, method_name)()]

    def has_attr(self, attr_name: str) -> bool:
        """Whether each game has this."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002  # as it is declared
        """Nothing else is known of a game."""
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002  # as it is declared
        """No game is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is kept open."""


def _lead(seen: Any) -> Any:
    """How many worms the learner is ahead of the other player."""
    own, other = np.moveaxis(LAYOUT.fields(seen)["worms"].astype(np.float64), -1, 0)
    return own - other


def win_rate(model: Any, opponent: str, games: int) -> float:
    """The share of so many games that the net wins when it plays what it likes most."""
    envs = PickominoVectorEnv(games, RULES, [opponent])
    seen, _ = envs.reset(seed=12345)
    shares = np.full(games, np.nan)
    while np.isnan(shares).any():
        actions, _ = model.predict(features(seen), action_masks=envs.action_masks(), deterministic=True)
        seen, rewards, are_over, _, _ = envs.step(actions)
        first = are_over & np.isnan(shares)
        shares[first] = rewards[first]
    return float(shares.mean())


class Looking(BaseCallback):  # type: ignore[misc]  # as above
    """Says now and then how well the net plays, and keeps it."""

    def __init__(self, opponent: str, every: int, file: Path) -> None:
        super().__init__()
        self._opponent, self._every, self._file = opponent, every, file
        self._next, self._start = 0, time.monotonic()

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._next += self._every
            self.look()

    def _on_step(self) -> bool:
        return True

    def look(self) -> None:
        """Say how well it plays."""
        rate, minutes = win_rate(self.model, self._opponent, 2000), (time.monotonic() - self._start) / 60
        print(f"{self.num_timesteps}, {minutes:.1f}, {rate:.1%}", flush=True)
        self.model.save(self._file)


def train(steps: int, opponent: str, looks: int, file: Path) -> None:
    """Learn, and say now and then how well it plays."""
    set_num_threads(1)  # a net of this size is not worth two
    games = VecMonitor(SideBySide(GAMES, opponent, seed=1))
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=STEPS,
        batch_size=4096,
        n_epochs=3,
        gamma=0.99,
        gae_lambda=0.95,
        learning_rate=lambda left: FIRST_RATE * left,
        ent_coef=0.003,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": ReLU},
        seed=1,
        device="cpu",
    )
    print("steps, minutes, share of 2000 games won against", opponent)
    looking = Looking(opponent, steps // looks, file)
    model.learn(steps, callback=looking)
    looking.look()


def play(file: Path) -> None:
    """Answer in the lines of docs/bots.md."""
    if not file.exists():
        sys.exit(f"there is no net at {file}: `train` makes one")
    model = MaskablePPO.load(file, device="cpu")
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "wormgrill-bot/1":
            print("ready ppo", flush=True)
        elif word == "position":
            position = rest
        elif word == "choose":
            print("move", chosen(model, parse_state(position)), flush=True)


def chosen(model: Any, state: State) -> Move:
    """What the net likes most; where there is nothing to choose it was never asked."""
    if (str(state.rules), state.players) != (RULES, PLAYERS):
        sys.exit(f"the net has learned {RULES} with {PLAYERS} players, not {state.rules} with {state.players}")
    actions = actions_of(state.rules, state.players)
    moves = {actions.number(move, state.seat, state.players): move for move in legal_moves(state)}
    if len(moves) == 1:
        return next(iter(moves.values()))
    mask = np.isin(np.arange(len(actions)), [*moves])
    action, _ = model.predict(features(seen_by(state, state.seat)), action_masks=mask, deterministic=True)
    return moves[int(action)]


def main() -> None:
    """Train or play."""
    parser = argparse.ArgumentParser(description="Learn to play better than greedy with MaskablePPO, or play with it.")
    parser.add_argument("what", choices=("train", "play"))
    parser.add_argument("--steps", type=int, default=8_000_000, help="steps of all games together (default: 8000000)")
    parser.add_argument("--looks", type=int, default=12, help="how often it is told how well it plays (default: 12)")
    parser.add_argument("--opponent", default="greedy", help="the level against which it learns (default: greedy)")
    parser.add_argument("--file", type=Path, default=FILE, help=f"where the net is kept (default: {FILE})")
    options = parser.parse_args()
    if options.looks < 1:
        parser.error("--looks: at least 1")
    if options.what == "train":
        train(options.steps, options.opponent, options.looks, options.file)
    else:
        play(options.file)


if __name__ == "__main__":
    main()
