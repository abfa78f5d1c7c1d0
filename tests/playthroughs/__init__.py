"""Golden games: one record for every edition and number of players, and some with every other reading of the rules.

`python -m tests.playthroughs` writes them anew; look at the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game import Game, GoldenDieJoins, Move, Phase, State, parse_rules
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS
from wormgrill.game.state import can_add_golden_die
from wormgrill.players import Player, RandomPlayer, SensiblePlayer

FOLDER = Path(__file__).parent
READINGS = "short_game=returned lower_tile=any may_pass"
RULES = {
    "classic-2005": parse_rules("classic-2005"),
    "classic-2014": parse_rules("classic-2014"),
    "deluxe-2018": parse_rules("deluxe-2018"),
    "extrawurm-2015": parse_rules("extrawurm-2015"),
    "classic-2005-readings": parse_rules(f"classic-2005 {READINGS}"),
    "deluxe-2018-readings": parse_rules(f"deluxe-2018 {READINGS} decline_steal golden_die_faces=111WWW"),
    "extrawurm-2015-readings": parse_rules(f"extrawurm-2015 {READINGS} golden_die_joins=any_roll"),
}
"""By the names of the files. New ones come last: the dice of a game depend on its place."""
CASES = [(name, players) for name in RULES for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
SEED = 12
NAMES = ("Ada", "Béla", "Chen", "Dörte", "Enzo", "Farah", "Goro")


def path(name: str, players: int) -> Path:
    """Where a golden game lies."""
    return FOLDER / f"{name}-{players}.txt"


class Undecided(SensiblePlayer):
    """Plays sensibly, but claims anything or nothing, and rolls a golden die that may wait at any time."""

    def __init__(self, rng: Random) -> None:
        self._any = RandomPlayer(rng)

    def choose(self, state: State) -> Move:
        """Any move where there is something to claim, or a golden die that may wait, otherwise a sensible one."""
        may_wait = state.rules.golden_die_joins is GoldenDieJoins.ANY_ROLL and can_add_golden_die(state)
        has_choice = state.phase is Phase.CLAIM or (may_wait and state.phase is not Phase.KEEP)
        return self._any.choose(state) if has_choice else super().choose(state)


def played(name: str, players: int) -> Game:
    """The golden game as the simulation plays it now: seat 0 at random, the others sensibly, as far as they decide."""
    rng = game_random(SEED, CASES.index((name, players)))
    other = Undecided(rng) if name.endswith("readings") else SensiblePlayer()
    seats: list[Player] = [RandomPlayer(rng), *[other] * (players - 1)]
    moves = tuple(move for _, move, _ in play_game(RULES[name], seats, rng))
    return Game(RULES[name], NAMES[:players], moves, (("date", "2026-11-15"),))
