"""What all environments share: tables of games, whose rules and players are read from texts, and their steps."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from numbers import Real
from operator import index
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.dice import MAX_COUNTER, make_keys
from wormgrill.batch.games import Asked, codes_of, empty_batch, play_on
from wormgrill.batch.layout import NONE, SPECIALISTS, Axes, encode_rules, new_games, pack, unpack
from wormgrill.batch.players import ASKS, Policy, Table
from wormgrill.envs.actions import Actions, actions_of
from wormgrill.envs.observations import Layout, layout_of, specialists_in
from wormgrill.envs.stepping import (
    DESK,
    LEARNER,
    LIMITS,
    NOWHERE,
    SHARED,
    TOLD,
    Desk,
    begin_all,
    is_waiting_for_others,
    open_turns,
    settle_all,
    show_all,
    step_code,
    take_all,
)
from wormgrill.game.errors import quoted
from wormgrill.game.rules import DEFAULT_EDITION, MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from wormgrill.game.state import State
from wormgrill.game.tiles import TILES
from wormgrill.players.arrays import ARRAY_PLAYERS, array_player

Reward = Literal["win", "worms"]
REWARDS: tuple[str, ...] = get_args(Reward)
PENALTY = -1.0
"""The reward of an action that is not legal."""
NOT_COPIED = ("_step", "_process", "_helping", "_pool", "_asked", "_fixed_at", "_whole")
MAX_SEED = 1 << 63
_LEARNER = Policy("learner", ASKS)
"""Whoever is asked from outside."""


@dataclass(frozen=True)
class Setting:
    """What is played, with its errors found: rules, number of players and what is rewarded."""

    rules: Rules
    players: int
    reward: Reward

    @property
    def actions(self) -> Actions:
        """All actions."""
        return actions_of(self.rules, self.players)

    @property
    def layout(self) -> Layout:
        """Where everything is in an observation."""
        return layout_of(self.rules, self.players)


def make_setting(rules: str | Rules, players: int, reward: str) -> Setting:
    """A setting; `ValueError` with one sentence for what cannot be.

    >>> make_setting("deluxe-2018 may_pass", players=3, reward="win").players
    3
    >>> make_setting("deluxe-2018", players=3, reward="money")
    Traceback (most recent call last):
    ValueError: the reward 'money' is not known: win or worms
    """
    if isinstance(rules, str):
        rules = parse_rules(rules)
    if not isinstance(rules, Rules):
        raise ValueError(f"rules are a text such as {quoted(DEFAULT_EDITION)}, or Rules, not {rules!r}")  # as all else
    players = whole_number(players, "the number of players")
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"{players} players cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can")
    if reward not in REWARDS:
        raise ValueError(f"the reward {quoted(str(reward))} is not known: {' or '.join(REWARDS)}")
    return Setting(rules, players, reward)  # type: ignore[arg-type]  # one of them


def make_opponents(names: str | Sequence[str]) -> tuple[str, ...]:
    """The names of the other players clockwise; `ValueError` with one sentence if one of them is not known."""
    if not isinstance(names, Iterable):
        raise ValueError(f"opponents are names of levels, not {names!r}")  # as all else
    names = (names,) if isinstance(names, str) else tuple(names)
    if not MIN_PLAYERS - 1 <= len(names) <= MAX_PLAYERS - 1:
        raise ValueError(f"{len(names)} opponents cannot play: {MIN_PLAYERS - 1} to {MAX_PLAYERS - 1} can")
    for name in names:
        if name not in ARRAY_PLAYERS:
            raise ValueError(f"{quoted(str(name))} is not a level: known are {', '.join(ARRAY_PLAYERS)}")
    return names


def check_seat(seat: int | None, players: int) -> int:
    """The number of a seat, or -1 for a seat that changes."""
    if seat is None:
        return NONE
    seat = whole_number(seat, "a seat")
    if not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat} at a table for {players}: seats are 0 to {players - 1}, or None")
    return seat


def check_penalty(penalty: float) -> float:
    """The penalty, if it is a number."""
    if not isinstance(penalty, Real) or not isfinite(penalty):
        raise ValueError(f"the penalty is a number such as {PENALTY}, not {penalty!r}")
    return float(penalty)


def whole_number(value: Any, what: str) -> int:
    """A whole number, NumPy's included; `ValueError` with one sentence if it is none."""
    try:
        return index(value)
    except TypeError:
        raise ValueError(f"{what} is a whole number, not {value!r}") from None


class Tables:
    """Games side by side in each of which one player is asked from outside; the others are of known levels.

    Without opponents everybody is asked from outside.
    """

    def __init__(  # noqa: PLR0913  # what is played, by whom, and how it is told
        self,
        setting: Setting,
        opponents: Sequence[str] = (),
        *,
        number: int = 1,
        seat: int | None = None,
        penalty: float = PENALTY,
        restarts: bool = False,
        threads: int = 1,
    ) -> None:
        self.setting = setting
        self.number = number
        self._names = tuple(dict.fromkeys(opponents))
        players = [1 + self._names.index(name) for name in opponents] or [LEARNER] * (setting.players - 1)
        self._axes = encode_rules(setting.rules)
        self._desk = _desk(
            setting,
            lineup=(LEARNER, *players),
            seat=check_seat(seat, setting.players),
            penalty=check_penalty(penalty),
            stride=number,
            restarts=restarts,
        )
        self.seed = NONE
        """From which the games follow; -1 before the first."""
        self._encoded = [np.atleast_1d(record) for record in (self._axes, self._desk)]  # type: ignore[call-overload]  # they are NumPy's
        self._start = new_games(setting.rules, setting.players, 1)
        self.batch = empty_batch(self._start, number)
        self.told = np.zeros(number, dtype=TOLD)
        """By game what `stepping.Told` has."""
        self.final_observations = np.zeros((number, setting.layout.size), dtype=np.uint8)
        """What the games that are over looked like at their end, where the next ones have begun."""
        self._sizes = setting.layout.size, len(setting.actions)
        self.observations, self.masks = self._new_arrays()
        self.masks[:] = 0
        self.actions = np.zeros(number, dtype=np.int64)
        """What is taken in the next step."""
        self._shared = np.zeros(SHARED, dtype=np.int64)
        self._helpers = threads - 1
        self._begin_to_share()

    def _begin_to_share(self) -> None:
        """Have helpers in this process."""
        self._step, self._process = step_code(), os.getpid()
        self._helping: list[Future[int]] = []
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None

    def __getstate__(self) -> dict[str, Any]:
        """All that can be copied: no addresses and no threads."""
        self.settle()
        return {name: value for name, value in vars(self).items() if name not in NOT_COPIED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._begin_to_share()
        if self.seed != NONE:
            self._sit_down(self.seed)

    def _new_arrays(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Room for what the players see, and for the actions that are legal."""
        size, count = self._sizes
        return np.empty((self.number, size), dtype=np.uint8), np.empty((self.number, count), dtype=np.int8)

    def begin(self, seed: int) -> None:
        """Begin new games, which follow from the seed and the actions alone."""
        self.settle()
        self._sit_down(seed)
        self.begin_games(np.arange(self.number))

    def begin_afresh(self, seed: int) -> None:
        """Do the same, but write into new arrays: somebody else has the old ones."""
        self.observations, self.masks = self._new_arrays()
        self.begin(seed)

    def _sit_down(self, seed: int) -> None:
        """Let the players take their seats, and find the arrays."""
        players = [_LEARNER, *(array_player(name, seed) for name in self._names)]
        table = Table(self.setting.rules, self._axes, self.setting.players, self.number, seed)
        are_policies = all(isinstance(player, Policy) for player in players)
        self._asked = None if are_policies else Asked(table, players)
        self._policies, self._keys, self.seed = codes_of(players), make_keys(seed), seed
        same = (self._start, self._policies, self._keys, self.final_observations, self.actions, self._shared)
        self._fixed_at = _addresses(*self._encoded, *self.batch, self.told, *same)
        self._numbers = (self.number, *self._sizes, len(self._policies))
        self._whole = (*self._fixed_at, *_addresses(self.observations, self.masks), *self._numbers, True)

    def begin_games(self, numbers: NDArray[np.int64]) -> None:
        """Begin the games of these numbers, one in each place."""
        self.batch.numbers[:] = numbers
        self.told["is_refused"] = False
        begin_all(self._axes, self._desk, self.batch, self.told, self._start, self._policies, self._keys)
        self._let_others_play()
        open_turns(self._axes, self.batch, self._keys)
        self.show()

    def show(self) -> None:
        """Write observations and masks as they are seen from the seats in `told`."""
        show_all(self._axes, self._desk, self.batch.games, self.told, self.observations, self.masks)

    def step(self) -> int:
        """Take the `actions`, one in every game, and play on until the next are due; how many games have ended.

        Observations and masks are written over the last ones.
        """
        if self._asked is not None:
            return self._step_and_ask()
        self._shared[:] = 0
        return self._step(*self._whole)

    def step_afresh(self) -> int:
        """Do the same, but write into new arrays: somebody else has the old ones. The work is shared by all threads."""
        self.settle()
        self.observations, self.masks = self._new_arrays()
        if self._asked is not None:
            return self._step_and_ask()
        self._shared[:] = 0
        arguments = (*self._fixed_at, *_addresses(self.observations, self.masks), *self._numbers)
        if self._pool:
            kept = (self.observations, self.masks)
            self._helping = [self._pool.submit(self._help, arguments, kept) for _ in range(self._helpers)]
        return self._step(*arguments, True)

    def _help(self, arguments: tuple[int, ...], _kept: tuple[Any, ...]) -> int:
        """Share a step. Whoever comes late finds nothing to do, but the arrays must still be there: it holds them."""
        return self._step(*arguments, False)

    def settle(self) -> None:
        """Wait until no helper is at work; in a process that was forked there is none."""
        if self._process != os.getpid():
            self._begin_to_share()
        for helper in self._helping:
            if not helper.cancel():
                helper.result()
        self._helping = []

    def _step_and_ask(self) -> int:
        """A step with players who have to be asked."""
        games = (self._axes, self._desk, self.batch, self.told)
        take_all(*games, self._policies, self._keys, self.actions)
        self._let_others_play()
        ended = settle_all(*games, self._start, self._policies, self._keys, self.final_observations)
        if ended:
            self._let_others_play()
        open_turns(self._axes, self.batch, self._keys)
        self.show()
        return ended

    def _let_others_play(self) -> None:
        """Ask the players who think for themselves, until everybody waits for the one from outside."""
        while self._asked is not None and is_waiting_for_others(self.batch):
            for _ in self._asked.moves(self.batch, MAX_COUNTER):
                pass
            play_on(self._axes, self.batch, self._policies, self._keys, LIMITS)

    def state(self, place: int = 0) -> State:
        """The position of a game as a value of `game/`."""
        return unpack(self.setting.rules, self.batch.games[place])


def _addresses(*arrays: NDArray[Any]) -> tuple[int, ...]:
    """Where arrays are, for the compiled step; whoever uses them has to keep the arrays."""
    return tuple(array.ctypes.data for array in arrays)


def _desk(setting: Setting, *, lineup: Sequence[int], **values: float) -> Desk:
    """What is the same in all games, as the compiled loops read it."""
    rules, actions, specialists = setting.rules, setting.actions, specialists_in(setting.rules)
    desk = np.zeros(1, dtype=DESK)
    for field, numbers in (
        ("starts", [NOWHERE if start == NONE else start for start in setting.layout.starts]),
        ("tiles", [rules.tiles.index(tile) if tile in rules.tiles else 0 for tile in TILES]),
        ("in_game", [TILES.index(tile) for tile in rules.tiles]),
        ("specialists", [specialists.index(each) if each in specialists else NONE for each in SPECIALISTS]),
        ("numbers", actions.numbers),
        ("offsets", actions.offsets),
        ("lineup", lineup),
    ):
        desk[field][0, : len(numbers)] = numbers
    desk["tile_count"], desk["actions"], desk["players"] = len(rules.tiles), len(actions), setting.players
    desk["reward"] = REWARDS.index(setting.reward)
    for field, value in values.items():
        desk[field] = value
    found: Any = desk[0]
    return found  # type: ignore[no-any-return]  # a record has its fields as attributes in compiled functions only


def seen_by(state: State, seat: int) -> NDArray[np.uint8]:
    """A position of `game/` as the player at a seat sees it in the environments.

    >>> from wormgrill.game import EDITIONS, initial_state
    >>> seen_by(initial_state(EDITIONS["classic-2014"], players=2), seat=1)[:16].sum()
    np.uint64(16)
    """
    setting = Setting(state.rules, state.players, "win")
    seen = np.zeros((1, setting.layout.size), dtype=np.uint8)
    told, masks = np.zeros(1, dtype=TOLD), np.zeros((1, len(setting.actions)), dtype=np.int8)
    told["seat"] = seat
    show_all(*_encoded(setting), pack([state]), told, seen, masks)
    return seen.reshape(-1)


@lru_cache(maxsize=16)
def _encoded(setting: Setting) -> tuple[Axes, Desk]:
    return encode_rules(setting.rules), _desk(setting, lineup=(LEARNER,) * setting.players)


def checked_action(action: Any, count: int) -> int:
    """An action as a number; `ValueError` with one sentence for what is not one."""
    try:
        found = index(action)
    except TypeError:
        raise ValueError(f"an action is a whole number from 0 to {count - 1}, not {action!r}") from None
    if not 0 <= found < count:
        raise ValueError(f"there is no action {found}: actions are 0 to {count - 1}")
    return found


def checked_actions(actions: Any, number: int, count: int) -> NDArray[Any]:
    """Actions as an array; `ValueError` with one sentence for what are none."""
    found = np.asarray(actions)
    if found.shape != (number,) or found.dtype.kind not in "iu":
        raise ValueError(f"a step takes {number} whole numbers, one action for each game; this is {found!r}")
    if found.min() < 0 or found.max() >= count:
        wrong = found[(found < 0) | (found >= count)][0]
        raise ValueError(f"there is no action {wrong}: actions are 0 to {count - 1}")
    return found
