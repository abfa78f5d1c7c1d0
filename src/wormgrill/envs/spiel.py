"""The game for OpenSpiel, with chance as a player; needs the extra `openspiel`.

Importing this module registers it:

>>> import pyspiel
>>> import wormgrill.envs.spiel
>>> game = pyspiel.load_game("wormgrill_pickomino", {"rules": "deluxe-2018", "players": 3})
>>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
(3, 17, 7722)
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 1287)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel

from wormgrill.envs.core import Setting, make_setting, seen_by
from wormgrill.envs.reading import checked_action
from wormgrill.game.moves import Dice
from wormgrill.game.position import format_state
from wormgrill.game.rules import DEFAULT_EDITION, MAX_PLAYERS, MIN_PLAYERS
from wormgrill.game.state import Phase, State, apply, chance_outcomes, initial_state, legal_moves, winners

NAME = "wormgrill_pickomino"
RESERVED = {":": "=", ";": ","}
"""What stands in the place of signs that OpenSpiel itself needs in texts of games: `classic-2014 tiles:21-24`."""
MAX_DECISIONS = 100_000
"""OpenSpiel wants a bound; a game has none, but random players need some thousands, at most some tens of thousands."""
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Pickomino",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": DEFAULT_EDITION, "players": MIN_PLAYERS},
)


class PickominoGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """Pickomino under any rules; what a player gets is the share of the win."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = {"rules": DEFAULT_EDITION, "players": MIN_PLAYERS, **(params or {})}
        self.setting = make_setting(_with(values["rules"], RESERVED.items()), values["players"], "win")
        values["rules"] = _with(str(self.setting.rules), ((text, sign) for sign, text in RESERVED.items()))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.actions),
            max_chance_outcomes=_most_outcomes(self.setting),
            num_players=self.setting.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(_TYPE, info, values)

    def new_initial_state(self) -> PickominoState:
        """The position before the first roll."""
        return PickominoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PickominoObserver:
        """What writes down how a player sees a position; there is one kind."""
        if params:
            raise ValueError("the observer of this game has no parameters")
        return PickominoObserver(self.setting, iig_obs_type)


def _with(text: str, signs: Iterable[tuple[str, str]]) -> str:
    """A text with one sign in the place of another."""
    for old, new in signs:
        text = text.replace(old, new)
    return text


def _most_outcomes(setting: Setting) -> int:
    """How many rolls of all dice there are, those with the golden die included."""
    start = initial_state(setting.rules, setting.players)
    rolls = [apply(start, move) for move in legal_moves(start)]
    white = len(chance_outcomes(rolls[0]))
    has_golden = any("golden" in text for text in setting.actions.texts)
    sides = len(set(setting.rules.golden_die_faces)) if has_golden else 1
    return white * sides


_known: dict[tuple[int, str], tuple[tuple[Dice, ...], list[tuple[int, float]]]] = {}


def _rolls(position: State) -> tuple[tuple[Dice, ...], list[tuple[int, float]]]:
    """The rolls that chance may play, and the chance of each by its number; made once for every number of dice."""
    turn = position.turn
    key = turn.dice_left, position.rules.golden_die_faces if turn.golden_left else ""
    if key not in _known:
        rolls, weights = zip(*chance_outcomes(position), strict=True)
        total = sum(weights)
        _known[key] = rolls, [(number, weight / total) for number, weight in enumerate(weights)]
    return _known[key]


class PickominoState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position; `position` is the value of `wormgrill.game`."""

    def __init__(self, game: PickominoGame) -> None:
        super().__init__(game)
        self._setting = game.setting
        self.position = initial_state(game.setting.rules, game.setting.players)

    def current_player(self) -> int:
        """Whose turn it is: a seat, chance, or nobody any more."""
        if self.position.phase is Phase.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.phase is Phase.CHANCE else self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        number = self._setting.actions.number
        return sorted(number(move, player, self._setting.players) for move in legal_moves(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """By roll its number and its chance."""
        return _rolls(self.position)[1]

    def _apply_action(self, action: int) -> None:
        if self.position.phase is Phase.OVER:
            raise ValueError("the game is over: no action is legal")
        if self.position.phase is Phase.CHANCE:
            self.position = apply(self.position, self._roll(action))
            return
        number, seat = self._setting.actions.number, self.position.seat
        moves = {number(move, seat, self._setting.players): move for move in legal_moves(self.position)}
        if action not in moves:
            legal = ", ".join(f"{number} ({self._setting.actions.texts[number]})" for number in sorted(moves))
            raise ValueError(f"the action {action} is not legal: {legal}")
        self.position = apply(self.position, moves[action])

    def _roll(self, action: int) -> Dice:
        """The roll of a number."""
        rolls, _ = _rolls(self.position)
        if not 0 <= action < len(rolls):
            raise ValueError(f"there is no roll {action} of {self.position.turn.dice_left} dice: 0 to {len(rolls) - 1}")
        return rolls[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._roll(action))
        return self._setting.actions.texts[checked_action(action, len(self._setting.actions))]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.phase is Phase.OVER

    def returns(self) -> list[float]:
        """The shares of the win."""
        won = winners(self.position) if self.is_terminal() else ()
        return [(seat in won) / len(won) if won else 0.0 for seat in range(self._setting.players)]

    def __str__(self) -> str:
        return format_state(self.position)


class PickominoObserver:
    """How a player sees a position: the array that all environments give (`wormgrill.envs.observations`)."""

    def __init__(self, setting: Setting, iig_obs_type: Any) -> None:
        self._is_public = iig_obs_type is None or iig_obs_type.public_info
        size = setting.layout.size if self._is_public else 0
        self.tensor = np.zeros(size, dtype=np.float32)
        self.dict: dict[str, Any] = setting.layout.fields(self.tensor) if self._is_public else {}

    def set_from(self, state: PickominoState, player: int) -> None:
        """Write down how a player sees a position."""
        if self._is_public:
            self.tensor[:] = seen_by(state.position, player)

    def string_from(self, state: PickominoState, player: int) -> str | None:
        """The position as a text: everybody sees all of it."""
        return f"seat {player}: {state}" if self._is_public else None


pyspiel.register_game(_TYPE, PickominoGame)
