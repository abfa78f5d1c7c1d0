"""Positions in a line: what is accepted, what is refused and why."""

from __future__ import annotations

import pytest

from wormgrill.game import InvalidNotation, Specialist, format_state, parse_state

POSITIONS = [
    "classic-2014 | 21-36 | - - | seat=0 phase=roll",
    "classic-2014 | 21,22,24-36 | 23 - - | seat=2 phase=chance",
    "classic-2014 | 22,23,25-36 | 21.24 - | seat=1 phase=keep aside=333 rolled=1344W",
    "classic-2014 | 22,23,25-36 | 21.24 - | seat=1 phase=decide aside=333W",
    "classic-2005 | 21-25,27-36 | - 26 | seat=0 phase=claim aside=1555WW",
    "deluxe-2018 | 24@raven | 21.23@hen+2 -@golden_die | seat=1 phase=keep aside=55 rolled=123344+W golden=left",
    "deluxe-2018 | 11@canned_worm,22 | 21.23@hen -@golden_die | seat=1 phase=decide aside=55WW golden=kept",
    "deluxe-2018 | 11,22 | 23 -@weasel | seat=1 phase=chance weasel=used",
    "deluxe-2018 | 11,22 | 23+3 24+4 - | seat=2 phase=rob aside=11",
    "deluxe-2018 | 11,22 | 23+3 24+4 25 | seat=2 phase=rob aside=555W1122 hand=raven",
    "deluxe-2018 | 11,22 | 23 24 25 | seat=2 phase=retain aside=44455W hand=apple,hen",
    "classic-2014 | - | 21.22 23 | seat=1 phase=over",
]


@pytest.mark.parametrize("line", POSITIONS)
def test_positions_are_written_as_they_are_read(line: str) -> None:
    state = parse_state(line)
    assert parse_state(format_state(state)) == state
    assert parse_state(line.encode() + b"\n") == state
    assert parse_state("\ufeff" + line) == parse_state(b"\xef\xbb\xbf" + line.encode()) == state


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "4 fields"),
        ("classic-2014 | 21-36 | - -", "4 fields"),
        ("chess | 21-36 | - - | seat=0 phase=roll", "column 1: 'chess'"),
        ("classic-2014 | 21-99 | - - | seat=0 phase=roll", "column 19: '99' is not a tile"),
        ("classic-2014 | 21@cat | - - | seat=0 phase=roll", "column 19: 'cat'"),
        ("classic-2014 | 21-36 | -- - | seat=0 phase=roll", "column 24"),
        ("classic-2014 | 21-36 | - 21.x | seat=0 phase=roll", "column 29: 'x' is not a tile"),
        ("   classic-2014 | xx | - - | seat=0 phase=roll", "'' is not an edition"),
        ("classic-2014 tiles=21,21 | 21 | - - | seat=0 phase=roll", "column 23: tile 21 is named twice"),
        ("classic-2014 | - | - - | seat=0 phase=over", "it took the last tile, but it has none"),
        ("classic-2014 | 21-36 | -+x - | seat=0 phase=roll", "number of bratworms"),
        ("classic-2014 | 21-36 | - | seat=0 phase=roll", "2 to 7 players, not 1"),
        ("classic-2014 | 21-36 | - - | seat=2 phase=roll", "the seats are 0 to 1"),
        ("classic-2014 | 21-36 | - - | phase=roll", "does not say its seat"),
        ("classic-2014 | 21-36 | - - | seat=0 phase=sleep", "'sleep' does not fit"),
        ("classic-2014 | 21-36 | - - | phase=roll seat=0", "does not fit here"),
        ("classic-2014 | 21-36 | 24 - | seat=0 phase=roll", "tile 24 is in two places"),
        ("classic-2014 | 11,21 | - - | seat=0 phase=roll", "tile 11 is not in this game"),
        ("classic-2014 | 21@hen | - - | seat=0 phase=roll", "the hen is not in this game"),
        ("deluxe-2018 | 21@hen | -@hen - | seat=0 phase=roll", "the hen is in two places"),
        ("deluxe-2018 | 21 | -@raven - | seat=0 phase=roll", "nobody can own the raven"),
        ("deluxe-2018 | 21 | -+4 -+4 | seat=0 phase=roll", "8 bratworms, but there are only 7"),
        ("classic-2014 | 21 | - - | seat=0 phase=roll aside=11", "no dice are kept"),
        ("classic-2014 | - | - - | seat=0 phase=roll", "over just when no tile"),
        ("classic-2014 | 21 | - - | seat=0 phase=over", "over just when no tile"),
        ("classic-2014 | 21 | - - | seat=0 phase=decide", "nothing is kept yet"),
        ("classic-2014 | 21 | - - | seat=0 phase=decide aside=11111111", "the turn is over"),
        ("classic-2014 | 21 | - - | seat=0 phase=decide aside=111111111", "more than there are"),
        ("classic-2014 | 21 | - - | seat=0 phase=decide aside=12345W", "the turn is over"),
        ("classic-2014 | 21 | - - | seat=0 phase=keep aside=11", "rolled in phase keep"),
        ("classic-2014 | 21 | - - | seat=0 phase=keep aside=11 rolled=22", "2 dice are rolled, but 6 are left"),
        ("classic-2014 | 21 | - - | seat=0 phase=keep aside=11 rolled=111111", "the turn has failed"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance golden=left", "does not own the golden die"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance weasel=used", "the player does not own it"),
        ("deluxe-2018 | 21 | -@golden_die - | seat=0 phase=keep golden=left rolled=12345WWWW", "does not fit here"),
        (
            "deluxe-2018 | 21 | -@golden_die - | seat=0 phase=keep rolled=12345WWWW golden=left",
            "the golden die must be among the rolled",
        ),
        (
            "deluxe-2018 golden_die_faces=111WWW | 21 | -@golden_die - | seat=0 phase=decide aside=22 golden=kept",
            "cannot be among the kept",
        ),
        ("classic-2014 | 21 | - 26 | seat=0 phase=claim aside=1555WW", "no choice of what to claim"),
        ("deluxe-2018 | 21 | -+1 - | seat=1 phase=rob aside=11", "the supply has bratworms"),
        ("deluxe-2018 | 21 | -+7 - | seat=1 phase=rob aside=11", "no choice of whom to rob"),
        ("deluxe-2018 | 21 | - - | seat=1 phase=retain aside=11 hand=hen", "two specialists in hand"),
        ("deluxe-2018 | 21 | - - | seat=1 phase=decide aside=11 hand=hen", "cannot be in hand"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(line: str, words: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_state(line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("line", "part", "words"),
    [
        ("classic-2014 | 21-36 | - -", "classic", "4 fields, not 3"),
        ("classic-2014 | 21,99 | - - | seat=0 phase=roll", "99", "'99' is not a tile"),
        ("deluxe-2018 | 21,22@cat | - - | seat=0 phase=roll", "cat", "'cat' is not a specialist"),
        ("deluxe-2018 | 21,99@hen | - - | seat=0 phase=roll", "99", "'99' is not a tile"),
        ("classic-2014 | 21,- | - - | seat=0 phase=roll", "- | -", "'-' is not a tile"),
        ("classic-2014 | 21 | 22 - 23.99 | seat=0 phase=roll", "99", "'99' is not a tile"),
        ("deluxe-2018 | 21 | 22 23@cat | seat=0 phase=roll", "cat", "'cat' is not a specialist"),
        ("deluxe-2018 | 21 | 22 23@hen+x | seat=0 phase=roll", "x", "'x' is not a number of bratworms"),
        ("deluxe-2018 | 21 | 22 23+0 | seat=0 phase=roll", "0 | seat", "'0' is not a number of bratworms"),
        ("deluxe-2018 | 21 | 22 23+ | seat=0 phase=roll", " | seat", "'' is not a number of bratworms"),
        ("deluxe-2018 | 21 | 22 23+100 | seat=0 phase=roll", "100", "'100' is not a number of bratworms"),
        ("deluxe-2018 | 21 | 22 23+٣ | seat=0 phase=roll", "٣", "is not a number of bratworms"),
        ("classic-2014 | 21 | - - | phase=roll", "phase", "does not say its seat"),
        ("classic-2014 | 21 | - - | seat=0", "seat", "does not say its phase"),
        ("classic-2014 | 21 | - - | seat=0 phase=roll seat=1", "seat=1", "'seat=1' does not fit here"),
        ("classic-2014 | 21 | - - | seat=0 seat=1 phase=roll", "seat=1 phase", "'seat=1' does not fit here"),
        ("classic-2014 | 21 | - - | seat=0 phase=", "phase=", "'phase=' does not fit here"),
        ("classic-2014 | 21 | - - | seat=0 phase", "phase", "'phase' does not fit here"),
        ("classic-2014 | 21 | - - | seat=7 phase=roll", "7", "'7' is not a seat"),
        ("classic-2014 | 21 | - - | seat=0 phase=sleep", "sleep", "'sleep' does not fit here"),
        ("classic-2014 | 21 | - - | seat=0 phase=decide aside=11X", "X", "'X' is not a face"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance golden=lost", "lost", "'lost' does not fit here"),
        ("classic-2014 | 21 | - - | seat=0 phase=chance weasel=no", "no", "'no' does not fit here"),
        ("deluxe-2018 | 21 | - - | seat=0 phase=retain hand=hen,cat", "cat", "'cat' is not a specialist"),
    ],
)
def test_a_problem_is_told_with_the_column_at_which_it_begins(line: str, part: str, words: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_state(line)
    assert words in str(caught.value)
    assert caught.value.column == line.rindex(part) + 1


def test_a_seat_may_have_up_to_99_bratworms() -> None:
    assert parse_state("classic-2014 bratworms=99 | 21 | -+99 - | seat=0 phase=roll").bratworms == (99, 0)


def test_specialists_in_hand_may_be_named_in_any_order() -> None:
    line = "deluxe-2018 | 11,22 | 23 24 25 | seat=2 phase=retain aside=44455W hand=hen,apple"
    assert parse_state(line).turn.in_hand == (Specialist.APPLE, Specialist.HEN)


def test_tiles_of_the_grill_may_be_named_in_any_order() -> None:
    state = parse_state("deluxe-2018 | 30,22@hen,11@apple | - - | seat=0 phase=roll")
    assert state.grill == (11, 22, 30)
    assert state.on_tile == ((11, Specialist.APPLE), (22, Specialist.HEN))


def test_spaces_at_the_end_do_not_matter() -> None:
    assert parse_state(f"{POSITIONS[0]}  \n") == parse_state(POSITIONS[0])


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("seat=0 phase=chance golden=left aside=11", "weasel=... or hand=..."),
        ("seat=0 phase=rob hand=raven weasel=used", "the end"),
    ],
)
def test_a_key_out_of_its_place_is_told_with_those_that_may_follow(turn: str, expected: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_state(f"deluxe-2018 | 21 | - - | {turn}")
    assert caught.value.expected == expected
