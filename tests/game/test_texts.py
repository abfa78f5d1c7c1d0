"""Texts do wherever rules, moves, games or a position are asked for; all else is refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.support.positions import play, position
from wormgrill.game import (
    EDITIONS,
    Game,
    InvalidNotation,
    apply,
    chance_outcomes,
    events,
    format_game,
    format_state,
    format_trace,
    initial_state,
    legal_moves,
    parse_move,
    scores,
    winners,
)
from wormgrill.game.events import Failed
from wormgrill.game.history import History
from wormgrill.game.moves import Roll, as_move
from wormgrill.game.position import as_state
from wormgrill.game.record import as_game
from wormgrill.game.rules import as_rules

MOVES = ("roll", "dice 1124445W", "keep 4")
START = "classic-2014 | 21-36 | - - | seat=0 phase=roll"


def test_a_game_is_made_of_texts_as_of_values() -> None:
    game = Game(EDITIONS["deluxe-2018"], ("Ada", "Bo"), tuple(map(parse_move, MOVES)))
    assert Game("deluxe-2018", ["Ada", "Bo"], MOVES) == game
    assert Game("deluxe-2018", ("Ada", "Bo")).play("roll").play("dice 1124445W").play("keep 4") == game
    assert hash(Game("deluxe-2018", ["Ada", "Bo"], list(MOVES))) == hash(game)
    assert isinstance(game.play("roll").play("dice 11233").moves, History), "moves that are shared are not copied"


def test_functions_take_texts_as_values() -> None:
    start = initial_state("classic-2014", 2)
    assert start == initial_state(EDITIONS["classic-2014"], 2)
    assert apply(start, "roll") == apply(start, Roll())
    assert apply(apply(start, "roll"), "dice 1124445W") == play(start, "roll", "dice 1124445W")
    claiming = as_state("classic-2014 may_pass | 21-36 | - - | seat=0 phase=claim aside=5555W")
    assert events(claiming, "pass", apply(claiming, "pass")) == (Failed(0, None, None, on_purpose=True),)
    assert [*format_trace("classic-2014", 2, MOVES)] == [
        *format_trace(EDITIONS["classic-2014"], 2, map(parse_move, MOVES))
    ]


def test_values_stay_as_they_are() -> None:
    state, game = position("classic-2014"), Game("classic-2014", ("Ada", "Bo"), MOVES)
    assert as_rules(state.rules) is state.rules
    assert as_state(state) is state
    assert as_state(format_state(state)) == state
    assert as_game(game) is game
    assert as_game(format_game(game)) == game


@pytest.mark.parametrize("text", ["keep 7", "", "Roll"])
def test_a_text_that_is_no_move_is_refused_as_by_the_parser(text: str) -> None:
    for use in (as_move, Game("classic-2014", ("Ada", "Bo")).play, lambda move: apply(as_state(START), move)):
        with pytest.raises(InvalidNotation, match=r"is not a (move|face)"):
            use(text)


STATE, NAMES = as_state(START), ("Ada", "Bo")
RULES_WANTED = "rules are a text such as 'classic-2014', or Rules"
MOVE_WANTED = "a move is a text such as 'keep 4', or a Move"


@pytest.mark.parametrize(
    ("use", "given", "told"),
    [
        (Game, (2014, NAMES), f"{RULES_WANTED}, not 2014"),
        (initial_state, (None, 2), f"{RULES_WANTED}, not None"),
        (Game, ("classic-2014", "Bo"), "players are a list of names, not 'Bo'"),
        (Game, ("classic-2014", 2), "players are a list of names, not 2"),
        (Game, ("classic-2014", NAMES, "roll"), "moves are a list of moves or of their texts, not 'roll'"),
        (Game, ("classic-2014", NAMES, 6), "moves are a list of moves or of their texts, not 6"),
        (Game, ("classic-2014", NAMES, (6,)), f"{MOVE_WANTED}, not 6"),
        (Game("classic-2014", NAMES).play, (6,), f"{MOVE_WANTED}, not 6"),
        (apply, (STATE, None), f"{MOVE_WANTED}, not None"),
        (as_state, (21,), f"a position is a text such as {START!r}, or a State, not 21"),
        (as_game, (STATE,), "a game is the text of a record, or a Game, not State(rules="),
    ],
)
def test_what_is_of_the_wrong_type_is_told_with_what_is_wanted(
    use: Callable[..., object], given: tuple[object, ...], told: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        use(*given)


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="7 cannot be a name: it is no text"):
        Game("classic-2014", ("Ada", 7))  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    "use",
    [
        *(legal_moves, chance_outcomes, scores, winners),
        *(lambda state, move=move: apply(state, move) for move in (Roll(), parse_move("dice 1"))),
    ],
)
def test_functions_of_every_ply_say_what_makes_a_state_of_a_text(use: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="a position is a State, such as parse_state makes of a text, not 'classic"):
        use(START)
    with pytest.raises(TypeError, match=r"a position is a State, .* not None"):
        use(None)
