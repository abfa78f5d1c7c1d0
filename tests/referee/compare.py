"""Play games on the engine and with the referee at once, and compare them after every ply.

A game follows from a seed and its number alone, so a difference can be found again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.referee.referee import FACES, USUAL_TILE, Referee, Refused
from tests.referee.situations import endings, situations
from tests.referee.tables import LOADS, VALUES, Table, deal, draw_dice, draw_pickers, draw_table
from wormgrill.game import (
    EDITIONS,
    Phase,
    State,
    apply,
    chance_outcomes,
    format_state,
    initial_state,
    legal_moves,
    parse_move,
    parse_rules,
    parse_state,
    scores,
    winners,
)
from wormgrill.game.trace import format_ply, format_trace, trace_state

MAX_PLIES = (80,) * 24 + (600,)
"""Most games are cut off early, so that there are many tables; a few may be long. Players who only fail find no end."""
GAMES_PER_BATCH = 10_000
"""More than any batch plays, so that the numbers of games are different."""
MOVES = ("dice", "roll", "roll golden", "keep", "weasel", "stop", "steal", "grill", "pass", "rob", "retain")
WORDS = [
    *("roll", "roll golden", "weasel", "stop", "pass"),
    *(f"keep {face}" for face in FACES),
    *(f"{word} {seat}" for word in ("steal", "rob") for seat in range(7)),
    *(f"grill {tile}" for tile in (11, 13, *range(21, 37))),
    *(f"retain {name}" for name in USUAL_TILE),
]
"""Every move but chance's."""


class Difference(AssertionError):
    """The engine and the referee do not agree."""


@dataclass
class Match:
    """One game, on the engine and with the referee."""

    table: Table
    state: State
    referee: Referee
    name: str
    ply: int = 0

    def differ(self, what: str, move: str = "-") -> Difference:
        """The difference, with all that is needed to look at it."""
        lines = (
            f"the engine and the referee differ in {self.name}, ply {self.ply}",
            f"rules: {self.table.rules_text}",
            f"position: {format_state(self.state)}",
            f"move: {move}",
            what,
        )
        return Difference("\n".join(lines))

    def play(self, move: str) -> None:
        """Make a legal move on both sides and compare."""
        try:
            after = apply(self.state, parse_move(move))
            engine_line = json.loads(format_ply(self.ply, self.state, parse_move(move), after))
        except Exception as error:
            raise self.differ(f"the engine refuses: {error!r}", move) from error
        before, seat = self.referee.phase, self.referee.seat
        try:
            self.referee.play(move)
        except Refused as error:
            raise self.differ("the referee refuses", move) from error
        line = {
            "ply": self.ply,
            "by": "chance" if before == "chance" else seat,
            "move": move,
            "legal": self.referee.legal(),
            "state": self.referee.state(),
            "scores": self.referee.scores(),
            "winners": self.referee.winners(),
        }
        if self.referee.phase != "over":
            # The trace has them at the end only, but they follow from what players have at any time.
            engine_line |= {"scores": list(scores(after)), "winners": list(winners(after))}
        if differences := list(unequal(engine_line, line)):
            raise self.differ("\n".join(differences), move)
        self.state = after
        self.ply += 1

    def refuse(self, move: str) -> None:
        """See that an illegal move is refused by both and changes nothing."""
        seen = self.referee.state()
        try:
            apply(self.state, parse_move(move))
        except ValueError:
            pass
        else:
            raise self.differ("the engine allows an illegal move", move)
        try:
            self.referee.play(move)
        except Refused:
            pass
        else:
            raise self.differ("the referee allows an illegal move", move)
        if self.referee.state() != seen:
            raise self.differ("a move that the referee refused has changed the game", move)

    def compare_positions(self) -> None:
        """See that both sides show the same position before the first move."""
        legal = [str(move) for move in legal_moves(self.state)]
        engine = json.loads(json.dumps({"legal": legal, "state": trace_state(self.state)}))
        if differences := list(unequal(engine, {"legal": self.referee.legal(), "state": self.referee.state()})):
            raise self.differ("\n".join(differences))

    def compare_chances(self) -> None:
        """See that chance rolls what it may, with the right weights."""
        engine = {str(dice): weight for dice, weight in chance_outcomes(self.state)}
        if differences := list(unequal(engine, self.referee.ways())):
            raise self.differ("\n".join(differences))


def begin(table: Table, name: str, referee: Referee | None = None) -> Match:
    """A new game; the header of the trace must describe the same table, and the first positions be equal."""
    rules = parse_rules(table.rules_text)
    match = Match(table, initial_state(rules, table.players), referee or table.referee(), name)
    header = json.loads(next(format_trace(rules, table.players, ())))
    told, ours = Referee(header["edition"], header["players"], header["options"]), table.referee()
    if "golden_die" not in ours.on_tile.values():
        told.golden_die_faces = ours.golden_die_faces  # without a golden die these are not written
        told.golden_die_joins = ours.golden_die_joins
    if vars(told) != vars(ours):
        raise match.differ(f"the header of the trace tells of another table: {header}")
    match.compare_positions()
    return match


def begin_in_the_middle(table: Table, name: str, rng: Random, referee: Referee | None = None) -> Match:
    """A game that begins with tiles, specialists and bratworms dealt out."""
    referee = referee or table.referee()
    deal(rng, referee)
    match = Match(table, parse_state(f"{table.rules_text} | {position_text(referee)}"), referee, name)
    match.compare_positions()
    return match


def position_text(referee: Referee) -> str:
    """The position at the start of a turn, as the engine reads it."""
    grill = [f"{tile}@{referee.on_tile[tile]}" if tile in referee.on_tile else str(tile) for tile in referee.grill]
    seats = []
    for stack, name, bratworms in zip(referee.stacks, referee.specialists, referee.bratworms, strict=True):
        tiles = ".".join(str(tile) for tile in stack) or "-"
        seats.append(tiles + (f"@{name}" if name else "") + (f"+{bratworms}" if bratworms else ""))
    return f"{','.join(grill)} | {' '.join(seats)} | seat={referee.seat} phase=roll"


def unequal(engine: object, referee: object, key: str = "") -> Iterator[str]:
    """Where two values of JSON differ; moves may stand in any order."""
    if isinstance(engine, dict) and isinstance(referee, dict):
        for inner in sorted({*engine, *referee}):
            yield from unequal(engine.get(inner, "-"), referee.get(inner, "-"), f"{key}.{inner}" if key else inner)
        return
    if key == "legal" and isinstance(engine, list) and isinstance(referee, list):
        engine, referee = sorted(engine), sorted(referee)
    if json.dumps(engine) != json.dumps(referee):
        yield f"{key}: engine {json.dumps(engine)}, referee {json.dumps(referee)}"


def play_game(seed: int, number: int, counted: Counter[str]) -> None:
    """Play one game on both sides and count what it has shown."""
    rng = Random(f"{seed} {number}")
    table = draw_table(rng, tuple(EDITIONS))
    name = f"`python -m tests.referee --seed {seed} --game {number}`"
    match = begin(table, name) if rng.random() < 0.4 else begin_in_the_middle(table, name, rng)
    counted.update(describe(table))
    play_on(match, rng, counted)


def play_on(match: Match, rng: Random, counted: Counter[str]) -> None:
    """Play a match to its end, or until it is cut off."""
    referee = match.referee
    pickers = draw_pickers(rng, match.table.players)
    load = rng.choice(LOADS)
    max_plies = rng.choice(MAX_PLIES)
    state = referee.state()
    while referee.phase != "over" and match.ply < max_plies:
        legal = referee.legal()
        if rng.random() < 0.25:
            match.refuse(draw_illegal(rng, referee, legal))
            counted["refused"] += 1
        if referee.phase == "chance":
            move = draw_dice(rng, referee, load)
            if rng.random() < 0.02:
                match.compare_chances()
                counted["chances"] += 1
        else:
            move = pickers[referee.seat](rng, legal, state)
        match.play(move)
        before, state = state, referee.state()
        counted[f"move: {move if move == 'roll golden' else move.split()[0]}"] += 1
        counted[f"phase: {state['phase']}"] += 1
        counted.update(named(situations(before, legal, move, state)))
        counted["situation: players without tiles share the lead"] += is_shared(referee)
    counted["games"] += 1
    counted["plies"] += match.ply
    if referee.phase == "over":
        match.refuse(draw_illegal(rng, referee, []))
        counted["finished"] += 1
        counted.update(named(endings(referee)))


def is_shared(referee: Referee) -> bool:
    """Whether several players would win now, with bratworms alone."""
    return max(referee.scores()) > 0 and len(referee.winners()) > 1


def named(found: dict[str, bool]) -> dict[str, int]:
    """Situations, to be counted; also those that were not met."""
    return {f"situation: {name}": int(is_so) for name, is_so in found.items()}


def draw_illegal(rng: Random, referee: Referee, legal: list[str]) -> str:
    """A move that is not legal now, dice included."""
    if rng.random() < 0.5:
        return rng.choice([move for move in WORDS if move not in legal])
    if referee.phase != "chance":
        return f"dice {throw(rng, 8)}"
    golden = f"+{rng.choice(referee.golden_die_faces)}" if referee.golden_left else ""
    wrong = [f"+{face}" for face in FACES if face not in referee.golden_die_faces or not golden]
    wrong += [""] if golden else []
    if rng.random() < 0.5:
        return f"dice {throw(rng, referee.white_left)}{rng.choice(wrong)}"
    one_less_or_more = rng.choice((-1, 1)) if referee.white_left > 1 else 1
    return f"dice {throw(rng, referee.white_left + one_less_or_more)}{golden}"


def throw(rng: Random, dice: int) -> str:
    """So many faces, sorted."""
    return "".join(sorted(rng.choices(FACES, k=dice)))


def describe(table: Table) -> Iterator[str]:
    """What is counted of a table."""
    yield f"edition: {table.edition}"
    yield f"players: {table.players}"
    specialists = table.referee().on_tile.values()
    for axis in VALUES:
        if not axis.startswith("golden_die") or "golden_die" in specialists:
            yield f"{axis}: {table.axes[axis]}"
    yield f"bratworms: {table.axes['bratworms']}"
    for name in specialists or ("none",):
        yield f"specialists: {name}"
    yield "tiles: few" if "tiles" in table.options else "tiles: all"


def wanted() -> Iterator[str]:
    """What a good sample has, situations aside."""
    for edition in EDITIONS:
        yield f"edition: {edition}"
    for players in range(2, 8):
        yield f"players: {players}"
    for axis, values in VALUES.items():
        for value in values:
            yield f"{axis}: {value}"
    for bratworms in range(8):
        yield f"bratworms: {bratworms}"
    for name in (*USUAL_TILE, "none"):
        yield f"specialists: {name}"
    for size in ("few", "all"):
        yield f"tiles: {size}"
    for phase in Phase:
        yield f"phase: {phase}"
    for word in MOVES:
        yield f"move: {word}"


def compare_batch(seed: int, batch: int, plies: int) -> Counter[str]:
    """Compare games until so many plies are done; what was counted."""
    counted = Counter(dict.fromkeys(wanted(), 0))
    number = batch * GAMES_PER_BATCH
    while counted["plies"] < plies:
        play_game(seed, number, counted)
        number += 1
    return counted


def missing(counted: Counter[str]) -> list[str]:
    """What a sample should have and has not."""
    return sorted(name for name, count in counted.items() if count == 0)
