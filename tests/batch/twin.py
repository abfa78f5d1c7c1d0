"""Play the same dice and moves through `game/` and `batch/`, and compare the positions after every ply.

The tables are like those of the referee: from the start or from the middle of a game, with any tiles, specialists and
bratworms. A *round* has one table for every edition and number of players; from round to round each of them meets all
values of the other axes in turn. The games of a table are played side by side. They follow from a seed and the number
of the table alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np

from tests.referee.compare import begin_in_the_middle, describe, wanted
from tests.referee.tables import VALUES, WEIGHTS, Table, draw_table
from wormgrill.batch.layout import GAME, Games, encode_rules, new_games, pack, unpack
from wormgrill.batch.moves import MOVES, dice_code, move_number, moves_of
from wormgrill.batch.players import GREEDY, choices_of
from wormgrill.batch.steps import IllegalStep, apply_moves, apply_rolls, are_over, legal_masks, scores, winners
from wormgrill.game import rules as engine_rules
from wormgrill.game import state as engine
from wormgrill.game.dice import FACES
from wormgrill.game.moves import Dice, Keep, Move, Pass, Roll, Stop, Weasel
from wormgrill.game.position import format_state
from wormgrill.game.state import Phase, State
from wormgrill.players.policies import GreedyPlayer, SensiblePlayer

GAMES_PER_TABLE = 8
MAX_PLIES = (80,) * 24 + (600,)
"""Most tables are left early, so that there are many."""
KINDS = [(edition, players) for edition in engine_rules.EDITIONS for players in range(2, 8)]
ROUNDS_FOR_ALL_VALUES = 6
"""After so many rounds every kind has met two values, or three, of each axis."""
SPARED = -1
"""The number of a move that leaves a game as it is."""

Choose = Callable[[Random, State, tuple[Move, ...]], Move]


class Difference(AssertionError):
    """The two do not agree."""


class Twins:
    """The games of one table, on both sides."""

    def __init__(self, table: Table, name: str, states: list[State]) -> None:
        self.name = name
        self.rules = engine_rules.parse_rules(table.rules_text)
        self.axes = encode_rules(self.rules)
        self.states = states
        self.games: Games = pack(states)
        self.last_moves: list[Move | None] = [None] * len(states)

    def play(self, moves: list[Move | None]) -> None:
        """Make a move in each game, or none; then compare."""
        self.last_moves = moves
        before = self.states
        self.states = [engine.apply(state, move) if move else state for state, move in zip(before, moves, strict=True)]
        try:
            apply_moves(self.axes, self.games, np.array([_number(move) for move in moves]))
            apply_rolls(self.axes, self.games, np.array([_code(move) for move in moves]))
        except IllegalStep as error:
            raise self._difference(error.game, before[error.game]) from error
        self.compare(before)

    def compare(self, before: list[State]) -> None:
        """See that positions, legal moves, scores and winners are the same, and what greedy players choose."""
        expected = pack(self.states)
        differing = np.zeros(len(self.games), dtype=bool)
        for field in GAME.fields or ():
            differing |= (self.games[field] != expected[field]).reshape(len(self.games), -1).any(axis=1)
        masks, worms, seats = legal_masks(self.axes, self.games), scores(self.games), winners(self.games)
        are_over_now, greedy = are_over(self.games), choices_of(GREEDY, self.axes, self.games)
        for place, state in enumerate(self.states):
            legal = engine.legal_moves(state)
            is_same = (
                not differing[place]
                and moves_of(int(masks[place])) == legal
                and tuple(worms[place][: state.players]) == engine.scores(state)
                and tuple(seat for seat in range(state.players) if seats[place] >> seat & 1) == engine.winners(state)
                and bool(are_over_now[place]) == (state.phase is Phase.OVER)
                and (not legal or MOVES[greedy[place]] == GreedyPlayer().choose(state))
            )
            if not is_same:
                raise self._difference(place, before[place])

    def _difference(self, place: int, before: State) -> Difference:
        now, game = self.states[place], self.games[place : place + 1]
        lines = (
            f"the engine and the arrays differ in {self.name}, game {place}",
            f"position: {format_state(before)}",
            f"move: {self.last_moves[place] or '-'}",
            f"engine: {format_state(now)}",
            f"arrays: {_told(self.rules, game)}",
            f"legal, engine: {', '.join(map(str, engine.legal_moves(now))) or '-'}",
            f"legal, arrays: {', '.join(map(str, moves_of(int(legal_masks(self.axes, game)[0])))) or '-'}",
            f"scores and winners, engine: {engine.scores(now)} {engine.winners(now)}",
            f"scores and winners, arrays: {scores(game)[0][: now.players]} {winners(game)[0]:b}",
            f"greedy on arrays: {choices_of(GREEDY, self.axes, game)[0]}",
        )
        return Difference("\n".join(lines))


def _told(rules: engine_rules.Rules, game: Games) -> str:
    """A record as the text of its position, or as it is if it is none."""
    try:
        return format_state(unpack(rules, game[0]))
    except (IndexError, ValueError):
        return str(game[0])


def _number(move: Move | None) -> int:
    return SPARED if move is None or isinstance(move, Dice) else move_number(move)


def _code(move: Move | None) -> int:
    return dice_code(move) if isinstance(move, Dice) else SPARED


def draw_kind(rng: Random, number: int) -> Table:
    """A table of the kind whose turn it is by this number, and with the values of its axes whose turn it is."""
    round_number, kind = divmod(number, len(KINDS))
    edition, players = KINDS[kind]
    drawn = draw_table(rng, (edition,))
    turns = {
        axis: values[(round_number + kind + place) % len(values)] for place, (axis, values) in enumerate(VALUES.items())
    }
    return Table(edition, {**drawn.options, **turns}, players)


def play_table(seed: int, number: int, counted: Counter[str]) -> None:
    """Play the games of one table on both sides, and count what they have shown."""
    rng = Random(f"{seed} {number}")
    table = draw_kind(rng, number)
    name = f"`python -m tests.batch --seed {seed} --table {number}`"
    counted.update(describe(table))
    if rng.random() < 0.4:
        rules = engine_rules.parse_rules(table.rules_text)
        start = engine.initial_state(rules, table.players)
        twins = Twins(table, name, [start] * GAMES_PER_TABLE)
        twins.games = new_games(rules, table.players, GAMES_PER_TABLE)
    else:
        twins = Twins(table, name, [begin_in_the_middle(table, name, rng).state for _ in range(GAMES_PER_TABLE)])
    twins.compare(twins.states)
    choosers = [rng.choice(CHOOSERS) for _ in twins.states]
    loads = [rng.choice((*WEIGHTS.values(), None, None)) for _ in twins.states]
    for _ in range(rng.choice(MAX_PLIES)):
        moves = [_draw_move(rng, *game) for game in zip(twins.states, choosers, loads, strict=True)]
        if not any(moves):
            break
        twins.play(moves)
        for move, state in zip(moves, twins.states, strict=True):
            if move:
                counted["plies"] += 1
                counted[f"move: {move if isinstance(move, Roll) else str(move).split(' ')[0]}"] += 1
                counted[f"phase: {state.phase}"] += 1
    counted["games"] += len(twins.states)
    counted["finished"] += int(are_over(twins.games).sum())


def _draw_move(rng: Random, state: State, choose: Choose, load: tuple[int, ...] | None) -> Move | None:
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.CHANCE:
        return draw_dice(rng, state, load)
    return choose(rng, state, engine.legal_moves(state))


def draw_dice(rng: Random, state: State, load: tuple[int, ...] | None) -> Dice:
    """A throw of the dice that are left, with faces of these weights; without any, of two new faces, often worms."""
    new = [face for face in FACES if not state.turn.aside[face - 1]]
    faces = [*rng.sample(new, min(2, len(new))), rng.choice((6, *new))]
    dice = state.turn.dice_left
    sides = [face - 1 for face in (rng.choices(FACES, load, k=dice) if load else rng.choices(faces, k=dice))]
    return engine.thrown(state, sides)


# How players choose


def choose_any(rng: Random, _state: State, legal: tuple[Move, ...]) -> Move:
    """Any move."""
    return rng.choice(legal)


def choose_sensibly(_rng: Random, state: State, _legal: tuple[Move, ...]) -> Move:
    """As a sensible player does."""
    return SensiblePlayer().choose(state)


def choose_rare(rng: Random, state: State, legal: tuple[Move, ...]) -> Move:
    """A rare move where there is one; otherwise sensibly, but any of several claims."""
    rare = [move for move in legal if move in (Roll(golden=True), Weasel(), Pass(), Keep(1))]
    if rare and rng.random() < 0.7:
        return rng.choice(rare)
    return SensiblePlayer().choose(state) if state.phase in (Phase.DECIDE, Phase.KEEP) else rng.choice(legal)


def choose_to_fail(rng: Random, state: State, legal: tuple[Move, ...]) -> Move:
    """Every third time something that fails, so that tiles come back; otherwise sensibly."""
    failing = [move for move in legal if move in (Pass(), Stop())]
    return failing[0] if failing and rng.random() < 1 / 3 else SensiblePlayer().choose(state)


CHOOSERS: tuple[Choose, ...] = (choose_any, choose_sensibly, choose_rare, choose_to_fail)


def compare_round(seed: int, number: int) -> Counter[str]:
    """Compare the tables of one round; what was counted."""
    counted = Counter(dict.fromkeys(wanted(), 0))
    for kind in range(len(KINDS)):
        play_table(seed, number * len(KINDS) + kind, counted)
    return counted
