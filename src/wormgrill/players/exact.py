"""Players that calculate: the exact turn, and the same with noise on its values."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.analysis.measures import THINKER, Measure
from wormgrill.analysis.options import Choice, can_gain_bratworm, choices
from wormgrill.game.dice import FACE_POINTS, WORM, earns_bratworm, format_face
from wormgrill.game.moves import Claim, Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, claims, legal_moves, scores
from wormgrill.game.tiles import worms
from wormgrill.players.noise import noises
from wormgrill.players.player import Thought
from wormgrill.players.policies import kept_dice
from wormgrill.players.reasons import Number, Reason


@dataclass(frozen=True)
class ExactPlayer:
    """Plays every turn as well as it can be played for expected worms, or nearly so.

    The values of the moves are exact for the turn. With `noise`, each is judged wrong by up to so many worms: a
    bounded error that depends on the seed and the position alone. Nobody stops for nothing, however: where stopping
    would fail, and passing where something can be claimed, is judged as badly as the noise allows.
    """

    measure: Measure = THINKER
    noise: float = 0.0
    seed: int = 0

    def choose(self, state: State) -> Move:
        """The move that looks best."""
        moves = legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        return self._ranked(state)[0][1].move

    def consider(self, state: State) -> tuple[Thought, ...]:
        """The legal moves with their values as this player sees them."""
        return tuple(Thought(choice.move, value, self._reason(choice, value)) for value, choice in self._ranked(state))

    def _ranked(self, state: State) -> list[tuple[float, Choice]]:
        found = choices(state, self.measure)
        if not self.noise or len(found) == 1:
            return [(choice.value, choice) for choice in found]
        errors = noises(self.seed, state, (choice.move for choice in found))
        seen = [
            choice.value + self.noise * (-1.0 if _stops_for_nothing(choice) else error)
            for choice, error in zip(found, errors, strict=True)
        ]
        return sorted(zip(seen, found, strict=True), key=lambda pair: -pair[0])

    def _reason(self, choice: Choice, value: float) -> Reason:
        """A player that misjudges a value tells it as an impression, without exact numbers that contradict it."""
        if self.noise and isinstance(choice.move, Keep | Weasel | Roll | Retain):
            return Reason("impression", {"value": value})
        return _reason(choice)


def _stops_for_nothing(choice: Choice) -> bool:
    if isinstance(choice.move, Pass):
        return True
    if not isinstance(choice.move, Stop):
        return False
    return choice.state.phase is Phase.KEEP or not claims(choice.state)


def _reason(choice: Choice) -> Reason:
    state, move = choice.state, choice.move
    match move:
        case Stop():
            return _reason_to_stop(choice)
        case Grill() | Steal():
            return reason_to_claim(state, move, "claim")
        case Pass():
            return Reason("claim.pass")
        case Rob(seat):
            return Reason("rob", {"seat": seat, "worms": scores(state)[seat]})
        case Retain(specialist):
            return Reason("retain", {"value": choice.value, "specialist": specialist})
    numbers: dict[str, Number] = {"value": choice.value, "fail": choice.outcomes().fail}
    match move:
        case Keep(face):
            count = kept_dice(state, move)
            numbers["face"] = format_face(face)
            numbers["points"] = state.points + count * FACE_POINTS[face - 1]
            numbers["dice"] = state.turn.dice_left - count
            is_bratworm = earns_bratworm(face, count) and can_gain_bratworm(state)
            return Reason("keep.bratworm" if is_bratworm else "keep.worms" if face == WORM else "keep", numbers)
        case Weasel():
            return Reason("weasel", numbers)
        case Roll(golden=True):
            return Reason("roll.golden", numbers)
    if state.phase is Phase.ROLL:
        return Reason("roll.start", numbers)
    return Reason("roll.on", {**numbers, "points": state.points})


def _reason_to_stop(choice: Choice) -> Reason:
    claimed = choice.outcomes().claims
    if not claimed:
        can_claim = choice.state.phase is Phase.DECIDE and claims(choice.state)
        return Reason("stop.pass" if can_claim else "stop.fail")
    (claim,) = claimed
    return reason_to_claim(choice.state, claim, "stop")


def reason_to_claim(state: State, claim: Claim, prefix: str, **numbers: Number) -> Reason:
    """What a claim brings; the words depend on where they stand."""
    if isinstance(claim, Grill):
        return Reason(f"{prefix}.take", {**numbers, "tile": claim.tile, "worms": worms(claim.tile)})
    if state.specialists[claim.seat] is Specialist.HEN:
        return Reason(f"{prefix}.hen", {**numbers, "seat": claim.seat})
    tile = state.stacks[claim.seat][-1]
    return Reason(f"{prefix}.steal", {**numbers, "seat": claim.seat, "tile": tile, "worms": worms(tile)})
