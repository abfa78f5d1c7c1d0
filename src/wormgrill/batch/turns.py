"""Whole turns for any value of positions: one solve for each turn, many side by side, and all its moves follow from it.

A `TurnPlayer` has a *value*: a function that tells for many positions at once what each is worth to a seat. It is
asked for all ends of all turns; the solver does the rest. Turns of one kind are solved in lanes, side by side, and then
played to their ends. With *noise*, the player misjudges every move: the values come from the same solve, and at each
decision an error that follows from the position is added to each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wormgrill.batch.bits import count_bits, lowest_place
from wormgrill.batch.compiling import compiled, compiled_helper
from wormgrill.batch.dice import Keys, make_keys
from wormgrill.batch.ends import (
    COLUMNS,
    FAIL,
    MAX_VARIANTS,
    Ends,
    Floats,
    Ints,
    all_ends,
    best_answer,
    best_claim,
    count_gains,
    fold_ends,
    is_turn_over,
    make_ends,
)
from wormgrill.batch.layout import (
    CHANCE,
    CLAIM,
    DECIDE,
    FACE_COUNT,
    GOLDEN_DIE,
    KEEP,
    NONE,
    ROB,
    ROLL,
    WEASEL,
    Axes,
    Game,
    Games,
)
from wormgrill.batch.moves import (
    FIRST_KEEP,
    FIRST_ROB,
    FIRST_STEAL,
    PASS,
    ROLL_GOLDEN,
    ROLL_ON,
    STOP,
    USE_WEASEL,
)
from wormgrill.batch.noise import NO_WHIM, Taste, Whim, make_taste, noise_of, whim_in
from wormgrill.batch.players import Batch, Table, count_and_apply, count_and_roll
from wormgrill.batch.rules import WORM_FACE, claims_with, count_dice, open_claims, points_aside, robbable
from wormgrill.game.dice import BRATWORM_ONES, FACE_POINTS, WHITE_DICE
from wormgrill.solver import MAX_POINTS, TurnKind
from wormgrill.solver.arrays import empty_values, solve_arrays
from wormgrill.solver.lattice import lattice
from wormgrill.solver.payoffs import EQUAL, SHAPE

Value = Callable[[Games, Ints], Floats]
"""What each of these positions is worth to the seat beside it."""
Slots = NDArray[np.uint16]

LANES = 96
"""The most turns that are solved side by side."""
STOP_ROWS = int(np.prod(SHAPE))
HAS_BRATWORMS, HAS_WEASEL, HAS_GOLDEN, HAS_CHOICE, GOLDEN_WAITS = 1, 2, 4, 8, 16
"""The bits of a kind of turn. `HAS_CHOICE` is set if there is a choice of victims to rob; `GOLDEN_WAITS` instead of
`HAS_GOLDEN` if the golden die may be added to any roll, so that one solution covers the turn with and without it."""
SLOTS_SHAPE = (10, 1 << FACE_COUNT, 2, 3, MAX_POINTS + 1)
"""Slots by dice left, bits of the faces kept, bratworm, golden die (left, or waiting), and points."""
IS_LEFT, IS_WAITING = 1, 2


@dataclass(frozen=True)
class TurnPlayer:
    """Plays every turn as well as it can be played for a value of the positions in which it ends, or nearly so."""

    name: str
    value: Value
    noise: float = 0.0
    """By how much it misjudges a move at most, as `players.ExactPlayer` does."""
    seed: int = 0
    """What the noise follows from, together with the number of the game: see `noise.seed_in_game`."""

    def sit_down(self, table: Table) -> TurnTaker:
        """A player for the games of one thread."""
        return TurnTaker(self.value, make_taste(self.noise, self.seed), table)


class Side(NamedTuple):
    """Turns solved side by side: their payoffs and values as the solver's kernel has them.

    Solves come in sets, of eight or of one: with sets of eight, solve 20 is lane 4 of set 2.
    """

    stopped: Floats
    """`[set, stop index, lane of the set]`"""
    failed: Floats
    """`[set, bratworm, lane of the set]`"""
    rolling: Floats
    """`[set, layer, slot, lane of the set]`"""
    keeping: Floats
    """`[set, layer, slot, lane of the set]`"""


class Solved(NamedTuple):
    """Turns of one kind, solved in lanes, as the compiled loop reads them."""

    slots: Slots
    is_special: bool
    """Whether the golden die is tracked apart from the others."""
    has_bratworms: bool
    golden_waits: bool
    """Whether the golden die may be added to any roll."""
    before: Side
    """Until a bratworm is chosen, the solve of each lane."""
    after: Side
    """Then a solve for each way to get it; where there is no choice, the same as before."""
    after_index: Ints
    """`[lane, variant]`: the solve that counts after the bratworm."""
    gains: Ints
    """`[lane]`: in how many ways the turn can bring a bratworm."""
    worth: Floats
    """`[lane, variant, move or fail]`"""
    ends: Ends
    first_move: int
    """To roll with or without the golden die, if it does not wait."""
    starting: Floats
    """`[lane]`: what the turn is worth before its first roll."""


class TurnTaker:
    """A player of whole turns at one table."""

    def __init__(self, value: Value, taste: Taste, table: Table) -> None:
        self._solver = TurnSolver(value, table)
        self._taste = taste
        self._axes = table.axes
        self._keys = make_keys(table.seed)

    def take_turns(self, batch: Batch, places: Ints, max_plies: int) -> Floats:
        """Play the turns that begin in the games at these places to their ends; what each was worth at its start."""
        worth = np.empty(len(places))
        for turns in self._solver.blocks(batch.games[places]):
            worth[turns.places] = self._play(turns, batch, places[turns.places], max_plies)
        return worth

    def _play(self, turns: Turns, batch: Batch, places: Ints, max_plies: int) -> Floats:
        solved = self._solver.solve(turns)
        worth, parts = solved.starting, [(solved, np.arange(len(places)))]
        if turns.code & HAS_GOLDEN:
            golden = self._solver.solve(turns, is_golden=True)
            is_golden = np.empty(len(places), dtype=np.bool_)
            choose_dice(batch, places, self._taste, (solved.starting, golden.starting), is_golden)
            worth = np.where(is_golden, golden.starting, worth)
            parts = [(solved, np.nonzero(~is_golden)[0]), (golden, np.nonzero(is_golden)[0])]
        for part, lanes in parts:
            play_turns(self._axes, batch, places, lanes, part, self._keys, self._taste, max_plies)
        return worth


class Turns(NamedTuple):
    """Turns of one kind that are about to begin."""

    code: int
    places: Ints
    """Where they are among the turns that were asked for."""
    games: Games
    gains: Ints
    worth: Floats
    ends: Ends


class TurnSolver:
    """Solves turns that are about to begin, side by side."""

    def __init__(self, value: Value, table: Table) -> None:
        self._value = value
        self._axes = table.axes
        self._golden_faces = table.rules.golden_die_faces

    def worth(self, games: Games) -> Floats:
        """What each of these turns is worth to its player before the first roll, with best play."""
        found = np.empty(len(games))
        for turns in self.blocks(games):
            starting = self.solve(turns).starting
            if turns.code & HAS_GOLDEN:
                starting = np.maximum(starting, self.solve(turns, is_golden=True).starting)
            found[turns.places] = starting
        return found

    def blocks(self, games: Games) -> Iterator[Turns]:
        """These turns in blocks of one kind, with what their ends are worth."""
        for code, places, gains in alike(self._axes, games, LANES):
            positions, index = all_ends(self._axes, games[places])
            values = self._value(positions, games["seat"][places[index[:, 0]]].astype(np.int64))
            yield make_turns(code, places, games[places], gains, make_ends(index, values, len(places)))

    def solve(self, turns: Turns, *, is_golden: bool = False) -> Solved:
        """Solve the turns of a block, with the golden die if there is one and it is taken along.

        With a choice of victims they are first solved for each of them, and then until it is made.
        """
        code = turns.code if is_golden else turns.code & ~HAS_GOLDEN
        kind = kind_of(code, self._golden_faces)
        lanes, gains = np.arange(len(turns.gains)), turns.gains
        if code & HAS_CHOICE:
            firsts, branches = branches_of(gains)
            after = self._solve_side(kind, turns, branches, is_earned=True)
            after_index = firsts[:, None] + np.arange(-1, MAX_VARIANTS - 1)
            known = empty_values(kind, len(gains), np.float64)[1]
            find_best_ways(after.keeping, firsts, gains, has_bratworm(kind), known)
            before = self._solve_side(kind, turns, np.stack([lanes, np.zeros_like(lanes)], axis=1), known=known)
        else:
            before = after = self._solve_side(kind, turns, np.stack([lanes, gains], axis=1))
            after_index = np.repeat(lanes, MAX_VARIANTS).reshape(-1, MAX_VARIANTS)
        layer, slot = lattice(kind).slot(kind.start)
        return Solved(
            slots=_slot_table(kind),
            is_special=kind.has_special_golden_die,
            has_bratworms=kind.bratworms,
            golden_waits=kind.golden_die_waits,
            before=before,
            after=after,
            after_index=after_index,
            gains=gains,
            worth=turns.worth,
            ends=turns.ends,
            first_move=ROLL_GOLDEN if code & HAS_GOLDEN else ROLL_ON,
            starting=before.keeping[:, layer, slot].reshape(-1)[: len(gains)],
        )

    def _solve_side(
        self, kind: TurnKind, turns: Turns, solves: Ints, *, known: Floats | None = None, is_earned: bool = False
    ) -> Side:
        """Solve turns by lane and variant with a bratworm, in sets of as many as the kernel has lanes."""
        values = empty_values(kind, len(solves), np.float64)
        _, sets, _, _, width = values.shape
        stopped, failed = np.zeros((sets, STOP_ROWS, width)), np.zeros((sets, 2, width))
        fill_payoffs(self._axes, turns.games, solves, turns.worth, (stopped, failed))
        solve_arrays(kind, stopped, failed, values, known=known, is_earned=is_earned)
        return Side(stopped, failed, values[0], values[1])


def make_turns(code: int, places: Ints, games: Games, gains: Ints, ends: Ends) -> Turns:
    """Turns with these ends."""
    worth = np.empty((len(games), MAX_VARIANTS, COLUMNS))
    fold_ends(ends, worth)
    return Turns(code, places, games, gains, worth, ends)


def alike(axes: Axes, games: Games, most: int) -> Iterator[tuple[int, Ints, Ints]]:
    """The turns in blocks of one kind that take at most so many solves: kind, places, and ways to get a bratworm."""
    codes, gains = np.empty(len(games), dtype=np.int64), np.empty(len(games), dtype=np.int64)
    describe_turns(axes, games, (codes, gains))
    for code in np.unique(codes):
        of_code = np.nonzero(codes == code)[0]
        for block in _blocks(gains[of_code] if code & HAS_CHOICE else np.ones_like(of_code), most):
            yield int(code), of_code[block], gains[of_code[block]]


def _blocks(solves: Ints, most: int) -> Iterator[slice]:
    """Blocks of turns that take at most so many solves together, by the solves of each turn."""
    begin = total = 0
    for end, number in enumerate(solves.tolist()):
        if total + number > most:
            yield slice(begin, end)
            begin, total = end, 0
        total += number
    yield slice(begin, len(solves))


def branches_of(gains: Ints) -> tuple[Ints, Ints]:
    """By turn the first of its solves, one for each way to get a bratworm; and by solve its turn and variant."""
    firsts = np.cumsum(gains) - gains
    variants = np.arange(gains.sum()) - np.repeat(firsts, gains) + 1
    return firsts, np.stack([np.repeat(np.arange(len(gains)), gains), variants], axis=1)


@cache
def kind_of(code: int, golden_faces: str) -> TurnKind:
    """The kind of turn that a code stands for."""
    return TurnKind(
        golden_faces if code & (HAS_GOLDEN | GOLDEN_WAITS) else None,
        bool(code & HAS_BRATWORMS),
        bool(code & HAS_WEASEL),
        golden_die_waits=bool(code & GOLDEN_WAITS),
    )


@cache
def has_bratworm(kind: TurnKind) -> NDArray[np.bool_]:
    """By slot whether two 1s have brought a bratworm in this state."""
    nodes = lattice(kind)
    return nodes.tables.fail_index[: nodes.slots] > 0


@cache
def _slot_table(kind: TurnKind) -> Slots:
    """The slot of every state of a kind of turn."""
    nodes = lattice(kind)
    table = np.full(SLOTS_SHAPE, nodes.slots, dtype=np.uint16)
    for key, row in nodes.slots_by_points.items():
        golden = IS_WAITING if key.golden_waits else int(key.golden_left)
        table[key.dice_left, key.mask, int(key.bratworm), golden] = row
    return table


# ------------------------------------------------------------------------------------------------ the compiled loops


@compiled
def describe_turns(axes: Axes, games: Games, found: tuple[Ints, Ints]) -> None:
    """Fill in the kind of each turn that is about to begin, and in how many ways it can bring a bratworm."""
    codes, gains = found
    for lane in range(len(games)):
        game = games[lane]
        own = game.owned[game.seat]
        gains[lane] = count_gains(axes, game)
        codes[lane] = (
            (HAS_BRATWORMS if gains[lane] else 0)
            | (HAS_WEASEL if own == WEASEL else 0)
            | ((GOLDEN_WAITS if axes.joins_any_roll else HAS_GOLDEN) if own == GOLDEN_DIE else 0)
            | (HAS_CHOICE if gains[lane] > 1 else 0)
        )


@compiled
def fill_payoffs(axes: Axes, games: Games, solves: Ints, worth: Floats, payoffs: tuple[Floats, Floats]) -> None:
    """Fill in `stopped[set, stop index, lane of the set]` and `failed[set, bratworm, lane of the set]`."""
    stopped, failed = payoffs
    width = stopped.shape[2]
    for solve in range(len(solves)):
        number, place = solve // width, solve % width
        lane = solves[solve, 0]
        before, after = worth[lane, 0], worth[lane, solves[solve, 1]]
        failed[number, 0, place], failed[number, 1, place] = before[FAIL], after[FAIL]
        for has_worm in range(2):
            for points in range(MAX_POINTS + 1):
                claims = claims_with(axes, games[lane], points, has_worm > 0)
                claim = best_claim(axes, before, claims, NO_WHIM)
                stopped[number, stop_index(0, has_worm, points), place] = before[claim]
                claim = best_claim(axes, after, claims, NO_WHIM)
                stopped[number, stop_index(1, has_worm, points), place] = after[claim]


@compiled
def find_best_ways(keeping: Floats, firsts: Ints, gains: Ints, is_wanted: NDArray[np.bool_], known: Floats) -> None:
    """Fill `known[set, layer, slot, lane of the set]` with the value of the best way to get a bratworm."""
    _, layers, _, width = known.shape
    for layer in range(layers):
        for slot in range(len(is_wanted)):
            if not is_wanted[slot]:
                continue
            for lane in range(len(gains)):
                best = value_at(keeping, layer, slot, firsts[lane])
                for way in range(1, gains[lane]):
                    best = max(best, value_at(keeping, layer, slot, firsts[lane] + way))
                known[lane // width, layer, slot, lane % width] = best


@compiled_helper
def value_at(values: Floats, layer: int, slot: int, solve: int) -> float:
    """A value of one solve."""
    width = values.shape[3]
    return float(values[solve // width, layer, slot, solve % width])


@compiled_helper
def payoff_at(payoffs: Floats, index: int, solve: int) -> float:
    """A payoff of one solve."""
    width = payoffs.shape[2]
    return float(payoffs[solve // width, index, solve % width])


@compiled_helper
def stop_index(bratworm: int, has_worm: int, points: int) -> int:
    """Where the payoff of stopping is found."""
    return (bratworm * 2 + has_worm) * (MAX_POINTS + 1) + points


@compiled
def choose_dice(
    batch: Batch, places: Ints, taste: Taste, values: tuple[Floats, Floats], is_golden: NDArray[np.bool_]
) -> None:
    """Fill in whether the golden die is taken along, by the values of the turns without and with it."""
    plain, golden = values
    for lane in range(len(places)):
        whim = whim_in(taste, batch.games[places[lane]], batch.numbers[places[lane]])
        gained = golden[lane] + noise_of(whim, ROLL_GOLDEN) - plain[lane] - noise_of(whim, ROLL_ON)
        is_golden[lane] = gained > EQUAL


@compiled
def play_turns(  # noqa: PLR0913, PLR0917  # where the turns are played, and how
    axes: Axes, batch: Batch, places: Ints, lanes: Ints, solved: Solved, keys: Keys, taste: Taste, max_plies: int
) -> None:
    """Play these lanes to the ends of their turns."""
    for lane in lanes:
        play_turn(axes, batch, places[lane], lane, solved, keys, taste, max_plies)


@compiled_helper
def play_turn(  # noqa: PLR0913, PLR0917  # the same for one turn
    axes: Axes, batch: Batch, place: int, lane: int, solved: Solved, keys: Keys, taste: Taste, max_plies: int
) -> None:
    """Play one turn to its end."""
    game = batch.games[place]
    variant, claim = 0, NONE
    is_begun = False
    while batch.plies[place] < max_plies and not (is_begun and is_turn_over(game)):
        is_begun = True
        if game.phase == CHANCE:
            count_and_roll(axes, game, batch, place, keys)
            continue
        whim = whim_in(taste, game, batch.numbers[place])
        move = best_move(axes, game, lane, solved, variant, claim, whim)
        made = claim_of(axes, game, move)
        claim = made if made != NONE else claim
        variant = variant_after(game, lane, solved, variant, move)
        count_and_apply(axes, game, batch, place, move)


@compiled_helper
def best_move(  # noqa: PLR0913, PLR0917  # what is known of the turn
    axes: Axes, game: Game, lane: int, solved: Solved, variant: int, claim: int, whim: Whim
) -> int:
    """The move that looks best; to stop for nothing is judged as badly as the noise allows."""
    phase = game.phase
    side = solved.after if variant else solved.before
    solve = solved.after_index[lane, variant] if variant else lane
    if phase == ROLL:
        return best_roll(game, solved, side, solve, whim)[0] if solved.golden_waits else solved.first_move
    if phase == KEEP:
        return best_keep(game, solved, side, solve, whim)[0]
    if phase == DECIDE:
        return stop_or_roll(axes, game, solved, side, solve, whim)
    if phase == CLAIM:
        best = best_claim(axes, solved.worth[lane, variant], open_claims(axes, game), whim)
        return PASS if best == FAIL else best
    if phase == ROB and not game.in_hand:
        return best_victim(game, solved, lane, whim)
    return best_answer(solved.ends, lane, variant, claim, whim)


@compiled_helper
def best_keep(game: Game, solved: Solved, side: Side, solve: int, whim: Whim) -> tuple[int, float]:
    """The best keep, the weasel, or the way out of a failed roll; and what it is worth."""
    layer = weasel_layer(game, solved)
    found, most = NONE, 0.0
    for face in range(FACE_COUNT):
        if game.rolled[face] and not game.aside[face]:
            value = value_at(side.keeping, layer, slot_after_keep(game, solved, face), solve)
            value += noise_of(whim, FIRST_KEEP + face)
            if found == NONE or value > most + EQUAL:
                found, most = FIRST_KEEP + face, value
    if found == NONE:
        found, most = STOP, payoff_at(side.failed, earned(game, solved), solve) - whim.noise
    if layer:
        value = value_at(side.rolling, 0, slot_now(game, solved), solve) + noise_of(whim, USE_WEASEL)
        if value > most + EQUAL:
            return USE_WEASEL, value
    return found, most


@compiled_helper
def stop_or_roll(axes: Axes, game: Game, solved: Solved, side: Side, solve: int, whim: Whim) -> int:  # noqa: PLR0913, PLR0917  # what is known of the turn
    """Whether to stop; of equals stopping goes first, but not for nothing."""
    claims = open_claims(axes, game)
    has_worm = 1 if game.aside[WORM_FACE] else 0
    stopping = payoff_at(side.stopped, stop_index(earned(game, solved), has_worm, points_aside(game)), solve)
    stopping += noise_of(whim, STOP) if claims else -whim.noise
    move, rolling = best_roll(game, solved, side, solve, whim)
    if rolling > stopping + EQUAL:
        return move
    return STOP if stopping > rolling + EQUAL or claims else move


@compiled_helper
def best_roll(game: Game, solved: Solved, side: Side, solve: int, whim: Whim) -> tuple[int, float]:
    """Whether to add the golden die to the roll, if it waits, and what the roll is worth; of equals without it."""
    plain = value_at(side.rolling, weasel_layer(game, solved), slot_now(game, solved), solve)
    plain += noise_of(whim, ROLL_ON)
    if golden_die(game, solved) != IS_WAITING:
        return ROLL_ON, plain
    golden = IS_LEFT if solved.is_special else 0
    slot = solved.slots[game.dice_left + 1, kept_faces(game), earned(game, solved), golden, points_aside(game)]
    joined = value_at(side.rolling, 0, int(slot), solve) + noise_of(whim, ROLL_GOLDEN)
    return (ROLL_GOLDEN, joined) if joined > plain + EQUAL else (ROLL_ON, plain)


@compiled_helper
def best_victim(game: Game, solved: Solved, lane: int, whim: Whim) -> int:
    """Whom to rob in the middle of the turn."""
    victims, found, most = robbable(game), NONE, 0.0
    for variant in range(1, 1 + count_bits(victims)):
        solve = solved.after_index[lane, variant]
        victim = FIRST_ROB + lowest_place(victims)
        value = value_at(solved.after.keeping, weasel_layer(game, solved), slot_now(game, solved), solve)
        value += noise_of(whim, victim)
        if found == NONE or value > most + EQUAL:
            found, most = victim, value
        victims &= victims - 1
    return found


@compiled_helper
def variant_after(game: Game, lane: int, solved: Solved, variant: int, move: int) -> int:
    """The variant once a move is made: two 1s bring a bratworm, where there are victims after a choice of one."""
    if not solved.has_bratworms or variant:
        return variant
    if move == FIRST_KEEP and game.rolled[0] >= BRATWORM_ONES and solved.gains[lane] == 1:
        return 1
    if game.phase == ROB and not game.in_hand:
        return 1 + count_bits(robbable(game) & ((1 << (move - FIRST_ROB)) - 1))
    return variant


@compiled_helper
def claim_of(axes: Axes, game: Game, move: int) -> int:
    """The claim that a move makes, itself or because the turn is then settled with a single claim; otherwise none."""
    if move < FIRST_KEEP or FIRST_STEAL <= move < STOP:
        return move
    claims = 0
    if move == STOP or (game.phase == ROB and not game.in_hand):
        claims = open_claims(axes, game)
    elif FIRST_KEEP <= move < FIRST_KEEP + FACE_COUNT:
        face = move - FIRST_KEEP
        total = points_aside(game) + game.rolled[face] * FACE_POINTS[face]
        claims = claims_with(axes, game, total, face == WORM_FACE or game.aside[WORM_FACE] > 0)
    return lowest_place(claims) if claims and not claims & (claims - 1) else NONE


@compiled_helper
def weasel_layer(game: Game, solved: Solved) -> int:
    """The layer of the solution: 1 while the weasel is unused."""
    return 1 if solved.before.rolling.shape[1] > 1 and not game.weasel_used else 0


@compiled_helper
def earned(game: Game, solved: Solved) -> int:
    """1 if two 1s have brought a bratworm in this turn."""
    return 1 if solved.has_bratworms and game.aside[0] >= BRATWORM_ONES else 0


@compiled_helper
def kept_faces(game: Game) -> int:
    """The bits of the faces that are kept."""
    faces = 0
    for face in range(FACE_COUNT):
        if game.aside[face]:
            faces |= 1 << face
    return faces


@compiled_helper
def golden_die(game: Game, solved: Solved) -> int:
    """Where the golden die is, as far as it makes a difference: among the dice left, or waiting."""
    if solved.golden_waits and count_dice(game) == WHITE_DICE:
        return IS_WAITING
    return IS_LEFT if solved.is_special and game.golden_left else 0


@compiled_helper
def slot_now(game: Game, solved: Solved) -> int:
    """The slot of the state between two rolls."""
    golden = golden_die(game, solved)
    return int(solved.slots[game.dice_left, kept_faces(game), earned(game, solved), golden, points_aside(game)])


@compiled_helper
def slot_after_keep(game: Game, solved: Solved, face: int) -> int:
    """The slot of the state in which a face of the roll has been kept."""
    count = game.rolled[face]
    golden = golden_die(game, solved) if game.golden != face + 1 else 0
    bratworm = 1 if solved.has_bratworms and face == 0 and count >= BRATWORM_ONES else earned(game, solved)
    points = points_aside(game) + count * FACE_POINTS[face]
    return int(solved.slots[game.dice_left - count, kept_faces(game) | 1 << face, bratworm, golden, points])
