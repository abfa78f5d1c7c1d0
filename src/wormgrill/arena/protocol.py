"""How the arena and a program that plays talk to each other: lines of text, as docs/bots.md describes them.

Whatever is a line of a game's trace begins with a brace; all other lines begin with a word that says what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.moves import Move
from wormgrill.game.position import format_state
from wormgrill.game.state import State, legal_moves

HELLO = "wormgrill-bot/1"
"""The first line that a program reads."""
READY, GAME, POSITION, CHOOSE, MOVE, OVER, QUIT = "ready", "game", "position", "choose", "move", "over", "quit"
COMMENT = "#"
"""Lines that begin with it are not answers."""
SEPARATOR = ", "
"""Between the legal moves."""


class Question(NamedTuple):
    """What a program is asked when it has to choose."""

    milliseconds: int
    """How long it may think; 0 if there is no limit."""
    moves: tuple[str, ...]
    """The legal moves."""


def format_game_line(seat: int, players: int) -> str:
    """A game begins, and the program has this seat.

    >>> format_game_line(1, 4)
    'game 1 4'
    """
    return f"{GAME} {seat} {players}"


def format_question(state: State, milliseconds: int) -> tuple[str, str]:
    """The two lines that ask for a move.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W")
    >>> for line in format_question(state, 1000):
    ...     print(line)
    position classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W
    choose 1000 keep 1, keep 2, keep 4, keep 5, keep W
    """
    moves = SEPARATOR.join(map(str, legal_moves(state)))
    return f"{POSITION} {format_state(state)}", f"{CHOOSE} {milliseconds} {moves}"


def parse_question(rest: str) -> Question:
    """What comes after `choose`.

    >>> parse_question("1000 roll, stop")
    Question(milliseconds=1000, moves=('roll', 'stop'))
    """
    milliseconds, _, moves = rest.partition(" ")
    if not (milliseconds.isascii() and milliseconds.isdigit() and moves):
        raise InvalidNotation(
            f"{quoted(rest)} asks for nothing", expected="milliseconds and the legal moves, such as '1000 roll, stop'"
        )
    return Question(int(milliseconds), tuple(moves.split(SEPARATOR)))


def chosen_move(line: str, legal: Sequence[Move]) -> Move:
    """The legal move that a program has answered; `ValueError` with a sentence if it is none.

    >>> from wormgrill.game.moves import Roll, Stop
    >>> chosen_move("move stop", [Roll(), Stop()])
    Stop()
    """
    word, _, text = line.strip().partition(" ")
    if word != MOVE:
        raise ValueError(f"it answered {quoted(line.strip())}: an answer is 'move' and one of the legal moves")
    for move in legal:
        if str(move) == text.strip():
            return move
    raise ValueError(f"it answered {quoted(text.strip())}, which is not legal: {SEPARATOR.join(map(str, legal))}")
