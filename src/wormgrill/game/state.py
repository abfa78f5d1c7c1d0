"""State: a position of the game, and the rules as functions from one position to the next.

Chance is explicit: `chance_outcomes` lists what may be rolled, whoever owns the dice plays one of them, and `apply`
is deterministic. Stacks are stored whole: that players see only their tops is not a rule of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from wormgrill.game.dice import (
    FACES,
    NO_DICE,
    WHITE_DICE,
    WORM,
    Counts,
    earns_bratworm,
    parse_face,
    points,
    rolls,
    with_die,
)
from wormgrill.game.errors import IllegalMove, quoted
from wormgrill.game.moves import Claim, Dice, Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel, as_move
from wormgrill.game.rules import (
    GoldenDieJoins,
    LowerTile,
    Placement,
    Rules,
    ShortGame,
    Specialist,
    as_rules,
    check_players,
)
from wormgrill.game.tiles import LOWEST_STEALABLE, worms

T = TypeVar("T")

APPLE_WORMS = 3
CANNED_WORM_POINTS = 5


class Phase(StrEnum):
    """What the game waits for."""

    ROLL = "roll"
    CHANCE = "chance"
    KEEP = "keep"
    DECIDE = "decide"
    CLAIM = "claim"
    ROB = "rob"
    RETAIN = "retain"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


@dataclass(frozen=True, slots=True)
class Turn:
    """How far the current player has come in this turn."""

    phase: Phase = Phase.ROLL
    aside: Counts = NO_DICE
    """The kept dice, the golden die included."""
    dice_left: int = WHITE_DICE
    """Dice not kept yet, the golden die included."""
    golden_left: bool = False
    """Whether the golden die is among those left."""
    rolled: Dice | None = None
    """The dice from which to keep, in phase `keep` only."""
    weasel_used: bool = False
    in_hand: tuple[Specialist, ...] = ()
    """Specialists between two places while a choice is open, sorted."""


@dataclass(frozen=True, slots=True)
class State:
    """A position: what lies where, whose turn it is, and the turn so far."""

    rules: Rules
    grill: tuple[int, ...]
    """The face-up tiles, ascending."""
    on_tile: Placement
    """The specialists on face-up tiles."""
    stacks: tuple[tuple[int, ...], ...]
    """Per seat, bottom to top."""
    specialists: tuple[Specialist | None, ...]
    """Per seat."""
    bratworms: tuple[int, ...]
    """Per seat."""
    seat: int = 0
    """Whose turn it is; when the game is over, whose turn was the last."""
    turn: Turn = Turn()

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return self.turn.phase

    @property
    def is_turn_over(self) -> bool:
        """Whether the position lies between two turns, or the game is over."""
        return self.turn.phase in (Phase.ROLL, Phase.OVER)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.stacks)

    @property
    def tops(self) -> tuple[int | None, ...]:
        """Per seat the tile that can be seen."""
        return tuple(stack[-1] if stack else None for stack in self.stacks)

    @property
    def face_down(self) -> tuple[int, ...]:
        """The tiles turned down for good, ascending."""
        elsewhere = set(self.grill).union(*self.stacks)
        return tuple(tile for tile in self.rules.tiles if tile not in elsewhere)

    @property
    def supply(self) -> int:
        """The bratworms that nobody has."""
        return self.rules.bratworms - sum(self.bratworms)

    @property
    def removed(self) -> tuple[Specialist, ...]:
        """The specialists that have left the game, sorted."""
        present = {name for _, name in self.on_tile} | {*self.specialists, *self.turn.in_hand}
        return tuple(sorted(name for _, name in self.rules.specialists if name not in present))

    @property
    def points(self) -> int:
        """The sum of the dice kept in this turn."""
        return points(self.turn.aside)


def initial_state(rules: Rules | str, players: int) -> State:
    """The position before the first roll."""
    rules = as_rules(rules)
    check_players(players)
    return State(rules, rules.tiles, rules.specialists, ((),) * players, (None,) * players, (0,) * players)


# ---------------------------------------------------------------------------------------------------- what may happen


def legal_moves(state: State) -> tuple[Move, ...]:
    """The moves open to the current seat, in the order of their texts; none at chance and at the end.

    >>> [str(move) for move in legal_moves(initial_state("classic-2014", 2))]
    ['roll']
    """
    try:
        turn = state.turn
    except AttributeError:
        raise _no_state(state) from None
    phase = turn.phase
    if phase is Phase.CHANCE or phase is Phase.OVER:
        return ()
    if turn.rolled is not None:  # phase keep
        return _legal_keeps(turn.rolled.counts, turn.aside, _can_weasel(state))
    if phase is Phase.DECIDE:
        return (*_ROLLS, Stop()) if can_add_golden_die(state) else _ROLL_OR_STOP
    if phase is Phase.ROLL:
        return _ROLLS if can_add_golden_die(state) else _ROLLS[:1]
    if phase is Phase.CLAIM:
        return tuple(sorted((*claims(state), Pass()), key=str)) if state.rules.may_pass else claims(state)
    if phase is Phase.ROB:
        return tuple(map(Rob, robbable(state)))
    return tuple(map(Retain, turn.in_hand))


def _no_state(given: object) -> TypeError:
    """What is raised where something else is given: the functions of every ply read no texts, which would take time."""
    return TypeError(f"a position is a State, such as parse_state makes of a text, not {quoted(given)}")


_ROLLS: tuple[Move, ...] = (Roll(), Roll(golden=True))
_ROLL_OR_STOP: tuple[Move, ...] = (Roll(), Stop())


def can_add_golden_die(state: State) -> bool:
    """Tell whether the golden die can still be added to a roll of this turn.

    >>> from wormgrill.game.position import parse_state
    >>> table = "21-36 | -@golden_die - | seat=0 phase=decide aside=WW"
    >>> can_add_golden_die(parse_state(f"deluxe-2018 golden_die_joins=any_roll | {table}"))
    True
    """
    if state.specialists[state.seat] is not Specialist.GOLDEN_DIE:
        return False
    turn = state.turn
    if state.rules.golden_die_joins is GoldenDieJoins.ANY_ROLL:
        return turn.dice_left + sum(turn.aside) == WHITE_DICE
    return turn.phase is Phase.ROLL


@cache
def _legal_keeps(rolled: Counts, aside: Counts, can_weasel: bool) -> tuple[Move, ...]:
    keeps = tuple(Keep(face) for face in FACES if rolled[face - 1] and not aside[face - 1])
    if not can_weasel:
        return keeps
    return (*(keeps or (Stop(),)), Weasel())


def _can_weasel(state: State) -> bool:
    return state.specialists[state.seat] is Specialist.WEASEL and not state.turn.weasel_used


def claims(state: State) -> tuple[Claim, ...]:
    """What stopping now can claim: nothing (a fail), one thing, or a choice of tiles of the grill and a steal."""
    return claims_with(state, state.points, has_worm=bool(state.turn.aside[WORM - 1]))


def claims_with(state: State, total: int, *, has_worm: bool = True) -> tuple[Claim, ...]:
    """What the current seat can claim with kept dice of so many points; the canned worm stands for a missing worm."""
    if not has_worm:
        if state.specialists[state.seat] is not Specialist.CANNED_WORM:
            return ()
        total += CANNED_WORM_POINTS
    lower = tuple(Grill(tile) for tile in state.grill if LOWEST_STEALABLE <= tile < total)
    grill = lower if state.rules.lower_tile is LowerTile.ANY else lower[-1:]
    if total in state.grill:
        exact = Grill(total)
        return (*grill, exact) if state.rules.lower_tile is LowerTile.ANY else (exact,)
    if total >= LOWEST_STEALABLE:
        for seat, stack in enumerate(state.stacks):
            if stack and stack[-1] == total and seat != state.seat:
                return (*grill, Steal(seat)) if state.rules.decline_steal else (Steal(seat),)
    return grill


def robbable(state: State) -> tuple[int, ...]:
    """The seats that the current one may take a bratworm from when the supply is empty."""
    return tuple(
        seat
        for seat, bratworms in enumerate(state.bratworms)
        if bratworms and seat != state.seat and state.specialists[seat] is not Specialist.HEN
    )


def bratworm_gains(state: State) -> tuple[State, ...]:
    """The position once the current seat has been given a bratworm: by the supply, or by each seat that can be robbed.

    If nobody can give one, it is the same position.
    """
    if state.supply:
        return (_with_bratworms(state, _added(state.bratworms, state.seat, 1)),)
    return tuple(after_rob(state, victim) for victim in robbable(state)) or (state,)


def chance_outcomes(state: State) -> tuple[tuple[Dice, int], ...]:
    """Every roll that chance may play now, with exact weights that sum to 6 to the number of dice.

    Complexity: the outcomes of each number of dice are made once.
    """
    try:
        turn = state.turn
    except AttributeError:
        raise _no_state(state) from None
    if turn.phase is not Phase.CHANCE:
        return ()
    weights = _weights(turn.dice_left, state.rules.golden_die_faces if turn.golden_left else "")
    return tuple(weights.items())


@cache
def _weights(dice: int, golden_faces: str) -> dict[Dice, int]:
    """The rolls of so many dice; the golden die is among them if it has faces."""
    if not golden_faces:
        return {Dice(counts): weight for counts, weight in rolls(dice)}
    faces = [parse_face(text) for text in golden_faces]
    return {
        Dice(with_die(counts, face), face): weight * faces.count(face)
        for counts, weight in rolls(dice - 1)
        for face in sorted(set(faces))
    }


def thrown(state: State, sides: Sequence[int]) -> Dice:
    """The roll in which the dice fall on these sides, each 0 to 5; the golden die, if it is left, comes last.

    This makes chance's move from any dice, seeded or verifiable.

    >>> state = apply(initial_state("classic-2014", 2), "roll")
    >>> str(thrown(state, (0, 3, 5, 5, 1, 0, 2, 4)))
    'dice 112345WW'
    """
    white = sides[:-1] if state.turn.golden_left else sides
    ones, twos, threes, fours, fives, worm_sides = (white.count(side) for side in range(6))
    counts = (ones, twos, threes, fours, fives, worm_sides)
    if not state.turn.golden_left:
        return Dice(counts)
    face = parse_face(state.rules.golden_die_faces[sides[-1]])
    return Dice(with_die(counts, face), face)


# ------------------------------------------------------------------------------------------------------ what it does


def apply(state: State, move: Move | str) -> State:
    """The position after a move; `IllegalMove` if the position does not allow it."""
    if not (_is_possible_roll(state, move) if isinstance(move, Dice) else move in legal_moves(state)):
        if isinstance(move, Move):
            raise IllegalMove(move, state.turn.phase, legal_moves(state), _why_not(state))
        return apply(state, as_move(move))  # here, so that whoever gives moves does not wait for the question
    return _APPLY[type(move)](state, move)  # type: ignore[index]  # no text is among the legal moves


def _is_possible_roll(state: State, roll: Dice) -> bool:
    try:
        turn = state.turn
    except AttributeError:
        raise _no_state(state) from None
    if turn.phase is not Phase.CHANCE:
        return False
    return roll in _weights(turn.dice_left, state.rules.golden_die_faces if turn.golden_left else "")


def _why_not(state: State) -> str:
    turn = state.turn
    if turn.phase is Phase.CHANCE:
        return f"chance rolls {turn.dice_left} dice{', one of them golden,' if turn.golden_left else ''} now"
    return "the game is over" if turn.phase is Phase.OVER else ""


def _apply_roll(state: State, move: Roll) -> State:
    turn = state.turn
    dice_left = turn.dice_left + move.golden
    golden_left = turn.golden_left or move.golden
    return _with_turn(state, Turn(Phase.CHANCE, turn.aside, dice_left, golden_left, None, turn.weasel_used))


def _apply_dice(state: State, move: Dice) -> State:
    turn = state.turn
    if not _legal_keeps(move.counts, turn.aside, _can_weasel(state)):
        return after_fail(state)
    return _with_turn(state, Turn(Phase.KEEP, turn.aside, turn.dice_left, turn.golden_left, move, turn.weasel_used))


def _apply_weasel(state: State, _move: Weasel) -> State:
    turn = state.turn
    return _with_turn(state, Turn(Phase.CHANCE, turn.aside, turn.dice_left, turn.golden_left, None, True))


def _apply_keep(state: State, move: Keep) -> State:
    turn = state.turn
    rolled, face = turn.rolled, move.face
    assert rolled is not None  # noqa: S101  # a contract: phase keep has dice
    count = rolled.counts[face - 1]
    golden_left = turn.golden_left and rolled.golden != face
    aside = with_die(turn.aside, face, count)
    state = _with_turn(state, Turn(Phase.DECIDE, aside, turn.dice_left - count, golden_left, None, turn.weasel_used))
    if earns_bratworm(face, count):
        return _gain_bratworm(state)
    return _go_on(state)


def _apply_stop(state: State, _move: Stop) -> State:
    if state.turn.phase is Phase.KEEP:  # the roll has nothing to keep, and the weasel is not wanted
        return after_fail(state)
    return _settle(state)


def after_claim(state: State, move: Claim) -> State:
    """The position after a claim, whatever dice have earned it; a choice that it brings may be open."""
    return _take(state, move.tile) if isinstance(move, Grill) else _steal(state, move.seat)


def _apply_pass(state: State, _move: Pass) -> State:
    return after_fail(state)


def _apply_rob(state: State, move: Rob) -> State:
    return _go_on(after_rob(state, move.seat))


def _apply_retain(state: State, move: Retain) -> State:
    (other,) = (name for name in state.turn.in_hand if name is not move.specialist)
    specialists = _replaced(state.specialists, state.seat, move.specialist)
    on_tile = _put_back(state.grill, state.on_tile, other)
    return _end_turn(state, state.grill, on_tile, state.stacks, specialists)


_APPLY: dict[type[Move], Callable[[State, Any], State]] = {
    Roll: _apply_roll,
    Dice: _apply_dice,
    Weasel: _apply_weasel,
    Keep: _apply_keep,
    Stop: _apply_stop,
    Steal: after_claim,
    Grill: after_claim,
    Pass: _apply_pass,
    Rob: _apply_rob,
    Retain: _apply_retain,
}


def _go_on(state: State) -> State:
    """Continue the turn after a keep; after the raven's bratworm, put the raven back and end the turn."""
    turn = state.turn
    if turn.in_hand:
        on_tile = _put_back(state.grill, state.on_tile, *turn.in_hand)
        return _end_turn(state, state.grill, on_tile, state.stacks, state.specialists)
    if not turn.dice_left or all(turn.aside):
        return _settle(state)
    return state if turn.phase is Phase.DECIDE else _with_phase(state, Phase.DECIDE)


def _settle(state: State) -> State:
    """The turn has been stopped: claim, choose what to claim, or fail."""
    choices = claims(state)
    if not choices:
        return after_fail(state)
    if len(choices) > 1 or state.rules.may_pass:
        return _with_phase(state, Phase.CLAIM)
    return after_claim(state, choices[0])


def _take(state: State, tile: int) -> State:
    seat = state.seat
    grill = tuple(other for other in state.grill if other != tile)
    stacks = _replaced(state.stacks, seat, (*state.stacks[seat], tile))
    found = [name for place, name in state.on_tile if place == tile]
    if not found:
        return _end_turn(state, grill, state.on_tile, stacks, state.specialists)
    on_tile = tuple(pair for pair in state.on_tile if pair[0] != tile)
    state = State(state.rules, grill, on_tile, stacks, state.specialists, state.bratworms, seat, state.turn)
    if found[0] is Specialist.RAVEN:
        return _gain_bratworm(_with_phase(state, Phase.ROB, (Specialist.RAVEN,)))
    return _receive(state, found[0])


def _steal(state: State, victim: int) -> State:
    specialist = state.specialists[victim]
    specialists = _replaced(state.specialists, victim, None)
    seat, stacks = state.seat, state.stacks
    if specialist is not Specialist.HEN:
        tile = stacks[victim][-1]
        stacks = _replaced(_replaced(stacks, victim, stacks[victim][:-1]), seat, (*stacks[seat], tile))
    if specialist is None:
        return _end_turn(state, state.grill, state.on_tile, stacks, specialists)
    state = State(state.rules, state.grill, state.on_tile, stacks, specialists, state.bratworms, seat, state.turn)
    return _receive(state, specialist)


def _receive(state: State, specialist: Specialist) -> State:
    """The current seat gets a specialist that has just left its place."""
    seat = state.seat
    own = state.specialists[seat]
    if own is None:
        specialists = _replaced(state.specialists, seat, specialist)
        return _end_turn(state, state.grill, state.on_tile, state.stacks, specialists)
    specialists = _replaced(state.specialists, seat, None)
    state = State(state.rules, state.grill, state.on_tile, state.stacks, specialists, state.bratworms, seat, state.turn)
    first, second = sorted((own, specialist))
    return _with_phase(state, Phase.RETAIN, (first, second))


def _gain_bratworm(state: State) -> State:
    """A bratworm for the current seat, from the supply or from another player, if there is one to be had."""
    gains = bratworm_gains(state)
    return _go_on(gains[0]) if len(gains) == 1 else _with_phase(state, Phase.ROB, state.turn.in_hand)


def after_rob(state: State, victim: int) -> State:
    """The position once the current seat has taken a bratworm from this one."""
    return _with_bratworms(state, _added(_added(state.bratworms, victim, -1), state.seat, 1))


def after_fail(state: State) -> State:
    """The position after the turn has failed: the tile and the specialists are back, a tile is turned down.

    Whether the tile is turned before or after the specialists find their places makes no difference.
    """
    seat, grill, on_tile, stacks = state.seat, state.grill, state.on_tile, state.stacks
    own = state.specialists[seat]
    stack = stacks[seat]
    if own is Specialist.HEN and not stack:
        return _end_turn(state, grill, on_tile, stacks, state.specialists)
    returning = [own] if own else []
    if stack and own is not Specialist.HEN:
        returned = stack[-1]
        stacks = _replaced(stacks, seat, stack[:-1])
        turned = _turned_down(state, returned)
        grill = tuple(tile for tile in sorted((*grill, returned)) if tile != turned)
        returning += [name for tile, name in on_tile if tile == turned]
        on_tile = tuple(pair for pair in on_tile if pair[0] != turned)
    on_tile = _put_back(grill, on_tile, *returning)
    return _end_turn(state, grill, on_tile, stacks, _replaced(state.specialists, seat, None))


def _turned_down(state: State, returned: int) -> int | None:
    """The tile that is turned face-down once this one is back on the grill."""
    highest = max((*state.grill, returned))
    match state.rules.short_game:
        case ShortGame.RETURNED:
            return returned
        case ShortGame.ON:
            return highest
        case ShortGame.OFF:
            return None if highest == returned else highest


def _put_back(grill: tuple[int, ...], on_tile: Placement, *returning: Specialist) -> Placement:
    """Put each specialist on the lowest unoccupied face-up tile; one that finds none leaves the game."""
    for specialist in returning:
        occupied = {tile for tile, _ in on_tile}
        free = [tile for tile in grill if tile not in occupied]
        if free:
            on_tile = tuple(sorted((*on_tile, (free[0], specialist))))
    return on_tile


def _end_turn(
    state: State,
    grill: tuple[int, ...],
    on_tile: Placement,
    stacks: tuple[tuple[int, ...], ...],
    specialists: tuple[Specialist | None, ...],
) -> State:
    if not grill:
        return State(state.rules, grill, on_tile, stacks, specialists, state.bratworms, state.seat, _OVER)
    seat = (state.seat + 1) % len(stacks)
    return State(state.rules, grill, on_tile, stacks, specialists, state.bratworms, seat, _NEW_TURN)


_NEW_TURN = Turn()
_OVER = Turn(Phase.OVER)


def without_dice(state: State) -> State:
    """The position as it was before the first roll of this turn, but for what the turn has already brought."""
    return _with_turn(state, _NEW_TURN)


def _with_turn(state: State, turn: Turn) -> State:
    # States are made field by field: dataclasses.replace takes several times as long.
    return State(
        state.rules,
        state.grill,
        state.on_tile,
        state.stacks,
        state.specialists,
        state.bratworms,
        state.seat,
        turn,
    )


def _with_phase(state: State, phase: Phase, in_hand: tuple[Specialist, ...] = ()) -> State:
    turn = state.turn
    return _with_turn(state, Turn(phase, turn.aside, turn.dice_left, turn.golden_left, None, turn.weasel_used, in_hand))


def _with_bratworms(state: State, bratworms: tuple[int, ...]) -> State:
    return State(
        state.rules,
        state.grill,
        state.on_tile,
        state.stacks,
        state.specialists,
        bratworms,
        state.seat,
        state.turn,
    )


def _replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _added(values: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    return _replaced(values, index, values[index] + number)


# --------------------------------------------------------------------------------------------------- scores and winners


def scores(state: State) -> tuple[int, ...]:
    """Per seat the worms it would have if the game ended now: tiles, bratworms and the apple."""
    if not isinstance(state, State):
        raise _no_state(state)
    return tuple(
        sum(map(worms, stack)) + bratworms + (APPLE_WORMS if specialist is Specialist.APPLE else 0)
        for stack, bratworms, specialist in zip(state.stacks, state.bratworms, state.specialists, strict=True)
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats with the most worms; on a tie, those of them with the highest tile."""
    ranks = [(score, max(stack, default=0)) for score, stack in zip(scores(state), state.stacks, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
