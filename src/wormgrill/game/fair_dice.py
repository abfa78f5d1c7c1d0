"""Dice that anyone can verify: the server commits to a secret, the seats add seeds, and every roll follows from both.

How it works, and how to check it without this program, is in docs/fair-dice.md.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.moves import Dice
from wormgrill.game.record import Game
from wormgrill.game.state import State, thrown

SCHEME = "hmac-sha256/1"
SIDES = 6
UNBIASED = 252
"""Bytes from here on are rejected: 252 is the largest multiple of 6 that a byte can hold."""
NO_SEED = "-"
"""Stands for a seat without a seed of its own: a bot's."""
SECRET = re.compile(r"[0-9a-f]{64}")
SEED = re.compile(r"[A-Za-z0-9]{1,64}")
TAGS = ("dice", "dice-commitment", "dice-table", "dice-seeds", "dice-secret")


@dataclass(frozen=True, slots=True)
class FairDice:
    """The dice of one game: all that the rolls follow from."""

    secret: str
    """64 hexadecimal digits, known to the server alone until the game ends."""
    table: str
    seeds: tuple[str, ...]
    """Per seat."""

    @property
    def commitment(self) -> str:
        """What the server publishes before it knows any seed: it can no longer choose another secret."""
        return hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()

    def sides(self, ply: int) -> Iterator[int]:
        """The sides, 0 to 5, on which the dice of a ply fall, without end."""
        key = bytes.fromhex(self.secret)
        for block in count():
            text = f"{self.table} {' '.join(self.seeds)} {ply} {block}"
            for byte in hmac.digest(key, text.encode(), "sha256"):
                if byte < UNBIASED:
                    yield byte % SIDES

    def roll(self, state: State, ply: int) -> Dice:
        """Chance's move at this ply."""
        return thrown(state, tuple(islice(self.sides(ply), state.turn.dice_left)))

    def tags(self, *, is_revealed: bool) -> tuple[tuple[str, str], ...]:
        """What a record says about its dice; the secret only when the game is over."""
        values = (SCHEME, self.commitment, self.table, " ".join(self.seeds), self.secret)
        return tuple(zip(TAGS, values, strict=True))[: len(TAGS) if is_revealed else -1]


@dataclass(frozen=True, slots=True)
class Verification:
    """What recomputing the dice of a game has shown."""

    rolls: int
    differing: tuple[int, ...]
    """The plies whose dice do not follow from the secret and the seeds."""
    keeps_commitment: bool
    """Whether the secret is the one that was promised."""

    @property
    def is_fair(self) -> bool:
        """Whether everything matches."""
        return self.keeps_commitment and not self.differing


def dice_table(table_id: str) -> str:
    """The name under which a table enters its dice: a record names the table without opening it."""
    return hashlib.sha256(table_id.encode()).hexdigest()[:16]


def parse_fair_dice(game: Game) -> FairDice:
    """The dice that the tags of a record describe."""
    missing = [tag for tag in TAGS if game.tag(tag) is None]
    if missing:
        raise InvalidNotation(f"the record has no {missing[0]}: its dice cannot be verified")
    scheme, _, table, seeds, secret = (game.tag(tag) or "" for tag in TAGS)
    if scheme != SCHEME:
        raise InvalidNotation(f"dice {quoted(scheme)} are not known", expected=SCHEME)
    if not SECRET.fullmatch(secret):
        raise InvalidNotation("dice-secret cannot be read", expected="64 hexadecimal digits")
    dice = FairDice(secret, table, tuple(seeds.split(" ")))
    if len(dice.seeds) != len(game.players) or not all(map(is_seed_or_none, dice.seeds)):
        raise InvalidNotation("dice-seeds cannot be read", expected="letters and digits or '-' for each seat")
    return dice


def is_seed_or_none(text: str) -> bool:
    """Whether a text can stand in the tag of the seeds."""
    return text == NO_SEED or SEED.fullmatch(text) is not None


def verify(game: Game) -> Verification:
    """Recompute every roll of a game from its tags."""
    dice = parse_fair_dice(game)
    differing = []
    rolls = 0
    states: Sequence[State] = list(game.replay())
    for ply, move in enumerate(game.moves):
        if isinstance(move, Dice):
            rolls += 1
            if dice.roll(states[ply], ply) != move:
                differing.append(ply)
    return Verification(rolls, tuple(differing), dice.commitment == game.tag("dice-commitment"))
