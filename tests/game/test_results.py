"""The results of a turn, and what can be told of a claim."""

from __future__ import annotations

import pytest

from wormgrill.game import parse_state
from wormgrill.game.results import claim_made, endings, most_points, total_points


def test_a_game_that_is_over_is_its_own_ending() -> None:
    over = parse_state("classic-2014 | - | 21.22 23 | seat=1 phase=over")
    assert list(endings(over)) == [over]


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("deluxe-2018 | 30 | 25 26 | seat=0 phase=retain aside=5555W hand=apple,hen", "grill 25"),
        ("deluxe-2018 | 30 | 26 - 25 | seat=0 phase=retain aside=5555W hand=apple,hen", "steal 2"),
        ("deluxe-2018 | 30 | 26 25 - | seat=0 phase=retain aside=5555W hand=apple,hen", "steal 1"),
        ("deluxe-2018 | 30 | - 31 25 | seat=0 phase=retain aside=5555 hand=canned_worm,hen", "steal 2"),
        ("deluxe-2018 | 30 | 24 26 | seat=0 phase=retain aside=5555W hand=apple,weasel", "grill 24"),
        ("deluxe-2018 decline_steal | 30 | 24 25 | seat=0 phase=retain aside=5555W hand=apple,weasel", "grill 24"),
        ("deluxe-2018 | 30 | - 26 | seat=0 phase=decide aside=5555W", "None"),
    ],
)
def test_what_was_claimed_can_be_told_while_a_choice_is_open(line: str, claim: str) -> None:
    assert str(claim_made(parse_state(line))) == claim


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("deluxe-2018 | 30 | -@canned_worm - | seat=0 phase=decide aside=455", 19),
        ("deluxe-2018 | 30 | -@canned_worm - | seat=0 phase=decide aside=455W", 19),
        ("deluxe-2018 | 30 | - -@canned_worm | seat=0 phase=decide aside=455", 14),
        ("deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=45555 hand=apple,canned_worm", 29),
    ],
)
def test_the_canned_worm_counts_for_its_owner_where_no_worm_is_kept(line: str, points: int) -> None:
    assert total_points(parse_state(line)) == points


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("classic-2014 | 30 | - - | seat=0 phase=roll", 40),
        ("classic-2014 | 30 | - - | seat=0 phase=decide aside=11W", 40),
        ("deluxe-2018 | 30 | -@golden_die - | seat=0 phase=roll", 45),
        ("deluxe-2018 | 30 | - -@golden_die | seat=0 phase=roll", 40),
        ("deluxe-2018 | 30 | -@golden_die - | seat=0 phase=chance", 40),
        ("deluxe-2018 | 30 | -@golden_die - | seat=0 phase=decide aside=455", 40),
        ("deluxe-2018 golden_die_joins=any_roll | 30 | -@golden_die - | seat=0 phase=decide aside=455", 45),
        ("deluxe-2018 golden_die_joins=any_roll | 30 | -@golden_die - | seat=0 phase=decide aside=455 golden=kept", 45),
        ("deluxe-2018 | 30 | -@golden_die - | seat=0 phase=chance golden=left", 45),
        ("deluxe-2018 | 30 | -@canned_worm - | seat=0 phase=roll", 45),
    ],
)
def test_the_most_points_are_those_of_all_dice_of_the_turn(line: str, points: int) -> None:
    assert most_points(parse_state(line)) == points
