"""Dice that anyone can verify: the server and the players' browsers commit to values, and every roll follows from them.

What is promised, how it works, and how to check it without this program, is in docs/fair-dice.md.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice

from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.moves import Dice
from wormgrill.game.record import Game
from wormgrill.game.state import State, thrown

SCHEME = "hash-chain/2"
FIRST_SCHEME = "hmac-sha256/1"
"""Of older games: only the server commits, and it draws most of the seeds itself."""
SIDES = 6
UNBIASED = 252
"""Bytes from here on are rejected: 252 is the largest multiple of 6 that a byte can hold."""
NONE = "-"
"""Stands where a seat has added nothing."""
VALUE = re.compile(r"[0-9a-f]{64}")
SEED = re.compile(r"[A-Za-z0-9]{1,64}")
"""What a seed of the first scheme may be."""
MAX_LINKS = 4096
"""How many links a chain has at most."""
FIRST_TAGS = ("dice", "dice-commitment", "dice-table", "dice-seeds", "dice-secret")
TAGS = ("dice", "dice-commitment", "dice-table", "dice-anchors", "dice-seeds", "dice-links", "dice-secret")


# ------------------------------------------------------------------------------------------------ chains


def hashed(value: str, times: int = 1) -> str:
    """SHA-256 of 32 bytes in hexadecimal digits, so many times over: from any link of a chain to an earlier one.

    >>> hashed("00" * 32)[:16], hashed("00" * 32, 2) == hashed(hashed("00" * 32))
    ('66687aadf862bd77', True)
    """
    found = bytes.fromhex(value)
    for _ in range(times):
        found = hashlib.sha256(found).digest()
    return found.hex()


def link_number(ply: int) -> int:
    """Which link of a chain belongs to the dice of a ply: link 0 is the anchor, link 1 the seed."""
    return ply + 1


@dataclass(frozen=True, slots=True)
class Chain:
    """How far a person's chain has come in a game; all seats of the person share it."""

    anchor: str
    """Link 0: what the person has committed to before the start."""
    link: str = NONE
    """The link of the last roll that was made with one."""
    is_broken: bool = False
    """Whether a roll was made without a link: from then on none is taken, so that nobody can choose more than once."""

    def fitting(self, link: str, ply: int) -> str:
        """The link itself if it is the one for the dice of this ply, else none."""
        number = link_number(ply)
        if self.is_broken or number > MAX_LINKS or not VALUE.fullmatch(link):
            return NONE
        return link if hashed(link, number) == self.anchor else NONE

    def after(self, link: str) -> Chain:
        """The chain after a roll that was made with this link, or with none."""
        return replace(self, is_broken=True) if link == NONE else replace(self, link=link)


# ------------------------------------------------------------------------------------------------ dice


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one game: all that the rolls follow from, but for the links."""

    secret: str
    """64 hexadecimal digits, known to the server alone until the game ends."""
    table: str
    seeds: tuple[str, ...]
    """Per seat, what it has revealed."""
    anchors: tuple[str, ...] = ()
    """Per seat, what it has committed to; empty in the first scheme."""

    @property
    def scheme(self) -> str:
        """The name of the way in which rolls follow from all this."""
        return SCHEME if self.anchors else FIRST_SCHEME

    @property
    def commitment(self) -> str:
        """What the server publishes before it knows any seed: it can no longer choose another secret."""
        return hashed(self.secret)

    def sides(self, ply: int, link: str = NONE) -> Iterator[int]:
        """The sides, 0 to 5, on which the dice of a ply fall, without end."""
        key = bytes.fromhex(self.secret)
        what = [self.table, *self.anchors, *self.seeds, str(ply), *([link] if self.anchors else [])]
        for block in count():
            for byte in hmac.digest(key, " ".join([*what, str(block)]).encode(), "sha256"):
                if byte < UNBIASED:
                    yield byte % SIDES

    def roll(self, state: State, ply: int, link: str = NONE) -> Dice:
        """Chance's move at this ply."""
        return thrown(state, tuple(islice(self.sides(ply, link), state.turn.dice_left)))

    def tags(self, links: tuple[str, ...] = (), *, is_revealed: bool) -> tuple[tuple[str, str], ...]:
        """What a record says about its dice: the last link of every seat, and the secret only when the game is over."""
        anchors, seeds = " ".join(self.anchors), " ".join(self.seeds)
        if self.anchors:
            values = (SCHEME, self.commitment, self.table, anchors, seeds, " ".join(links), self.secret)
            found = tuple(zip(TAGS, values, strict=True))
        else:
            found = tuple(zip(FIRST_TAGS, (FIRST_SCHEME, self.commitment, self.table, seeds, self.secret), strict=True))
        return found if is_revealed else found[:-1]


def committed_text(table: str, commitment: str, anchors: Iterable[str]) -> str:
    """All that was committed to before anything is revealed: a browser that took part remembers it."""
    return " ".join((table, commitment, *anchors))


def dice_table(table_id: str) -> str:
    """The name under which a table enters its dice: a record names the table without opening it."""
    return hashlib.sha256(table_id.encode()).hexdigest()[:16]


# ------------------------------------------------------------------------------------------------ verifying


@dataclass(frozen=True, slots=True)
class Verification:
    """What recomputing the dice of a game has shown."""

    rolls: int
    differing: tuple[int, ...]
    """The plies whose dice do not follow from the values in the record."""
    keeps_commitment: bool
    """Whether the secret is the one that was promised."""
    scheme: str = FIRST_SCHEME
    linked: int = 0
    """How many rolls were made with a fresh value of a person's own: before, only the person and the operator of the
    server together could foresee them, and no record shows whether they did."""
    seeded: tuple[int, ...] = ()
    """The seats that committed to a value and revealed it: it is part of every roll."""
    withheld: tuple[int, ...] = ()
    """The seats that committed to a value and did not reveal it."""
    unlinked: int = 0
    """How many rolls of seats with a commitment were made without a fresh value."""
    false: tuple[int, ...] = ()
    """The seats whose seed or link does not follow from what they committed to."""

    @property
    def is_fair(self) -> bool:
        """Whether everything matches."""
        return self.keeps_commitment and not self.differing and not self.false

    @property
    def foreseeable(self) -> int:
        """How many rolls the operator of the server could have computed in advance without help."""
        return self.rolls - self.linked


@dataclass(frozen=True, slots=True)
class RecordedDice:
    """The dice that a record describes."""

    dice: FairDice
    last_links: tuple[str, ...] = ()
    """Per seat; empty in the first scheme."""

    def links(self, seat: int) -> tuple[str, ...]:
        """The links of a seat's chain from the anchor to the last one; empty if they do not lead there."""
        anchor, link = self.dice.anchors[seat], self.last_links[seat]
        if link == NONE:
            return ()
        found = [link]
        while found[-1] != anchor:
            if len(found) > MAX_LINKS:
                return ()
            found.append(hashed(found[-1]))
        return tuple(reversed(found))


def parse_fair_dice(game: Game) -> RecordedDice:
    """The dice that the tags of a record describe."""
    tags = dict(game.tags)
    scheme = tags.get("dice", SCHEME)
    if scheme not in (SCHEME, FIRST_SCHEME):
        raise InvalidNotation(f"dice {quoted(scheme)} are not known", expected=f"{SCHEME} or {FIRST_SCHEME}")
    for name in FIRST_TAGS if scheme == FIRST_SCHEME else TAGS:
        if name not in tags:
            raise InvalidNotation(f"the record has no {name}: its dice cannot be verified")
    secret, table = tags["dice-secret"], tags["dice-table"]
    if not VALUE.fullmatch(secret):
        raise InvalidNotation("dice-secret cannot be read", expected="64 hexadecimal digits")

    def per_seat(name: str, pattern: re.Pattern[str], what: str) -> tuple[str, ...]:
        """A tag with one word for each seat."""
        found = tuple(tags[name].split(" "))
        if len(found) != len(game.players) or not all(word == NONE or pattern.fullmatch(word) for word in found):
            raise InvalidNotation(f"{name} cannot be read", expected=f"{what} or '{NONE}' for each seat")
        return found

    if scheme == FIRST_SCHEME:
        return RecordedDice(FairDice(secret, table, per_seat("dice-seeds", SEED, "letters and digits")))
    anchors, seeds, links = (
        per_seat(name, VALUE, "64 hexadecimal digits") for name in ("dice-anchors", "dice-seeds", "dice-links")
    )
    return RecordedDice(FairDice(secret, table, seeds, anchors), links)


def verify(game: Game) -> Verification:
    """Recompute every roll of a game from its tags."""
    recorded = parse_fair_dice(game)
    dice = recorded.dice
    seats = range(len(dice.anchors))
    chains = {seat: recorded.links(seat) for seat in seats}
    differing, rolls, linked, unlinked = [], 0, 0, 0
    for ply, (state, move) in enumerate(zip(game.replay(), game.moves, strict=False)):
        if not isinstance(move, Dice):
            continue
        rolls += 1
        link = _link_at(chains, state.seat, ply)
        linked += link != NONE
        unlinked += link == NONE and state.seat in seats and dice.anchors[state.seat] != NONE
        if dice.roll(state, ply, link) != move:
            differing.append(ply)
    return Verification(
        rolls,
        tuple(differing),
        dice.commitment == game.tag("dice-commitment"),
        dice.scheme,
        linked,
        seeded=tuple(seat for seat in seats if dice.seeds[seat] != NONE),
        withheld=tuple(seat for seat in seats if dice.anchors[seat] != NONE and dice.seeds[seat] == NONE),
        unlinked=unlinked,
        false=tuple(seat for seat in seats if not _is_kept(recorded, seat, chains[seat])),
    )


def shared_anchors(games: Iterable[Game]) -> dict[str, tuple[int, ...]]:
    """The anchors that occur in records of more than one table, with the numbers of these records, counted from 0."""
    tables: dict[str, dict[int, str | None]] = {}
    for number, game in enumerate(games):
        for anchor in (game.tag("dice-anchors") or NONE).split():
            tables.setdefault(anchor, {})[number] = game.tag("dice-table")
    return {anchor: tuple(found) for anchor, found in tables.items() if anchor != NONE and len(set(found.values())) > 1}


def _link_at(chains: Mapping[int, tuple[str, ...]], seat: int, ply: int) -> str:
    """The link with which a seat rolled at a ply."""
    chain, number = chains.get(seat, ()), link_number(ply)
    return chain[number] if number < len(chain) else NONE


def _is_kept(recorded: RecordedDice, seat: int, chain: tuple[str, ...]) -> bool:
    """Whether a seat's seed and link follow from what it committed to, and are those of all seats of its chain."""
    dice = recorded.dice
    anchor, seed, link = dice.anchors[seat], dice.seeds[seat], recorded.last_links[seat]
    if anchor == NONE:
        return seed == link == NONE
    all_alike = {
        (dice.seeds[other], recorded.last_links[other]) for other, same in enumerate(dice.anchors) if same == anchor
    }
    is_seed_kept = seed == NONE or hashed(seed) == anchor
    return is_seed_kept and (link == NONE or bool(chain)) and len(all_alike) == 1
