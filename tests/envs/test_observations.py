"""Observations: complete, within their space, and about the position alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.envs.beside import fields_of
from wormgrill.envs.core import make_setting, seen_by
from wormgrill.envs.observations import FIELDS, layout_of
from wormgrill.envs.spaces import position_space
from wormgrill.game.rules import EDITIONS
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


def test_the_fields_fill_an_observation_one_after_the_other() -> None:
    for rules in EDITIONS.values():
        for players in range(2, 8):
            layout = layout_of(rules, players)
            places = np.concatenate([np.arange(layout.size)[where] for where in layout.slices.values()])
            assert places.tolist() == list(range(layout.size))
            assert list(layout.slices) == [name for name in FIELDS if name in layout.slices]
    assert set(layout_of(EDITIONS["deluxe-2018"], 2).slices) == set(FIELDS)
