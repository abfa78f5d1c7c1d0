"""Histories: tuples of moves that grow without being copied."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.records import TAKEN, played
from wormgrill.game import EDITIONS, Game, parse_move
from wormgrill.game.dice import FACES
from wormgrill.game.history import History
from wormgrill.game.moves import Keep, Move, Roll, Stop

MOVES: tuple[Move, ...] = (Roll(), Stop(), *map(Keep, FACES))
moves = st.sampled_from(MOVES)


def grown(*moves: Move) -> History:
    history = History([])
    for move in moves:
        history = history.then(move)
    return history


@given(st.lists(moves), st.slices(30), st.integers(-5, 35))
def test_a_history_is_used_like_the_tuple_of_its_moves(given_moves: list[Move], part: slice, place: int) -> None:
    whole, history = tuple(given_moves), grown(*given_moves)
    longer = history.then(Roll())
    assert history == whole
    assert whole == history
    assert history == History(given_moves)
    assert history != longer
    assert history != whole[:-1] or not whole
    assert history != given_moves  # as a tuple is not equal to a list
    assert hash(history) == hash(whole)
    assert repr(history) == repr(whole)
    assert (len(history), bool(history), list(history)) == (len(whole), bool(whole), list(whole))
    assert list(reversed(history)) == list(reversed(whole))
    assert history[part] == whole[part]
    assert (history + whole, whole + history) == (whole + whole, whole + whole)
    assert all((move in history, history.count(move)) == (move in whole, whole.count(move)) for move in MOVES)
    if -len(whole) <= place < len(whole):
        assert history[place] == whole[place]
    else:
        with pytest.raises(IndexError):
            history[place]
    assert pickle.loads(pickle.dumps(history)) == whole


@given(st.data())
def test_histories_that_branch_from_one_another_do_not_mix(data: st.DataObject) -> None:
    known: list[tuple[History, tuple[Move, ...]]] = [(History([]), ())]
    for _ in range(data.draw(st.integers(0, 30))):
        history, twin = data.draw(st.sampled_from(known))
        move = data.draw(moves)
        known.append((history.then(move), (*twin, move)))
    assert all(history == twin for history, twin in known)


def test_moves_played_one_after_the_other_are_never_copied() -> None:
    game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    lists = set()
    for text in ("roll", "dice 1124445W", "keep 4", "stop") * 50:
        game = game.play(parse_move(text))
        assert isinstance(game.moves, History)
        lists.add(id(game.moves._shared))
    assert len(lists) == 1


def test_games_that_branch_are_values_of_their_own() -> None:
    game = played(*TAKEN[:2])
    four, five = game.play(Keep(4)), game.play(Keep(5))
    assert (len(game.moves), four.moves[-1], five.moves[-1]) == (2, Keep(4), Keep(5))
    assert four.undo() == five.undo() == game
    assert four.undo().play(Keep(5)) == five
    assert four.undo().play(Keep(4)).state == four.state
    assert {four, four.undo().play(Keep(4)), Game(game.rules, game.players, tuple(four.moves))} == {four}


class Contested(list[Move]):
    """A list that another thread appends to first, whenever somebody does."""

    def append(self, move: Move) -> None:
        super().append(Keep(6))
        super().append(move)


def test_a_thread_that_goes_on_from_the_same_moves_at_the_same_time_does_no_harm() -> None:
    begun = History(Contested([Roll()]))
    assert begun.then(Stop()) == (Roll(), Stop())
    assert begun.then(Keep(1)).then(Keep(2)) == (Roll(), Keep(1), Keep(2))
    assert begun == (Roll(),)


class Followed(list[Move]):
    """A list that another thread appends to just after somebody does."""

    def append(self, move: Move) -> None:
        super().append(move)
        super().append(Keep(6))


def test_a_thread_that_comes_just_after_does_no_harm_either() -> None:
    begun = History(Followed([Roll()]))
    assert begun.then(Stop()) == (Roll(), Stop())
    assert begun.then(Keep(1)).then(Keep(2)) == (Roll(), Keep(1), Keep(2))


def test_only_the_longest_game_makes_the_shared_list_grow() -> None:
    shared: list[Move] = [Roll()]
    begun = History(shared)
    assert begun.then(Stop()) == (Roll(), Stop())
    assert begun.then(Keep(1)) == (Roll(), Keep(1))
    assert shared == [Roll(), Stop()]
