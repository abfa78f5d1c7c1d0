"""A learner in plain NumPy: a small net that learns to beat a random player within a minute.

It needs the environments: pip install 'wormgrill[envs]'

    OPENBLAS_NUM_THREADS=1 python examples/learn_with_numpy.py --opponent random --updates 400

An actor and a critic share one hidden layer. The net plays a few hundred games side by side, looks at the worms that
came of every decision some steps later, and makes decisions that did better than expected more likely. It is here to
show how the vector environment is used; it does not become a good player. Its matrices are small: threads of NumPy
would wait for each other longer than they work.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from wormgrill.envs import PickominoVectorEnv
except ImportError:
    sys.exit("It needs the environments: pip install 'wormgrill[envs]'")

from wormgrill.players.arrays import ARRAY_PLAYERS

Array = NDArray[np.float32]
GAMES = 256
STEPS = 16
"""Of all games between two updates."""
HIDDEN = 64
RATE = 2e-3
DISCOUNT, SMOOTHING = 0.97, 0.9
CURIOSITY = 0.01
"""The weight of the entropy, which keeps the net from being too sure too soon."""
SCALE = 10.0
"""Observations are counts; the net likes small numbers."""


@dataclass
class Net:
    """A hidden layer, the scores of all actions, and the value of the position."""

    weights: dict[str, Array]
    means: dict[str, Array] = field(default_factory=dict)
    squares: dict[str, Array] = field(default_factory=dict)
    updates: int = 0

    def think(self, seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> tuple[Array, Array, Array, Array]:
        """What it makes of positions: its input, the hidden layer, the chances of the actions, and the values."""
        position = seen.astype(np.float32) / SCALE
        hidden = np.tanh(position @ self.weights["in"] + self.weights["in_bias"])
        scores = np.where(legal, hidden @ self.weights["act"] + self.weights["act_bias"], -1e9)
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        return position, hidden, chances, (hidden @ self.weights["value"])[:, 0]

    def learn(self, slopes: dict[str, Array]) -> None:
        """Take one step of Adam down the slopes."""
        self.updates += 1
        for name, slope in slopes.items():
            mean = self.means[name] = 0.9 * self.means.get(name, np.float32(0)) + 0.1 * slope
            square = self.squares[name] = 0.999 * self.squares.get(name, np.float32(0)) + 0.001 * slope**2
            step = mean / (1 - 0.9**self.updates)
            self.weights[name] -= RATE * step / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)


def make_net(size: int, actions: int, rng: np.random.Generator) -> Net:
    """A net that knows nothing."""
    shapes = {"in": (size, HIDDEN), "act": (HIDDEN, actions), "value": (HIDDEN, 1)}
    weights = {name: rng.normal(0, shape[0] ** -0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    weights["act"] *= 0.1
    return Net(weights | {"in_bias": np.zeros(HIDDEN, np.float32), "act_bias": np.zeros(actions, np.float32)})


def drawn(chances: Array, rng: np.random.Generator) -> NDArray[np.int64]:
    """An action for every game, by its chances."""
    is_reached = chances.cumsum(axis=1) > rng.random((len(chances), 1)) * 0.999999
    actions: NDArray[np.int64] = np.argmax(is_reached, axis=1)
    return actions


def train(opponent: str, updates: int, seed: int = 0) -> Net:
    """Play and learn."""
    rng = np.random.default_rng(seed)
    envs = PickominoVectorEnv(GAMES, opponents=[opponent], reward="worms")
    net = make_net(envs.setting.layout.size, len(envs.setting.actions), rng)
    seen, _ = envs.reset(seed=seed)
    for _ in range(updates):
        steps = []
        for _ in range(STEPS):
            legal = envs.action_masks()
            position, hidden, chances, values = net.think(seen, legal)
            actions = drawn(chances, rng)
            seen, rewards, are_over, _, _ = envs.step(actions)
            steps.append((position, hidden, chances, values, actions, rewards, are_over))
        *_, values = net.think(seen, envs.action_masks())
        net.learn(slopes_of(net, steps, values))
    return net


def slopes_of(net: Net, steps: Sequence[tuple[NDArray[Any], ...]], next_values: Array) -> dict[str, Array]:
    """How the loss changes with every weight: decisions that did better than expected shall be more likely."""
    slopes = {name: np.zeros_like(weight) for name, weight in net.weights.items()}
    advantage = np.zeros(GAMES)
    for position, hidden, chances, values, actions, rewards, are_over in reversed(steps):
        goes_on = ~are_over
        error = rewards + DISCOUNT * next_values * goes_on - values
        advantage = error + DISCOUNT * SMOOTHING * advantage * goes_on
        next_values = values
        by_score = chances.copy()
        by_score[np.arange(GAMES), actions] -= 1
        by_score *= advantage[:, None]
        logs = np.log(chances + 1e-9)
        by_score += CURIOSITY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        by_value = -advantage[:, None]
        by_hidden = (by_score @ net.weights["act"].T + by_value @ net.weights["value"].T) * (1 - hidden**2)
        slopes["act"] += hidden.T @ by_score / (GAMES * STEPS)
        slopes["act_bias"] += by_score.sum(axis=0) / (GAMES * STEPS)
        slopes["value"] += hidden.T @ by_value / (GAMES * STEPS)
        slopes["in"] += position.T @ by_hidden / (GAMES * STEPS)
        slopes["in_bias"] += by_hidden.sum(axis=0) / (GAMES * STEPS)
    return slopes


def win_rate(net: Net, opponent: str, games: int, seed: int = 1) -> float:
    """The share of so many games that the net wins."""
    rng = np.random.default_rng(seed)
    envs = PickominoVectorEnv(games, opponents=[opponent], reward="win")
    seen, _ = envs.reset(seed=seed)
    shares = np.full(games, np.nan)
    while np.isnan(shares).any():
        _, _, chances, _ = net.think(seen, envs.action_masks())
        seen, rewards, are_over, _, _ = envs.step(drawn(chances, rng))
        first = are_over & np.isnan(shares)
        shares[first] = rewards[first]
    return float(shares.mean())


def main() -> None:
    """Learn, and say what it was good for."""
    parser = argparse.ArgumentParser(description="Learn to play against a level, with a small net in plain NumPy.")
    parser.add_argument("--opponent", default="random", choices=[*ARRAY_PLAYERS], help="a level (default: random)")
    parser.add_argument("--updates", type=int, default=400, help="how often the net learns (default: 400)")
    options = parser.parse_args()
    for updates in (0, options.updates):
        rate = win_rate(train(options.opponent, updates), options.opponent, games=1000)
        print(f"after {updates} updates it wins {rate:.1%} of 1000 games against {options.opponent}")


if __name__ == "__main__":
    main()
