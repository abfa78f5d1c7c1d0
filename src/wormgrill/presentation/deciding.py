"""What decided a game: the turn since which the winner has been in the lead, and the tile that moved in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wormgrill.game.events import Event, Failed, GotBratworm, GotSpecialist, LeftSpecialist, Stole, Took
from wormgrill.game.rules import Specialist
from wormgrill.game.state import APPLE_WORMS
from wormgrill.game.tiles import worms
from wormgrill.presentation.story import TurnStory


@dataclass(frozen=True)
class Decision:
    """The turn since which the winner has been in the lead."""

    winner: int
    turn: int
    """Its number, from 1 on."""
    event: Took | Stole | Failed | None
    """What happened to the tile with which the lead came; None if no tile has brought it."""

    @property
    def tile(self) -> int | None:
        """The decisive tile."""
        return self.event.returned if isinstance(self.event, Failed) else self.event.tile if self.event else None


class Holdings:
    """What all players have, event after event."""

    def __init__(self, players: int) -> None:
        self.stacks: list[list[int]] = [[] for _ in range(players)]
        self.bratworms = [0] * players
        self.apple: int | None = None
        """The seat that has the apple."""

    def follow(self, event: Event) -> None:
        """Go on to how things stand after an event."""
        match event:
            case Took(seat, tile):
                self.stacks[seat].append(tile)
            case Stole(seat, victim, tile) if tile is not None:
                self.stacks[seat].append(self.stacks[victim].pop())
            case Failed(seat, tile, _) if tile is not None:
                self.stacks[seat].pop()
            case GotBratworm(seat, victim):
                self.bratworms[seat] += 1
                if victim is not None:
                    self.bratworms[victim] -= 1
            case GotSpecialist(seat, Specialist.APPLE):
                self.apple = seat
            case LeftSpecialist(Specialist.APPLE, _):
                self.apple = None

    @property
    def ranks(self) -> list[tuple[int, int]]:
        """The worms of every seat, and its highest tile, which breaks a tie."""
        return [
            (
                sum(map(worms, stack)) + self.bratworms[seat] + (APPLE_WORMS if self.apple == seat else 0),
                max(stack, default=0),
            )
            for seat, stack in enumerate(self.stacks)
        ]

    @property
    def leader(self) -> int | None:
        """The seat that would win if the game ended now; None if several would."""
        ranks = self.ranks
        best = max(ranks)
        return ranks.index(best) if ranks.count(best) == 1 else None


def decision_of(turns: Iterable[TurnStory], players: int) -> Decision | None:
    """What decided a game with these turns; None if it has no single winner."""
    holdings, leader, since, decisive = Holdings(players), None, 0, TurnStory(0)
    for number, turn in enumerate(turns, start=1):
        for event in turn.events:
            holdings.follow(event)
        if holdings.leader != leader:
            leader, since, decisive = holdings.leader, number, turn
    if leader is None:
        return None
    brought = (event for event in decisive.events if isinstance(event, Took | Stole | Failed))
    return Decision(leader, since, next((event for event in brought if _has_helped(event, leader)), None))


def _has_helped(event: Took | Stole | Failed, winner: int) -> bool:
    """Whether a tile came to the winner, or another player lost one."""
    match event:
        case Took(seat, _):
            return seat == winner
        case Stole(_, victim, tile):
            return tile is not None and victim != winner
        case Failed(seat, tile, _):
            return tile is not None and seat != winner
