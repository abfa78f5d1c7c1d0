"""Players on arrays choose what their counterparts choose, except between moves of nearly the same value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import numpy as np
import pytest

from tests.batch import reference
from tests.batch.twin import KINDS, draw_kind
from tests.referee.compare import begin_in_the_middle
from wormgrill.batch.games import empty_batch, play
from wormgrill.batch.layout import encode_rules, pack, unpack
from wormgrill.batch.noise import seed_in_game
from wormgrill.batch.players import GREEDY, ArrayPlayer, Policy, Table, TakesTurns
from wormgrill.game import EDITIONS, Phase, State, apply, format_state, legal_moves
from wormgrill.game.moves import Move
from wormgrill.players import KNOWN_LEVELS, LEVELS, Player, level_named, make_player
from wormgrill.players.arrays import ARRAY_PLAYERS, THINKER, array_player

NEARLY = 1e-5
SEED = 11
TURNS_PER_TABLE = 6
ROUNDS = 3


def turns_played(player: ArrayPlayer, states: list[State], plies: int) -> list[State]:
    """The positions after so many plies, or after the turn if it is shorter; the games have the numbers 0, 1, 2 …"""
    table = Table(states[0].rules, encode_rules(states[0].rules), states[0].players, len(states), SEED)
    games = pack(states)
    batch = empty_batch(games[:1], len(states))
    batch.games[:], batch.numbers[:] = games, np.arange(len(states))
    taker = player.sit_down(table)
    assert isinstance(taker, TakesTurns)
    taker.take_turns(batch, np.arange(len(states)), plies)
    return [unpack(states[0].rules, game) for game in batch.games]


def move_between(before: State, after: State) -> Move:
    (move,) = (move for move in legal_moves(before) if apply(before, move) == after)
    return move


def loss(player: Player, state: State, chosen: Move) -> float:
    """How much less this move is worth to a player than the one it would choose itself."""
    values = {thought.move: thought.value for thought in player.consider(state)}
    return max(values.values()) - values[chosen]


def follow_turns(level: str, starts: list[State], nearly: float, counted: Counter[str]) -> None:
    """Play turns on arrays, one ply further each time, and compare every decision with the counterpart's."""
    on_arrays = array_player(level, SEED)
    assert not isinstance(on_arrays, Policy)
    states, rolls = starts, [0] * len(starts)
    is_open = [True] * len(starts)
    for ply in range(1, 100):
        later = turns_played(on_arrays, starts, ply)
        for place, (before, after) in enumerate(zip(states, later, strict=True)):
            if not is_open[place]:
                assert after == before
            elif before.phase is Phase.CHANCE:
                word = reference.random_word(SEED, "dice", place, rolls[place])
                assert after == apply(before, reference.rolled(before, word))
                rolls[place] += 1
            else:
                move = move_between(before, after)
                counterpart = make_player(level, seed_in_game(SEED, place))
                assert loss(counterpart, before, move) <= nearly, (level, format_state(before), move)
                counted["decisions"] += 1
                counted["another"] += counterpart.choose(before) != move
                counted[str(before.phase)] += 1
                counted[str(move).split(" ", maxsplit=1)[0]] += 1
            is_open[place] = is_open[place] and not after.is_turn_over
        states = later
        if not any(is_open):
            return
    raise AssertionError("the turns do not end")


def follow_many_turns(level: str, tables: Iterable[int], turns: int, nearly: float) -> Counter[str]:
    counted: Counter[str] = Counter()
    for kind in tables:
        rng = Random(f"turns {kind}")
        table = draw_kind(rng, kind)
        states = [begin_in_the_middle(table, "a test", rng).state for _ in range(turns)]
        follow_turns(level, states, nearly, counted)
    return counted


@pytest.mark.parametrize("number", range(4))
def test_the_thinker_s_moves_are_the_best_ones_in_every_edition(number: int) -> None:
    counted = follow_many_turns("thinker", range(number, ROUNDS * len(KINDS), 4), TURNS_PER_TABLE, NEARLY)
    assert counted["keep"] > 500
    assert {"roll", "decide", "stop", "claim", "grill", "rob", "retain"} <= set(counted)


@pytest.mark.parametrize("level", [level for level in LEVELS if level_named(level).noise])
def test_levels_with_noise_choose_what_their_counterparts_choose_in_every_edition(level: str) -> None:
    counted = follow_many_turns(level, range(2 * len(KINDS)), TURNS_PER_TABLE, NEARLY)
    assert counted["decisions"] > 2000
    assert counted["another"] < counted["decisions"] / 1000
    assert {"roll", "decide", "stop", "claim", "grill", "rob", "retain"} <= set(counted)


def test_the_hatchling_chooses_what_its_counterpart_chooses_in_every_edition() -> None:
    counted = follow_many_turns("hatchling", range(ROUNDS * len(KINDS)), TURNS_PER_TABLE, nearly=0.0)
    assert counted["decisions"] > 2000
    assert counted["another"] == 0
    assert {"roll", "decide", "stop", "claim", "grill", "rob", "retain"} <= set(counted)


def test_the_thinker_beats_greedy_as_often_as_it_does_elsewhere() -> None:
    tally = play(EDITIONS["classic-2014"], (THINKER, GREEDY), 300, seed=3)
    tally += play(EDITIONS["classic-2014"], (THINKER, GREEDY), 300, seed=4)
    assert 0.7 < tally.wins[0] / tally.games < 0.87


def test_games_of_the_thinker_do_not_depend_on_threads_and_places() -> None:
    rules = EDITIONS["deluxe-2018"]
    whole = play(rules, (THINKER, GREEDY, THINKER), 30, seed=1)
    assert play(rules, (THINKER, GREEDY, THINKER), 30, seed=1, threads=2, places=4) == whole


def test_array_players_go_by_the_names_of_the_levels() -> None:
    assert set(ARRAY_PLAYERS) == {"random", *KNOWN_LEVELS}
    for name in ARRAY_PLAYERS:
        assert array_player(name).name == name  # type: ignore[union-attr]  # the protocol needs no name


def test_seeds_give_other_games_to_levels_with_noise_only() -> None:
    rules = EDITIONS["classic-2014"]
    for name, is_other in (("hatchling", True), ("nestling", True), ("thinker", False)):
        one, other = (play(rules, (array_player(name, seed),) * 2, 20) for seed in (1, 2))
        assert (one != other) == is_other


@pytest.mark.parametrize(("name", "seed"), [("rooster", -1), ("hatchling", 1 << 64)])
def test_a_seed_out_of_range_is_refused(name: str, seed: int) -> None:
    with pytest.raises(ValueError, match="is not between 0 and"):
        play(EDITIONS["classic-2014"], (array_player(name, seed),) * 2, 1)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="'eagle' is not a level: known are hatchling, nestling"):
        array_player("eagle")
