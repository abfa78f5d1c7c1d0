"""The champion: plays every turn exactly for the chance to win the game."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.analysis.options import Choice, choices
from wormgrill.analysis.value import TRAINED, TrainedChance
from wormgrill.game.dice import WORM, format_face
from wormgrill.game.moves import Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.state import Phase, State, legal_moves, without_dice
from wormgrill.players.player import Thought
from wormgrill.players.reasons import Number, Reason

CLEARLY = 0.005
"""Chances that differ by less are told as equal."""


@dataclass(frozen=True)
class ChampionPlayer:
    """Chooses the move after which the chance to win is highest, with best play for the rest of the turn."""

    measure: TrainedChance = TRAINED

    def choose(self, state: State) -> Move:
        """The best move."""
        moves = legal_moves(state)
        return moves[0] if len(moves) == 1 else choices(state, self.measure)[0].move

    def consider(self, state: State) -> tuple[Thought, ...]:
        """The legal moves with the chance to win after each."""
        found = choices(state, self.measure)
        now = self.measure.of_all(without_dice(state))[state.seat]
        chances = [min(1.0, max(0.0, now + choice.value)) for choice in found]
        other = {choice.move: chance for choice, chance in zip(found, chances, strict=True)}
        return tuple(
            Thought(choice.move, chance, _reason(choice, chance, other), is_chance=True)
            for choice, chance in zip(found, chances, strict=True)
        )


def _reason(choice: Choice, chance: float, by_move: dict[Move, float]) -> Reason:
    state, move = choice.state, choice.move
    numbers: dict[str, Number] = {"win": chance}
    match move:
        case Stop():
            rolling = [chance for other, chance in by_move.items() if isinstance(other, Roll)]
            return _reason_to_stop(choice, numbers, max(rolling, default=None))
        case Grill(tile):
            return Reason("win.take", {**numbers, "tile": tile})
        case Steal(seat):
            return Reason("win.steal", {**numbers, "seat": seat})
        case Rob(seat):
            return Reason("win.rob", {**numbers, "seat": seat})
        case Pass():
            return Reason("win.pass", numbers)
        case Retain(specialist):
            return Reason("win.retain", {**numbers, "specialist": specialist})
    numbers["fail"] = choice.outcomes().fail
    match move:
        case Keep(face):
            return Reason("win.keep.worms" if face == WORM else "win.keep", {**numbers, "face": format_face(face)})
        case Weasel():
            return Reason("win.weasel", numbers)
        case Roll(golden=True):
            return Reason("win.golden", numbers)
    if state.phase is Phase.ROLL:
        return Reason("win.start", numbers)
    stopping = by_move.get(Stop())
    if stopping is not None and abs(chance - stopping) >= CLEARLY:
        return Reason("win.roll.better" if chance > stopping else "win.roll.worse", {**numbers, "other": stopping})
    return Reason("win.roll", numbers)


def _reason_to_stop(choice: Choice, numbers: dict[str, Number], rolling: float | None) -> Reason:
    """What stopping brings, and how it compares with rolling on."""
    if not choice.outcomes().claims:
        return Reason("win.stop.fail", numbers)
    chance = float(numbers["win"])
    numbers = {**numbers, "points": choice.state.points}
    if rolling is None or abs(chance - rolling) < CLEARLY:
        return Reason("win.stop", numbers)
    return Reason("win.stop.better" if chance > rolling else "win.stop.worse", {**numbers, "other": rolling})
