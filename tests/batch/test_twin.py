"""The rules on arrays are the rules of the engine: the same dice and moves lead to the same positions."""

from __future__ import annotations

from random import Random

import pytest

from tests.batch.twin import (
    GAMES_PER_TABLE,
    KINDS,
    ROUNDS_FOR_ALL_VALUES,
    Difference,
    Twins,
    choose_rare,
    choose_to_fail,
    compare_round,
    draw_dice,
    draw_kind,
)
from tests.referee.compare import missing
from tests.referee.tables import VALUES, WEIGHTS, Table
from wormgrill.batch.layout import encode_rules
from wormgrill.game import parse_rules, parse_state
from wormgrill.game.moves import Move
from wormgrill.game.state import Phase, State, initial_state, legal_moves

SEED = 2026
ROUNDS = 8
PLIES_OF_A_ROUND = 12_500


@pytest.mark.parametrize("number", range(ROUNDS))
def test_every_ply_is_the_same(number: int) -> None:
    counted = compare_round(SEED, number)
    assert counted["plies"] >= PLIES_OF_A_ROUND
    assert counted["finished"] > 5
    assert not [name for name in missing(counted) if name.startswith(("phase", "move", "edition", "players"))]


def test_every_edition_and_number_of_players_meets_every_value_of_every_axis() -> None:
    met = {
        (table.edition, table.players, axis, table.axes[axis])
        for number in range(ROUNDS_FOR_ALL_VALUES * len(KINDS))
        for table in [draw_kind(Random(number), number)]
        for axis in VALUES
    }
    assert len(met) == len(KINDS) * sum(map(len, VALUES.values()))


@pytest.mark.parametrize(
    ("axis", "value"), [(axis, value) for axis, values in VALUES.items() for value in values[1:]], ids=str
)
def test_arrays_with_another_option_differ_and_show_the_position(axis: str, value: object) -> None:
    table = Table("deluxe-2018", {"tiles": "21-27", "specialists": "golden_die@21", "decline_steal": True}, 3)
    other = Table(table.edition, {**table.options, axis: value if value != table.axes[axis] else False}, table.players)
    with pytest.raises(Difference) as caught:
        play_games(table, other, 100)
    text = str(caught.value)
    for line in text.splitlines():
        if line.startswith(("position: ", "engine: ")):
            parse_state(line.partition(": ")[2])
    assert "move: " in text
    assert "arrays: " in text


def play_games(table: Table, other: Table, number: int) -> None:
    for seed in range(number):
        play(table, other, Random(seed))


def play(table: Table, other: Table, rng: Random) -> None:
    """Play by the rules of a table, while the arrays have the axes of another one."""
    start = initial_state(parse_rules(table.rules_text), table.players)
    twins = Twins(table, "a test", [start] * GAMES_PER_TABLE)
    twins.axes = encode_rules(parse_rules(other.rules_text))
    for _ in range(200):
        twins.play([draw_move(rng, state) for state in twins.states])


def draw_move(rng: Random, state: State) -> Move | None:
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.CHANCE:
        return draw_dice(rng, state, WEIGHTS["high"])
    return rng.choice((choose_rare, choose_to_fail))(rng, state, legal_moves(state))
