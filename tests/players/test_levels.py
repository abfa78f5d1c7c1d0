"""The levels: legal everywhere, the same again, and each stronger than the one before."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.positions import play, position
from wormgrill.analysis.measures import THINKER
from wormgrill.analysis.options import choices
from wormgrill.arena.fold import UNIT
from wormgrill.arena.match import Match
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.rounds import play_passes
from wormgrill.game.moves import Keep, Retain, Roll, Stop, Weasel, parse_move
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, Specialist
from wormgrill.game.state import Phase, State, claims, legal_moves
from wormgrill.players import LEVELS, ExactPlayer, make_player
from wormgrill.testing import open_states

levels = st.sampled_from(LEVELS)
seeds = st.integers(0, 99)


@settings(max_examples=200, deadline=None)
@given(state=open_states(), level=levels, seed=seeds)
def test_every_level_ranks_exactly_the_legal_moves_and_plays_the_first(state: State, level: str, seed: int) -> None:
    player = make_player(level, seed)
    thoughts = player.consider(state)
    assert {thought.move for thought in thoughts} == set(legal_moves(state))
    assert len(thoughts) == len(legal_moves(state))
    assert [thought.value for thought in thoughts] == pytest.approx(sorted((t.value for t in thoughts), reverse=True))
    assert player.choose(state) == thoughts[0].move
    assert make_player(level, seed).consider(state) == thoughts


@settings(max_examples=200, deadline=None)
@given(state=open_states(), level=st.sampled_from([level for level in LEVELS if level != "champion"]), seed=seeds)
def test_nobody_who_plays_for_worms_stops_for_nothing_while_there_are_dice(state: State, level: str, seed: int) -> None:
    if state.phase is Phase.DECIDE and not claims(state):
        assert make_player(level, seed).choose(state) == Roll()


@settings(max_examples=200, deadline=None)
@given(state=open_states(), seed=seeds, noise=st.floats(0.1, 2))
def test_noise_is_bounded(state: State, seed: int, noise: float) -> None:
    exact = {choice.move: choice.value for choice in choices(state, THINKER)}
    for thought in ExactPlayer(noise=noise, seed=seed).consider(state):
        assert abs(thought.value - exact[thought.move]) <= noise + 1e-9


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_chooses_among_sixteen_tiles_and_to_pass(level: str) -> None:
    state = play(position("classic-2014 lower_tile=any may_pass"), "roll", "dice WWWWWWWW", "keep W")
    assert len(legal_moves(state)) == 17
    thoughts = [make_player(level, seed).consider(state) for seed in range(20)]
    assert all(len({thought.value for thought in each}) >= 2 for each in thoughts)
    assert all(str(each[0].move) != "pass" for each in thoughts)


def test_noise_depends_on_the_seed() -> None:
    state = play(position("classic-2014"), "roll", "dice 112345WW")
    chosen = {make_player("nestling", seed).choose(state) for seed in range(30)}
    assert len(chosen) > 1
    assert {make_player("thinker", seed).choose(state) for seed in range(30)} == {parse_move("keep W")}


def test_noise_is_the_same_on_every_machine() -> None:
    state = play(position("deluxe-2018"), "roll", "dice 112345WW")
    assert [str(make_player("fledgling", seed).choose(state)) for seed in range(6)] == [
        f"keep {face}" for face in "WW3441"
    ]


@pytest.mark.parametrize(("weak", "strong"), [*pairwise(LEVELS), ("greedy", "thinker")])
def test_each_level_beats_the_one_before(weak: str, strong: str) -> None:
    """By games adjusted for luck, of which the bound lies about three standard errors below the rates of the bench."""
    played = play_passes(Plan((strong, weak), (Setting(EDITIONS["classic-2014"], 2),), seed=5), 0, 100)
    won = played.shares["0"]
    assert won.adjusted / won.count / UNIT > 0.52


def test_thinker_leads_at_a_deluxe_table_of_four() -> None:
    match = Match(("hatchling", "greedy", "rooster", "thinker"), seed=2)
    wins = match.tally(EDITIONS["deluxe-2018"], range(40)).wins
    assert wins[3] > wins[1] > wins[0]


def test_thinker_puts_its_top_tile_in_the_scale() -> None:
    """With 21 points and three dice left it goes on, unless it has four worms to lose."""
    text = "classic-2014 | 21-33 | {own} - | seat=0 phase=decide aside=335WW"
    thinker = make_player("thinker")
    assert thinker.choose(parse_state(text.format(own="-"))) == Roll()
    assert thinker.choose(parse_state(text.format(own="36"))) == Stop()


def test_thinker_counts_a_steal_twice_against_one_opponent() -> None:
    """Between the same worms, it takes the ones that somebody loses."""
    state = parse_state("classic-2005 | 21-24,26-36 | - 25 | seat=0 phase=claim aside=5555W")
    ranked = make_player("thinker").consider(state)
    assert [(str(thought.move), thought.value) for thought in ranked] == [("steal 1", 4.0), ("grill 24", 1.0)]


def test_thinker_robs_the_leader_and_retains_what_is_worth_most() -> None:
    thinker = make_player("thinker")
    for stacks, victim in (("22+3 36.21+3", 2), ("36.22+3 21+3", 1)):
        state = parse_state(f"deluxe-2018 | 24-35 | -+1 {stacks} | seat=0 phase=rob aside=11")
        assert str(thinker.choose(state)) == f"rob {victim}"
    hand = parse_state("deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,weasel")
    for level in ("greedy", "thinker"):
        assert make_player(level).choose(hand) == Retain(Specialist.APPLE)


def test_greedy_takes_the_first_tile_and_prefers_worms() -> None:
    greedy = make_player("greedy")
    state = play(position("classic-2014"), "roll", "dice 1155555W")
    assert greedy.choose(state) == Keep(6)
    state = play(state, "keep 5", "roll", "dice 11W")
    assert greedy.choose(play(state, "keep W")) == Stop()


def test_every_level_uses_a_weasel_rather_than_fail() -> None:
    state = parse_state("deluxe-2018 | 21-36 | - -@weasel | seat=1 phase=keep aside=1111 rolled=1111")
    for level in LEVELS:
        assert make_player(level, 3).choose(state) == Weasel()


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'eagle' is not a level: known are hatchling, nestling"):
        make_player("eagle")
