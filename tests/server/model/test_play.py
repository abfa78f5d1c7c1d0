"""Which moves a person or a bot may make, and what comes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.chains import Links
from wormgrill.game import EDITIONS, Phase, parse_move
from wormgrill.game.fair_dice import FIRST_SCHEME, NONE, Chain, verify
from wormgrill.game.record import Game
from wormgrill.game.state import legal_moves
from wormgrill.server.model.play import (
    bot_move,
    chains_after,
    chains_of,
    fitting_link,
    is_due_for_bot,
    person_move,
    played,
    seat_to_move,
)
from wormgrill.server.model.refusals import InvalidRequest, MoveNotLegal, NotAllowed, NotNow, StaleMove
from wormgrill.server.model.table import Life, Presence, Seat, Table, with_away, without_person

SEATS = (Seat("Ada", "ada", seed="a"), Seat("Bo", "bo", seed="b"))
TABLE = Table("t" * 16, "ada", EDITIONS["classic-2014"], SEATS, "0" * 64, 0.0, life=Life.PLAYING, started_at=1.0)
GAME = Game(TABLE.rules, ("Ada", "Bo"))
ROLL = parse_move("roll")


def test_a_roll_brings_its_dice_and_they_follow_from_the_table() -> None:
    game, steps = played(TABLE, GAME, ROLL)
    assert [step.ply for step in steps] == [0, 1]
    assert steps[0].after == steps[1].before
    assert steps[1].after == game.state
    assert game.state.phase is not Phase.CHANCE
    assert played(TABLE, GAME, ROLL)[0] == game
    assert played(replace(TABLE, secret="1" * 64), GAME, ROLL)[0] != game


def test_a_link_is_part_of_the_dice_and_breaks_where_it_is_missing() -> None:
    links = Links("Ada")
    table = replace(TABLE, seats=(replace(SEATS[0], anchor=links.anchor), SEATS[1]))
    assert fitting_link(table, GAME, {}, links.at(0)) == links[2]
    assert fitting_link(table, GAME, {}, links.at(1)) == NONE
    assert fitting_link(TABLE, GAME, {}, links.at(0)) == NONE
    game, steps = played(table, GAME, ROLL, links.at(0))
    assert game != played(table, GAME, ROLL)[0]
    assert chains_of(table, steps, {1: links.at(0)}) == {links.anchor: Chain(links.anchor, links.at(0))}
    broken = chains_after(table, {}, steps[-1], NONE)
    assert broken == chains_of(table, steps, {}) == {links.anchor: Chain(links.anchor, is_broken=True)}
    assert fitting_link(table, GAME, broken, links.at(0)) == NONE
    assert chains_after(table, {}, steps[0], NONE) == {}, "a decision is no roll"


def test_a_game_of_the_first_scheme_goes_on_with_its_dice() -> None:
    old = replace(TABLE, dice_scheme=FIRST_SCHEME)
    game, _ = played(old, GAME, ROLL)
    assert game != played(TABLE, GAME, ROLL)[0]
    result = verify(replace(old, life=Life.FINISHED).record(game, {}))
    assert (result.is_fair, result.scheme, result.rolls) == (True, FIRST_SCHEME, 1)


def test_a_move_that_is_no_roll_is_one_step() -> None:
    game, _ = played(TABLE, GAME, ROLL)
    after, steps = played(TABLE, game, legal_moves(game.state)[-1])
    assert len(steps) == 1
    assert after.moves[:-1] == game.moves


@pytest.mark.parametrize(
    ("person", "ply", "text", "refusal"),
    [
        ("ada", 1, "roll", StaleMove),
        ("ada", -1, "roll", StaleMove),
        ("bo", 0, "roll", NotAllowed),
        ("stranger", 0, "roll", NotAllowed),
        ("ada", 0, "jump", InvalidRequest),
        ("ada", 0, "stop", MoveNotLegal),
        ("ada", 0, "dice 1234512W", MoveNotLegal),
    ],
)
def test_a_move_out_of_turn_or_against_the_rules_is_refused(
    person: str, ply: int, text: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        person_move(TABLE, GAME, person, ply, text)


def test_a_refused_move_comes_with_the_legal_ones() -> None:
    with pytest.raises(MoveNotLegal) as refused:
        person_move(TABLE, GAME, "ada", 0, "stop")
    assert refused.value.more == {"legal": ["roll"]}


@pytest.mark.parametrize("life", [Life.WAITING, Life.FINISHED])
def test_nothing_is_played_before_the_start_or_after_the_end(life: Life) -> None:
    with pytest.raises(NotNow):
        person_move(replace(TABLE, life=life), GAME, "ada", 0, "roll")
    assert seat_to_move(replace(TABLE, life=life), GAME.state) is None


def test_a_person_who_moves_has_come_back() -> None:
    assert person_move(TABLE, GAME, "ada", 0, "roll") == (TABLE, ROLL)
    assert person_move(with_away(TABLE, 0), GAME, "ada", 0, "roll") == (TABLE, ROLL)
    abandoned = without_person(without_person(TABLE, "ada"), "bo")
    table, _ = person_move(abandoned, GAME, "ada", 0, "roll")
    assert (table.life, table.seats[0].presence) == (Life.PLAYING, Presence.HERE)


def test_a_bot_plays_only_the_ply_and_the_seat_it_was_asked_for() -> None:
    away = with_away(TABLE, 0)
    assert bot_move(away, GAME, 0, 0, ROLL) == (away, ROLL)
    for table, seat, ply in ((TABLE, 0, 0), (away, 1, 0), (away, 0, 1), (replace(away, life=Life.ABANDONED), 0, 0)):
        assert not is_due_for_bot(table, GAME, seat, ply)
        with pytest.raises(StaleMove):
            bot_move(table, GAME, seat, ply, ROLL)
