"""Decisions about a table, without a server."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from tests.support.chains import Links
from wormgrill.game import EDITIONS, InvalidNotation
from wormgrill.game.fair_dice import FIRST_SCHEME, NONE, SCHEME
from wormgrill.server.model.refusals import AnchorUsed, Ended, InvalidRequest, Muted, NotAllowed, NotNow, Removed
from wormgrill.server.model.table import (
    Life,
    Presence,
    Seat,
    Table,
    again,
    bot_seed,
    chat_name,
    check_host,
    deadline,
    free_name,
    has_people,
    is_talked_at,
    other_person,
    parse_pace,
    rematch_of,
    started,
    with_anchor,
    with_away,
    with_bird,
    with_bot,
    with_everybody_removed,
    with_muted,
    with_person,
    with_removal,
    with_return,
    with_reveal,
    without_person,
)

ADA, BO = Seat("Ada", "ada"), Seat("Bo", "bo")
WAITING = Table("t" * 16, "ada", EDITIONS["classic-2014"], (ADA, Seat(), Seat()), "0" * 64, 0.0)
PLAYING = replace(WAITING, seats=(ADA, BO), life=Life.PLAYING, started_at=1.0)


@pytest.mark.parametrize(
    "text", ["", "live", "live 4", "live 3601", "mail 0", "mail 31", "live ٣٠", "relaxed 1", "fast 5"]
)
def test_a_pace_within_reason(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_pace(text)


@pytest.mark.parametrize("text", ["relaxed", "live 5", "live 3600", "mail 1", "mail 30"])
def test_a_pace_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_pace(text)) == text


def test_names_at_a_table_differ() -> None:
    table = WAITING
    for _ in range(2):
        table = with_person(table, ADA, is_another=True)
    assert [seat.name for seat in table.seats] == ["Ada", "Ada 2", "Ada 3"]
    long = replace(PLAYING, seats=(replace(ADA, name="x" * 40), BO))
    assert free_name(long, "x" * 40) == "x" * 38 + " 2"


def test_who_sits_stays_and_a_full_table_is_full() -> None:
    assert with_person(WAITING, ADA, is_another=False) is WAITING
    full = with_person(with_person(WAITING, BO, is_another=False), ADA, is_another=True)
    with pytest.raises(NotNow):
        with_person(full, Seat("Cy", "cy"), is_another=False)


def test_bots_take_free_seats_only() -> None:
    assert with_bot(WAITING, 1, "greedy").seats[1].name == "Greedy"
    assert with_bot(with_bot(WAITING, 1, "greedy"), 1, None).seats[1].kind == "open"
    for number in (0, 3):
        with pytest.raises(NotNow):
            with_bot(WAITING, number, "greedy")


def test_a_game_needs_two() -> None:
    with pytest.raises(NotNow, match="still open"):
        started(WAITING, 1.0)
    with pytest.raises(NotNow, match="cannot play"):
        started(WAITING, 1.0, "nobody")
    begun = started(WAITING, 1.0, "greedy")
    assert [seat.name for seat in begun.seats] == ["Ada", "Greedy", "Greedy 2"]
    with pytest.raises(NotNow):
        started(begun, 2.0)


def test_the_host_passes_on_and_the_last_one_abandons() -> None:
    left = without_person(PLAYING, "ada")
    assert (left.host, left.seats[0].presence, left.life) == ("bo", Presence.LEFT, Life.PLAYING)
    assert without_person(left, "bo").life is Life.ABANDONED
    assert with_return(without_person(left, "bo"), "ada").life is Life.PLAYING
    assert without_person(WAITING, "ada").life is Life.ABANDONED
    assert without_person(PLAYING, "stranger") is PLAYING


def test_clocks_run_for_people_who_are_here() -> None:
    timed = replace(PLAYING, pace=parse_pace("live 30"))
    assert deadline(timed, 0, 100.0) == 130.0
    assert deadline(with_away(timed, 0), 0, 100.0) is None
    assert deadline(PLAYING, 0, 100.0) is None


def test_pauses_are_for_people() -> None:
    assert has_people(PLAYING)
    programs = replace(PLAYING, seats=tuple(replace(seat, is_client=True) for seat in PLAYING.seats))
    assert not has_people(programs)
    assert not has_people(without_person(without_person(PLAYING, "ada"), "bo"))


def test_a_clock_that_runs_out_changes_nothing_where_a_bot_plays_already() -> None:
    left = without_person(PLAYING, "bo")
    assert with_away(left, 1) == left
    assert with_away(PLAYING, 1).seats[1].presence is Presence.AWAY
    waiting = replace(PLAYING, life=Life.WAITING)
    assert with_away(waiting, 1) == waiting


def test_a_rematch_is_for_those_who_played() -> None:
    over = replace(without_person(PLAYING, "bo"), life=Life.FINISHED)
    assert [seat.kind for seat in again(over, "ada")] == ["open", "person"]
    with pytest.raises(NotAllowed):
        again(over, "stranger")
    with pytest.raises(NotNow):
        again(PLAYING, "ada")


# ------------------------------------------------------------------------------------------------ the dice

MINE, THEIRS = Links("Ada"), Links("Bo")
COMMITTED = with_anchor(with_person(WAITING, BO, is_another=False), "ada", MINE.anchor)


def test_who_sits_can_commit_before_the_start_and_only_then() -> None:
    assert [seat.anchor for seat in COMMITTED.seats] == [MINE.anchor, NONE, NONE]
    with pytest.raises(NotAllowed):
        with_anchor(WAITING, "bo", THEIRS.anchor)
    with pytest.raises(NotNow):
        with_anchor(PLAYING, "ada", MINE.anchor)
    with pytest.raises(InvalidRequest):
        with_anchor(WAITING, "ada", "0")


def test_nobody_can_commit_to_the_chain_of_somebody_else() -> None:
    with pytest.raises(AnchorUsed):
        with_anchor(COMMITTED, "bo", MINE.anchor)
    with pytest.raises(AnchorUsed):
        with_person(COMMITTED, Seat("Cy", "cy", anchor=MINE.anchor), is_another=False)


def test_all_seats_of_a_person_share_the_chain_that_came_first() -> None:
    another = with_person(COMMITTED, Seat("Ida", "ada", anchor=THEIRS.anchor), is_another=True)
    assert [seat.anchor for seat in another.seats] == [MINE.anchor, NONE, MINE.anchor]
    late = with_person(WAITING, Seat("Ida", "ada", anchor=MINE.anchor), is_another=True)
    assert [seat.anchor for seat in late.seats] == [MINE.anchor, MINE.anchor, NONE]


def test_what_was_committed_is_revealed_after_the_start_and_nothing_else() -> None:
    with pytest.raises(NotNow):
        with_reveal(COMMITTED, "ada", MINE.seed)
    begun = started(COMMITTED, 1.0, "greedy")
    assert begun.unrevealed == (0,)
    for wrong in (MINE[2], MINE.anchor, THEIRS.seed, "", "x" * 64):
        with pytest.raises(InvalidRequest):
            with_reveal(begun, "ada", wrong)
    for person in ("bo", "stranger"):
        with pytest.raises(NotAllowed):
            with_reveal(begun, person, THEIRS.seed)
    revealed = with_reveal(begun, "ada", MINE.seed)
    assert (revealed.unrevealed, revealed.dice.seeds) == ((), (MINE.seed, NONE, NONE))
    assert with_reveal(revealed, "ada", MINE.seed) == revealed


def test_a_game_keeps_the_dice_with_which_it_began_and_a_rematch_has_new_ones() -> None:
    old = replace(PLAYING, seats=(replace(ADA, seed="a"), replace(BO, seed="b")), dice_scheme=FIRST_SCHEME)
    assert (old.dice.scheme, old.dice.seeds, old.dice.anchors) == (FIRST_SCHEME, ("a", "b"), ())
    new = rematch_of(replace(old, life=Life.FINISHED), "ada", table_id="n" * 16, secret="1" * 64, now=2.0)
    assert (new.dice.scheme, new.dice.seeds, new.dice.anchors) == (SCHEME, (NONE, NONE), (NONE, NONE))


def test_whims_of_bots_follow_from_the_secret_and_from_nothing_public() -> None:
    seed = bot_seed(PLAYING, 0)
    assert seed.bit_length() > 200  # nobody tries them all
    assert seed not in {bot_seed(PLAYING, 1), bot_seed(replace(PLAYING, secret="1" * 64), 0)}
    assert bot_seed(replace(PLAYING, seats=(BO, ADA), created_at=5.0, host="bo"), 0) == seed
    first_version = replace(PLAYING, has_secret_whims=False)
    assert bot_seed(first_version, 0) == int.from_bytes(sha256(f"{'t' * 16} 0".encode()).digest()[:4])
    assert rematch_of(
        replace(first_version, life=Life.FINISHED), "ada", table_id="r" * 16, secret="2" * 64, now=1.0
    ).has_secret_whims


def test_only_the_host_is_the_host() -> None:
    check_host(PLAYING, "ada")
    with pytest.raises(NotAllowed):
        check_host(PLAYING, "bo")


# ---------------------------------------------------------------------------------------------------- faces and talking


def test_a_person_has_one_seat_of_their_own_and_others_play_beside_them() -> None:
    beside = replace(WAITING, seats=(Seat("Ida", "ada"), Seat("Ada", "ada"), BO))
    assert beside.own_seat("ada", "Ada") == 1
    assert beside.own_seat("ada", "Countess") == 0
    assert beside.own_seat("cy") is None
    assert [seat.bird for seat in with_bird(beside, "ada", "Ada", "duck").seats] == [None, "duck", None]
    assert with_bird(beside, "cy", "Cy", "duck") == beside


def test_people_keep_their_birds_in_a_rematch() -> None:
    finished = replace(PLAYING, seats=(replace(ADA, bird="duck"), BO), life=Life.FINISHED)
    assert [(seat.name, seat.bird) for seat in again(finished, "ada")] == [("Bo", None), ("Ada", "duck")]


def test_people_talk_where_at_least_two_of_them_are() -> None:
    assert is_talked_at(PLAYING)
    assert not is_talked_at(replace(PLAYING, has_chat=False))
    assert not is_talked_at(replace(PLAYING, seats=(ADA, Seat("Rooster", level="rooster"))))
    assert not is_talked_at(replace(PLAYING, seats=(ADA, Seat("Ida", "ada")))), "they share a device"


def test_whoever_is_removed_before_the_start_leaves_the_seat_free_and_cannot_take_another_one() -> None:
    table = with_removal(with_person(WAITING, BO, is_another=False), "bo")
    assert table.seats[1].kind == "open"
    with pytest.raises(Removed):
        with_person(table, BO, is_another=False)
    assert with_person(table, Seat("Cy", "cy"), is_another=False).seats[1].name == "Cy"


def test_whoever_is_removed_during_the_game_acts_for_no_seat_and_cannot_return() -> None:
    table = with_removal(PLAYING, "bo")
    assert table.seats_of("bo") == ()
    assert table.seats_named("bo") == (1,)
    assert table.seats[1].is_played_by_bot
    assert not table.is_played_for("bo")
    with pytest.raises(Removed):
        with_return(table, "bo")
    with pytest.raises(NotNow):
        with_removal(table, "bo")


def test_whoever_was_removed_is_not_at_the_rematch() -> None:
    over = replace(with_removal(PLAYING, "bo"), life=Life.FINISHED)
    new = rematch_of(over, "ada", table_id="u" * 16, secret="1" * 64, now=2.0)
    assert [seat.kind for seat in new.seats] == ["open", "person"]
    with pytest.raises(Removed):
        with_person(new, BO, is_another=False)


def test_a_game_that_the_operator_ends_is_taken_up_by_nobody() -> None:
    ended = with_everybody_removed(PLAYING)
    assert ended.life is Life.ABANDONED
    for person in ("ada", "bo"):
        with pytest.raises(Ended):
            with_return(ended, person)
        with pytest.raises(Ended):
            rematch_of(ended, person, table_id="u" * 16, secret="1" * 64, now=2.0)
    assert with_everybody_removed(ended) == ended
    with pytest.raises(NotNow):
        with_everybody_removed(replace(PLAYING, life=Life.FINISHED))


def test_whoever_is_muted_plays_but_does_not_talk() -> None:
    muted = with_muted(PLAYING, "bo", is_muted=True)
    assert with_muted(muted, "bo", is_muted=True) == muted
    with pytest.raises(Muted):
        chat_name(muted, "bo")
    assert muted.seats_of("bo") == (1,)
    assert chat_name(with_muted(muted, "bo", is_muted=False), "bo") == "Bo"


def test_nobody_removes_themselves_a_bot_or_an_empty_seat() -> None:
    table = with_bot(WAITING, 1, "greedy")
    for number in (0, 1, 2, 9):
        with pytest.raises(NotNow):
            other_person(table, number, "ada")
    assert other_person(PLAYING, 1, "ada") == "bo"


def test_whoever_is_muted_does_not_become_the_host_while_others_are_there() -> None:
    cleo = Seat("Cleo", "cleo")
    muted = with_muted(replace(PLAYING, seats=(*PLAYING.seats, cleo)), "bo", is_muted=True)
    assert without_person(muted, "ada").host == "cleo"
    assert without_person(without_person(muted, "cleo"), "ada").host == "bo", "nobody else is there"
    over = replace(muted, life=Life.FINISHED)
    assert rematch_of(over, "bo", table_id="u" * 16, secret="1" * 64, now=2.0).host in ("ada", "cleo")
    assert rematch_of(over, "cleo", table_id="u" * 16, secret="1" * 64, now=2.0).host == "cleo"
