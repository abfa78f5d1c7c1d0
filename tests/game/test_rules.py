"""Rules as values and as text."""

from __future__ import annotations

import hashlib

import pytest

from wormgrill.game import (
    EDITIONS,
    GoldenDieJoins,
    InvalidNotation,
    LowerTile,
    Phase,
    Rules,
    ShortGame,
    Specialist,
    parse_rules,
)
from wormgrill.game.rules import AXES, RULES_TEXT_VERSION, make_rules
from wormgrill.game.state import initial_state


def test_the_editions_have_the_printed_axes() -> None:
    assert [*EDITIONS] == ["classic-2005", "classic-2014", "extrawurm-2015", "deluxe-2018"]
    old, new, extrawurm, deluxe = EDITIONS.values()
    assert old.tiles == new.tiles == tuple(range(21, 37))
    assert deluxe.tiles == (11, 13, *range(21, 37))
    assert (old.bratworms, new.bratworms, deluxe.bratworms) == (0, 0, 7)
    assert (old.specialists, new.specialists) == ((), ())
    assert deluxe.specialists == (
        (11, Specialist.CANNED_WORM),
        (21, Specialist.HEN),
        (23, Specialist.RAVEN),
        (25, Specialist.WEASEL),
        (27, Specialist.GOLDEN_DIE),
        (29, Specialist.APPLE),
    )
    assert extrawurm.specialists == deluxe.specialists[:-1]
    assert (extrawurm.tiles, extrawurm.bratworms) == (deluxe.tiles, deluxe.bratworms)
    assert (old.decline_steal, new.decline_steal, deluxe.decline_steal) == (True, False, False)
    assert not any(rules.short_game for rules in EDITIONS.values())
    assert {rules.golden_die_joins for rules in EDITIONS.values()} == {GoldenDieJoins.START}
    assert not any(rules.may_pass or rules.lower_tile is not LowerTile.NEXT for rules in EDITIONS.values())
    assert (extrawurm.golden_die_faces, deluxe.golden_die_faces) == ("111WWW", "12345W")


def test_stored_texts_mean_the_same_as_long_as_their_version_is_the_same() -> None:
    """A change to an edition or to a default changes what stored texts mean: it needs another version."""
    meant = [[(axis, str(getattr(rules, axis))) for axis in AXES] for rules in EDITIONS.values()]
    assert (RULES_TEXT_VERSION, hashlib.sha256(repr(meant).encode()).hexdigest()[:16]) == (1, "6ea564aaf01908d0")


@pytest.mark.parametrize(
    "text",
    [
        "deluxe-2018",
        "classic-2014 short_game",
        "deluxe-2018 golden_die_faces=111WWW",
        "classic-2005 decline_steal=false",
        "classic-2014 tiles=11,13,21-30 bratworms=3 specialists=canned_worm,hen@22",
        "classic-2005 short_game=returned lower_tile=any may_pass",
        "extrawurm-2015 golden_die_faces=12345W",
        "deluxe-2018 may_pass golden_die_joins=any_roll",
        "extrawurm-2015 specialists=none",
        "deluxe-2018 specialists=none",
    ],
)
def test_rules_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_rules(text)) == text


def test_the_deluxe_box_without_its_extras_is_the_classic_game() -> None:
    assert make_rules("deluxe-2018", ["tiles=21-36", "bratworms=0", "specialists=none"]) == EDITIONS["classic-2014"]


def test_rules_with_equal_axes_are_equal_whatever_their_edition() -> None:
    assert parse_rules("classic-2005 decline_steal=false") == EDITIONS["classic-2014"]
    assert hash(parse_rules("classic-2005 decline_steal=false")) == hash(EDITIONS["classic-2014"])
    assert parse_rules("classic-2005 decline_steal=false").options == {"decline_steal": False}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("classic-2015", "'classic-2015' is not an edition"),
        ("", "'' is not an edition"),
        ("classic-2014 speed=3", "'speed' is not an option"),
        ("classic-2014 short_game=maybe", "expected false, true, returned"),
        ("classic-2014 may_pass=maybe", "expected true or false"),
        ("classic-2014 lower_tile=some", "expected next, any"),
        ("classic-2014 lower_tile", "needs a value"),
        ("classic-2014 short_game short_game=false", "given twice"),
        ("classic-2014 tiles", "needs a value"),
        ("classic-2014 tiles=", "column 20: '' is not a tile"),
        ("classic-2014 tiles=36-21", "runs backwards"),
        ("classic-2014 tiles=21,21", "named twice"),
        ("classic-2014 tiles=-", "at least one"),
        ("classic-2014 bratworms=many", "not a number"),
        ("classic-2014 bratworms=100", "not between 0 and 99"),
        ("classic-2014 bratworms=9999", "9999 is not between 0 and 99"),
        ("classic-2014 bratworms=10000", "'10000' is not a number"),
        ("classic-2014 bratworms=٣", "not a number"),
        ("classic-2014 specialists=hen@22,apple@99", "column 39: '99' is not a tile"),
        ("classic-2014 specialists=cat", "'cat' is not a specialist"),
        ("classic-2014 specialists=canned_worm", "tile 11, which is not in the game"),
        ("classic-2014 specialists=hen@22,apple@22", "the same tile 22"),
        ("classic-2014 specialists=hen@22,hen@23", "the hen is named twice"),
        ("deluxe-2018 golden_die_faces=123456", "12345W or 111WWW"),
        ("deluxe-2018 golden_die_joins=late", "expected start, any_roll"),
    ],
)
def test_unknown_and_contradictory_axes_are_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidNotation, match=words):
        parse_rules(text)


@pytest.mark.parametrize("option", ["golden_die_faces=111WWW", "golden_die_joins=any_roll"])
def test_without_a_golden_die_its_axes_have_no_effect_and_are_not_written(option: str) -> None:
    assert parse_rules(f"classic-2014 {option}") == EDITIONS["classic-2014"]
    assert str(parse_rules(f"deluxe-2018 specialists=hen {option}")) == "deluxe-2018 specialists=hen"
    plain = ["tiles=21-36", "bratworms=0", "specialists=none"]
    assert make_rules("extrawurm-2015", plain) == EDITIONS["classic-2014"]


def test_contradictory_values_are_refused_too() -> None:
    with pytest.raises(ValueError, match="ascending"):
        Rules("classic-2014", tiles=(22, 21))
    with pytest.raises(ValueError, match="not an edition"):
        Rules("classic-1999")
    with pytest.raises(ValueError, match="ascending by tile"):
        Rules("classic-2014", specialists=((22, Specialist.HEN), (21, Specialist.APPLE)))
    with pytest.raises(ValueError, match="-1 is not between 0 and 99"):
        Rules("classic-2014", bratworms=-1)


def test_there_may_be_up_to_99_bratworms() -> None:
    assert parse_rules("classic-2014 bratworms=99").bratworms == 99


def test_options_one_by_one_are_told_with_the_column_in_the_option() -> None:
    with pytest.raises(InvalidNotation) as caught:
        make_rules("classic-2014", ["short_game", "tiles=21-99"])
    assert caught.value.column == 10


@pytest.mark.parametrize("players", [1, 8])
def test_two_to_seven_play(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 7"):
        initial_state(EDITIONS["classic-2014"], players)


def test_the_representation_is_valid_code() -> None:
    state = initial_state(EDITIONS["deluxe-2018"], 2)
    from wormgrill.game.state import State, Turn  # noqa: PLC0415  # the names that the code needs

    names = {"State": State, "Turn": Turn, "Rules": Rules, "Specialist": Specialist, "Phase": Phase}
    names |= {"LowerTile": LowerTile, "ShortGame": ShortGame, "GoldenDieJoins": GoldenDieJoins}
    assert eval(repr(state), names) == state
