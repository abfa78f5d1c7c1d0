"""The rhythm of a table: how long a viewer looks at what happened before the next thing is shown.

What is forced passes quickly, what matters is held. Between two turns of mine the others' rolls and keeps share what
the wait leaves after the ends of their turns, so that it is never long; the script `director.js` works that out.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from wormgrill.game.events import Event, Failed, GotBratworm, Stole, Took
from wormgrill.game.moves import Dice
from wormgrill.game.state import Phase, State, legal_moves
from wormgrill.presentation.story import PlyStory, Story

TOOK_MS, STOLE_MS, FAILED_MS, RETURNED_MS, TURNED_MS = 1200, 2200, 1500, 2200, 2500
OWN_MS = 900
"""What I took or stole myself, I know already."""
MINE_MS = 500
"""Longer, if it happened to me."""
WAIT_MS, WAIT_LESS_MS = 3000, 1000
"""From the end of my turn to the next: so much for every player at the table, less this."""
SPARE = 0.9
"""The part of the wait that is planned; the rest is for the network and for drawing."""


@dataclass(frozen=True)
class Beat:
    """What the last ply is for the rhythm."""

    kind: str
    """`roll` if dice fell, `end` if a turn ended, `forced` if there was no choice, `keep` for all else."""
    hold_ms: int = 0
    """How long the end of a turn is looked at."""
    turns: int | None = None
    """How many turns the viewer waits: 0 if it is their turn; None if they do not play or the game is over."""


def turn_ms(players: int) -> int:
    """How long the turn of another player is shown at most, on average, so that nobody waits too long for theirs.

    >>> [turn_ms(players) * (players - 1) for players in (3, 7)]
    [7200, 18000]
    """
    return round((WAIT_MS * players - WAIT_LESS_MS) * SPARE / (players - 1))


def beat_of(story: Story, mine: Collection[int]) -> Beat | None:
    """The beat of the last ply for whoever acts for these seats; None before the first one."""
    if not story.recent:
        return None
    last, turns = story.recent[-1], turns_until(story.state, mine)
    if hold := max((_hold(event, mine) for event in last.events), default=0):
        return Beat("end", hold, turns)
    return Beat(_kind(last), 0, turns)


def turns_until(state: State, mine: Collection[int]) -> int | None:
    """How many turns others play before one of these seats does."""
    if state.phase is Phase.OVER or not mine:
        return None
    return min((seat - state.seat) % state.players for seat in mine)


def _kind(ply: PlyStory) -> str:
    if isinstance(ply.move, Dice):
        return "roll"
    return "keep" if len(legal_moves(ply.before)) > 1 else "forced"


def _hold(event: Event, mine: Collection[int]) -> int:
    match event:
        case Took(seat, _):
            return OWN_MS if seat in mine else TOOK_MS
        case Stole(seat, victim, _):
            return OWN_MS if seat in mine else STOLE_MS + MINE_MS * (victim in mine)
        case Failed(seat, returned, turned):
            usual = FAILED_MS if returned is None else RETURNED_MS if turned is None else TURNED_MS
            return usual + MINE_MS * (seat in mine)
        case GotBratworm(_, victim) if victim is not None and victim in mine:
            return STOLE_MS
    return 0
