"""A game looked at again: its moments, and a whole record in a link.

A link that holds its record needs no table: nothing of an opened file is stored.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.record import Game, count_turns, format_game, parse_game
from wormgrill.game.state import Phase
from wormgrill.presentation.story import Story, story_of

MAX_RECORD_BYTES = 65_536
MAX_TURNS = 500
"""Games of people have forty to a hundred turns."""
CHAPTER = 40


@dataclass(frozen=True)
class Moments:
    """The moments of a game that a replay shows, by ply."""

    plies: tuple[int, ...]
    """Every position but those in which dice are in the air."""
    turns: tuple[int, ...]
    """Those with which a turn begins, and the end of the game."""
    stories: tuple[Story, ...] = field(default=(), repr=False)
    """The story as it stands after every so many plies, so that no step tells the whole game again."""

    def place_of(self, ply: int) -> int:
        """The number of the moment at a ply, or of the next one after it."""
        return min(bisect_left(self.plies, ply), len(self.plies) - 1)

    def at(self, place: int) -> int:
        """The ply of a moment; the first or last one if there is none of this number."""
        return self.plies[max(0, min(place, len(self.plies) - 1))]

    def turn_before(self, ply: int) -> int:
        """Where the turn began, or the one before if the moment is a beginning itself."""
        return self.turns[max(0, bisect_left(self.turns, ply) - 1)]

    def turn_after(self, ply: int) -> int:
        """Where the next turn begins."""
        return self.turns[min(bisect_right(self.turns, ply), len(self.turns) - 1)]

    def story_until(self, game: Game, ply: int) -> Story:
        """The story of the game up to a ply."""
        return story_of(game.until(ply), self.stories[ply // CHAPTER])

    def turn_number(self, ply: int) -> int:
        """The number of the turn to which a moment belongs, from 1 on; the end belongs to the last one."""
        return min(bisect_right(self.turns, ply), max(1, len(self.turns) - 1))


@lru_cache(64)
def moments_of(game: Game) -> Moments:
    """The moments of a game; remembered, because a viewer of one moment asks for the next one too.

    >>> from wormgrill.game import EDITIONS, parse_move
    >>> game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    >>> for text in ("roll", "dice 1444444W", "keep 4"):
    ...     game = game.play(parse_move(text))
    >>> moments_of(game)
    Moments(plies=(0, 2, 3), turns=(0, 3))
    """
    phases = [state.phase for state in game.replay()]
    plies = tuple(ply for ply, phase in enumerate(phases) if phase is not Phase.CHANCE)
    turns = {ply for ply, phase in enumerate(phases) if phase is Phase.ROLL} | {plies[-1]}
    stories = [story_of(game.until(0))]
    for ply in range(CHAPTER, len(game.moves) + 1, CHAPTER):
        stories.append(story_of(game.until(ply), stories[-1]))
    return Moments(plies, tuple(sorted(turns)), tuple(stories))


def encode_record(game: Game) -> str:
    """A record so short that it fits into a link."""
    return encoded(format_game(game))


def encoded(record: str) -> str:
    """The same of the text of a record."""
    packed = zlib.compress(record.encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


@lru_cache(64)
def decode_record(code: str, max_turns: int = MAX_TURNS) -> Game:
    """The game in a link; the inverse of `encode_record`. `InvalidNotation` if there is none, or one that is too long.

    >>> from wormgrill.game import EDITIONS
    >>> game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    >>> decode_record(encode_record(game)) == game
    True
    """
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MAX_RECORD_BYTES)
    except (binascii.Error, ValueError, zlib.error):
        raise InvalidNotation("the link is not a record") from None
    if not unpacking.eof:
        raise InvalidNotation("the link is not complete")
    check_length(text, max_turns)
    return parse_game(text)


def check_length(text: bytes, max_turns: int) -> None:
    """Refuse a record with more turns than are looked at, before it is played."""
    if count_turns(text) > max_turns:
        raise InvalidNotation(f"the record has more than {max_turns} turns", expected="a shorter game")
