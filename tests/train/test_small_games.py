"""Small games in full: all their positions, each once, with the values of perfect play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.batch.test_net import random_weights
from tests.support.perfect import PerfectValue
from wormgrill.batch.layout import OVER
from wormgrill.batch.net import NetValue
from wormgrill.game.rules import EDITIONS, LowerTile, Rules, ShortGame
from wormgrill.train.lessons import lessons
from wormgrill.train.small_games import POSITIONS, SmallGame, all_positions, is_small, seen_from_mover

CLASSIC = EDITIONS["classic-2014"]


def with_tiles(*tiles: int, rules: Rules = CLASSIC) -> Rules:
    return replace(rules, tiles=tiles)


@pytest.mark.parametrize(
    "rules",
    [
        with_tiles(21),
        with_tiles(24, 36),
        with_tiles(21, 22, 23),
        with_tiles(21, 25, 29, 33),
        with_tiles(22, 26, 27, rules=replace(CLASSIC, decline_steal=True, may_pass=True)),
        with_tiles(23, 28, 33, rules=replace(CLASSIC, short_game=ShortGame.ON)),
        with_tiles(21, 27, 34, rules=replace(CLASSIC, short_game=ShortGame.RETURNED, lower_tile=LowerTile.ANY)),
    ],
    ids=str,
)
def test_every_position_has_the_chance_of_perfect_play(rules: Rules) -> None:
    perfect = PerfectValue(rules)
    found = all_positions(NetValue(random_weights(2), rules), rules)
    games = SmallGame(rules).games
    assert found.targets[:, 0] == pytest.approx(perfect.of_all(games)[:, 0], abs=1e-3)
    assert found.targets.sum(axis=1) == pytest.approx(1)
    reached = seen_from_mover(perfect.games)
    assert {str(game) for game in games} == {str(game) for game in reached}


def test_the_search_begins_with_what_the_net_knows() -> None:
    rules = with_tiles(21, 26, 31)
    value = NetValue(random_weights(2), rules)
    found, games = all_positions(value, rules), SmallGame(rules).games
    assert found.targets[:, 0] - found.surprises == pytest.approx(value.of_all(games)[:, 0], abs=1e-6)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_position_is_there_once(number: int) -> None:
    games = SmallGame(with_tiles(*range(21, 21 + 3 * number, 3))).games
    assert len(games) == len({str(game) for game in games}) == POSITIONS[number]
    assert not (games["phase"] == OVER).any()
    assert not games["seat"].any()


def test_only_classic_games_for_two_with_few_tiles_are_small() -> None:
    assert is_small(with_tiles(21, 22, 23, 24, 25, 26), 2)
    assert not is_small(with_tiles(21, 22, 23, 24, 25, 26), 3)
    assert not is_small(with_tiles(21, 22, 23, 24, 25, 26, 27), 2)
    assert not is_small(replace(with_tiles(21, 22), bratworms=1), 2)


def test_other_tiles_are_as_many_and_often_close_together() -> None:
    (lesson,) = (lesson for lesson in lessons() if lesson.name == "classic-2")
    random = np.random.default_rng(1)
    rules = replace(with_tiles(21, 26, 31, 36), may_pass=True)
    drawn = [lesson.draw_tiles(rules, random) for _ in range(300)]
    assert {len(each.tiles) for each in drawn} == {4}
    assert all(each.may_pass for each in drawn)
    assert len({each.tiles for each in drawn}) > 100
    assert sum(each.tiles[-1] - each.tiles[0] == 3 for each in drawn) > 20
