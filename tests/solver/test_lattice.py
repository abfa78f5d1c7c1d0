"""The lattice against the plain rules of `kinds.py`."""

from __future__ import annotations

import pytest

from tests.solver.helpers import SMALL_KINDS, name_of, random_payoffs
from wormgrill.solver import CLASSIC, TurnKind, TurnState
from wormgrill.solver.lattice import BUNDLE, Level, lattice


def reachable(kind: TurnKind) -> set[TurnState]:
    """Every state of a turn, found by playing it."""
    found: set[TurnState] = set()
    pending = {kind.start}
    while pending:
        state = pending.pop()
        found.add(state)
        if state.weasel_left:
            pending.add(state._replace(weasel_left=False))
        if state.can_join:
            pending.add(kind.join(state))
        if state.can_roll:
            pending.update(after for roll, _ in kind.rolls(state) for after in kind.keeps(state, roll).values())
        pending -= found
    return found


def test_classic_turn_has_1939_states() -> None:
    assert len(lattice(CLASSIC)) == 1939
    assert reachable(CLASSIC) == set(lattice(CLASSIC).states())


@pytest.mark.parametrize("kind", SMALL_KINDS, ids=name_of)
def test_states_are_those_that_play_can_reach(kind: TurnKind) -> None:
    states = list(lattice(kind).states())
    assert len(states) == len(lattice(kind)) == len(set(states))
    assert set(states) == reachable(kind)


@pytest.mark.parametrize("kind", SMALL_KINDS, ids=name_of)
def test_every_state_has_its_own_slot(kind: TurnKind) -> None:
    nodes = lattice(kind)
    slots = {nodes.slot(state) for state in nodes.states()}
    assert len(slots) == len(nodes)
    assert all(0 <= layer < nodes.layers and 0 <= slot < nodes.slots for layer, slot in slots)


@pytest.mark.parametrize("kind", SMALL_KINDS, ids=name_of)
def test_levels_hold_every_slot_once_and_lead_only_to_earlier_levels(kind: TurnKind) -> None:
    nodes = lattice(kind)
    tables = nodes.tables
    levels = [Level(*record.tolist()) for record in tables.levels]
    assert [slot for level in levels for slot in range(level.start, level.end)] == [*range(nodes.slots)]
    ends = [*(level.first_child for level in levels[1:]), tables.children.size]
    for level, end in zip(levels, ends, strict=True):
        children = tables.children[level.first_child : end]
        bundles = -(-(level.end - level.start) // BUNDLE)
        assert children.size == level.open_faces * (level.dice + 1) * level.throws * bundles * BUNDLE
        assert all(child < level.start or child == nodes.nowhere for child in children)


@pytest.mark.parametrize("kind", SMALL_KINDS, ids=name_of)
def test_every_slot_finds_its_payoffs(kind: TurnKind) -> None:
    payoffs = random_payoffs(seed=8)
    tables, states = lattice(kind).tables, [*lattice(kind).states()][: lattice(kind).slots]
    stop_index, fail_index = tables.stop_index[: len(states)], tables.fail_index[: len(states)]
    assert payoffs.stopped.reshape(-1)[stop_index].tolist() == [*map(payoffs.of_stop, states)]
    assert payoffs.failed[fail_index].tolist() == [*map(payoffs.of_fail, states)]


@pytest.mark.parametrize(
    "state",
    [
        TurnState((4,), 7, 6),
        TurnState((4,), 8, 5),
        TurnState((4,), 8, 6, weasel_left=True),
        TurnState((1,), 2, 6, bratworm=True),
    ],
)
def test_states_of_another_turn_are_refused(state: TurnState) -> None:
    with pytest.raises(ValueError, match="cannot come up"):
        lattice(CLASSIC).slot(state)
