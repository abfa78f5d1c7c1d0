"""The champion plays for the win: perfectly on small grills, and for reasons that it can tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.support.matches import exact_share
from tests.support.perfect import PerfectChance, PerfectValue
from tests.support.positions import play, position
from wormgrill.analysis.value import (
    FURTHER,
    TRAINED,
    WEIGHTS_FILE,
    family_of,
    load_weights,
    trained_value,
    weights_for,
)
from wormgrill.batch.layout import encode_rules, new_games
from wormgrill.batch.net import NetValue
from wormgrill.batch.players import Table
from wormgrill.batch.turns import TurnSolver
from wormgrill.game.moves import Roll, Stop
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, parse_rules
from wormgrill.game.state import State, without_dice
from wormgrill.players import explain, make_player
from wormgrill.players.arrays import THINKER
from wormgrill.players.champion import ChampionPlayer
from wormgrill.testing import open_states

MOST_BYTES = 1_500_000


@pytest.mark.parametrize("tiles", [(21, 22, 23), (21, 26, 31), (21, 25, 29, 33)])
def test_on_a_small_grill_it_plays_as_well_as_anybody_can(tiles: tuple[int, ...]) -> None:
    rules = replace(EDITIONS["classic-2014"], tiles=tiles)
    perfect, champion, formula = PerfectValue(rules), trained_value(rules, MIN_PLAYERS), THINKER.value
    assert exact_share(rules, perfect, perfect, perfect) == pytest.approx(0.5, abs=1e-6)
    assert exact_share(rules, perfect, champion, perfect) > 0.499
    ours, best = (exact_share(rules, perfect, value, formula) for value in (champion, perfect))
    assert ours > best - 0.001
    assert ours > 0.52


@settings(max_examples=100, deadline=None)
@given(state=open_states())
def test_its_values_are_chances_that_sum_to_1(state: State) -> None:
    chances = TRAINED.of_all(without_dice(state))
    assert sum(chances) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances)
    thoughts = make_player("champion").consider(state)
    assert all(thought.is_chance and 0 <= thought.value <= 1 for thought in thoughts)


@pytest.mark.parametrize(
    ("position", "chances"),
    [
        ("classic-2014 | 21-36 | - - | seat=0 phase=roll", [0.51835325, 0.48164675]),
        ("classic-2014 | 22,25,31 | 36.35 24.33 | seat=1 phase=roll", [0.71872682, 0.28127318]),
        ("classic-2014 tiles=21,24,28,31 | 24,28 | 31 21 | seat=0 phase=roll", [0.84014207, 0.15985793]),
        ("deluxe-2018 | 11,13,21-36 | - - | seat=0 phase=roll", [0.53177063, 0.46822937]),
        ("deluxe-2018 | 23,26-30 | 22.33@hen+2 21.36+1 | seat=1 phase=roll", [0.59707344, 0.40292656]),
        (
            "classic-2014 | 21-30 | 31 - 32.36 35 - 33 34 | seat=2 phase=roll",
            [0.07762821, 0.0568424, 0.36026374, 0.16342218, 0.06127366, 0.13316242, 0.14740739],
        ),
    ],
)
def test_its_values_are_the_same_on_every_machine(position: str, chances: list[float]) -> None:
    assert TRAINED.of_all(parse_state(position)) == pytest.approx(chances, abs=1e-6)


def test_it_stops_for_nothing_where_perfect_play_does() -> None:
    """Without a tile a miss costs nothing but the turn. Another roll could only bring 21, and leave 30 to the other."""
    rules = parse_rules("classic-2005 tiles=21,30")
    state = parse_state("classic-2005 tiles=21,30 | 21,30 | - - | seat=0 phase=decide aside=255W")
    perfect = PerfectChance(value=PerfectValue(rules))
    for champion in (make_player("champion"), ChampionPlayer(perfect)):
        assert champion.choose(state) == Stop()


def test_it_secures_a_win_that_thinker_gambles_with() -> None:
    """The last tile on the grill ends the game, and the champion leads with it: more worms are worth nothing."""
    state = parse_state("classic-2014 | 21,22 | 36.35 25.24 | seat=0 phase=decide aside=555W2")
    champion = make_player("champion")
    assert champion.choose(state) == Stop()
    (stopping, *_) = champion.consider(state)
    assert stopping.value > 0.8
    assert "Rolling again would win only" in explain(stopping.reason)


def test_it_gambles_where_only_a_gamble_can_win() -> None:
    """With the last tile the game ends, and the other one has more worms: to take it is to lose."""
    state = parse_state("classic-2014 | 21 | - 36 | seat=0 phase=decide aside=555W1")
    champion = make_player("champion")
    assert champion.choose(state) == Roll()
    best = champion.consider(state)[0]
    assert explain(best.reason).startswith("Roll again: that wins")


def test_it_tells_what_a_keep_means_for_winning() -> None:
    state = play(position("classic-2014"), "roll", "dice 112345WW")
    told = [explain(thought.reason) for thought in make_player("champion").consider(state)]
    assert told[0].startswith("Keep the worms: that wins ")


def test_all_weights_are_there_and_small() -> None:
    assert WEIGHTS_FILE.stat().st_size <= MOST_BYTES
    for family in ("classic", "deluxe"):
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            weights = load_weights(WEIGHTS_FILE, f"{family}-{players}")
            assert weights.last.shape[1] == players
            assert weights.first.any()


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
@pytest.mark.parametrize("edition", ["classic-2014", "deluxe-2018"])
def test_the_champion_plus_looks_one_turn_further_where_it_pays(edition: str, players: int) -> None:
    rules = EDITIONS[edition]
    games = new_games(rules, players, 1)
    near, far = (trained_value(rules, players, is_further=is_further) for is_further in (False, True))
    if (family_of(rules), players) in FURTHER:
        table = Table(rules, encode_rules(rules), players, 1, 0)
        net = NetValue(weights_for(family_of(rules), players), rules)
        assert far.of_all(games)[0, 0] == pytest.approx(TurnSolver(net, table).worth(games)[0])
        assert far.of_all(games)[0, 0] != near.of_all(games)[0, 0]
    else:
        assert far.of_all(games).tolist() == near.of_all(games).tolist()


def test_the_champion_plus_gives_reasons_as_the_champion_does() -> None:
    state = play(position("deluxe-2018"), "roll", "dice 112345WW")
    told = [explain(thought.reason) for thought in make_player("champion+").consider(state)]
    assert all("wins" in each for each in told)
