"""Hypothesis strategies for rules, games and positions, for our tests and for yours.

Needs the extra `testing`: `pip install wormgrill[testing]`.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from wormgrill.arena.simulate import play_game
from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.moves import Move
from wormgrill.game.record import Game
from wormgrill.game.rules import (
    EDITION_NAMES,
    HOME_TILES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    GoldenDieJoins,
    LowerTile,
    Rules,
    ShortGame,
    Specialist,
)
from wormgrill.game.state import State, legal_moves
from wormgrill.game.tiles import TILES
from wormgrill.players import Player, RandomPlayer, SensiblePlayer

player_numbers = st.integers(MIN_PLAYERS, MAX_PLAYERS)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any rules: printed editions, and every axis on its own."""
    tiles = draw(st.just(TILES) | st.just(TILES[2:]) | st.sets(st.sampled_from(TILES), min_size=1))
    places = draw(st.permutations(sorted(tiles)))
    named = draw(st.sets(st.sampled_from(Specialist)))
    at_home = draw(st.booleans()) and all(HOME_TILES[name] in tiles for name in named)
    placement = tuple(
        sorted((HOME_TILES[name] if at_home else tile, name) for name, tile in zip(sorted(named), places, strict=False))
    )
    return Rules(
        draw(st.sampled_from(EDITION_NAMES)),
        tiles=tuple(sorted(tiles)),
        bratworms=draw(st.integers(0, 9)),
        specialists=placement,
        decline_steal=draw(st.booleans()),
        lower_tile=draw(st.sampled_from(LowerTile)),
        may_pass=draw(st.booleans()),
        short_game=draw(st.sampled_from(ShortGame)),
        golden_die_faces=draw(st.sampled_from(GOLDEN_DIE_FACES)),
        golden_die_joins=draw(st.sampled_from(GoldenDieJoins)),
    )


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = rules(), max_plies: int = 400) -> Game:  # noqa: B008  # strategies are values
    """Any game, played for a while by a mixture of random and sensible players."""
    chosen = draw(rules)
    players = draw(player_numbers)
    plies = draw(st.integers(0, max_plies))
    recklessness = draw(st.floats(0, 1))
    names = draw(st.lists(player_names, min_size=players, max_size=players))
    rng = Random(draw(st.integers(0, 2**32)))  # noqa: S311  # dice of a test, not a secret
    mixture = _Mixture(rng, recklessness)
    moves = tuple(move for _, move, _ in play_game(chosen, [mixture] * players, rng, plies))
    return Game(chosen, tuple(names), moves)


class _Mixture:
    """Plays at random now and then, sensibly otherwise."""

    def __init__(self, rng: Random, recklessness: float) -> None:
        self._rng = rng
        self._recklessness = recklessness

    def choose(self, state: State) -> Move:
        player: Player = RandomPlayer(self._rng) if self._rng.random() < self._recklessness else SensiblePlayer()
        return player.choose(state)


player_names = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=12
).filter(lambda name: name == name.strip() and name.isprintable())
"""Names that may stand in a record."""


def states(rules: st.SearchStrategy[Rules] = rules()) -> st.SearchStrategy[State]:  # noqa: B008  # strategies are values
    """Any position that play can reach."""
    return games(rules).map(lambda game: game.state)


def open_states(rules: st.SearchStrategy[Rules] = rules()) -> st.SearchStrategy[State]:  # noqa: B008  # strategies are values
    """Any position with at least one legal move."""
    return states(rules).filter(lambda state: bool(legal_moves(state)))
