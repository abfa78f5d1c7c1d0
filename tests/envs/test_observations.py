"""Observations: complete, within their space, and about the position alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.envs.beside import fields_of
from wormgrill.envs.actions import actions_of
from wormgrill.envs.core import make_setting, seen_by
from wormgrill.envs.observations import FIELDS, layout_of
from wormgrill.envs.spaces import position_space
from wormgrill.game.rules import EDITIONS, parse_rules
from wormgrill.game.state import State
from wormgrill.testing import states


@given(states(), st.data())
def test_an_observation_tells_everything_about_a_position_from_the_seat_of_the_player(
    state: State, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, state.players - 1))
    layout = layout_of(state.rules, state.players)
    seen = seen_by(state, seat)
    assert {name: field.tolist() for name, field in layout.fields(seen).items()} == fields_of(state, seat)
    assert position_space(make_setting(state.rules, state.players, "win")).contains(seen)


def test_an_observation_of_another_game_is_refused_with_one_sentence() -> None:
    layout = layout_of("classic-2014", players=2)
    others: list[Any] = [np.zeros(90, dtype=np.uint8), np.zeros((5, 71), dtype=np.uint8), np.uint8(1)]
    for other in others:
        with pytest.raises(ValueError, match=r"the last dimension of observations is 72 here; .* not of this game"):
            layout.fields(other)


@pytest.mark.parametrize("made", [layout_of, actions_of])
def test_layouts_and_actions_take_what_environments_take(made: Any) -> None:
    assert made("deluxe-2018 may_pass", 3) == made(parse_rules("deluxe-2018 may_pass"), 3)
    with pytest.raises(ValueError, match="a game has 2 to 7 players, not 9"):
        made("classic-2014", 9)
    with pytest.raises(ValueError, match="rules are a text such as 'classic-2014', or Rules, not None"):
        made(None, 2)


def test_the_fields_fill_an_observation_one_after_the_other() -> None:
    for rules in EDITIONS.values():
        for players in range(2, 8):
            layout = layout_of(rules, players)
            places = np.concatenate([np.arange(layout.size)[where] for where in layout.slices.values()])
            assert places.tolist() == list(range(layout.size))
            assert list(layout.slices) == [name for name in FIELDS if name in layout.slices]
    assert set(layout_of(EDITIONS["deluxe-2018"], 2).slices) == set(FIELDS)
