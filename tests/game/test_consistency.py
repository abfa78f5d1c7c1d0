"""Which positions can occur: the table, the turn and each phase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.positions import position
from wormgrill.game import InvalidNotation, Specialist, parse_state
from wormgrill.game.consistency import contradiction


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("classic-2014 | 21 | - - - - - - - - | seat=0 phase=roll", "a game has 2 to 7 players, not 8"),
        ("classic-2014 | 21 | 22 22 | seat=0 phase=roll", "tile 22 is in two places"),
        ("classic-2014 | 21 | 22.22 - | seat=0 phase=roll", "tile 22 is in two places"),
        ("classic-2014 | 21 | 11 - | seat=0 phase=roll", "tile 11 is not in this game"),
        ("deluxe-2018 | 21 | -@hen -@hen | seat=0 phase=roll", "the hen is in two places"),
        ("deluxe-2018 | 30@hen | 25 - | seat=0 phase=retain aside=5555W hand=apple,hen", "the hen is in two places"),
        ("deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555W hand=hen,hen", "the hen is in two places"),
        ("classic-2014 | 21 | -@hen - | seat=0 phase=roll", "the hen is not in this game"),
        ("classic-2014 bratworms=3 | 21 | -+2 -+2 | seat=0 phase=roll", "4 bratworms, but there are only 3"),
        ("deluxe-2018 | 21 | - -@golden_die | seat=0 phase=chance golden=left", "does not own the golden die"),
        ("deluxe-2018 | 21 | - -@weasel | seat=0 phase=chance weasel=used", "the player does not own it"),
        ("deluxe-2018 | 21 | -@golden_die - | seat=0 phase=decide aside=1111111111 golden=kept", "more than there are"),
        ("deluxe-2018 | 21 | -@golden_die - | seat=0 phase=claim aside=44455WWWW golden=left", "cannot be left"),
        ("deluxe-2018 | 21 | -@golden_die - | seat=0 phase=chance golden=kept", "cannot be among the kept"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance rolled=1112345W", "dice are rolled in phase keep"),
        ("classic-2014 | 21 | - - | seat=0 phase=decide aside=11 rolled=112345", "dice are rolled in phase keep"),
        ("deluxe-2018 | 21 | - - | seat=0 phase=roll hand=raven", "cannot be in hand in phase roll"),
        ("classic-2014 | - | 21 - | seat=0 phase=decide aside=11", "the game is over just when"),
        ("classic-2014 | - | 21 - | seat=0 phase=over aside=11", "no dice are kept"),
        ("deluxe-2018 | 21 | -@weasel - | seat=0 phase=roll weasel=used", "no dice are kept"),
        ("classic-2014 | - | - 21 | seat=0 phase=over", "seat 0 had the last turn"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance aside=11111111", "the turn is over"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance aside=12345W", "the turn is over"),
        ("classic-2014 | 21 | - - | seat=0 phase=keep aside=12345W rolled=11", "the turn is over"),
        ("classic-2014 | 21 | - - | seat=0 phase=keep aside=11 rolled=2222222", "7 dice are rolled, but 6 are left"),
        (
            "deluxe-2018 | 21 | -@golden_die - | seat=0 phase=keep aside=WW rolled=112233+1 golden=kept",
            "the golden die must be among the rolled dice",
        ),
        (
            "extrawurm-2015 | 21 | -@golden_die - | seat=0 phase=keep rolled=11223344+2 golden=left",
            "the golden die has no face 2",
        ),
        ("classic-2014 may_pass | 30 | - - | seat=0 phase=claim aside=5555W", "no choice of what to claim"),
        ("classic-2014 | 24,25 | - - | seat=0 phase=claim aside=5555W", "no choice of what to claim"),
        ("deluxe-2018 | 21 | 22+3 -+4 - | seat=2 phase=rob aside=11 hand=apple", "only the raven can be in hand"),
        ("deluxe-2018 | 21 | 22+3 -+4 - | seat=2 phase=rob aside=1W", "nothing was kept that earns"),
        ("deluxe-2018 | 21 | 22+3 -@hen+4 - | seat=2 phase=rob aside=11", "no choice of whom to rob"),
        ("deluxe-2018 | 21 | 22+3 -+3 - | seat=2 phase=rob aside=11", "the supply has bratworms"),
        ("deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555W hand=hen,raven", "neither of them the raven"),
        ("deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555W", "two specialists in hand"),
        ("deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555W hand=apple,hen,weasel", "two specialists in hand"),
        ("deluxe-2018 | 30 | 25@hen - | seat=0 phase=retain aside=5555W hand=apple,weasel", "a specialist besides"),
        ("deluxe-2018 | 30 | - 25 | seat=0 phase=retain aside=5555 hand=apple,hen", "no specialist can have come"),
        ("deluxe-2018 | 30 | - 25 | seat=0 phase=retain aside=5555W hand=apple,weasel", "no specialist can have come"),
        ("deluxe-2018 | 30 | - 11 | seat=0 phase=retain aside=1WW hand=apple,hen", "no specialist can have come"),
        ("deluxe-2018 | 30 | - - 13 | seat=0 phase=retain aside=3WW hand=apple,hen", "no specialist can have come"),
        ("deluxe-2018 | 30 | 13 - | seat=0 phase=retain aside=1WW hand=apple,weasel", "no specialist can have come"),
        ("deluxe-2018 | 30 | 11 - | seat=0 phase=retain aside=3WW hand=apple,weasel", "no specialist can have come"),
    ],
)
def test_what_cannot_be_is_refused(line: str, words: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_state(line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        "classic-2014 | 21 | - - - - - - - | seat=6 phase=roll",
        "deluxe-2018 | 21 | -+3 -+4 | seat=0 phase=roll",
        "deluxe-2018 | 21 | -@golden_die - | seat=0 phase=chance",
        "deluxe-2018 | 21 | -@golden_die - | seat=0 phase=decide aside=11111111 golden=left",
        "deluxe-2018 | 21 | -@golden_die - | seat=0 phase=decide aside=11111111 golden=kept",
        "deluxe-2018 golden_die_faces=111WWW | 21 | -@golden_die - | seat=0 phase=decide aside=12 golden=kept",
        "deluxe-2018 golden_die_faces=111WWW | 21 | -@golden_die - | seat=0 phase=keep rolled=11223344+W golden=left",
        "deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555W golden=kept hand=apple,golden_die",
        "deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555W weasel=used hand=apple,weasel",
        "deluxe-2018 | 30 | 25 - | seat=0 phase=retain aside=5555 hand=apple,canned_worm",
        "deluxe-2018 | 30 | 21 - | seat=0 phase=retain aside=5555W hand=apple,weasel",
        "deluxe-2018 | 30 | 11 - | seat=0 phase=retain aside=1WW hand=apple,weasel",
        "deluxe-2018 | 30 | 26 21 | seat=0 phase=retain aside=1555W hand=apple,hen",
        "classic-2014 may_pass | 25 | - - | seat=0 phase=claim aside=5555W",
        "classic-2005 | 24 | - 25 | seat=0 phase=claim aside=5555W",
        "deluxe-2018 | 21 | 22+3 -+4 - | seat=2 phase=rob aside=11",
        "deluxe-2018 | - | 22+3 -+4 25 | seat=2 phase=rob aside=5555W hand=raven",
        "deluxe-2018 | - | 25 - | seat=0 phase=retain aside=5555W hand=apple,weasel",
        "deluxe-2018 | 21 | -@weasel - | seat=0 phase=keep aside=11 rolled=111111",
    ],
)
def test_what_can_be_is_accepted(line: str) -> None:
    assert parse_state(line)


def test_two_specialists_cannot_stand_on_the_same_tile() -> None:
    state = position("deluxe-2018")
    crowded = replace(state, on_tile=((21, Specialist.APPLE), (21, Specialist.HEN)))
    assert contradiction(crowded) == "two specialists stand on the same tile"
