"""A position as plain text: what it says, and that it fits a terminal of 80 columns."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormgrill.arena.simulate import play_game
from wormgrill.game.position import parse_state
from wormgrill.game.record import Game
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, State, scores, winners
from wormgrill.game.tiles import worms
from wormgrill.players import SensiblePlayer
from wormgrill.presentation.text_board import COLUMNS, board_text
from wormgrill.testing import games, states

NAMES = ("Ada", "Bo", "Cleo", "Dot", "Eve", "Fay", "Gus")
LONG_NAMES = tuple(f"{letter}aximiliane-Wilhelmine von Hohenlohe" for letter in "MNOPQRS")
CHINESE_NAMES = tuple(f"{letter}小明小明小明小明小明小明" for letter in "甲乙丙丁戊己庚")


def told(state: State | str, names: tuple[str, ...] = NAMES, you: int | None = None) -> list[str]:
    if isinstance(state, str):
        state = parse_state(state)
    return board_text(state, names[: state.players], you).splitlines()


def grill_of(state: State) -> tuple[str, list[str]]:
    """The row of tiles, and the rows of worms below it."""
    lines = told(state)
    start = lines.index("") + 1
    return lines[start], [line for line in lines[start + 1 : start + 3] if set(line) <= {" ", "~"}]


def players_of(lines: list[str], players: int) -> list[str]:
    start = next(number for number, line in enumerate(lines) if line.startswith("  Player"))
    return lines[start + 1 : start + 1 + players]


def columns(line: str) -> int:
    letters = [letter for letter in line if unicodedata.category(letter) not in ("Mn", "Me", "Cf")]
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in letters)


@given(states(), st.sampled_from((NAMES, LONG_NAMES, CHINESE_NAMES)), st.booleans())
def test_no_line_has_more_than_80_columns(state: State, names: tuple[str, ...], is_mine: bool) -> None:
    lines = told(state, names, state.seat if is_mine else None)
    assert COLUMNS == 80
    assert max(map(columns, lines)) <= 80
    assert not [line for line in lines if line != line.rstrip()]


@given(games())
def test_any_name_stays_in_its_column(game: Game) -> None:
    state = game.state
    lines = told(state, game.players)
    ends = {columns(line[: line.rindex("Worms")]) for line in lines if line.startswith("  Player")}
    for line, score in zip(players_of(lines, state.players), scores(state), strict=True):
        (end,) = ends
        assert columns(line) >= end + 5
        shown, seen = "", 0
        for letter in line:
            seen += columns(letter)
            shown += letter if end < seen <= end + 5 else ""
        assert int(shown) == score


@given(states())
def test_the_grill_shows_every_tile_of_the_rules_once(state: State) -> None:
    row, _ = grill_of(state)
    cells = row.split()
    assert len(cells) == len(state.rules.tiles)
    shown = dict(zip(state.rules.tiles, cells, strict=True))
    assert tuple(tile for tile, cell in shown.items() if cell == str(tile)) == state.grill
    assert tuple(tile for tile, cell in shown.items() if cell == "##") == state.face_down
    taken = sorted(tile for stack in state.stacks for tile in stack)
    assert [tile for tile, cell in shown.items() if cell == ".."] == taken


@given(states())
def test_below_every_face_up_tile_are_its_worms(state: State) -> None:
    row, below = grill_of(state)
    for place, tile in enumerate(state.rules.tiles):
        cell = slice(place * 4, place * 4 + 4)
        drawn = sum(line[cell].count("~") for line in below)
        assert drawn == (worms(tile) if row[cell].strip() == str(tile) else 0)


@given(states())
def test_the_player_to_move_is_marked_and_at_the_end_the_winners_are(state: State) -> None:
    rows = players_of(told(state), state.players)
    marked = tuple(seat for seat, row in enumerate(rows) if row.startswith(">"))
    assert marked == (winners(state) if state.phase is Phase.OVER else (state.seat,))


def test_a_row_tells_top_tiles_bratworms_worms_and_specialist() -> None:
    lines = told("deluxe-2018 | 22,30-34 | 28 - 23+1 24.11.13.21@golden_die+2 | seat=0 phase=roll", you=3)
    rows = [row.split() for row in players_of(lines, 4)]
    assert rows == [
        [">", "Ada", "28", "1", "0", "2", "-"],
        ["Bo", "-", "0", "0", "0", "-"],
        ["Cleo", "23", "1", "1", "2", "-"],
        ["Dot", "(you)", "21", "4", "2", "6", "golden", "die"],
    ]
    assert "Supply: 4 bratworms" in lines


def test_what_the_edition_does_not_have_is_not_mentioned() -> None:
    text = "\n".join(told("classic-2014 | 21-36 | - - | seat=0 phase=roll"))
    assert not [word for word in ("ratworm", "pecialist", "##", "..") if word in text]


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("phase=roll", ["To roll: 8 dice"]),
        ("phase=chance golden=left", ["Rolling: 9 dice, one of them golden"]),
        ("phase=keep rolled=1123345W+W golden=left", ["Rolled: 11 2 33 4 5 W golden W"]),
        ("phase=keep aside=4 rolled=1133445", ["Rolled: 11 33 44 5", "Kept: 4 = 4", "Points: 4, no worm yet"]),
        (
            "phase=decide aside=44WWW",
            ["To roll: 3 dice", "Kept: 44 = 8, WWW = 15", "Points: 23, with a worm", "Enough for: 23 from the grill"],
        ),
        (
            "phase=decide aside=555WW1",
            ["To roll: 2 dice", "Kept: 1 = 1, 555 = 15, WW = 10", "Points: 26, with a worm", "Enough for: 26 from Bo"],
        ),
        (
            "phase=decide aside=44 golden=kept",
            ["To roll: 7 dice", "Kept: 44 = 8, golden die: 4", "Points: 8, no worm yet"],
        ),
        (
            "phase=decide aside=44W golden=kept",
            ["To roll: 6 dice", "Kept: 44 = 8, W = 5, golden die among them", "Points: 13, with a worm"],
        ),
    ],
)
def test_the_turn_is_told_line_by_line(turn: str, expected: list[str]) -> None:
    lines = told(f"deluxe-2018 | 22-25,27-36 | 21@golden_die 26 | seat=0 {turn}")
    assert lines[len(lines) - lines[::-1].index("") :] == expected


def test_a_golden_die_that_waits_is_told() -> None:
    lines = told("deluxe-2018 golden_die_joins=any_roll | 21-36 | -@golden_die - | seat=0 phase=decide aside=WW")
    assert "with or without the golden die" in " ".join(lines)


def test_open_choices_are_told() -> None:
    choice = told("classic-2005 | 21-25,30-36 | 26 27 29 | seat=0 phase=claim aside=WWWW52")
    assert "Enough for: 25 from the grill, 27 from Bo" in choice
    hen = told("deluxe-2018 | 21-34,36 | - 35@hen | seat=0 phase=decide aside=WWWWWWW")
    assert "Enough for: the hen from Bo" in hen
    hand = told("deluxe-2018 | 30-36 | 29 - | seat=0 phase=retain aside=45WWWW hand=apple,canned_worm")
    assert "In hand: apple, canned worm" in hand
    rob = told("deluxe-2018 bratworms=2 | 21-36 | - -+1 -+1 | seat=0 phase=rob aside=11")
    assert "Have a bratworm to give: Bo, Cleo" in rob


def test_the_first_lines_say_which_rules_whose_turn_and_what_is_asked() -> None:
    position = "classic-2014 short_game | 21-35 | - - | seat=1 phase=decide aside=WW"
    assert told(position)[:2] == ["classic-2014 short_game", "Bo's turn. Roll again, or stop here?"]
    assert told(position, you=1)[1] == "Your turn. Roll again, or stop here?"
    over = "classic-2014 | - | 24.27 25 | seat=1 phase=over"
    assert told(over)[1] == "Ada wins! 3 worms, 1 more than the runner-up."
    assert told("classic-2014 | - | 24.27 29 | seat=1 phase=over")[1] == (
        "Bo wins! 3 worms each: the highest tile, 29, breaks the tie."
    )


def test_a_name_cannot_break_a_line() -> None:
    lines = told("classic-2014 | 21-36 | - - | seat=0 phase=roll", ("A\n\x1b[2Jda", "\n"))
    assert lines[1] == "A [2Jda's turn. Roll the dice."
    assert [row.split()[:2] for row in players_of(lines, 2)] == [[">", "A"], ["Player", "2"]]


def test_names_have_to_be_as_many_as_the_players() -> None:
    with pytest.raises(ValueError, match="1 names do not fit 2 players"):
        board_text(parse_state("classic-2014 | 21-36 | - - | seat=0 phase=roll"), ("Ada",))


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_any_edition_can_be_told_from_the_first_position_to_the_last(edition: str, players: int) -> None:
    game = play_game(EDITIONS[edition], [SensiblePlayer()] * players, Random(players))
    positions = [after for _, _, after in game]
    assert len({board_text(state, NAMES[:players]) for state in positions}) > len(positions) / 2
