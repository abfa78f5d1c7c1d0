"""What all environments share: tables of games, whose rules and players are read from texts, and their steps."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.dice import make_keys
from wormgrill.batch.games import Asked, codes_of, empty_batch, play_on
from wormgrill.batch.layout import NONE, SPECIALISTS, Axes, encode_rules, new_games, pack, unpack
from wormgrill.batch.players import ASKS, Batch, Policy, Table
from wormgrill.envs.actions import Actions, actions_of
from wormgrill.envs.observations import Layout, layout_of, specialists_in
from wormgrill.envs.reading import PENALTY, check_penalty, check_seat, number_of_players, read_rules
from wormgrill.envs.stepping import (
    DESK,
    FOUND_AT,
    LEARNER,
    LIMITS,
    NO_LIMIT,
    NOWHERE,
    PLAYED_WITH,
    SEATED,
    SHARED,
    SIZES,
    Desk,
    Told,
    begin_all,
    is_waiting_for_others,
    open_turns,
    settle_all_asked,
    show_all,
    step_code,
    take_all_asked,
)
from wormgrill.game.errors import quoted
from wormgrill.game.rules import Rules
from wormgrill.game.state import State
from wormgrill.game.tiles import TILES
from wormgrill.players.arrays import array_player

Reward = Literal["win", "worms"]
REWARDS: tuple[str, ...] = get_args(Reward)
NOT_COPIED = ("_step", "_process", "_helping", "_pool", "_asked", "_found_at", "_found")
MAX_SEED = 1 << 63
NOT_BEGUN = "a game begins with reset, which has not been called"
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
    if reward not in REWARDS:
        raise ValueError(f"the reward {quoted(str(reward))} is not known: {' or '.join(REWARDS)}")
    return Setting(read_rules(rules), number_of_players(players), reward)  # type: ignore[arg-type]  # one of them


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
            asks_all=not opponents,
        )
        self.seed = NONE
        """From which the games follow; -1 before the first."""
        self._encoded = [np.atleast_1d(record) for record in (self._axes, self._desk)]  # type: ignore[call-overload]  # they are NumPy's
        self._start = new_games(setting.rules, setting.players, 1)
        self.batch = empty_batch(self._start, number)
        self.seated = np.zeros(number, dtype=SEATED)
        """By game what `stepping.Seated` has."""
        self.final_observations = np.zeros((number, setting.layout.size), dtype=np.uint8)
        """What the games that are over looked like at their end, where the next ones have begun."""
        self._sizes = setting.layout.size, len(setting.actions)
        self.told = self._nothing_told()
        self.told.masks[:] = 0
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

    def _nothing_told(self) -> Told:
        """Room for what will be told."""
        many, (size, count) = self.number, self._sizes
        flags = (np.empty(many, dtype=np.bool_) for _ in range(2))
        return Told(
            np.empty((many, size), dtype=np.uint8), np.empty((many, count), dtype=np.int8), np.empty(many), *flags
        )

    def begin(self, seed: int) -> None:
        """Begin new games, which follow from the seed and the actions alone."""
        self.settle()
        self._sit_down(seed)
        self.begin_games(np.arange(self.number))

    def begin_afresh(self, seed: int) -> None:
        """Do the same, but tell it in new arrays: somebody else has the old ones."""
        self.settle()
        self.told = self._nothing_told()
        self.begin(seed)

    def _sit_down(self, seed: int) -> None:
        """Let the players take their seats, and find the arrays."""
        players = [_LEARNER, *(array_player(name, seed) for name in self._names)]
        table = Table(self.setting.rules, self._axes, self.setting.players, self.number, seed)
        are_policies = all(isinstance(player, Policy) for player in players)
        self._asked = None if are_policies else Asked(table, players)
        self._policies, self._keys, self.seed = codes_of(players), make_keys(seed), seed
        self._found_at = np.zeros(1, dtype=FOUND_AT)
        (self._found,) = _addresses(self._found_at)
        playing = (*self._encoded, self.seated, self._start, self._policies, self._keys)
        self._note(PLAYED_WITH, _addresses(*playing, self.final_observations, self.actions, self._shared))
        self._note(self.batch._fields, _addresses(*self.batch))
        self._note(SIZES, (self.number, *self._sizes, len(self._policies)))
        self._find_told()

    def _find_told(self) -> None:
        """Note where the next step is told."""
        self._note(self.told._fields, _addresses(*self.told))

    def _note(self, names: tuple[str, ...], numbers: tuple[int, ...]) -> None:
        """Note for the compiled step where arrays are, or how large they are."""
        for name, number in zip(names, numbers, strict=True):
            self._found_at[name] = number

    def begin_games(self, numbers: NDArray[np.int64]) -> None:
        """Begin the games of these numbers, one in each place."""
        self.batch.numbers[:] = numbers
        self.told.are_refused[:] = False
        begin_all(self._axes, self._desk, self.batch, self.seated, self._start, self._policies, self._keys)
        self._let_others_play()
        open_turns(self._axes, self._desk, self.batch, self.seated, self._keys)
        self.show()

    def begin_next(self, places: NDArray[np.int64]) -> None:
        """Begin the next game in some places, whatever became of the one that was played there."""
        self.settle()
        fields: Sequence[Any] = self.batch
        batch, seated = Batch(*(field[places] for field in fields)), self.seated[places]
        batch.numbers[:] += self.number
        begin_all(self._axes, self._desk, batch, seated, self._start, self._policies, self._keys)
        for field, begun in zip(fields, batch, strict=True):
            field[places] = begun
        self.seated[places] = seated
        self._let_others_play()
        open_turns(self._axes, self._desk, self.batch, self.seated, self._keys)
        self.show()

    def show(self) -> None:
        """Write observations and masks as they are seen from the seats in `seated`."""
        show_all(self._axes, self._desk, self.batch.games, self.seated, self.told.observations, self.told.masks)

    def step(self) -> int:
        """Take the `actions`, one in every game, and play on until the next are due; how many games have ended.

        What is told is written over what was told before.
        """
        if self._asked is not None:
            return self._step_and_ask()
        self._shared.fill(0)
        return self._step(self._found, True)

    def step_afresh(self) -> int:
        """Do the same, but tell it in new arrays: somebody else has the old ones. The work is shared by all threads."""
        self.settle()
        self.told = self._nothing_told()
        self._find_told()
        if self._asked is not None:
            return self._step_and_ask()
        self._shared.fill(0)
        if self._pool:
            self._helping = [self._pool.submit(self._help) for _ in range(self._helpers)]
        return self._step(self._found, True)

    def _help(self) -> int:
        """Share a step. Whoever comes late finds nothing to do; `settle` waits for them before anything is replaced."""
        return self._step(self._found, False)

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
        games, players = (self._axes, self._desk, self.batch, self.seated), (self._policies, self._keys)
        take_all_asked(*games, *players, self.actions, self.told)
        self._let_others_play()
        ended = settle_all_asked(*games, self._start, *players, self.told, self.final_observations)
        if ended:
            self._let_others_play()
        open_turns(self._axes, self._desk, self.batch, self.seated, self._keys)
        self.show()
        return ended

    def _let_others_play(self) -> None:
        """Ask the players who think for themselves, until everybody waits for the one from outside."""
        while self._asked is not None and is_waiting_for_others(self.batch):
            for _ in self._asked.moves(self.batch, NO_LIMIT):
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
    seated, masks = np.zeros(1, dtype=SEATED), np.zeros((1, len(setting.actions)), dtype=np.int8)
    seated["seat"] = seat
    show_all(*_encoded(setting), pack([state]), seated, seen, masks)
    return seen.reshape(-1)


@lru_cache(maxsize=16)
def _encoded(setting: Setting) -> tuple[Axes, Desk]:
    return encode_rules(setting.rules), _desk(setting, lineup=(LEARNER,) * setting.players)
