"""Numbers about a player, read off the stories of finished games: they add up, game by game."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.dice import WORM
from wormgrill.game.events import Failed, Stole, Took
from wormgrill.game.rules import Specialist
from wormgrill.game.state import CANNED_WORM_POINTS, State, scores, winners
from wormgrill.presentation.story import Story, TurnStory


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a player came to in some games; `Numbers()` is what they came to in none.

    >>> both = Numbers(games=1, steals=2, most_points=25) + Numbers(games=1, steals=1, most_points=31)
    >>> both.games, both.steals, both.most_points
    (2, 3, 31)
    """

    games: int = 0
    wins: int = 0
    """The shared ones included."""
    shared_wins: int = 0
    worms: int = 0
    turns: int = 0
    fails: int = 0
    """Turns that failed; not those in which the player took nothing on purpose."""
    steals: int = 0
    stolen: int = 0
    """How often somebody else stole from the player."""
    most_points: int = 0
    """Of all turns that brought something, the canned worm's points included; 0 if none did."""
    highest_tile: int = 0
    """Of all that were taken or stolen; 0 if none was."""
    reviewed: int = 0
    """Games whose luck is known."""
    luck: int = 0
    """What the dice brought in these, in millionths of the chance to win."""

    def __add__(self, other: Numbers) -> Numbers:
        return Numbers(
            self.games + other.games,
            self.wins + other.wins,
            self.shared_wins + other.shared_wins,
            self.worms + other.worms,
            self.turns + other.turns,
            self.fails + other.fails,
            self.steals + other.steals,
            self.stolen + other.stolen,
            max(self.most_points, other.most_points),
            max(self.highest_tile, other.highest_tile),
            self.reviewed + other.reviewed,
            self.luck + other.luck,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game ended for one of its players."""

    edition: str
    players: int
    place: int
    """Players with the same worms and the same highest tile share it."""
    numbers: Numbers

    @property
    def is_shared_win(self) -> bool:
        """Whether others have won too."""
        return bool(self.numbers.shared_wins)


def outcome_of(story: Story, seat: int) -> Outcome:
    """How a game that is over ended for the player of a seat."""
    state = story.state
    return Outcome(state.rules.edition, state.players, place_of(state, seat), numbers_of(story, seat))


def numbers_of(story: Story, seat: int) -> Numbers:
    """What the player of a seat came to in a game that is over."""
    won = winners(story.state)
    events = [event for turn in story.turns for event in turn.events]
    mine = [event for event in events if isinstance(event, Took | Stole | Failed) and event.seat == seat]
    gains = [event for event in mine if isinstance(event, Took | Stole)]
    bringing = (turn for turn in story.turns if turn.seat == seat and _has_brought(turn))
    return Numbers(
        games=1,
        wins=int(seat in won),
        shared_wins=int(seat in won and len(won) > 1),
        worms=scores(story.state)[seat],
        turns=sum(turn.seat == seat and turn.is_complete for turn in story.turns),
        fails=sum(isinstance(event, Failed) and not event.on_purpose for event in mine),
        steals=sum(isinstance(event, Stole) for event in mine),
        stolen=sum(isinstance(event, Stole) and event.victim == seat for event in events),
        most_points=max(map(_points, bringing), default=0),
        highest_tile=max((event.tile or 0 for event in gains), default=0),
    )


def _has_brought(turn: TurnStory) -> bool:
    return any(isinstance(event, Took | Stole) for event in turn.events)


def _points(turn: TurnStory) -> int:
    """What a turn that brought something was worth, with the canned worm where no die was a worm."""
    is_canned = turn.had is Specialist.CANNED_WORM and all(kept.face != WORM for kept in turn.keeps)
    return turn.points + (CANNED_WORM_POINTS if is_canned else 0)


def place_of(state: State, seat: int) -> int:
    """The place of a seat, by worms and then by the highest tile; who is level shares one."""
    ranks = [(score, max(stack, default=0)) for score, stack in zip(scores(state), state.stacks, strict=True)]
    return 1 + sum(rank > ranks[seat] for rank in ranks)
