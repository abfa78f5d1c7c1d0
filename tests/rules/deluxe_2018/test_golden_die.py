"""Deluxe rulebook: the golden die."""

from __future__ import annotations

import pytest

from tests.rules.deluxe_2018.turns import DELUXE, fail, finish, owners, standing
from tests.support.positions import legal, play, position
from wormgrill.game.errors import IllegalMove
from wormgrill.game.rules import EDITIONS, GoldenDieJoins, Specialist, parse_rules
from wormgrill.game.state import State, chance_outcomes

PRINTED = "deluxe-2018 golden_die_faces=111WWW"
ANY_ROLL = "deluxe-2018 golden_die_joins=any_roll"


@pytest.fixture
def table() -> State:
    """The first seat has the golden die and is about to roll."""
    return position(DELUXE, specialists={0: "golden_die"})


def test_its_owner_may_roll_nine_dice(table: State) -> None:
    """Golden die: a ninth die, rolled together with the other eight."""
    assert legal(table) == ["roll", "roll golden"]
    state = play(table, "roll golden")
    assert (state.turn.dice_left, state.turn.golden_left) == (9, True)
    with pytest.raises(IllegalMove):
        play(state, "dice 12345W12")
    with pytest.raises(IllegalMove):
        play(state, "dice 12345W123")


def test_its_owner_may_leave_it_out(table: State) -> None:
    """Golden die: it may be used, so eight dice are allowed as well."""
    state = play(table, "roll")
    assert (state.turn.dice_left, state.turn.golden_left) == (8, False)
    with pytest.raises(IllegalMove):
        play(state, "dice 12345W12+1")


def test_it_is_left_out_for_the_whole_turn(table: State) -> None:
    """Golden die: with the other eight or not at all in this turn."""
    state = play(table, "roll", "dice 12344WW5", "keep W")
    assert legal(state) == ["roll", "stop"]
    with pytest.raises(IllegalMove):
        play(state, "roll golden")


def test_it_is_not_taken_out_again_in_the_turn(table: State) -> None:
    """Golden die: once rolled it is rolled on with the others until it is kept."""
    state = play(table, "roll golden", "dice 12344WW5+2", "keep W")
    assert legal(state) == ["roll", "stop"]
    state = play(state, "roll")
    assert (state.turn.dice_left, state.turn.golden_left) == (7, True)
    with pytest.raises(IllegalMove):
        play(state, "dice 1234555")


def test_the_choice_is_open_again_in_the_next_turn(table: State) -> None:
    """Golden die: decided at the start of each turn."""
    state = play(table, "roll", "dice 4444WWWW", "keep W", "stop")  # twenty points fail and put it back on 13
    assert standing(state)[13] == "golden_die"
    state = play(table, "roll", "dice 444WWWWW", "keep W", "roll", "dice 555", "keep 5")
    assert owners(state)[0] == "golden_die"
    assert legal(fail(state)) == ["roll", "roll golden"]


def test_nobody_else_rolls_nine_dice() -> None:
    """Golden die: only for its owner."""
    state = position(DELUXE, specialists={1: "golden_die"})
    assert legal(state) == ["roll"]
    with pytest.raises(IllegalMove):
        play(state, "roll golden")


def test_it_is_kept_together_with_the_white_dice_of_its_face(table: State) -> None:
    """Golden die: all dice of one value are laid aside, the golden one among them."""
    state = play(table, "roll golden", "dice 12344WW5+4")
    assert state.turn.rolled is not None
    assert state.turn.rolled.counts == (1, 1, 1, 3, 1, 2)
    state = play(state, "keep 4")
    assert state.turn.aside == (0, 0, 0, 3, 0, 0)
    assert state.points == 12
    assert (state.turn.dice_left, state.turn.golden_left) == (6, False)


def test_it_stays_among_the_dice_if_another_value_is_kept(table: State) -> None:
    """Golden die: it is laid aside with its own value only."""
    state = play(table, "roll golden", "dice 12344WW5+4", "keep W")
    assert state.turn.aside == (0, 0, 0, 0, 0, 2)
    assert (state.turn.dice_left, state.turn.golden_left) == (7, True)


def test_its_value_may_be_the_only_one_of_its_kind(table: State) -> None:
    """Golden die: a value that only the golden die shows can be kept."""
    state = play(table, "roll golden", "dice 22222222+W")
    assert legal(state) == ["keep 2", "keep W"]
    state = play(state, "keep W")
    assert state.points == 5
    assert (state.turn.dice_left, state.turn.golden_left) == (8, False)
    assert play(state, "roll", "dice 22222222").phase == "keep"


def test_its_worm_is_a_dice_worm(table: State) -> None:
    """Golden die: a golden worm counts 5 and is the worm that is needed."""
    state = play(table, "roll golden", "dice 22224444+W", "keep W", "roll", "dice 22224444", "keep 4", "stop")
    assert state.stacks == ((21,), ())


def test_its_value_cannot_be_kept_twice(table: State) -> None:
    """Golden die: a value that is laid aside already is as useless on the golden die as on a white one."""
    state = play(table, "roll golden", "dice 2222444W+4", "keep 2", "roll", "dice 222W+2")
    assert legal(state) == ["keep W"]
    assert play(state, "keep W").turn.golden_left


def test_a_roll_of_kept_values_with_the_golden_die_fails(table: State) -> None:
    """Golden die: it does not save a roll in which it shows a kept value, and goes back like any specialist."""
    state = play(table, "roll golden", "dice 22224444+4", "keep 2", "roll", "dice 2222+2")
    assert state.seat == 1
    assert owners(state) == [None, None]
    assert standing(state)[13] == "golden_die"


def test_nine_dice_can_have_more_than_forty_points(table: State) -> None:
    """Golden die: nine worms are 45 points and take the highest tile."""
    state = play(table, "roll golden", "dice WWWWWWWW+W", "keep W")
    assert state.stacks == ((36,), ())


def test_six_values_end_the_turn_with_three_dice_left(table: State) -> None:
    """Golden die: all values kept end the turn with nine dice as well."""
    state = play(table, "roll golden", "dice 12345W22+2", "keep 1", "roll", "dice 2345WWW+3", "keep 2")
    state = play(state, "roll", "dice 345WWW+W", "keep 3", "roll", "dice 45WWW+W", "keep 4")
    state = play(state, "roll", "dice 5WWW+W", "keep 5", "roll", "dice 11W+5", "keep W")
    assert (state.seat, state.phase) == (1, "roll")
    assert state.stacks == ((), ())  # twenty points


def test_the_weights_of_nine_dice_sum_to_six_to_the_ninth(table: State) -> None:
    """Golden die: as a ninth die like the others every face of it is equally likely."""
    outcomes = chance_outcomes(play(table, "roll golden"))
    assert sum(weight for _, weight in outcomes) == 6**9
    for face in range(1, 7):
        assert sum(weight for roll, weight in outcomes if roll.golden == face) == 6**8
    assert {sum(roll.counts) for roll, _ in outcomes} == {9}
    assert len({str(roll) for roll, _ in outcomes}) == len(outcomes) == 1287 * 6


def test_the_weights_after_a_keep_are_those_of_the_dice_left(table: State) -> None:
    """Golden die: seven dice with the golden one among them."""
    state = play(table, "roll golden", "dice 12344WW5+2", "keep W", "roll")
    assert sum(weight for _, weight in chance_outcomes(state)) == 6**7
    assert all(roll.golden is not None for roll, _ in chance_outcomes(state))
    state = play(table, "roll golden", "dice 12344WW5+W", "keep W", "roll")
    assert sum(weight for _, weight in chance_outcomes(state)) == 6**6
    assert all(roll.golden is None for roll, _ in chance_outcomes(state))


def test_it_may_be_the_last_die_left(table: State) -> None:
    """Golden die: rolled alone, it is one die with six faces."""
    state = play(table, "roll golden", "dice WWWWWWWW+2", "keep W", "roll")
    assert [(str(roll), weight) for roll, weight in chance_outcomes(state)] == [
        (f"dice +{face}", 1) for face in "12345W"
    ]
    assert play(state, "dice +3", "keep 3").stacks == ((36,), ())


def test_dice_text_sets_the_golden_die_apart(table: State) -> None:
    """Golden die: eight faces, a plus, and the golden face."""
    state = play(table, "roll golden", "dice 11344WW5+1")
    assert str(state.turn.rolled) == "dice 113445WW+1"


def test_the_printed_die_shows_only_ones_and_worms() -> None:
    """Golden die as reviews describe it: three 1s and three worms, each face as likely as another."""
    state = play(position(PRINTED, specialists={0: "golden_die"}), "roll golden")
    outcomes = chance_outcomes(state)
    assert sum(weight for _, weight in outcomes) == 6**9
    assert {roll.golden for roll, _ in outcomes} == {1, 6}
    assert sum(weight for roll, weight in outcomes if roll.golden == 1) == 3 * 6**8
    assert play(state, "dice 11344WW5+W").phase == "keep"
    for face in "2345":
        with pytest.raises(IllegalMove):
            play(state, f"dice 11344WW5+{face}")


def test_the_ninth_die_of_the_text_may_show_any_face(table: State) -> None:
    """Golden die as the rulebooks describe it: a ninth die, so nothing tells it from the white ones."""
    for face in "12345W":
        assert play(table, "roll golden", f"dice 11344WW5+{face}").phase == "keep"


def test_the_printed_die_left_for_the_end_is_tracked_on_its_own() -> None:
    """Golden die as reviews describe it: the odds of the dice left depend on whether it is among them."""
    table = position(PRINTED, specialists={0: "golden_die"})
    state = play(table, "roll golden", "dice 22222222+1", "keep 2", "roll")
    assert [(str(roll), weight) for roll, weight in chance_outcomes(state)] == [("dice +1", 3), ("dice +W", 3)]
    state = play(table, "roll golden", "dice 2WWWWWWW+W", "keep W", "roll")
    assert [weight for _, weight in chance_outcomes(state)] == [1] * 6


@pytest.mark.parametrize("rolled", ["12255555+4", "12255555+W"])
def test_a_stop_without_a_worm_fails_while_it_is_left(table: State, rolled: str) -> None:
    """Golden die and Stopping: only kept worms count, not one that it showed or may still show."""
    state = play(table, "roll golden", f"dice {rolled}", "keep 5")
    assert (state.points, state.turn.golden_left) == (25, True)
    state = play(state, "stop")
    assert (state.seat, state.stacks) == (1, ((), ()))
    assert standing(state)[13] == "golden_die"


def test_kept_as_a_3_it_is_no_longer_left(table: State) -> None:
    """Golden die: whatever face it shows, it is laid aside with the dice of that face."""
    state = play(table, "roll golden", "dice 11224455+3", "keep 3")
    assert (state.turn.dice_left, state.turn.golden_left) == (8, False)
    state = play(table, "roll golden", "dice 11234455+3", "keep 3")
    assert (state.turn.dice_left, state.turn.golden_left) == (7, False)
    assert len(chance_outcomes(play(state, "roll"))) == 792  # the rolls of seven white dice


def test_its_theft_brings_the_tile_too_whatever_the_thief_owns() -> None:
    """Golden die and Stealing: only the hen is given instead of the tile; the thief chooses between two specialists."""
    table = position(DELUXE, stacks=((), (30,)), specialists={0: "canned_worm", 1: "golden_die"})
    state = finish(table, 30)
    assert state.stacks == ((30,), ())
    assert legal(state) == ["retain canned_worm", "retain golden_die"]
    assert owners(play(state, "retain golden_die")) == ["golden_die", None]
    assert play(state, "retain canned_worm").stacks == ((30,), ())


def test_its_owners_choices_come_in_the_order_in_which_they_arise() -> None:
    """Golden die, Double 1, Stealing and Nobody has two: the dice, whom to rob, what to claim, whom to retain."""
    table = position(
        "deluxe-2018 decline_steal",
        stacks=((), (33,), ()),
        bratworms=(0, 3, 4),
        specialists={0: "golden_die", 1: "weasel"},
    )
    assert legal(table) == ["roll", "roll golden"]
    state = play(table, "roll golden", "dice 22WWWWWW+2", "keep W")
    assert legal(state) == ["roll", "stop"]
    state = play(state, "roll", "dice 11+1", "keep 1")
    assert legal(state) == ["rob 1", "rob 2"]
    state = play(state, "rob 2")
    assert legal(state) == ["grill 32", "steal 1"]
    state = play(state, "steal 1")
    assert legal(state) == ["retain golden_die", "retain weasel"]
    state = play(state, "retain golden_die")
    assert (state.stacks, state.bratworms) == (((33,), (), ()), (1, 3, 3))
    assert (state.seat, owners(state)) == (1, ["golden_die", None, None])


# "If you have the golden die, you may use it as a ninth die": read as at any roll of the turn


@pytest.fixture
def waiting() -> State:
    """The first seat has a golden die that may be added to any roll, and is about to roll."""
    return position(ANY_ROLL, specialists={0: "golden_die"})


def test_it_is_an_option_of_every_edition_with_the_golden_die_and_off_unless_asked_for() -> None:
    """Golden die: the text does not say when it may be used; only a table that wishes reads: at any roll."""
    for edition, rules in EDITIONS.items():
        assert rules.golden_die_joins is GoldenDieJoins.START
        asked_for = parse_rules(f"{edition} golden_die_joins=any_roll")
        has_golden_die = rules.has(Specialist.GOLDEN_DIE)
        assert asked_for.options == ({"golden_die_joins": GoldenDieJoins.ANY_ROLL} if has_golden_die else {})


def test_you_may_use_it_as_a_ninth_die_at_a_later_roll(waiting: State) -> None:
    """Golden die: left out of the first roll, it is open before the next one, and rolled with all dice left."""
    state = play(waiting, "roll", "dice 12344WW5", "keep W")
    assert legal(state) == ["roll", "roll golden", "stop"]
    assert (state.turn.dice_left, state.turn.golden_left) == (6, False)
    state = play(state, "roll golden")
    assert (state.turn.dice_left, state.turn.golden_left) == (7, True)
    assert sum(weight for _, weight in chance_outcomes(state)) == 6**7
    with pytest.raises(IllegalMove):
        play(state, "dice 1234555")
    assert play(state, "dice 123455+3", "keep 3").turn.aside == (0, 0, 2, 0, 0, 2)


def test_you_may_use_it_from_the_first_roll_on_as_well(waiting: State) -> None:
    """Golden die: nine dice at once, as in the other reading."""
    assert legal(waiting) == ["roll", "roll golden"]
    assert (
        play(waiting, "roll golden").turn == play(position(DELUXE, specialists={0: "golden_die"}), "roll golden").turn
    )


def test_it_is_used_once_in_a_turn(waiting: State) -> None:
    """Golden die: a ninth die, and never a tenth, whether it is still to be rolled or kept already."""
    state = play(waiting, "roll", "dice 12344WW5", "keep W", "roll golden", "dice 123455+3")
    for face in ("5", "3"):
        kept = play(state, f"keep {face}")
        assert legal(kept) == ["roll", "stop"]
        with pytest.raises(IllegalMove):
            play(kept, "roll golden")


def test_it_may_wait_for_the_last_roll(waiting: State) -> None:
    """Golden die: with one white die left it makes two."""
    state = play(waiting, "roll", "dice WWWWWWW2", "keep W", "roll golden", "dice 2+3")
    assert legal(state) == ["keep 2", "keep 3"]


def test_it_is_no_die_left_while_it_waits(waiting: State) -> None:
    """No dice left: all eight are kept, and the turn ends as if stopped, although the golden die was not used."""
    state = play(waiting, "roll", "dice WWWWWWWW", "keep W")
    assert (state.seat, state.stacks) == (1, ((36,), ()))


def test_all_six_values_end_the_turn_while_it_waits(waiting: State) -> None:
    """All values kept: there is nothing that it could still show."""
    state = waiting
    for rolled, face in (("12345WW5", "1"), ("2345WW5", "2"), ("345WW5", "3"), ("45WW5", "4"), ("5WW5", "W")):
        state = play(state, "roll", f"dice {rolled}", f"keep {face}")
    assert legal(state) == ["roll", "roll golden", "stop"]
    state = play(state, "roll", "dice 55", "keep 5")
    assert (state.seat, state.stacks) == (1, ((30,), ()))


def test_it_does_not_save_a_roll_from_which_it_was_left_out(waiting: State) -> None:
    """Golden die: it is added before a roll, not after it."""
    state = play(waiting, "roll", "dice 22223333", "keep 2", "roll", "dice 2222")
    assert (state.seat, owners(state)) == (1, [None, None])


def test_nobody_else_may_add_it() -> None:
    """Golden die: only for its owner, at every roll."""
    state = play(position(ANY_ROLL, specialists={1: "golden_die"}), "roll", "dice 12344WW5", "keep W")
    assert legal(state) == ["roll", "stop"]


def test_the_printed_die_may_wait_too() -> None:
    """Golden die as reviews describe it: added late, it still has three 1s and three worms."""
    table = position(f"{PRINTED} golden_die_joins=any_roll", specialists={0: "golden_die"})
    state = play(table, "roll", "dice 5555555W", "keep 5", "roll golden")
    assert {roll.golden: weight for roll, weight in chance_outcomes(state) if roll.counts[1]} == {1: 3, 6: 3}


def test_it_is_open_again_after_a_robbery() -> None:
    """Double 1 and golden die: the choice of a victim lies between the keep and the next roll."""
    table = position(ANY_ROLL, stacks=((), (), ()), bratworms=(0, 3, 4), specialists={0: "golden_die"})
    state = play(table, "roll", "dice 11WWWWWW", "keep 1")
    assert legal(state) == ["rob 1", "rob 2"]
    assert legal(play(state, "rob 1")) == ["roll", "roll golden", "stop"]
