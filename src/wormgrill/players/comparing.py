"""Why one move is better than another: what each of them brings, by its exact chances."""

from __future__ import annotations

from wormgrill.analysis.measures import Target
from wormgrill.analysis.options import Choice, choices
from wormgrill.analysis.value import TRAINED, TrainedChance
from wormgrill.game.dice import WORM, format_face
from wormgrill.game.moves import Claim, Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.results import endings
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, apply, can_add_golden_die, without_dice
from wormgrill.game.tiles import LOWEST_STEALABLE
from wormgrill.players.exact import reason_to_claim
from wormgrill.players.reasons import Number, Reason


def compared(state: State, best: Move, other: Move, measure: TrainedChance = TRAINED) -> tuple[Reason, ...]:
    """What the other move brings, then the better one; if that takes a tile, also how safe it lies there.

    >>> from wormgrill.game.position import parse_state
    >>> from wormgrill.players.reasons import explain
    >>> state = parse_state("classic-2014 | 21,22 | 36.35 25.24 | seat=0 phase=decide aside=555W2")
    >>> for reason in compared(state, Stop(), Roll()):
    ...     print(explain(reason, names=("Ada", "Bo")))
    Rolling again fails 12% of the time and wins 93% of games.
    Stopping takes tile 22 with 1 worm and wins 97% of games.
    Tile 22 on top is then stolen by Bo at most 41% of the time.
    """
    now = measure.of_all(without_dice(state))[state.seat]
    found = {choice.move: choice for choice in choices(state, measure)}
    reasons = [_reason(found[move], min(1.0, max(0.0, now + found[move].value))) for move in (other, best)]
    return (*reasons, *_stolen(found[best]))


def _reason(choice: Choice, chance: float) -> Reason:
    state, move = choice.state, choice.move
    numbers: dict[str, Number] = {"win": chance}
    match move:
        case Stop():
            return _reason_to_stop(choice, chance)
        case Grill() | Steal():
            return reason_to_claim(state, move, "why", win=chance)
        case Rob(seat):
            return Reason("why.rob", {**numbers, "seat": seat})
        case Pass():
            return Reason("why.pass", numbers)
        case Retain(specialist):
            return Reason("win.retain", {**numbers, "specialist": specialist})
    numbers["fail"] = choice.outcomes().fail
    match move:
        case Keep(face):
            return Reason("why.keep.worms" if face == WORM else "why.keep", {**numbers, "face": format_face(face)})
        case Weasel():
            return Reason("why.weasel", numbers)
        case Roll(golden):
            plain = "why.plain" if can_add_golden_die(state) else "why.roll"
            return Reason("why.golden" if golden else plain, numbers)
    raise ValueError(f"nobody chooses {move}")


def _reason_to_stop(choice: Choice, chance: float) -> Reason:
    claims = choice.outcomes().claims
    if not claims:
        return Reason("why.stop.fail", {"win": chance})
    (claim,) = claims
    return reason_to_claim(choice.state, claim, "why.stop", win=chance)


def _stolen(choice: Choice) -> tuple[Reason, ...]:
    """How likely the next player steals the tile that is taken; nothing if none is, or if it cannot be stolen."""
    if not isinstance(choice.move, Stop | Grill | Steal):
        return ()
    state, claim = choice.state, next(iter(choice.outcomes().claims), None)
    end = next((end for end in endings(apply(state, choice.move)) if _has_claimed(state, end, claim)), None)
    if end is None or end.phase is Phase.OVER or end.specialists[state.seat] is Specialist.HEN:
        return ()
    tile = end.stacks[state.seat][-1]
    if tile < LOWEST_STEALABLE:
        return ()
    chance = choices(end, Target(tile, is_exact=True))[0].value
    return (Reason("why.stolen", {"tile": tile, "seat": end.seat, "other": chance}),)


def _has_claimed(before: State, end: State, claim: Claim | None) -> bool:
    """Whether a claim has brought its tile to the top of the stack in this end of the turn."""
    match claim:
        case Grill(tile):
            return end.stacks[before.seat][-1:] == (tile,)
        case Steal(seat):
            return end.stacks[before.seat][-1:] == before.stacks[seat][-1:]
    return False
