"""Why a record cannot be read, or its dice cannot be verified, in the reader's language.

The game says it in English. Here is what it may say, and the message that a reader gets for it; what is not listed is
shown as the game says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.fair_dice import FIRST_SCHEME, SCHEME
from wormgrill.players.levels import message
from wormgrill.presentation.words import SOURCE, Words

PROBLEMS: dict[str, str] = {
    "there is no record in it": message("There is no record in it."),
    "this is not a record": message("This is not a record."),
    "another record begins here": message("Another record begins here."),
    "the text is not readable": message("The text is not readable."),
    "the record has more than %(most)d turns": message("The game has more than %(most)s turns."),
    "%(text)s is not a header": message("%(text)s is not a header."),
    "the header %(name)s is given twice": message("The header %(name)s is given twice."),
    "the header %(name)s needs a printable value without spaces around it": message(
        "The header %(name)s needs a printable value without spaces around it."
    ),
    "%(text)s cannot be the name of a header: small letters, digits and '-' can, starting with a letter": message(
        "%(text)s cannot be the name of a header: it needs a small letter, then small letters, digits or hyphens."
    ),
    "%(text)s is not a date such as %(date)s": message("%(text)s is not a date such as %(date)s."),
    "%(text)s cannot be a name: it is empty or begins or ends with a space": message(
        "%(text)s cannot be a name: it is empty, or it begins or ends with a space."
    ),
    "%(text)s cannot be a name: it is longer than %(most)d characters": message(
        "%(text)s cannot be a name: it is longer than %(most)s characters."
    ),
    "%(text)s cannot be a name: it has characters that cannot be printed": message(
        "%(text)s cannot be a name: it has characters that cannot be printed."
    ),
    "the record does not say its rules": message("The record does not say which rules were used."),
    "the number of players is %(number)d": message("The number of players is %(number)s."),
    "the result is %(text)s, but the moves say otherwise": message(
        "The result is given as %(text)s, but the moves lead to another one."
    ),
    "the result is %(text)s, but the game is not over after the last move": message(
        "The result is given as %(text)s, but the game is not over after the last move. Is its end missing? "
        "With “result: unfinished” it is read as far as it goes."
    ),
    "%(text)s is not an edition": message("%(text)s is not an edition of the game."),
    "%(text)s is not an option": message("%(text)s is not an option of the rules."),
    "the option %(name)s is given twice": message("The option %(name)s is given twice."),
    "the option %(name)s needs a value": message("The option %(name)s needs a value."),
    "%(text)s is neither true nor false": message("%(text)s is neither true nor false."),
    "%(text)s is not a number": message("%(text)s is not a number."),
    "%(text)s does not fit here": message("%(text)s does not fit here."),
    "%(text)s is not a specialist": message("%(text)s is not a specialist."),
    "%(text)s is not a tile": message("%(text)s is not a tile."),
    "the range %(text)s runs backwards": message("The range %(text)s runs backwards."),
    "tile %(tile)d is named twice": message("Tile %(tile)s is named twice."),
    "%(text)s is not this turn's number": message("%(text)s is not the number of this turn."),
    "the turn has no move": message("This turn is empty."),
    "the turn is over": message("The turn is already over."),
    "the turn of the line before is not complete": message("The turn on the line before is not complete."),
    "the game is over": message("The game is already over."),
    "%(text)s is not part of a turn": message("%(text)s is not part of a turn."),
    "%(text)s is not a move": message("%(text)s is not a move."),
    "%(text)s is not a seat": message("%(text)s is not a seat."),
    "%(text)s is not a face": message("%(text)s is not a face of a die."),
    "%(move)s is not legal in phase 'chance' (chance rolls %(dice)d dice now); %(moves)s": message(
        "%(move)s is not possible here. Number of dice to be rolled: %(dice)s."
    ),
    "%(move)s is not legal in phase 'chance' (chance rolls %(dice)d dice, one of them golden, now); %(moves)s": (
        message("%(move)s is not possible here. Number of dice to be rolled, including the golden one: %(dice)s.")
    ),
    "%(move)s is not legal in phase %(phase)s; legal moves: %(moves)s": message(
        "%(move)s is not allowed here. These moves are: %(moves)s."
    ),
    "dice %(method)s are not known": message("The method %(method)s for dice is not known."),
    "the record has no %(name)s: its dice cannot be verified": message("The record has no %(name)s."),
    "%(name)s cannot be read": message("%(name)s cannot be read."),
}
"""What the game says, by its own words: `%(name)s` stands for any text, `%(name)d` for a number."""

EXPECTED: dict[str, str] = {
    "only one": message("only one record"),
    "a shorter game": message("a shorter game"),
    "it once": message("every header only once"),
    "%(least)d to %(most)d headers player: ...": message("%(least)s to %(most)s lines that begin with player:"),
    "one of %(words)s": message("one of %(words)s"),
    "each option once": message("every option only once"),
    "true or false": message("true or false"),
    "%(least)d to %(most)d": message("a number from %(least)s to %(most)s"),
    "a number from %(least)d to %(most)d": message("a number from %(least)s to %(most)s"),
    "11, 13 or 21 to 36": message("11, 13 or 21 to 36"),
    "low-high": message("the lower number first"),
    "each tile once": message("every tile only once"),
    "no further turn": message("no further turn"),
    "the end of the line": message("the end of the line"),
    "dice": message("dice"),
    "dice, %(words)s": message("dice, or one of %(words)s"),
    "1, 2, 3, 4, 5 or W": message("1, 2, 3, 4, 5 or W"),
    "64 hexadecimal digits": message("64 hexadecimal digits"),
    "64 hexadecimal digits or '-' for each seat": message("64 hexadecimal digits or '-' for every player"),
    "letters and digits or '-' for each seat": message("letters and digits or '-' for every player"),
    f"{SCHEME} or {FIRST_SCHEME}": message("the name of a method that this program knows"),
}
"""What the game expects, by its own words; the rest is notation, which is the same in every language."""


@dataclass(frozen=True)
class Explanation:
    """A problem as a reader is told of it."""

    problem: str
    expected: str
    """What would be right; empty if the problem says it."""
    language: str
    """The language of the problem."""


def explained(problem: InvalidNotation, words: Words) -> Explanation:
    """What is wrong with a text, and what would be right, in the reader's language.

    >>> from wormgrill.presentation.words import words_of
    >>> explained(InvalidNotation("'7' is not a face", expected="1, 2, 3, 4, 5 or W"), words_of("en"))
    Explanation(problem="'7' is not a face of a die.", expected='1, 2, 3, 4, 5 or W', language='en')
    """
    sentence = _told(problem.problem, PROBLEMS, words)
    expected = _told(problem.expected, EXPECTED, words) or problem.expected
    if sentence is None:
        return Explanation(f"{problem.problem[:1].upper()}{problem.problem[1:]}.", expected, SOURCE)
    return Explanation(sentence, expected, words.language)


def _told(text: str, known: dict[str, str], words: Words) -> str | None:
    """The message for a text; None if there is none."""
    for said, found in known.items():
        if match := _pattern(said).fullmatch(text):
            return words.gettext(found) % match.groupdict()
    return None


@cache
def _pattern(said: str) -> re.Pattern[str]:
    """What the game says, with groups where it says a text or a number."""
    groups = {"s": ".+", "d": r"\d+"}
    pieces: Iterable[str] = re.split(r"(%\(\w+\)[sd])", said)
    return re.compile(
        "".join(
            f"(?P<{piece[2:-2]}>{groups[piece[-1]]})" if piece.startswith("%(") else re.escape(piece)
            for piece in pieces
        ),
        re.DOTALL,
    )
