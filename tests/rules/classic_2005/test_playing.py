"""Classic 2005: how to play, and figure 3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.turns import FAILED_ROLL, keeping, stopping_with
from tests.support.positions import legal, play, position
from wormgrill.game.dice import parse_dice
from wormgrill.game.errors import IllegalMove
from wormgrill.game.moves import parse_move, parse_roll
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, Turn, apply, chance_outcomes, initial_state

RULES = EDITIONS["classic-2005"]
START = initial_state(RULES, 2)


def test_turns_go_round_clockwise_from_the_first_player() -> None:
    """The first player begins and the turn then goes round the table clockwise, good turns and bad ones alike."""
    state = initial_state(RULES, 3)
    assert state.seat == 0
    state = play(state, *stopping_with(24))
    assert state == position(RULES, stacks=((24,), (), ()), seat=1)
    state = play(state, *FAILED_ROLL)
    assert state == position(RULES, stacks=((24,), (), ()), seat=2)
    state = play(state, *stopping_with(24))
    assert (state.seat, state.phase) == (2, Phase.CLAIM)
    state = play(state, "steal 0")
    assert state == position(RULES, stacks=((), (), (24,)), seat=0)


def test_the_first_roll_is_made_with_all_eight_dice() -> None:
    """A turn starts with a throw of the 8 dice together."""
    state = play(START, "roll")
    assert state == replace(START, turn=Turn(Phase.CHANCE, dice_left=8))
    assert legal(state) == []
    assert sum(weight for _, weight in chance_outcomes(state)) == 6**8
    assert all(sum(dice.counts) == 8 for dice, _ in chance_outcomes(state))


@pytest.mark.parametrize("dice", ["1234512", "123451234"])
def test_seven_or_nine_dice_are_never_rolled_at_once(dice: str) -> None:
    """A turn starts with a throw of the 8 dice together."""
    with pytest.raises(IllegalMove, match="chance rolls 8 dice"):
        play(START, "roll", f"dice {dice}")


def test_one_of_the_faces_just_rolled_is_chosen() -> None:
    """The player picks one of the numbers, or the worms, that the roll shows; faces not rolled are no choice."""
    state = play(START, "roll", "dice 113344WW")
    assert state == replace(START, turn=Turn(Phase.KEEP, dice_left=8, rolled=parse_roll("113344WW")))
    assert legal(state) == ["keep 1", "keep 3", "keep 4", "keep W"]
    for face in "25":
        with pytest.raises(IllegalMove):
            play(state, f"keep {face}")


def test_a_roll_must_be_used_before_the_turn_goes_on_or_ends() -> None:
    """After a roll something has to be picked: neither another throw nor the end of the turn comes first."""
    state = play(START, "roll", "dice 113344WW")
    for move in ("roll", "stop"):
        with pytest.raises(IllegalMove):
            play(state, move)


@pytest.mark.parametrize(("face", "kept", "left"), [("1", "1", 7), ("2", "22", 6), ("4", "444", 5), ("W", "WW", 6)])
def test_all_dice_of_the_chosen_face_are_taken(face: str, kept: str, left: int) -> None:
    """All dice of the picked number, or all worms, are put in front of the player, never some of them."""
    state = play(START, "roll", "dice 122444WW", f"keep {face}")
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice(kept), left))


def test_only_a_face_not_collected_before_may_be_taken() -> None:
    """A symbol that was collected earlier in the turn cannot be collected again."""
    state = play(START, *keeping("22", "WW"), "roll", "dice 1225")
    assert legal(state) == ["keep 1", "keep 5"]
    with pytest.raises(IllegalMove, match="'keep 2' is not legal in phase 'keep'"):
        play(state, "keep 2")


def test_faces_are_free_again_in_the_next_turn() -> None:
    """What was collected limits its own turn only: the next player may pick the same symbols."""
    state = play(START, *stopping_with(25), "roll", "dice WWWWWWW1")
    assert state.seat == 1
    assert state.turn.aside == parse_dice("")
    assert legal(state) == ["keep 1", "keep W"]


def test_the_kept_dice_stay_together_and_their_sum_is_known() -> None:
    """All collected dice are held together so that everyone can see what they add up to."""
    state = START
    seen = []
    for face, dice in (("3", "33112245"), ("2", "221145"), ("W", "W114"), ("4", "411")):
        state = play(state, "roll", f"dice {dice}", f"keep {face}")
        seen.append((state.turn.aside, state.points, state.turn.dice_left))
    assert seen == [
        (parse_dice("33"), 6, 6),
        (parse_dice("3322"), 10, 4),
        (parse_dice("3322W"), 15, 3),
        (parse_dice("3322W4"), 19, 2),
    ]


def test_only_the_dice_not_kept_are_rolled_again() -> None:
    """The next throw is made with the remaining dice only (figure 3)."""
    state = play(START, *keeping("WW"), "roll")
    assert state == replace(START, turn=Turn(Phase.CHANCE, parse_dice("WW"), 6))
    assert all(sum(dice.counts) == 6 for dice, _ in chance_outcomes(state))
    with pytest.raises(IllegalMove, match="chance rolls 6 dice"):
        play(state, "dice 11223344")


@pytest.mark.parametrize("worms", range(1, 8))
def test_every_collected_worm_counts_five(worms: int) -> None:
    """A worm is worth 5 points, each one (figure 3)."""
    assert play(START, *keeping("W" * worms)).points == 5 * worms


@pytest.mark.parametrize(("face", "points"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("W", 5)])
def test_a_number_counts_as_printed(face: str, points: int) -> None:
    """A tile's number is compared with the sum of the dice as they show (figures 2 and 3)."""
    assert play(START, *keeping(face)).points == points


FIRST = ("roll", "dice WW112335", "keep W")
SECOND = ("roll", "dice 144WWW", "keep 4")
THIRD = ("roll", "dice 445W", "keep 5")


def test_figure_3_first_roll_jonathan_puts_the_worms_in_front_of_him() -> None:
    """Out of eight dice Jonathan picks the two worms (figure 3, first roll)."""
    state = play(START, *FIRST)
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("WW"), 6))
    assert state.points == 10
    assert legal(state) == ["roll", "stop"]


def test_figure_3_second_roll_three_more_worms_cannot_be_added_so_he_takes_two_fours() -> None:
    """With six dice come two 4s and three worms; worms are taken already, so it is the 4s, for 18 (figure 3)."""
    state = play(START, *FIRST, *SECOND[:2])
    assert legal(state) == ["keep 1", "keep 4"]
    with pytest.raises(IllegalMove):
        play(state, "keep W")
    state = play(state, SECOND[2])
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("WW44"), 4))
    assert state.points == 18


def test_figure_3_third_roll_only_the_five_can_be_taken() -> None:
    """Two 4s, a 5 and a worm with four dice leave him the 5 alone, for 23 (figure 3, third roll)."""
    state = play(START, *FIRST, *SECOND, *THIRD[:2])
    assert legal(state) == ["keep 5"]
    state = play(state, THIRD[2])
    assert state == replace(START, turn=Turn(Phase.DECIDE, parse_dice("WW445"), 3))
    assert state.points == 23
    assert legal(state) == ["roll", "stop"]


def test_figure_3_a_fourth_roll_would_need_a_1_2_or_3() -> None:
    """Holding 4, 5 and worms, any further roll must show at least one 1, 2 or 3, or it fails (figure 3)."""
    state = play(START, *FIRST, *SECOND, *THIRD, "roll")
    failed = 0
    for dice, weight in chance_outcomes(state):
        after = apply(state, dice)
        faces = [f"keep {face}" for face in "123" if dice.counts[int(face) - 1]]
        if faces:
            assert (after.seat, after.phase, legal(after)) == (0, Phase.KEEP, faces)
        else:
            assert after == position(RULES, seat=1)
            failed += weight
    assert failed == 3**3


def test_figure_3_stopping_at_23_takes_the_23() -> None:
    """His row of 23 points is enough for the 23 (figure 3 and figure 2)."""
    assert play(START, *FIRST, *SECOND, *THIRD, "stop") == position(RULES, stacks=((23,), ()), seat=1)


def test_the_dice_belong_to_chance_and_to_nobody_else() -> None:
    """A player throws and then picks; what is thrown is not chosen."""
    with pytest.raises(IllegalMove):
        apply(START, parse_move("dice WWWWWWWW"))
