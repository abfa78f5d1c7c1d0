"""Whole games on arrays: the same as on the engine, whatever the number of threads, places and parts."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from tests.batch import reference
from tests.support.any_position import any_position
from wormgrill.arena.simulate import Tally as EngineTally
from wormgrill.batch.games import WIN, Tally, play
from wormgrill.batch.layout import GAME, encode_rules, pack
from wormgrill.batch.moves import MOVES
from wormgrill.batch.players import GREEDY, RANDOM, ArrayPlayer, Batch, Ints, Policy, Table, choices_of
from wormgrill.batch.steps import IllegalStep, legal_masks
from wormgrill.game import EDITIONS, parse_rules
from wormgrill.game.consistency import contradiction
from wormgrill.game.moves import Move
from wormgrill.game.rules import Rules
from wormgrill.game.state import Phase, State, apply, initial_state, legal_moves
from wormgrill.players.policies import GreedyPlayer

SEED = 5
CLASSIC = EDITIONS["classic-2014"]
TABLES = [
    ("classic-2005", 2),
    ("classic-2014", 3),
    ("extrawurm-2015", 4),
    ("deluxe-2018", 5),
    ("deluxe-2018 golden_die_faces=111WWW short_game=returned may_pass tiles=11,13,21-29", 6),
    ("extrawurm-2015 lower_tile=any decline_steal short_game bratworms=2", 7),
]


# The same games on the engine


def greedy(state: State, _number: int, _ply: int) -> Move:
    return GreedyPlayer().choose(state)


def at_random(state: State, number: int, ply: int) -> Move:
    moves = legal_moves(state)
    return moves[reference.rank(reference.random_word(SEED, "choices", number, ply), len(moves))]


Choose = Callable[[State, int, int], Move]
ON_ENGINE: dict[str, Choose] = {"greedy": greedy, "random": at_random}


Plies = list[tuple[State, Move, State]]


def play_on_engine(rules: Rules, policies: list[Policy], number: int, max_plies: int) -> Plies:
    state, rolls = initial_state(rules, len(policies)), 0
    plies: Plies = []
    while state.phase is not Phase.OVER and len(plies) < max_plies:
        move: Move
        if state.phase is Phase.CHANCE:
            move = reference.rolled(state, reference.random_word(SEED, "dice", number, rolls))
            rolls += 1
        else:
            move = ON_ENGINE[policies[state.seat].name](state, number, len(plies))
        after = apply(state, move)
        plies.append((state, move, after))
        state = after
    return plies


@pytest.mark.parametrize(("rules_text", "players"), TABLES)
def test_games_are_those_of_the_engine(rules_text: str, players: int) -> None:
    rules = parse_rules(rules_text)
    policies = [RANDOM if seat == players - 1 else GREEDY for seat in range(players)]
    games, first, max_plies = 6, 40, 900
    expected = EngineTally(players)
    longest = rolls = 0
    for number in range(first, first + games):
        plies = play_on_engine(rules, policies, number, max_plies)
        expected.add(plies)
        if plies[-1][2].phase is Phase.OVER:
            longest = max(longest, len(plies))
            rolls += sum(before.phase is Phase.CHANCE for before, _, _ in plies)
    tally = play(rules, policies, games, seed=SEED, first=first, max_plies=max_plies)
    assert (tally.games, tally.unfinished, tally.plies) == (games, expected.unfinished, expected.plies)
    assert list(tally.wins) == pytest.approx(expected.wins)
    assert list(tally.worms) == expected.worms
    assert (tally.turns, tally.longest, tally.rolls) == (sum(expected.turns), longest, rolls)
    assert tally.unfinished < games


# Greedy, position by position; the twins compare it in positions that play can reach


def test_greedy_chooses_what_the_greedy_player_chooses() -> None:
    rng = Random(3)
    drawn = (any_position(rng) for _ in range(20_000))
    states = [state for state in drawn if contradiction(state) is None and legal_moves(state)]
    assert len(states) > 500
    assert {state.phase for state in states} == {*Phase} - {Phase.CHANCE, Phase.OVER}
    for state in states:
        (chosen,) = choices_of(GREEDY, encode_rules(state.rules), pack([state]))
        assert MOVES[chosen] == GreedyPlayer().choose(state), state


# Divided in any way


@pytest.mark.parametrize("policies", [(GREEDY, RANDOM), (GREEDY,) * 4], ids=["mixed", "greedy"])
def test_results_are_the_same_for_any_number_of_threads_places_and_parts(policies: tuple[Policy, ...]) -> None:
    rules = EDITIONS["deluxe-2018"]
    whole = play(rules, policies, 500, seed=9)
    assert whole.games == 500
    for threads, places in ((1, 1), (1, 7), (2, 64), (3, 1000)):
        assert play(rules, policies, 500, seed=9, threads=threads, places=places) == whole
    parts = [play(rules, policies, 125, seed=9, first=first) for first in (0, 125, 250, 375)]
    assert parts[0] + parts[1] + parts[2] + parts[3] == whole
    assert play(rules, policies, 500, seed=10) != whole


def test_shared_wins_count_in_equal_parts() -> None:
    rules = parse_rules("deluxe-2018 tiles=21 specialists=none bratworms=7")
    tally = play(rules, (RANDOM,) * 5, 2000, seed=1)
    assert tally.shared > 10
    assert sum(tally.win_parts) == 2000 * WIN
    assert any(parts % WIN for parts in tally.win_parts)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    peak_bytes(1)  # what the first call brings with it does not count
    assert peak_bytes(20_000) < peak_bytes(500) + 20_000 * GAME.itemsize / 5


def peak_bytes(games: int) -> int:
    """The most memory that is used at once, arrays included."""
    tracemalloc.start()
    try:
        play(CLASSIC, (GREEDY, GREEDY), games, places=256)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_no_games_are_a_tally_of_nothing() -> None:
    assert play(CLASSIC, (GREEDY, GREEDY), 0, threads=2) == Tally(
        2, win_parts=(0, 0), worms=(0, 0), worms_squared=(0, 0)
    )


def test_a_game_that_is_cut_off_counts_as_unfinished() -> None:
    tally = play(CLASSIC, (GREEDY, GREEDY), 20, max_plies=10)
    assert (tally.games, tally.unfinished, tally.plies) == (20, 20, 200)
    assert tally.wins == (0.0, 0.0)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"games": -1}, "games"),
        ({"games": 1, "first": 2**40}, "games"),
        ({"games": 1, "max_plies": 2**24 + 1}, "max_plies"),
        ({"games": 1, "threads": 0}, "thread"),
        ({"games": 1, "seed": -1}, "seed"),
    ],
)
def test_numbers_out_of_bounds_are_refused(arguments: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        play(CLASSIC, (GREEDY, GREEDY), **arguments)


def test_names_are_no_players() -> None:
    with pytest.raises(TypeError, match=r"'greedy' is a name: .*array_player"):
        play(EDITIONS["classic-2014"], ("greedy", "greedy"), 1)  # type: ignore[arg-type]


def test_one_player_cannot_play() -> None:
    with pytest.raises(ValueError, match="2 to 7"):
        play(CLASSIC, (GREEDY,), 1)


# Players that are asked


@dataclass
class Asking:
    """Chooses as a policy does, for all games at once, and sees that it is asked only where it may move."""

    policy: Policy
    asked: int = 0

    def sit_down(self, table: Table) -> AskedHere:
        return AskedHere(self, table)


@dataclass
class AskedHere:
    player: Asking
    table: Table

    def choose(self, batch: Batch, places: Ints, moves: Ints) -> None:
        self.player.asked += 1
        assert legal_masks(self.table.axes, batch.games[places]).all()
        moves[:] = choices_of(self.player.policy, self.table.axes, batch.games[places])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_player_that_is_asked_plays_the_same_games(threads: int) -> None:
    rules = EDITIONS["deluxe-2018"]
    asking = Asking(GREEDY)
    players: list[Policy | ArrayPlayer] = [asking, RANDOM, asking]
    expected = play(rules, (GREEDY, RANDOM, GREEDY), 60, seed=2)
    assert play(rules, players, 60, seed=2, threads=threads, places=16) == expected
    assert 0 < asking.asked < expected.plies / 10


@dataclass
class Stubborn:
    """Always chooses the same move."""

    number: int

    def sit_down(self, _table: Table) -> Stubborn:
        return self

    def choose(self, _batch: Batch, _places: Ints, moves: Ints) -> None:
        moves[:] = self.number


@pytest.mark.parametrize("number", [-1, 0, 49])
def test_a_player_that_chooses_an_illegal_move_is_told_of(number: int) -> None:
    with pytest.raises(IllegalStep, match=f"Stubborn.*move {number}"):
        play(CLASSIC, (GREEDY, Stubborn(number)), 3)
