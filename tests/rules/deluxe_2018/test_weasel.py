"""Deluxe rulebook: the weasel."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.state import State, chance_outcomes


@pytest.fixture
def table() -> State:
    """The first seat has the weasel and a tile, and is about to roll."""
    return position(DELUXE, stacks=((22,), ()), specialists={0: "weasel"})


def test_its_owner_may_roll_the_dice_just_rolled_again(table: State) -> None:
    """Weasel: all eight of a first roll, instead of keeping any of them."""
    state = play(table, "roll", "dice 12345WWW")
    assert legal(state) == ["keep 1", "keep 2", "keep 3", "keep 4", "keep 5", "keep W", "weasel"]
    state = play(state, "weasel")
    assert (state.seat, state.phase) == (0, "chance")
    assert state.turn.dice_left == 8
    assert state.turn.aside == (0, 0, 0, 0, 0, 0)
    assert state.turn.weasel_used


def test_exactly_the_dice_just_rolled_are_rolled_again(table: State) -> None:
    """Weasel: dice laid aside before stay aside."""
    state = play(table, "roll", "dice 12345WWW", "keep W", "roll", "dice 12345", "weasel")
    assert state.turn.aside == (0, 0, 0, 0, 0, 3)
    assert state.turn.dice_left == 5
    assert sum(weight for _, weight in chance_outcomes(state)) == 6**5
    with pytest.raises(IllegalMove):
        play(state, "dice 1234")
    assert legal(play(state, "dice 5555W")) == ["keep 5"]


def test_it_is_used_once_per_turn(table: State) -> None:
    """Weasel: after its use it is not offered again in this turn."""
    state = play(table, "roll", "dice 12345WWW", "weasel", "dice 22225555")
    assert legal(state) == ["keep 2", "keep 5"]
    state = play(state, "keep 5", "roll", "dice 2222")
    assert legal(state) == ["keep 2"]
    with pytest.raises(IllegalMove):
        play(state, "weasel")


def test_it_may_wait_for_a_later_roll(table: State) -> None:
    """Weasel: unused, it is offered after every roll of the turn."""
    state = play(table, "roll", "dice 12345WWW", "keep W", "roll", "dice 12345")
    assert "weasel" in legal(state)
    state = play(state, "keep 5", "roll", "dice 1234")
    assert "weasel" in legal(state)


def test_it_is_not_offered_after_the_keep(table: State) -> None:
    """Weasel: once dice are kept the roll is no longer the one just made."""
    state = play(table, "roll", "dice 12345WWW", "keep W")
    assert legal(state) == ["roll", "stop"]
    with pytest.raises(IllegalMove):
        play(state, "weasel")


def test_it_is_not_offered_before_the_roll(table: State) -> None:
    """Weasel: there have to be dice just rolled."""
    assert legal(table) == ["roll"]


def test_a_failed_roll_offers_only_stop_and_weasel(table: State) -> None:
    """Weasel: with nothing to keep the turn waits for the owner's decision."""
    state = play(table, "roll", "dice 12345WWW", "keep W", "roll", "dice WWWWW")
    assert (state.seat, state.phase) == (0, "keep")
    assert legal(state) == ["stop", "weasel"]
    assert state.stacks == ((22,), ())


def test_it_escapes_a_failed_roll(table: State) -> None:
    """Weasel: the second roll may have something to keep, and the turn goes on."""
    state = play(
        table, "roll", "dice 12345WWW", "keep W", "roll", "dice WWWWW", "weasel", "dice 4444W", "keep 4", "stop"
    )
    assert state.stacks == ((22, 31), ())
    assert owners(state) == ["weasel", None]


def test_a_second_failed_roll_is_a_fail(table: State) -> None:
    """Weasel: used up, it does not help again; tile and weasel go back."""
    state = play(table, "roll", "dice 12345WWW", "keep W", "roll", "dice WWWWW", "weasel", "dice WWWWW")
    assert state.seat == 1
    assert state.stacks == ((), ())
    assert owners(state) == [None, None]
    assert standing(state)[13] == "weasel"
    assert state.face_down == (36,)


def test_stopping_on_a_failed_roll_is_a_fail_whatever_the_points(table: State) -> None:
    """Weasel: the roll has failed; points that would have been enough take nothing."""
    state = play(table, "roll", "dice 222WWWWW", "keep W")
    assert state.points == 25
    state = play(state, "roll", "dice WWW", "stop")
    assert state.stacks == ((), ())
    assert 25 in state.grill
    assert standing(state)[13] == "weasel"
    assert state.face_down == (36,)


def test_stop_is_not_offered_while_there_is_something_to_keep(table: State) -> None:
    """Weasel: it does not free from keeping."""
    assert "stop" not in legal(play(table, "roll", "dice 12345WWW"))


def test_a_failed_roll_of_others_fails_at_once() -> None:
    """Weasel: only its owner is asked, and only in their own turn."""
    state = play(position(DELUXE, specialists={1: "weasel"}), "roll", "dice 2222WWWW", "keep W", "roll", "dice WWWW")
    assert (state.seat, state.phase) == (1, "roll")


def test_it_stands_upright_again_in_the_next_turn(table: State) -> None:
    """Weasel: set back at the end of the turn, it can be used in the owner's next one."""
    state = play(table, "roll", "dice 12345WWW", "weasel", "dice 222WWWWW", "keep W", "roll", "dice 222", "keep 2")
    assert state.stacks == ((22, 31), ())
    state = fail(state)
    assert not state.turn.weasel_used
    assert legal(play(state, "roll", "dice 22222222")) == ["keep 2", "weasel"]


def test_a_weasel_used_and_then_stolen_is_upright_for_the_thief(table: State) -> None:
    """Weasel: each turn has its own use."""
    state = play(table, "roll", "dice 12345WWW", "weasel", "dice 222WWWWW", "keep W", "roll", "dice 222", "keep 2")
    state = finish(state, 31)
    assert owners(state) == [None, "weasel"]
    state = fail(state)
    assert legal(play(state, "roll", "dice 22222222")) == ["keep 2", "weasel"]


def test_rerolled_ones_earn_nothing(table: State) -> None:
    """Weasel and Double 1: 1s that are rolled again were not laid aside."""
    assert play(table, "roll", "dice 11345WWW", "weasel", "dice 22222222", "keep 2").bratworms == (0, 0)


def test_the_roll_is_forgotten_when_it_is_used(table: State) -> None:
    """Weasel: the dice lie on the table no longer."""
    assert play(table, "roll", "dice 11345WWW", "weasel").turn.rolled is None


def test_a_stop_without_a_worm_fails_after_it_was_used(table: State) -> None:
    """Weasel and Stopping: a worm of the roll that it has replaced is no kept worm."""
    state = play(table, "roll", "dice WWWWWWWW", "weasel", "dice 12255555", "keep 5")
    assert state.points == 25
    state = play(state, "stop")
    assert (state.seat, state.stacks) == (1, ((), ()))
    assert standing(state)[13] == "weasel"


def test_it_is_not_used_a_second_time_on_the_last_die(table: State) -> None:
    """Weasel: once per turn, also where a single die is left."""
    state = play(table, "roll", "dice 2WWWWWWW", "keep W", "roll", "dice 3")
    assert legal(state) == ["keep 3", "weasel"]
    state = play(state, "weasel", "dice 4")
    assert legal(state) == ["keep 4"]
    with pytest.raises(IllegalMove):
        play(state, "weasel")


def test_it_does_not_help_after_the_last_die_has_failed(table: State) -> None:
    """Weasel: once the last die is kept the turn is over, and a fail is a fail although the weasel was not used."""
    state = play(table, "roll", "dice 22233333", "keep 3", "roll", "dice 222", "keep 2")
    assert (state.seat, state.phase) == (1, "roll")
    assert state.stacks == ((), ())
    assert owners(state) == [None, None]
    assert standing(state)[13] == "weasel"


def test_used_on_the_last_die_it_does_not_save_the_next_failed_roll(table: State) -> None:
    """Weasel: the die that is rolled again shows a kept value once more, and nothing is asked."""
    state = play(table, "roll", "dice 2WWWWWWW", "keep W", "roll", "dice W", "weasel", "dice W")
    assert (state.seat, state.phase) == (1, "roll")
    assert owners(state) == [None, None]
