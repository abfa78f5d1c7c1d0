"""Positions drawn at random, whether play could reach them or not."""

from __future__ import annotations

from random import Random

from wormgrill.game.dice import FACES, GOLDEN_DIE_FACES, NO_DICE, WHITE_DICE, Counts, parse_face, with_die
from wormgrill.game.moves import Dice
from wormgrill.game.rules import EDITION_NAMES, GoldenDieJoins, LowerTile, Rules, ShortGame, Specialist
from wormgrill.game.state import Phase, State, Turn
from wormgrill.game.tiles import TILES

DOWN = -1
"""A place that is nobody's: face-down, or out of the game."""
OFTEN = dict.fromkeys(Phase, 1) | {
    Phase.CHANCE: 3,
    Phase.KEEP: 3,
    Phase.DECIDE: 3,
    Phase.CLAIM: 4,
    Phase.ROB: 24,
    Phase.RETAIN: 12,
}
"""How often a phase is tried: the more, the harder it is to draw one that fits."""


def any_position(rng: Random, phase: Phase | None = None) -> State:
    """Any combination of things on a table, in any phase or this one; most of them contradict themselves."""
    rules = _any_rules(rng)
    players = rng.choice((2, 2, 3, 4, 7))
    if phase is None:
        (phase,) = rng.choices(list(OFTEN), list(OFTEN.values()))
    seat = rng.randrange(players)
    is_bare = phase is Phase.OVER or (phase in (Phase.ROB, Phase.RETAIN) and rng.random() < 0.3)
    grill = [] if is_bare else rng.sample(rules.tiles, rng.randint(1, len(rules.tiles)))
    rest = [tile for tile in rules.tiles if tile not in grill]
    rng.shuffle(rest)
    stacks: list[list[int]] = [[] for _ in range(players)]
    for tile in rest:
        place = rng.choice((DOWN, seat, *range(players)))
        if place != DOWN:
            stacks[place].append(tile)
    names = [name for _, name in rules.specialists]
    rng.shuffle(names)
    in_hand = tuple(sorted(names.pop() for _ in range(min(len(names), _number_in_hand(rng, phase)))))
    specialists: list[Specialist | None] = [None] * players
    free = rng.sample(grill, len(grill))
    on_tile: list[tuple[int, Specialist]] = []
    for name in names:
        place = rng.choice((DOWN, seat, players, *range(players)))
        if place == players and free:
            on_tile.append((free.pop(), name))
        elif 0 <= place < players:
            specialists[place] = name
    bratworms = [0] * players
    for _ in range(rules.bratworms if phase is Phase.ROB else rng.randint(0, rules.bratworms)):
        bratworms[rng.randrange(players)] += 1
    return State(
        rules,
        tuple(sorted(grill)),
        tuple(sorted(on_tile)),
        tuple(map(tuple, stacks)),
        tuple(specialists),
        tuple(bratworms),
        seat,
        _any_turn(rng, rules, phase, in_hand),
    )


def _any_rules(rng: Random) -> Rules:
    tiles = tuple(sorted(rng.sample(TILES, rng.choice((3, 6, 12, 18)))))
    names = rng.sample(list(Specialist), rng.randint(0, min(6, len(tiles))))
    return Rules(
        rng.choice(EDITION_NAMES),
        tiles=tiles,
        bratworms=rng.choice((0, 2, 3, 7)),
        specialists=tuple(sorted(zip(rng.sample(tiles, len(names)), names, strict=True))),
        decline_steal=rng.random() < 0.5,
        short_game=rng.choice(list(ShortGame)),
        golden_die_faces=rng.choice(GOLDEN_DIE_FACES),
        lower_tile=rng.choice(list(LowerTile)),
        may_pass=rng.random() < 0.5,
        golden_die_joins=rng.choice(list(GoldenDieJoins)),
    )


def _number_in_hand(rng: Random, phase: Phase) -> int:
    usual = {Phase.RETAIN: 2, Phase.ROB: rng.randint(0, 1)}.get(phase, 0)
    return usual if rng.random() < 0.9 else rng.randint(0, 2)


def _any_turn(rng: Random, rules: Rules, phase: Phase, in_hand: tuple[Specialist, ...]) -> Turn:
    if phase in (Phase.ROLL, Phase.OVER) and rng.random() < 0.9:
        return Turn(phase, in_hand=in_hand)
    golden = rng.choice(("", "", "left", "kept"))
    dice = WHITE_DICE + bool(golden)
    aside = NO_DICE
    for face in rng.sample(FACES, rng.randint(0, 6)):
        aside = with_die(aside, face, rng.randint(1, max(1, dice - sum(aside))) if sum(aside) < dice else 0)
    left = dice - sum(aside)
    is_golden_left = golden == "left"
    rolled = _any_roll(rng, rules, left, is_golden_left) if phase is Phase.KEEP else None
    return Turn(phase, aside, left, is_golden_left, rolled, rng.random() < 0.2, in_hand)


def _any_roll(rng: Random, rules: Rules, dice: int, has_golden: bool) -> Dice:
    counts: Counts = NO_DICE
    for _ in range(dice - has_golden):
        counts = with_die(counts, rng.choice(FACES))
    if not has_golden:
        return Dice(counts)
    face = parse_face(rng.choice(rules.golden_die_faces))
    return Dice(with_die(counts, face), face)
