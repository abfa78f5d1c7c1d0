"""Deluxe rulebook: bratworms, and where they come from."""

from __future__ import annotations

from tests.rules.deluxe_2018.turns import DELUXE, fail
from tests.support.positions import legal, play, position
from wormgrill.game.state import State, robbable, scores

DOUBLE_ONE = ("roll", "dice 11234WW5", "keep 1")


def double_one(state: State) -> State:
    """The current seat keeps two 1s."""
    return play(state, *DOUBLE_ONE)


def test_a_bratworm_comes_from_the_supply() -> None:
    """Bratworms: as long as the supply has one, nobody loses one and nothing is to choose."""
    state = double_one(position(DELUXE, stacks=((), (), ()), bratworms=(0, 3, 3)))
    assert state.bratworms == (1, 3, 3)
    assert state.supply == 0
    assert state.phase == "decide"


def test_with_the_supply_used_up_the_player_chooses_whom_to_take_one_from() -> None:
    """Bratworms: any other player who has one can be chosen."""
    state = double_one(position(DELUXE, stacks=((), (), (), ()), bratworms=(1, 2, 3, 1)))
    assert state.phase == "rob"
    assert legal(state) == ["rob 1", "rob 2", "rob 3"]
    assert play(state, "rob 1").bratworms == (2, 1, 3, 1)
    assert play(state, "rob 3").bratworms == (2, 2, 3, 0)
    assert play(state, "rob 2").supply == 0


def test_a_player_without_bratworms_cannot_be_chosen() -> None:
    """Bratworms: there has to be one to take."""
    state = double_one(position(DELUXE, stacks=((), (), (), ()), bratworms=(0, 4, 0, 3)))
    assert legal(state) == ["rob 1", "rob 3"]


def test_never_from_the_player_who_has_the_hen() -> None:
    """Bratworms: the hen's owner is not among those to choose from."""
    table = position(DELUXE, stacks=((), (), (), ()), bratworms=(0, 3, 2, 2), specialists={2: "hen"})
    assert legal(double_one(table)) == ["rob 1", "rob 3"]


def test_the_owner_of_another_specialist_is_not_protected() -> None:
    """Bratworms: only the hen protects."""
    table = position(DELUXE, stacks=((), (), ()), bratworms=(0, 3, 4), specialists={1: "apple", 2: "weasel"})
    state = double_one(table)
    assert legal(state) == ["rob 1", "rob 2"]
    assert play(state, "rob 1").specialists == table.specialists


def test_a_single_possible_victim_is_robbed_without_asking() -> None:
    """Bratworms: no choice is offered where there is none."""
    state = double_one(position(DELUXE, stacks=((), (), ()), bratworms=(2, 0, 5)))
    assert state.bratworms == (3, 0, 4)
    assert state.phase == "decide"


def test_the_hen_may_leave_a_single_victim() -> None:
    """Bratworms: with the hen's owner out, the one other player who has a bratworm gives it."""
    table = position(DELUXE, stacks=((), (), ()), bratworms=(0, 4, 3), specialists={1: "hen"})
    state = double_one(table)
    assert state.bratworms == (1, 4, 2)
    assert state.phase == "decide"


def test_if_nobody_can_give_one_none_is_gained() -> None:
    """Bratworms: all of them with the player already."""
    state = double_one(position(DELUXE, bratworms=(7, 0)))
    assert state.bratworms == (7, 0)
    assert (state.phase, state.supply) == ("decide", 0)


def test_if_only_the_hens_owner_has_bratworms_none_is_gained() -> None:
    """Bratworms and Hen: the supply is empty and the one who has them is protected; the turn goes on."""
    state = double_one(position(DELUXE, bratworms=(0, 7), specialists={1: "hen"}))
    assert state.bratworms == (0, 7)
    assert legal(state) == ["roll", "stop"]


def test_the_player_with_the_hen_may_rob_others() -> None:
    """Bratworms and Hen: the hen protects its owner and does not hinder them."""
    state = double_one(position(DELUXE, bratworms=(0, 7), specialists={0: "hen"}))
    assert state.bratworms == (1, 6)


def test_nobody_is_robbed_by_themselves() -> None:
    """Bratworms: from another player."""
    table = position(DELUXE, stacks=((), (), ()), bratworms=(5, 1, 1))
    assert robbable(table) == (1, 2)


def test_bratworms_stay_with_the_player_at_a_fail() -> None:
    """Bratworms: they lie beside the stack; a failed attempt costs none."""
    state = fail(position(DELUXE, stacks=((22,), ()), bratworms=(3, 1)))
    assert state.bratworms == (3, 1)


def test_each_bratworm_counts_as_one_worm_at_the_end() -> None:
    """Bratworms: worth one worm each."""
    assert scores(position(DELUXE, stacks=((22,), ()), bratworms=(3, 2))) == (4, 2)


def test_bratworms_are_neither_made_nor_lost() -> None:
    """Bratworms: whatever the source, players and supply have 7 together."""
    state = position(DELUXE)
    for _ in range(9):
        state = play(double_one(state), "stop")
        assert sum(state.bratworms) + state.supply == 7


def test_a_table_with_fewer_bratworms_runs_out_sooner() -> None:
    """Bratworms, with another number of them: the supply is what the table says."""
    state = double_one(position("deluxe-2018 bratworms=1"))
    assert state.supply == 0
    state = double_one(play(state, "stop"))
    assert state.bratworms == (0, 1)


def test_without_bratworms_in_the_box_a_double_one_earns_nothing() -> None:
    """Bratworms left in the box: there is nothing to take."""
    state = double_one(position("deluxe-2018 bratworms=0"))
    assert state.bratworms == (0, 0)
    assert state.phase == "decide"


def test_the_owner_of_the_hen_takes_the_last_bratworm_of_the_supply() -> None:
    """Bratworms and Hen: while the supply has one it is taken from there, and nobody is robbed."""
    state = double_one(position(DELUXE, bratworms=(3, 3), specialists={0: "hen"}))
    assert (state.bratworms, state.supply) == ((4, 3), 0)
    assert state.phase == "decide"


def test_the_owner_of_the_hen_cannot_be_robbed_of_the_last_bratworm() -> None:
    """Bratworms and Hen: the supply is empty now, and the next double 1 brings nothing."""
    state = double_one(position(DELUXE, bratworms=(6, 0), specialists={0: "hen"}))
    state = play(state, "stop")  # a fail, but without a tile the hen stays
    assert (state.seat, state.supply, state.specialists[0]) == (1, 0, "hen")
    state = double_one(state)
    assert state.bratworms == (7, 0)
    assert legal(state) == ["roll", "stop"]


def test_the_owner_of_the_hen_chooses_among_all_others_who_have_bratworms() -> None:
    """Bratworms and Hen: it protects its owner's bratworms, and opens no others and closes none."""
    table = position(DELUXE, stacks=((), (), (), ()), bratworms=(1, 3, 0, 3), specialists={0: "hen", 3: "apple"})
    state = double_one(table)
    assert legal(state) == ["rob 1", "rob 3"]
    assert play(state, "rob 3").bratworms == (2, 3, 0, 2)
    assert play(state, "rob 3").specialists == table.specialists
