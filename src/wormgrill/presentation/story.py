"""The story of a game: its turns with what was kept, in the order it was kept, and what came of it.

It is derived from the moves and can be continued, so that a long game is not played again for every new move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from wormgrill.game.dice import FACE_POINTS, WORM
from wormgrill.game.events import Event, Failed, GotBratworm, events
from wormgrill.game.moves import Dice, Keep, Move
from wormgrill.game.record import Game
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, apply, initial_state
from wormgrill.presentation.failing import Cause, Fail, fail_with

RECENT = 6
"""Plies that are remembered with their positions: what a viewer may not have been told yet."""


@dataclass(frozen=True, slots=True)
class KeptDice:
    """Dice laid aside together."""

    face: int
    number: int
    has_golden: bool = False
    """Whether the golden die is among them."""


@dataclass(frozen=True, slots=True)
class TurnStory:
    """One turn, complete or not."""

    seat: int
    keeps: tuple[KeptDice, ...] = ()
    events: tuple[Event, ...] = ()
    rolled: Dice | None = None
    """The last roll, if nothing was kept from it: the one to choose from, or the one that failed."""
    points: int = 0
    is_complete: bool = False
    had: Specialist | None = None
    """The specialist that the player had when the turn began."""
    fail: Fail | None = None
    """Why it failed; None if it did not, or if the player took nothing on purpose."""

    @property
    def has_bratworm(self) -> bool:
        """Whether the player got a bratworm in this turn."""
        return any(isinstance(event, GotBratworm) and event.seat == self.seat for event in self.events)


@dataclass(frozen=True, slots=True)
class PlyStory:
    """One ply with the position before it and what it brought about."""

    ply: int
    before: State
    move: Move
    events: tuple[Event, ...]
    turn: TurnStory
    """The turn as far as this ply."""


@dataclass(frozen=True, slots=True)
class Story:
    """All turns of a game so far; the last one is the current turn, unless the game is over."""

    state: State
    ply: int = 0
    turns: tuple[TurnStory, ...] = ()
    recent: tuple[PlyStory, ...] = ()

    @property
    def current(self) -> TurnStory:
        """The turn being played; when the game is over, the last one."""
        return self.turns[-1]

    @property
    def previous(self) -> TurnStory | None:
        """The turn before the one being played; when the game is over, the last one."""
        complete = [turn for turn in self.turns[-2:] if turn.is_complete]
        return complete[-1] if complete else None


def story_of(game: Game, known: Story | None = None) -> Story:
    """The story of a game; `known` is the story of its first moves, if it was made before.

    >>> from wormgrill.game import EDITIONS, parse_move
    >>> game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    >>> for text in ("roll", "dice 1444444W", "keep 4"):
    ...     game = game.play(parse_move(text))
    >>> story_of(game).current.keeps
    (KeptDice(face=4, number=6, has_golden=False),)
    """
    if known is None or known.ply > len(game.moves):
        known = Story(initial_state(game.rules, len(game.players)), turns=(TurnStory(0),))
    if known.ply == len(game.moves):
        return known
    turns, recent, state = list(known.turns), list(known.recent), known.state
    for ply, move in enumerate(game.moves[known.ply :], start=known.ply):
        after = apply(state, move)
        happened = events(state, move, after)
        turns[-1] = _with_move(turns[-1], state, move, happened)
        recent.append(PlyStory(ply, state, move, happened, turns[-1]))
        if after.is_turn_over:
            turns[-1] = replace(turns[-1], is_complete=True)
            if after.phase is Phase.ROLL:
                turns.append(TurnStory(after.seat, had=after.specialists[after.seat]))
        state = after
    return Story(state, len(game.moves), tuple(turns), tuple(recent[-RECENT:]))


def _with_move(turn: TurnStory, before: State, move: Move, happened: tuple[Event, ...]) -> TurnStory:
    turn = replace(_with_dice(turn, before, move), events=turn.events + happened)
    has_failed = any(isinstance(event, Failed) and not event.on_purpose for event in happened)
    return replace(turn, fail=_fail(turn, before)) if has_failed else turn


def _fail(turn: TurnStory, before: State) -> Fail:
    if turn.rolled is not None:
        return Fail(Cause.NOTHING_NEW)
    return fail_with(before, turn.points, has_worm=any(kept.face == WORM for kept in turn.keeps))


def _with_dice(turn: TurnStory, before: State, move: Move) -> TurnStory:
    if isinstance(move, Dice):
        return replace(turn, rolled=move)
    if isinstance(move, Keep) and turn.rolled is not None:
        number = turn.rolled.counts[move.face - 1]
        kept = KeptDice(move.face, number, turn.rolled.golden == move.face)
        points = before.points + number * FACE_POINTS[move.face - 1]
        return replace(turn, keeps=(*turn.keeps, kept), rolled=None, points=points)
    return turn
