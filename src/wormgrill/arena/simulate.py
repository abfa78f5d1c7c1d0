"""Play games from a seed: the same seed gives the same games on any machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from wormgrill.game.events import Failed, Stole, events
from wormgrill.game.moves import Move
from wormgrill.game.rules import Rules
from wormgrill.game.state import Phase, State, apply, initial_state, scores, thrown, winners
from wormgrill.players.player import Chooser

MAX_PLIES = 100_000
"""The default limit on the plies of a game: far beyond what random players need."""

RollDice = Callable[[State], Move]
"""Makes chance's moves in one game."""
MakePlayers = Callable[[Random], Sequence[Chooser]]
"""Makes the players of one game, one per seat, from that game's randomness."""


def game_random(seed: int, number: int) -> Random:
    """The randomness of one game in a series. `Random.random` is the same on every machine and version of Python."""
    return Random(f"wormgrill {seed} {number}")  # noqa: S311  # dice of a simulation, not a secret


def roll_dice(state: State, rng: Random) -> Move:
    """Chance's move."""
    return thrown(state, [int(rng.random() * 6) for _ in range(state.turn.dice_left)])


def play_game(
    rules: Rules | str, players: Sequence[Chooser], chance: Random | RollDice, max_plies: int = MAX_PLIES
) -> Iterator[tuple[State, Move, State]]:
    """Play one game: each ply as the position before, the move and the position after."""
    roll = partial(roll_dice, rng=chance) if isinstance(chance, Random) else chance
    state = initial_state(rules, len(players))
    for _ in range(max_plies):
        if state.phase is Phase.OVER:
            return
        move = roll(state) if state.phase is Phase.CHANCE else players[state.seat].choose(state)
        after = apply(state, move)
        yield state, move, after
        state = after


@dataclass
class Tally:
    """What happened over many games, per seat or per player."""

    players: int
    games: int = 0
    unfinished: int = 0
    """Games cut off before the end; they count in no other number but these two and `plies`."""
    plies: int = 0
    turns: list[int] = field(init=False)
    fails: list[int] = field(init=False)
    steals: list[int] = field(init=False)
    worms: list[int] = field(init=False)
    wins: list[float] = field(init=False)
    """A shared win counts as an equal part of one."""

    def __post_init__(self) -> None:
        self.turns, self.fails, self.steals, self.worms = ([0] * self.players for _ in range(4))
        self.wins = [0.0] * self.players

    def add(self, plies: Sequence[tuple[State, Move, State]], players: Sequence[int] | None = None) -> None:
        """Count one game, by seat, or by player: `players` then names the player on each seat."""
        counted = players or range(self.players)
        self.games += 1
        self.plies += len(plies)
        last = plies[-1][2] if plies else None
        if last is None or last.phase is not Phase.OVER:
            self.unfinished += 1
            return
        for before, move, after in plies:
            if before.phase is Phase.ROLL:
                self.turns[counted[before.seat]] += 1
            if after.turn is not before.turn and after.phase not in (Phase.CHANCE, Phase.KEEP, Phase.DECIDE):
                for event in events(before, move, after):
                    if isinstance(event, Failed):
                        self.fails[counted[event.seat]] += 1
                    elif isinstance(event, Stole):
                        self.steals[counted[event.seat]] += 1
        for seat, score in enumerate(scores(last)):
            self.worms[counted[seat]] += score
        won = winners(last)
        for seat in won:
            self.wins[counted[seat]] += 1 / len(won)
