"""Players that do not calculate: a random one, two with simple rules, and one that plays like a child."""

from __future__ import annotations

from random import Random

from wormgrill.game.dice import FACE_POINTS, WORM
from wormgrill.game.moves import Keep, Move, Pass, Retain, Roll, Stop
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, claims, legal_moves
from wormgrill.players.noise import noises
from wormgrill.players.player import Thought, ranked
from wormgrill.players.reasons import Reason

WORM_FIRST = 100.0
"""Added to the points of a worm, so that it goes before everything else."""


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> Move:
        """Any of the legal moves."""
        moves = legal_moves(state)
        return moves[int(self._rng.random() * len(moves))]

    def consider(self, state: State) -> tuple[Thought, ...]:
        """The legal moves, all alike: what comes first is not what it will choose."""
        return tuple(Thought(move, 0.0, Reason("random")) for move in legal_moves(state))


class SensiblePlayer:
    """Stops at the first claim; keeps a worm first, then what counts most; steals, or takes the highest tile it can."""

    def choose(self, state: State) -> Move:
        """The first move of `consider`, found without making reasons."""
        moves = legal_moves(state)
        match state.phase:
            case Phase.DECIDE:
                return Stop() if claims(state) else Roll()
            case Phase.KEEP:
                keeps = [move for move in moves if isinstance(move, Keep)]
                return max(keeps, key=lambda keep: _appeal(state, keep)) if keeps else moves[-1]
            case Phase.CLAIM:
                return claims(state)[-1]
            case _:
                return moves[-1]

    def consider(self, state: State) -> tuple[Thought, ...]:
        """The legal moves by simple rules; values are points for a keep, otherwise 1 for yes and 0 for no."""
        moves = legal_moves(state)
        match state.phase:
            case Phase.DECIDE:
                return ranked(_first_claim(state, move) for move in moves)
            case Phase.KEEP:
                return ranked(_most_points(state, move) for move in moves)
            case Phase.ROLL if len(moves) == 1:
                return (Thought(moves[0], 1.0, Reason("greedy.roll")),)
            case _:
                last = claims(state)[-1] if state.phase is Phase.CLAIM else moves[-1]
                return ranked(_yes_or_no(move, is_liked=move == last) for move in moves)


class GreedyPlayer(SensiblePlayer):
    """Takes the first tile it can, and of two specialists the apple, which counts worms."""

    def choose(self, state: State) -> Move:
        """The apple if it can be retained, otherwise the move of a sensible player."""
        move = super().choose(state)
        if isinstance(move, Retain) and Specialist.APPLE in state.turn.in_hand:
            return Retain(Specialist.APPLE)
        return move

    def consider(self, state: State) -> tuple[Thought, ...]:
        """The legal moves by simple rules."""
        if state.phase is Phase.RETAIN and Specialist.APPLE in state.turn.in_hand:
            apple = Retain(Specialist.APPLE)
            return ranked(_yes_or_no(move, is_liked=move == apple) for move in legal_moves(state))
        return super().consider(state)


def _first_claim(state: State, move: Move) -> Thought:
    can_claim, is_stop = bool(claims(state)), isinstance(move, Stop)
    message = ("greedy.stop" if is_stop else "greedy.go_on") if can_claim else "greedy.roll"
    if is_stop and not can_claim:
        message = "greedy.nothing"
    return Thought(move, float(can_claim == is_stop), Reason(message))


def _most_points(state: State, move: Move) -> Thought:
    if not isinstance(move, Keep):  # a weasel is better than failing and worse than any keep
        return _yes_or_no(move, is_liked=not isinstance(move, Stop))
    appeal = _appeal(state, move)
    if move.face == WORM:
        return Thought(move, appeal, Reason("greedy.worm"))
    return Thought(move, appeal, Reason("greedy.points", {"points": int(appeal) - 1}))


def _appeal(state: State, keep: Keep) -> float:
    points = kept_dice(state, keep) * FACE_POINTS[keep.face - 1]
    return points + (WORM_FIRST if keep.face == WORM else 1.0)


def _yes_or_no(move: Move, *, is_liked: bool) -> Thought:
    return Thought(move, float(is_liked), Reason("greedy.more" if is_liked else "greedy.less"))


def kept_dice(state: State, keep: Keep) -> int:
    """How many dice this keep lays aside."""
    rolled = state.turn.rolled
    return rolled.counts[keep.face - 1] if rolled else 0


class HatchlingPlayer:
    """A child in its first game: keeps what there is most of, loves to roll, and stops on a whim."""

    STOPS = 0.6
    """How often it stops when it could claim something."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, state: State) -> Move:
        """The first move of `consider`."""
        return self.consider(state)[0].move

    def consider(self, state: State) -> tuple[Thought, ...]:
        """The legal moves, valued by noise; a keep also counts its number of dice."""
        moves = legal_moves(state)
        errors = noises(self._seed, state, moves)
        return ranked(self._thought(state, move, noise) for move, noise in zip(moves, errors, strict=True))

    def _thought(self, state: State, move: Move, noise: float) -> Thought:
        if isinstance(move, Keep):
            count = kept_dice(state, move)
            return Thought(move, count + noise, Reason("hatchling.many", {"count": count}))
        if isinstance(move, Stop):
            is_content = (noise + 1) / 2 < self.STOPS and bool(claims(state)) and state.phase is Phase.DECIDE
            if is_content:
                return Thought(move, 2.0, Reason("hatchling.stop", {"points": state.points}))
            return Thought(move, -2.0, Reason("hatchling.bored"))
        if isinstance(move, Pass):
            return Thought(move, -2.0, Reason("hatchling.pass"))
        if state.phase is Phase.DECIDE:
            return Thought(move, 0.0, Reason("hatchling.roll"))
        return Thought(move, noise, Reason("hatchling.whim"))
