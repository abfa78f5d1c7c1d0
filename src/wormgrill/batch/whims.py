"""A player on arrays that goes by whims: the twin of `players.HatchlingPlayer`."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.batch.bits import lowest_place
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.dice import Keys, make_keys
from wormgrill.batch.ends import Ints, is_turn_over
from wormgrill.batch.layout import CHANCE, DECIDE, FACE_COUNT, NONE, Axes, Game
from wormgrill.batch.moves import FIRST_KEEP, PASS, STOP
from wormgrill.batch.noise import Taste, Whim, make_taste, noise_of, whim_in
from wormgrill.batch.players import Batch, Table, count_and_apply, count_and_roll
from wormgrill.batch.rules import legal_mask, open_claims

LIKED, DISLIKED = 2.0, -2.0
"""More and less than any noise."""


@dataclass(frozen=True)
class WhimPlayer:
    """Keeps what there is most of, loves to roll, and stops on a whim."""

    name: str
    stops: float
    """How often it stops when it could claim something."""
    seed: int = 0
    """What the whims follow from, together with the number of the game: see `noise.seed_in_game`."""

    def sit_down(self, table: Table) -> WhimTaker:
        """A player for the games of one thread."""
        return WhimTaker(self.stops, make_taste(1.0, self.seed), table)


class WhimTaker:
    """A player by whims at one table."""

    def __init__(self, stops: float, taste: Taste, table: Table) -> None:
        self._stops = stops
        self._taste = taste
        self._axes = table.axes
        self._keys = make_keys(table.seed)

    def take_turns(self, batch: Batch, places: Ints, max_plies: int) -> None:
        """Play the turns that begin in the games at these places to their ends."""
        _play_turns(self._axes, batch, places, self._keys, self._taste, self._stops, max_plies)


@compiled
def _play_turns(  # noqa: PLR0913, PLR0917  # where the turns are played, and how
    axes: Axes, batch: Batch, places: Ints, keys: Keys, taste: Taste, stops: float, max_plies: int
) -> None:
    for place in places:
        game = batch.games[place]
        is_begun = False
        while batch.plies[place] < max_plies and not (is_begun and is_turn_over(game)):
            is_begun = True
            if game.phase == CHANCE:
                count_and_roll(axes, game, batch, place, keys)
            else:
                whim = whim_in(taste, game, batch.numbers[place])
                count_and_apply(axes, game, batch, place, most_liked(axes, game, whim, stops))


@compiled_helper
def most_liked(axes: Axes, game: Game, whim: Whim, stops: float) -> int:
    """The move that it likes most; of equals the first one."""
    legal, found, most = legal_mask(axes, game), NONE, 0.0
    while legal:
        move = lowest_place(legal)
        legal &= legal - 1
        value = liking(axes, game, move, noise_of(whim, move), stops)
        if found == NONE or value > most:
            found, most = move, value
    return found


@compiled_helper
def liking(axes: Axes, game: Game, move: int, noise: float, stops: float) -> float:
    """How much it likes a move."""
    if FIRST_KEEP <= move < FIRST_KEEP + FACE_COUNT:
        return float(game.rolled[move - FIRST_KEEP]) + noise
    if move == STOP:
        is_content = game.phase == DECIDE and (noise + 1) / 2 < stops and open_claims(axes, game) != 0
        return LIKED if is_content else DISLIKED
    if move == PASS:
        return DISLIKED
    return 0.0 if game.phase == DECIDE else noise
