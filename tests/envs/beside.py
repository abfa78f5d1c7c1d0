"""Games of the environments, played once more with `game/` and the dice that follow from the seed; both are compared.

What an observation has to be is written down here a second time, in plain Python and without the layout of the arrays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.dice import sides_of_roll
from wormgrill.batch.noise import seed_in_game
from wormgrill.envs.core import Setting
from wormgrill.envs.single import PickominoEnv
from wormgrill.envs.together import PickominoAEC
from wormgrill.envs.vector import PickominoVectorEnv
from wormgrill.game.moves import Move, Roll
from wormgrill.game.rules import Rules, Specialist
from wormgrill.game.state import Phase, State, apply, initial_state, legal_moves, scores, thrown, winners
from wormgrill.players import make_player
from wormgrill.players.player import Chooser

WATCHED = 0.1
"""How often it is also compared what somebody else sees."""
PHASES = (Phase.ROLL, Phase.KEEP, Phase.DECIDE, Phase.CLAIM, Phase.ROB, Phase.RETAIN)


def fields_of(state: State, seat: int) -> dict[str, Any]:
    """All that the player at a seat is to be told, by field, as nested lists."""
    rules, turn = state.rules, state.turn
    seats = [(seat + offset) % state.players for offset in range(state.players)]
    named = sorted(specialist for _, specialist in rules.specialists)
    places = {specialist: tile for tile, specialist in state.on_tile}
    fields: dict[str, Any] = {
        "grill": [int(tile in state.grill) for tile in rules.tiles],
        "stacks": [
            _row(rules.tiles, {tile: depth for depth, tile in enumerate(reversed(state.stacks[other]), start=1)})
            for other in seats
        ],
        "worms": [scores(state)[other] for other in seats],
        "turn": [int(other == state.seat) for other in seats],
        "phase": [int(state.phase is phase) for phase in PHASES],
        "aside": list(turn.aside),
        "rolled": list(turn.rolled.counts) if turn.rolled else [0] * 6,
        "dice_left": [turn.dice_left],
        "points": [sum(count * points for count, points in zip(turn.aside, (1, 2, 3, 4, 5, 5), strict=True))],
    }
    if rules.bratworms:
        fields["bratworms"] = [state.bratworms[other] for other in seats]
        fields["supply"] = [rules.bratworms - sum(state.bratworms)]
    if named:
        fields["stands_on"] = [_row(rules.tiles, {places[name]: 1} if name in places else {}) for name in named]
        fields["owned"] = [[int(state.specialists[other] is name) for other in seats] for name in named]
        fields["in_hand"] = [int(name in turn.in_hand) for name in named]
    if Specialist.GOLDEN_DIE in named:
        golden = turn.rolled.golden if turn.rolled else None
        fields["golden"] = [int(golden == face) for face in range(1, 7)]
        fields["golden_left"] = [int(turn.golden_left)]
    if Specialist.WEASEL in named:
        fields["weasel_used"] = [int(turn.weasel_used)]
    return fields


def _row(tiles: Sequence[int], numbers: dict[int, int]) -> list[int]:
    """By tile its number, or 0."""
    row = [0] * len(tiles)
    for tile, number in numbers.items():
        row[tiles.index(tile)] = number
    return row


def _flat(fields: dict[str, Any]) -> list[int]:
    """All numbers, one after the other."""
    found: list[int] = []
    for field in fields.values():
        for row in field if isinstance(field[0], list) else [field]:
            found += row
    return found


def check_seen(setting: Setting, state: State, seat: int, seen: NDArray[Any], mask: NDArray[Any]) -> None:
    """Compare what a player is told with what there is to tell."""
    expected = fields_of(state, seat)
    if seen.tolist() != _flat(expected):
        assert {name: array.tolist() for name, array in setting.layout.fields(seen).items()} == expected
        raise AssertionError("the fields are not in their order")
    moves = legal_moves(state) if state.seat == seat else ()
    actions = [setting.actions.number(move, seat, state.players) for move in moves]
    assert np.flatnonzero(mask).tolist() == sorted(actions)


def move_of(setting: Setting, action: int, state: State) -> Move:
    """The move that an action means."""
    (move,) = [move for move in legal_moves(state) if setting.actions.number(move, state.seat, state.players) == action]
    return move


class Game:
    """A game of `game/` whose dice follow from a seed and its number."""

    def __init__(self, rules: Rules, players: int, seed: int, number: int) -> None:
        self.state = initial_state(rules, players)
        self._seed, self._number, self._rolls = seed, number, 0
        self.plies = 0

    def play(self, move: Move) -> None:
        """Make a move, and chance's move after it."""
        self.state = apply(self.state, move)
        self.plies += 1
        if self.state.phase is Phase.CHANCE:
            sides = sides_of_roll(self._seed, self._number, self._rolls)
            self.state = apply(self.state, thrown(self.state, sides[: self.state.turn.dice_left]))
            self._rolls += 1
            self.plies += 1

    def open_turn(self) -> None:
        """Roll at the start of a turn, if nothing else can be done."""
        if self.state.phase is Phase.ROLL and legal_moves(self.state) == (Roll(),):
            self.play(Roll())

    def play_others(self, seat: int, choosers: dict[int, Chooser]) -> None:
        """Let everybody else play until it is the turn of this seat, and open it."""
        while self.state.phase is not Phase.OVER and self.state.seat != seat:
            self.play(choosers[self.state.seat].choose(self.state))
        self.open_turn()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state.phase is Phase.OVER

    def share(self, seat: int) -> float:
        """The share of the win of a seat."""
        won = winners(self.state)
        return (seat in won) / len(won)


Choose = Callable[[NDArray[Any], Random], int]


def any_action(mask: NDArray[Any], rng: Random) -> int:
    """One of the legal actions."""
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def compare_together(env: PickominoAEC, seed: int, rng: Random) -> Counter[str]:
    """Play a random game with everybody asked, and compare every step."""
    env.reset(seed=seed)
    setting = env.setting
    game = Game(setting.rules, setting.players, env._tables.seed, 0)
    game.open_turn()
    worms = (0,) * setting.players
    while not game.is_over:
        seat = game.state.seat
        assert env.agent_selection == f"player_{seat}"
        told = env.observe(env.agent_selection)
        check_seen(setting, game.state, seat, told["observation"], told["action_mask"])
        if rng.random() < WATCHED:
            watcher = rng.randrange(setting.players)
            other = env.observe(f"player_{watcher}")
            check_seen(setting, game.state, watcher, other["observation"], other["action_mask"])
        action = any_action(told["action_mask"], rng)
        game.play(move_of(setting, action, game.state))
        game.open_turn()
        env.step(action)
        if setting.reward == "worms":
            new = scores(game.state)
            rewards = [float(now - before) for now, before in zip(new, worms, strict=True)]
            worms = new
        elif game.is_over:
            rewards = [game.share(place) for place in range(setting.players)]
        else:
            rewards = [0.0] * setting.players
        assert list(env.rewards.values()) == rewards
        assert set(env.terminations.values()) == {game.is_over}
    return Counter(games=1, plies=game.plies)


def compare_single(env: PickominoEnv, seed: int | None, number: int, rng: Random) -> Counter[str]:
    """Play a game against known levels, and compare what is seen whenever the learner has to move."""
    seen, info = env.reset(seed=seed)
    setting, players = env.setting, env.setting.players
    seat = env.seat
    made = [make_player(name, seed_in_game(env._tables.seed, number)) for name in env._others]
    choosers: dict[int, Chooser] = {(seat + 1 + place) % players: player for place, player in enumerate(made)}
    game = Game(setting.rules, players, env._tables.seed, number)
    game.play_others(seat, choosers)
    is_over, worms, total = False, 0, 0.0
    while not is_over:
        check_seen(setting, game.state, seat, seen, info["action_mask"])
        action = any_action(info["action_mask"], rng)
        game.play(move_of(setting, action, game.state))
        game.play_others(seat, choosers)
        seen, reward, is_over, is_truncated, info = env.step(action)
        total += reward
        if setting.reward == "worms":
            now = scores(game.state)[seat]
            assert reward == now - worms
            worms = now
        assert is_over == game.is_over
        assert not is_truncated
    check_seen(setting, game.state, seat, seen, info["action_mask"])
    assert total == (scores(game.state)[seat] if setting.reward == "worms" else game.share(seat))
    return Counter(games=1, plies=game.plies)


def compare_vector(envs: PickominoVectorEnv, seed: int, steps: int, rng: Random) -> Counter[str]:
    """Play games against known levels side by side, and compare what is seen at each of them in every step."""
    counted: Counter[str] = Counter()
    seen, infos = envs.reset(seed=seed)
    setting, players, places = envs.setting, envs.setting.players, range(envs.num_envs)
    base = envs._tables.seed

    def begin(number: int) -> tuple[Game, int, dict[int, Chooser]]:
        seat = number % players
        made = [make_player(name, seed_in_game(base, number)) for name in envs._others]
        choosers: dict[int, Chooser] = {(seat + 1 + place) % players: player for place, player in enumerate(made)}
        game = Game(setting.rules, players, base, number)
        game.play_others(seat, choosers)
        return game, seat, choosers

    numbers = list(places)
    games = [begin(number) for number in numbers]
    for _ in range(steps):
        for place in places:
            check_seen(setting, games[place][0].state, games[place][1], seen[place], infos["action_mask"][place])
        actions = [any_action(infos["action_mask"][place], rng) for place in places]
        seen, rewards, are_over, _, infos = envs.step(np.array(actions))
        assert not infos["is_refused"].any()
        for place, action in enumerate(actions):
            game, seat, choosers = games[place]
            game.play(move_of(setting, action, game.state))
            game.play_others(seat, choosers)
            assert are_over[place] == game.is_over
            if are_over[place]:
                assert rewards[place] == game.share(seat)
                check_seen(setting, game.state, seat, infos["final_obs"][place], np.zeros(len(setting.actions)))
                counted += Counter(games=1, plies=game.plies)
                numbers[place] += envs.num_envs
                games[place] = begin(numbers[place])
            else:
                assert rewards[place] == 0
        assert ("final_obs" in infos) == ("final_info" in infos) == are_over.any()
    return counted
