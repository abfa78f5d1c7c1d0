"""The engine plays as the referee does, who reads the rules a second time and shares no code with it."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.referee.compare import Difference, begin_in_the_middle, compare_batch, missing, play_on
from tests.referee.referee import EDITIONS, Referee, Refused
from tests.referee.tables import VALUES, Table
from wormgrill.game import parse_state
from wormgrill.game import rules as engine_rules

SEED = 2026
CHUNKS = 4
PLIES_PER_CHUNK = 5_000
PLIES_OF_A_GOOD_SAMPLE = 15_000


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_ply_is_the_same(chunk: int) -> None:
    counted = compare_batch(SEED, chunk, PLIES_PER_CHUNK)
    assert counted["plies"] >= PLIES_PER_CHUNK
    assert counted["refused"] > PLIES_PER_CHUNK / 5


def test_a_sample_has_every_edition_axis_phase_move_and_situation() -> None:
    counted = compare_batch(SEED, CHUNKS, PLIES_OF_A_GOOD_SAMPLE)
    assert missing(counted) == []
    assert counted["finished"] > 50
    assert counted["chances"] > 50


def test_the_referee_knows_what_the_engine_knows() -> None:
    assert set(EDITIONS) == set(engine_rules.EDITIONS)
    assert {"tiles", "bratworms", "specialists", *VALUES} == set(engine_rules.AXES)


@pytest.mark.parametrize(
    ("axis", "value"), [(axis, value) for axis, values in VALUES.items() for value in values[1:]], ids=str
)
def test_a_referee_with_another_option_finds_a_difference(axis: str, value: object) -> None:
    table = Table("deluxe-2018", {"tiles": "21-27", "specialists": "golden_die@21", "decline_steal": True}, 3)
    other = {**table.options, axis: value if value != table.axes[axis] else False}
    with pytest.raises(Difference) as caught:
        play_games(table, other, 300)
    text = str(caught.value)
    position = next(line for line in text.splitlines() if line.startswith("position: "))
    parse_state(position.removeprefix("position: "))
    assert "engine" in text
    assert "move: " in text


def play_games(table: Table, options: dict[str, object], games: int) -> None:
    for number in range(games):
        rng = Random(number)
        referee = Referee(table.edition, table.players, options)
        play_on(begin_in_the_middle(table, f"game {number}", rng, referee), rng, Counter())


def test_the_referee_has_no_code_of_the_engine() -> None:
    tree = ast.parse(Path(__file__).with_name("referee.py").read_text(encoding="utf-8"))
    imported = [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert sorted(imported) == ["__future__", "collections.abc"]


def test_thomas_takes_the_27_of_example_a() -> None:
    referee = Referee("deluxe-2018", 2, {})
    for move in ("roll", "dice 11234445", "keep 4", "roll", "dice 2344W", "keep W", "roll", "dice 55WW", "keep 5"):
        referee.play(move)
    assert referee.points() == 27
    referee.play("stop")
    assert (referee.stacks[0], referee.specialists[0], referee.seat) == ([27], "golden_die", 1)


def test_the_referee_refuses_a_face_that_is_kept_already() -> None:
    referee = Referee("classic-2014", 2, {})
    for move in ("roll", "dice 11234445", "keep 4", "roll", "dice 2344W"):
        referee.play(move)
    with pytest.raises(Refused):
        referee.play("keep 4")
