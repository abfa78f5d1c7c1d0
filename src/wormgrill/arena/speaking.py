"""The other side of the protocol: a player of ours as a program that reads questions and writes moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wormgrill.arena.protocol import CHOOSE, HELLO, MOVE, POSITION, QUIT, READY, parse_question
from wormgrill.game.errors import InvalidNotation, quoted
from wormgrill.game.position import parse_state
from wormgrill.game.state import State
from wormgrill.players.player import Chooser


def speak(name: str, player: Chooser, lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer what the arena asks, until it has no more questions; `ValueError` at a line that cannot be understood.

    >>> from wormgrill.players.policies import SensiblePlayer
    >>> position = "position classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W"
    >>> speak("sensible", SensiblePlayer(), [HELLO, position, "choose 0 keep 1, keep W"], print)
    ready sensible
    move keep W
    """
    state: State | None = None
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == HELLO:
            write(f"{READY} {name}")
        elif word == POSITION:
            state = parse_state(rest)
        elif word == CHOOSE:
            parse_question(rest)
            if state is None:
                raise InvalidNotation(f"{quoted(line.strip())} comes before a position", expected=f"'{POSITION} ...'")
            write(f"{MOVE} {player.choose(state)}")
        elif word == QUIT:
            return
