"""How a net learns: the gradient of its cross entropy, steps by Adam, and the average of its weights over time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.ends import Ints
from wormgrill.batch.features import EMPTY, Slots, count_features
from wormgrill.batch.net import MIDDLE_UNITS, UNIT, Singles, Weights

SEEN_AT_ONCE = 60
"""About so many features of a position are seen; the weights of the first layer begin accordingly small."""
LARGEST = 15.5
"""The bound of a weight of the first layer: in parts of `UNIT` it is a whole number of 16 bits."""
FADING, FADING_SQUARES, TINY = 0.9, 0.999, 1e-8
"""The constants of Adam."""


class Layers(NamedTuple):
    """The weights of a net while it learns, or something for each of them; laid out as `Weights` has them."""

    first: Singles
    first_bias: Singles
    second: Singles
    second_bias: Singles
    last: Singles
    last_bias: Singles


def new_layers(players: int, units: int, random: np.random.Generator) -> Layers:
    """Small random weights."""

    def draw(inputs: float, *shape: int) -> Singles:
        drawn: Singles = random.normal(scale=np.sqrt(2.0 / inputs), size=shape).astype(np.float32)
        return drawn

    return Layers(
        draw(SEEN_AT_ONCE, count_features(players), units),
        np.zeros(units, np.float32),
        draw(units, units, MIDDLE_UNITS),
        np.zeros(MIDDLE_UNITS, np.float32),
        draw(MIDDLE_UNITS * 8.0, MIDDLE_UNITS, players),
        np.zeros(players, np.float32),
    )


def layers_of(weights: Weights) -> Layers:
    """The weights of a net that plays, to learn on from."""
    first, bias = (np.asarray(each, dtype=np.float32) / np.float32(UNIT) for each in weights[:2])
    return Layers(first, bias, *(each.copy() for each in weights[2:]))


def _like(layers: Layers) -> Layers:
    return Layers(*(np.zeros_like(each) for each in layers))


def rounded(layers: Layers) -> Weights:
    """The weights of a net that plays."""
    first = np.clip(layers.first, -LARGEST, LARGEST) * UNIT
    return Weights(
        np.rint(first).astype(np.int16),
        np.rint(layers.first_bias * UNIT).astype(np.int32),
        *(each.copy() for each in layers[2:]),
    )


def as_chances(targets: Singles) -> Singles:
    """Targets that lie below 0 or above 1, as close to them as chances can be: a net would follow them without end."""
    found = np.maximum(targets, np.float32(0.0))
    found /= found.sum(axis=1, keepdims=True)
    return found


@dataclass
class Learner:
    """A net that learns; it acts with the average of its weights over time."""

    layers: Layers
    steps: int = 0
    means: Layers = field(init=False)
    squares: Layers = field(init=False)
    average: Layers = field(init=False)
    """Of the weights over time: it plays better than the last ones."""

    def __post_init__(self) -> None:
        self.means, self.squares = _like(self.layers), _like(self.layers)
        self.average = Layers(*(each.copy() for each in self.layers))

    @property
    def weights(self) -> Weights:
        """The net as it plays now."""
        return rounded(self.average)

    @property
    def learned(self) -> Weights:
        """The same for use elsewhere: features that were never seen say nothing."""
        is_seen = self.squares.first.any(axis=1, keepdims=True)
        return rounded(self.average._replace(first=self.average.first * is_seen))

    def learn(self, slots: Slots, targets: Singles, chosen: Ints, rate: float, fading: float) -> float:
        """Take one step with the chosen positions; the cross entropy before it. `fading` is that of the average."""
        slopes = _like(self.layers)
        loss = _add_slopes(self.layers, slots, targets, chosen, slopes)
        self.steps += 1
        correction = np.sqrt(1 - FADING_SQUARES**self.steps) / (1 - FADING**self.steps)
        fading = min(fading, self.steps / (self.steps + 10.0))
        for weights, slope, mean, square, average in zip(
            self.layers, slopes, self.means, self.squares, self.average, strict=True
        ):
            _step(
                (weights.reshape(-1), average.reshape(-1)),
                (slope.reshape(-1), mean.reshape(-1), square.reshape(-1)),
                np.float32(rate * correction),
                np.float32(fading),
            )
        return loss / len(chosen)


@compiled
def _add_slopes(layers: Layers, slots: Slots, targets: Singles, chosen: Ints, slopes: Layers) -> float:
    """Add up the gradient of the mean cross entropy; return the sum of it over the positions."""
    units, players = len(layers.first_bias), len(layers.last_bias)
    sums, middle = np.empty(units, np.float32), np.empty(MIDDLE_UNITS, np.float32)
    from_sums, from_middle = np.empty(units, np.float32), np.empty(MIDDLE_UNITS, np.float32)
    scores, turned = np.empty(players, np.float32), layers.second.T.copy()
    scale = np.float32(1.0 / len(chosen))
    loss = 0.0
    for place in chosen:
        go_up(layers, slots[place], sums, middle, scores)
        loss += compare(scores, targets[place], scale)
        go_down(layers, turned, slopes, slots[place], (sums, middle, scores), (from_sums, from_middle))
    return loss


@compiled_helper
def go_up(layers: Layers, slots: Slots, sums: Singles, middle: Singles, scores: Singles) -> None:
    """Fill in all layers for a position."""
    zero = np.float32(0.0)
    for unit in range(len(sums)):
        sums[unit] = layers.first_bias[unit]
    for feature in slots:
        if feature != EMPTY:
            for unit in range(len(sums)):
                sums[unit] += layers.first[feature, unit]
    for unit in range(len(middle)):
        middle[unit] = layers.second_bias[unit]
    for below in range(len(sums)):
        active = sums[below]
        if active > zero:
            for unit in range(len(middle)):
                middle[unit] += active * layers.second[below, unit]
    for seat in range(len(scores)):
        scores[seat] = layers.last_bias[seat]
    for unit in range(len(middle)):
        if middle[unit] > zero:
            for seat in range(len(scores)):
                scores[seat] += middle[unit] * layers.last[unit, seat]


@compiled_helper
def compare(scores: Singles, targets: Singles, scale: np.float32) -> float:
    """Make the slopes of the scores of them; the cross entropy of the target and the softmax."""
    most, total, loss = scores[0], 0.0, 0.0
    for seat in range(len(scores)):
        most = max(most, scores[seat])
    for seat in range(len(scores)):
        total += np.exp(scores[seat] - most)
    for seat in range(len(scores)):
        likely = scores[seat] - most - np.log(total)
        loss -= targets[seat] * likely
        scores[seat] = (np.float32(np.exp(likely)) - targets[seat]) * scale
    return float(loss)


@compiled_helper
def go_down(  # noqa: PLR0913, PLR0917  # the layers, where their slopes go, and one position
    layers: Layers,
    turned: Singles,
    slopes: Layers,
    slots: Slots,
    filled: tuple[Singles, Singles, Singles],
    room: tuple[Singles, Singles],
) -> None:
    """Add the slopes of all weights for a position; `turned` is the second layer by `[unit, unit below]`."""
    sums, middle, from_scores = filled
    from_sums, from_middle = room
    zero = np.float32(0.0)
    for seat in range(len(from_scores)):
        slopes.last_bias[seat] += from_scores[seat]
    for below in range(len(sums)):
        from_sums[below] = zero
    for unit in range(len(middle)):
        slope = zero
        if middle[unit] > zero:
            for seat in range(len(from_scores)):
                slopes.last[unit, seat] += middle[unit] * from_scores[seat]
                slope += layers.last[unit, seat] * from_scores[seat]
            for below in range(len(sums)):
                from_sums[below] += turned[unit, below] * slope
        from_middle[unit] = slope
        slopes.second_bias[unit] += slope
    for below in range(len(sums)):
        active = sums[below]
        if active > zero:
            for unit in range(len(middle)):
                slopes.second[below, unit] += active * from_middle[unit]
        else:
            from_sums[below] = zero
    add_to_first(slopes, slots, from_sums)


@compiled_helper
def add_to_first(slopes: Layers, slots: Slots, from_sums: Singles) -> None:
    """Add the slopes of the first layer for a position."""
    for unit in range(len(from_sums)):
        slopes.first_bias[unit] += from_sums[unit]
    for feature in slots:
        if feature != EMPTY:
            for unit in range(len(from_sums)):
                slopes.first[feature, unit] += from_sums[unit]


@compiled
def _step(
    changed: tuple[Singles, Singles], known: tuple[Singles, Singles, Singles], rate: np.float32, fading: np.float32
) -> None:
    """Change weights by a step of Adam, and their average."""
    weights, average = changed
    slope, mean, square = known
    one, fade, fade_squares = np.float32(1.0), np.float32(FADING), np.float32(FADING_SQUARES)
    for index in range(len(weights)):
        mean[index] += (one - fade) * (slope[index] - mean[index])
        square[index] += (one - fade_squares) * (slope[index] * slope[index] - square[index])
        weights[index] -= rate * mean[index] / (np.sqrt(square[index]) + np.float32(TINY))
        average[index] += (one - fading) * (weights[index] - average[index])
