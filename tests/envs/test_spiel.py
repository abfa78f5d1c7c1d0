"""The game for OpenSpiel: its own simulation, and the engine beside it."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest

from tests.envs.beside import fields_of
from wormgrill.envs.spiel import NAME, PickominoState
from wormgrill.game import parse_move
from wormgrill.game.rules import EDITION_NAMES
from wormgrill.game.state import apply, legal_moves


def load(rules: str, players: int = 2) -> pyspiel.Game:
    return pyspiel.load_game(NAME, {"rules": rules, "players": players})


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("classic-2005 tiles=21-24", 2),
        ("classic-2014 tiles=21-23 may_pass", 7),
        ("extrawurm-2015 tiles=21,23,25,27 specialists=hen,raven,weasel,golden_die", 3),
        ("extrawurm-2015 tiles=21-24 specialists=golden_die@21 golden_die_joins=any_roll", 2),
        ("deluxe-2018 tiles=11,21,25 specialists=canned_worm,hen,weasel bratworms=1", 3),
    ],
)
def test_openspiel_finds_nothing(rules: str, players: int) -> None:
    pyspiel.random_sim_test(load(rules, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_a_game_is_that_of_the_engine(edition: str) -> None:
    game, rng = load(f"{edition} tiles=21-26 specialists=none", 3), Random(edition)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        before = state.position
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            (action,) = rng.choices(outcomes, chances)
            move = parse_move(state.action_to_string(action))
        else:
            assert len(state.legal_actions()) == len(legal_moves(before))
            action = rng.choice(state.legal_actions())
            (move,) = [
                move
                for move in legal_moves(before)
                if game.setting.actions.number(move, before.seat, before.players) == action
            ]
            seat = rng.randrange(3)
            observer.set_from(state, seat)
            assert {name: field.astype(int).tolist() for name, field in observer.dict.items()} == fields_of(
                before, seat
            )
        state.apply_action(action)
        assert state.position == apply(before, move)
    assert sum(state.returns()) == pytest.approx(1)


def test_the_tensor_of_openspiel_is_the_observation_of_all_environments() -> None:
    state = load("deluxe-2018", 4).new_initial_state()
    assert isinstance(state, PickominoState)
    tensor = np.array(state.observation_tensor(0))
    assert tensor.size == 269
    assert tensor[:18].sum() == 18


def test_signs_that_openspiel_needs_can_be_written_in_another_way() -> None:
    one, other = load("classic-2014 tiles:21;23"), load("classic-2014 tiles=21,23")
    assert one.setting == other.setting
    assert str(pyspiel.load_game(str(one))) == str(one)


def test_an_action_that_is_not_legal_is_told_with_those_that_are() -> None:
    state = load("classic-2014").new_initial_state()
    with pytest.raises(ValueError, match=r"the action 0 is not legal: 6 \(roll\)"):
        state._apply_action(0)
    state.apply_action(6)
    for roll in (-2, 1287):
        with pytest.raises(ValueError, match=rf"there is no roll {roll} of 8 dice: 0 to 1286"):
            state._apply_action(roll)
    with pytest.raises(ValueError, match="there is no action 99: actions are 0 to 7"):
        state._action_to_string(0, 99)


def test_after_the_end_no_action_is_legal() -> None:
    state, rng = load("classic-2014 tiles=21").new_initial_state(), Random(1)
    while not state.is_terminal():
        actions = state.chance_outcomes() if state.is_chance_node() else [(each, 1) for each in state.legal_actions()]
        state.apply_action(rng.choices(*zip(*actions, strict=True))[0])
    with pytest.raises(ValueError, match="the game is over: no action is legal"):
        state._apply_action(6)


def test_what_cannot_be_is_told() -> None:
    for rules, players in (("classic-1999", 2), ("classic-2014", 9)):
        with pytest.raises(ValueError, match=r"is not an edition|a game has 2 to 7 players, not 9"):
            load(rules, players)
