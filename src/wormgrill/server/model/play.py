"""Playing: which moves a person or a bot may make at a table, and what comes of them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from types import MappingProxyType

from wormgrill.game.errors import IllegalMove, InvalidNotation
from wormgrill.game.fair_dice import NONE, Chain
from wormgrill.game.moves import Dice, Move, parse_move
from wormgrill.game.record import Game
from wormgrill.game.state import Phase, State, apply, initial_state, legal_moves
from wormgrill.game.trace import format_ply
from wormgrill.presentation.story import Story, story_of
from wormgrill.server.model.refusals import InvalidRequest, MoveNotLegal, NotAllowed, NotNow, StaleMove
from wormgrill.server.model.table import Life, Table, deadline, game_of, with_return

NO_CHAINS: Mapping[str, Chain] = MappingProxyType({})
REPLAYED = 100
"""So many plies are played again at a time."""


@dataclass(frozen=True)
class Step:
    """One ply with the positions around it."""

    ply: int
    before: State
    move: Move
    after: State

    @cached_property
    def json(self) -> str:
        """The ply as a line of the trace; made once for everybody who sees it."""
        return format_ply(self.ply, self.before, self.move, self.after)


def step_of(game: Game, ply: int) -> Step:
    """One ply of a game, which must have been played."""
    before, after = islice(game.replay(), ply, ply + 2)
    return Step(ply, before, game.moves[ply], after)


def seat_to_move(table: Table, state: State) -> int | None:
    """The seat that has to decide now, if any."""
    return state.seat if table.life is Life.PLAYING and state.phase is not Phase.OVER else None


DUE_AT_ONCE = 0.0
"""When a bot has to move; and where nobody has worked it out yet, so that somebody looks."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a table waits for."""

    since: float
    """When the current seat began to think: at the last move, the start, or a return."""
    due_at: float | None
    """When something must happen by itself: at once for a bot, at the end of a person's time; None if nothing must."""


def clock_of(table: Table, state: State, since: float) -> Clock:
    """The clock of a table whose current seat began to think then."""
    seat = seat_to_move(table, state)
    if seat is None:
        return Clock(since, None)
    return Clock(since, DUE_AT_ONCE if table.seats[seat].is_played_by_bot else deadline(table, seat, since))


def person_move(table: Table, game: Game, person: str, ply: int, text: str) -> tuple[Table, Move]:
    """The move that a person plays, and the table to which they have come back if they were away."""
    table = with_return(table, person)
    if table.life is not Life.PLAYING:
        raise NotNow(f"The table is {table.life}: nothing can be played.")
    if ply != len(game.moves):
        raise StaleMove(f"The move answers ply {ply}, but the game is at ply {len(game.moves)}.", ply=len(game.moves))
    if game.state.seat not in table.seats_of(person):
        raise NotAllowed(f"It is the turn of {game.players[game.state.seat]}.")
    return table, _legal_move(text, game.state)


def is_due_for_bot(table: Table, game: Game, seat: int, ply: int) -> bool:
    """Whether a bot still has to play this ply for this seat."""
    is_current = len(game.moves) == ply and seat_to_move(table, game.state) == seat
    return is_current and table.seats[seat].is_played_by_bot


def bot_move(table: Table, game: Game, seat: int, ply: int, move: Move) -> tuple[Table, Move]:
    """The move that a bot has chosen; refused if the seat has been taken back meanwhile, or the ply is played."""
    if not is_due_for_bot(table, game, seat, ply):
        raise StaleMove("The bot is no longer asked.", ply=len(game.moves))
    return table, move


def _legal_move(text: str, state: State) -> Move:
    """The move that a text names, if it is legal now."""
    legal = legal_moves(state)
    choices = [str(move) for move in legal]
    try:
        move = parse_move(text)
        if move not in legal:
            raise IllegalMove(move, state.phase, legal)
    except InvalidNotation as problem:
        raise InvalidRequest(str(problem), legal=choices) from None
    except IllegalMove as problem:
        raise MoveNotLegal(str(problem), legal=choices) from None
    return move


def played(table: Table, game: Game, move: Move, link: str = NONE) -> tuple[Game, tuple[Step, ...]]:
    """The game after a move and, if that was a roll, its dice; a person's link is part of them."""
    steps: list[Step] = []
    while True:
        before, ply = game.state, len(game.moves)
        game = game.play(move)
        steps.append(Step(ply, before, move, game.state))
        if game.state.phase is not Phase.CHANCE:
            return game, tuple(steps)
        move = table.dice.roll(game.state, ply + 1, link)


def fitting_link(table: Table, game: Game, chains: Mapping[str, Chain], link: str) -> str:
    """The link that was given with a move if it fits its ply, else none; it counts only if the move is a roll."""
    chain = table.chain(game.state.seat, chains)
    return chain.fitting(link, len(game.moves) + 1) if chain else NONE


def chains_after(table: Table, chains: Mapping[str, Chain], step: Step, link: str) -> Mapping[str, Chain]:
    """The chains of a table, by anchor, after dice that were rolled with this link or with none."""
    chain = table.chain(step.before.seat, chains)
    return {**chains, chain.anchor: chain.after(link)} if chain and isinstance(step.move, Dice) else chains


def chains_of(
    table: Table, steps: Iterable[Step], links: Mapping[int, str], chains: Mapping[str, Chain] = NO_CHAINS
) -> Mapping[str, Chain]:
    """The chains of a table, by anchor, after some more plies whose dice were rolled with these links, by ply."""
    if any(seat.anchor != NONE for seat in table.seats):
        for step in steps:
            chains = chains_after(table, chains, step, links.get(step.ply, NONE))
    return chains


def continued(game: Game, moves: Sequence[Move]) -> tuple[Game, tuple[Step, ...]]:
    """The game after more moves, which others have played."""
    steps: list[Step] = []
    for move in moves:
        before, ply = game.state, len(game.moves)
        game = game.play(move)
        steps.append(Step(ply, before, move, game.state))
    return game, tuple(steps)


def replaying(
    table: Table, moves: Sequence[str], links: Mapping[int, str]
) -> Generator[None, None, tuple[Game, Mapping[str, Chain], Story | None]]:
    """Play a game again: the game, the chains of its table, and the story if the game is long.

    It stops after every few plies, so that others can go on; any exception if the moves cannot be played.
    """
    state, chains, story = initial_state(table.rules, len(table.seats)), NO_CHAINS, None
    played: list[Move] = []
    for start in range(0, len(moves), REPLAYED):
        if start:
            yield
        steps = []
        for ply, text in enumerate(moves[start : start + REPLAYED], start):
            move = parse_move(text)
            before, state = state, apply(state, move)
            played.append(move)
            steps.append(Step(ply, before, move, state))
        chains = chains_of(table, steps, links, chains)
        if len(moves) > REPLAYED:
            story = story_of(game_of(table, tuple(played)), story)
    return game_of(table, tuple(played)).arrived(state), chains, story
