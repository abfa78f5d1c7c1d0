"""Score sheets: what they say, and what is said about those that cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.positions import play, position
from tests.support.records import SPELLINGS, TAKEN, played
from wormgrill.game import EDITIONS, Game, InvalidNotation, Phase, format_game, parse_game
from wormgrill.game.record import count_turns, format_result, name_problem, parse_games
from wormgrill.game.state import Turn

HEADERS = "format: wormgrill-record/1\nrules: classic-2014\nplayer: Ada\nplayer: Bo\n"


def record(*turns: str) -> str:
    return "\n".join([HEADERS, *turns, ""])


def test_a_record_is_a_score_sheet_with_one_line_a_turn() -> None:
    game = played(
        *("roll", "dice 1124445W", "keep 4", "roll", "dice 1135W", "keep W", "roll", "dice 1255", "keep 5", "stop"),
        *("roll", "dice 1124445W", "keep 4", "roll", "dice 34444"),
    )
    assert format_game(game) == (
        "format: wormgrill-record/1\n"
        "rules: classic-2014\n"
        "player: Ada\n"
        "player: Bo\n"
        "result: unfinished\n"
        "\n"
        "  1. 1124445W:4 1135W:W 1255:5 stop  ; Ada takes 27\n"
        "  2. 1124445W:4 34444\n"
    )


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (("roll",), "1. roll"),
        (("roll", "dice 1124445W"), "1. 1124445W"),
        (("roll", "dice 1124445W", "keep 1"), "1. 1124445W:1  ; Ada gets a bratworm"),
        (("roll", "dice 1124445W", "keep 4", "roll"), "1. 1124445W:4 roll"),
    ],
)
def test_a_game_can_be_written_at_any_point_of_a_turn(moves: tuple[str, ...], line: str) -> None:
    game = played(*moves, edition="deluxe-2018")
    assert format_game(game).splitlines()[-1].strip() == line
    assert parse_game(format_game(game)) == game


def test_comments_spaces_and_further_headers_do_not_matter() -> None:
    text = HEADERS + "event: Sunday club\n\n; what a game\n1.   1124445W:4  1135W:W  ; hm\n\n"
    game = parse_game(text)
    assert game.tag("event") == "Sunday club"
    assert game.state.points == 17
    assert game.tag("date") is None


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "not a record"),
        ("format: wormgrill-record/2\n", 1, 1, "not a record"),
        ("format: wormgrill-record/1\nplayers\n", 2, 1, "not a header"),
        ("format: wormgrill-record/1\nplayer: Ada\nplayer: Bo\n", 4, None, "rules"),
        ("format: wormgrill-record/1\nrules: classic-2014\nplayer: Ada\n", 4, None, "the number of players is 1"),
        ("format: wormgrill-record/1\nrules: chess\n", 2, 8, "'chess' is not an edition"),
        (HEADERS + "rules: classic-2014\n", 5, 1, "given twice"),
        (HEADERS + "player:  Cy\n", 5, 9, "begins or ends with a space"),
        (HEADERS + "date: yesterday\n", 5, 7, "not a date"),
        (HEADERS + "date: 2026-02-31\n", 5, 7, "not a date"),
        (HEADERS.replace("2014", "2014 tiles=21,21"), 2, 30, "tile 21 is named twice"),
        (HEADERS + "date: 2026-11-15\ndate: 2026-11-15\n", 6, 1, "given twice"),
        (HEADERS + "Event: x\n", 5, 1, "cannot be the name of a header"),
        (HEADERS + "result: 3 2, won by seat 0\n", 5, 9, "the game is not over after the last move"),
        (record("2. 1124445W:4"), 6, 1, "expected 1."),
        (record("1. 1124445W:4", "2. 1124445W:4"), 7, 1, "not complete"),
        (record("1."), 6, 3, "no move"),
        (record("1. 1124445W:7"), 6, 13, "'7' is not a face"),
        (record("1. 112444XW:4"), 6, 10, "'X' is not a face"),
        (record("1. 1124445W:3"), 6, 4, "'keep 3' is not legal in phase 'keep'"),
        (record("1. 112444:4"), 6, 4, "chance rolls 8 dice"),
        (record("1. 1124445W:4 11355:4"), 6, 15, "'keep 4' is not legal"),
        (record("1. 1124445W:4 stop stop"), 6, 20, "the turn is over"),
        (record("1. 1124445W:4 jump"), 6, 15, "'jump' is not part of a turn"),
        (record("1. 1124445W:4 steal:9"), 6, 21, "'9' is not a seat"),
        (record("1. 1124445W:4 steal:1:2"), 6, 21, "'1:2' is not a seat"),
        (record("1. 1124445+W:4"), 6, 4, "'roll golden' is not legal"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line_and_column(
    text: str, line: int, column: int | None, words: str
) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_game(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_bytes_that_are_not_utf8_are_told_with_their_line() -> None:
    with pytest.raises(InvalidNotation, match="line 2") as caught:
        parse_game(b"format: wormgrill-record/1\nrules: \xff\n")
    assert caught.value.line == 2


def test_games_are_equal_by_content() -> None:
    assert played("roll") == played("roll")
    assert played("roll") != played()
    assert played() != Game(EDITIONS["classic-2014"], ("Ada", "Cy"))


@pytest.mark.parametrize("ply", [-1, 2])
def test_there_is_no_going_back_beyond_the_start_or_forward_beyond_the_end(ply: int) -> None:
    with pytest.raises(ValueError, match="plies 0 to 1"):
        played("roll").until(ply)


@pytest.mark.parametrize("name", ["", " Ada", "Ada\n", "x" * 41, "\u202eadA"])
def test_some_names_cannot_stand_in_a_record(name: str) -> None:
    assert name_problem(name)
    with pytest.raises(ValueError, match="name"):
        Game(EDITIONS["classic-2014"], ("Bo", name))


def test_a_game_needs_two_players() -> None:
    with pytest.raises(ValueError, match="2 to 7"):
        Game(EDITIONS["classic-2014"], ("Ada",))


def test_playing_a_game_and_playing_its_state_agree() -> None:
    game = played("roll", "dice 1124445W")
    assert play(game.until(0).state, "roll", "dice 1124445W") == game.state


def test_several_records_are_read_one_after_the_other() -> None:
    first, second = played("roll"), played("roll", "dice 1124445W")
    assert parse_games(format_game(first) + "\n" + format_game(second)) == [first, second]
    assert parse_games("") == []
    with pytest.raises(InvalidNotation, match="not a record"):
        parse_games("hello\n" + format_game(first))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_line_ends_spaces_and_byte_order_marks_do_not_matter(spelling: str) -> None:
    first = parse_game(HEADERS + "event: Sunday club\n" + format_game(played(*TAKEN)).partition("Bo\n")[2])
    second = played(*TAKEN, "roll", "dice 1124445W")
    for text in (SPELLINGS[spelling](format_game(first)), SPELLINGS[spelling](format_game(first)).encode()):
        assert parse_game(text) == first
        assert parse_games(text) == [first]
    assert parse_games(SPELLINGS[spelling](f"{format_game(first)}\n{format_game(second)}").encode()) == [first, second]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_turns_are_counted_as_they_are_read(spelling: str) -> None:
    first, second = played(*TAKEN), played(*TAKEN, "roll", "dice 1124445W")
    texts = format_game(first), f"{format_game(first)}; 2. is a comment\n\n{format_game(second)}"
    assert [count_turns(SPELLINGS[spelling](text)) for text in texts] == [1, 3]
    assert count_turns(SPELLINGS[spelling](texts[1].replace("  2.", "\t2.")).encode()) == 3
    assert count_turns(SPELLINGS[spelling](HEADERS)) == count_turns("") == 0


def test_a_text_with_two_records_is_not_one_game() -> None:
    text = format_game(played("roll"))
    with pytest.raises(InvalidNotation, match="another record begins here") as caught:
        parse_game(text * 3)
    assert (caught.value.line, caught.value.column) == (text.count("\n") + 1, 1)


def test_what_stands_above_the_first_record_is_told_with_its_line() -> None:
    for parse in (parse_game, parse_games):
        with pytest.raises(InvalidNotation, match="not a record") as caught:
            parse("\n\nhello\n" + format_game(played("roll")))
        assert (caught.value.line, caught.value.column) == (3, 1)


def test_a_problem_in_a_later_record_is_told_with_its_line_in_the_file() -> None:
    good, bad = format_game(played("roll")), record("1. 1124445W:7")
    with pytest.raises(InvalidNotation) as caught:
        parse_games(good + bad)
    assert caught.value.line == good.count("\n") + 6


def test_a_tag_can_be_given_only_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        Game(EDITIONS["classic-2014"], ("Ada", "Bo"), tags=(("a", "x"), ("a", "y")))


def test_long_records_are_read_in_time_that_grows_with_their_length() -> None:
    fails = [f"{turn}. 1124445W:4 stop" for turn in range(1, 20_001)]
    assert len(parse_game(record(*fails)).moves) == 80_000


@pytest.mark.parametrize(
    ("bad", "line", "column", "words"),
    [
        ("format: wormgrill-record/2\n", 1, 1, "not a record"),
        ("format: wormgrill-record/1\nplayers\n", 2, 1, "not a header"),
        ("format: wormgrill-record/1\nrules: chess\n", 2, 8, "'chess' is not an edition"),
        ("format: wormgrill-record/1\nplayer: Ada\nplayer: Bo\n", 4, None, "rules"),
        ("format: wormgrill-record/1\nrules: classic-2014\nplayer: Ada\n", 4, None, "the number of players is 1"),
        (HEADERS + "player: P\n" * 6, 11, None, "the number of players is 8"),
        (HEADERS + "date: yesterday\n", 5, 7, "not a date"),
        (HEADERS + "date: 20261115\n", 5, 7, "not a date"),
        (HEADERS + "Event: x\n", 5, 1, "cannot be the name of a header"),
        (HEADERS + "event:  x\n", 5, 8, "without spaces around it"),
        (HEADERS + "event: \x07x\n", 5, 8, "printable value"),
        (HEADERS + "result: 3 2, won by seat 0\n", 5, 9, "the game is not over after the last move"),
        (record("  1. 1124445W:4 stop", "  3. 1124445W:4"), 7, 3, "'3.' is not this turn's number"),
        (record("  1. 1124445W:4 stop", "", "; nothing", "  3. 1124445W:4"), 9, 3, "expected 2."),
        (record("  1. 1124445W:4", "  2. 1124445W:4"), 7, 3, "the turn of the line before is not complete"),
        (record("  1."), 6, 5, "no move"),
        (record("  1. 1124445W:7"), 6, 15, "'7' is not a face"),
        (record("  1. 1124445W:4 stop stop"), 6, 22, "the turn is over"),
        (record("  1. stop"), 6, 6, "'stop' is not legal"),
    ],
)
def test_problems_of_a_second_record_are_told_with_their_lines_in_the_file(
    bad: str, line: int, column: int | None, words: str
) -> None:
    good = format_game(played("roll"))
    with pytest.raises(InvalidNotation) as caught:
        parse_games(good + bad)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (good.count("\n") + line, column)


OVER = (
    "format: wormgrill-record/1\nrules: classic-2014 tiles=25\nplayer: Ada\nplayer: Bo\n"
    "result: 2 0, won by seat 0\n\n  1. 222WWWWW:W stop  ; Ada takes 25\n"
)


def test_a_game_of_one_turn_says_its_result() -> None:
    game = parse_game(OVER)
    assert game.state.phase == "over"
    assert format_game(game) == OVER


def test_no_turn_follows_the_end_of_the_game() -> None:
    with pytest.raises(InvalidNotation, match="line 8, column 1: the game is over"):
        parse_game(OVER + "2. 222WWWWW:W\n")
    with pytest.raises(InvalidNotation, match="line 7, column 22: the turn is over"):
        parse_game(OVER.replace("  ; Ada takes 25", " stop"))


def test_those_who_share_the_win_are_all_named() -> None:
    table = position("classic-2014 bratworms=2", grill=(), stacks=((), (), ()), bratworms=(0, 1, 1))
    assert format_result(replace(table, turn=Turn(Phase.OVER))) == "0 1 1, won by seats 1 2"


@pytest.mark.parametrize("name", ["A", "x" * 40, "Ada Lovelace", "Dörte"])
def test_names_may_have_up_to_40_characters_and_spaces_within(name: str) -> None:
    assert name_problem(name) is None
    assert parse_game(format_game(Game(EDITIONS["classic-2014"], ("Bo", name)))).players == ("Bo", name)


@pytest.mark.parametrize(
    "tag",
    [("format", "x"), ("rules", "x"), ("player", "x"), ("result", "x"), ("Event", "x"), ("9", "x"), ("event", "")],
)
def test_some_tags_cannot_stand_in_a_record(tag: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="header"):
        Game(EDITIONS["classic-2014"], ("Ada", "Bo"), tags=(tag,))


def test_a_game_has_at_most_seven_players() -> None:
    assert len(Game(EDITIONS["classic-2014"], tuple("ABCDEFG")).players) == 7
    with pytest.raises(ValueError, match="2 to 7"):
        Game(EDITIONS["classic-2014"], tuple("ABCDEFGH"))


def test_undo_takes_back_one_move_or_as_many_as_are_said() -> None:
    game = played("roll", "dice 1124445W", "keep 4")
    assert game.undo() == game.until(2)
    assert game.undo(2) == game.until(1)
    assert game.until(3) == game
    assert game.until(0).moves == ()


def test_the_golden_die_alone_is_written_and_read() -> None:
    game = played(
        *("roll", "dice 2222WWWW", "keep W", "roll", "dice 2223", "keep 2", "roll", "dice 1", "keep 1"),
        *("roll", "dice 22223333", "keep 2", "roll", "dice 2222"),
        *("roll golden", "dice WWWWWWWW+2", "keep W", "roll", "dice +3", "keep 3"),
        edition="deluxe-2018",
    )
    assert format_game(game).splitlines()[-1] == "  3. WWWWWWWW+2:W +3:3  ; Ada takes 36"
    assert parse_game(format_game(game)) == game
