"""What is learned: a lesson for every number of players, with and without specialists and bratworms.

Each has a net of its own. A net for all numbers of players would have to look from every seat in turn, which takes
so many times longer; with the exact turn on top, time is what a value is short of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from wormgrill.analysis.value import CLASSIC, DELUXE, net_name
from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, LowerTile, Rules, ShortGame, Specialist
from wormgrill.game.tiles import TILES

PRINTED = {
    CLASSIC: (("classic-2014", 1.0),),
    DELUXE: (("deluxe-2018", 0.75), ("extrawurm-2015", 0.25)),
}
"""By family the rulebooks that are played, and how often each of them."""
AS_PRINTED, SMALL = 0.45, 0.3
"""The part of games that is played as printed, and on a small grill; all others have house rules."""
FEWEST_TILES, MOST_TILES, MOST_SMALL = 1, 12, 7
"""On a grill that is not the whole one, and on a small one."""

CLOSE, MOST_BETWEEN = 0.4, 3
"""The part of small games that are learned in full whose tiles lie close together, and how many are missing there at
most: few grills are like this, and they are the ones with the most steals."""


class Size(NamedTuple):
    """How much a net has room for, and how much it learns from."""

    units: int
    positions: int


FOR_TWO = {CLASSIC: Size(192, 12_000_000), DELUXE: Size(128, 8_000_000)}
"""Most games are played by two, and there the most is known of how good play can be."""
FOR_MORE = {
    CLASSIC: {3: 4_000_000, 4: 1_500_000, 5: 4_000_000, 6: 1_800_000, 7: 2_100_000},
    DELUXE: {3: 1_500_000, 4: 1_500_000, 5: 3_500_000, 6: 2_100_000, 7: 4_500_000},
}
"""By the number of players how much is learned from: as much as it takes until the chances are right."""
UNITS_FOR_MORE = 64
RESPONSE_POSITIONS = 3_000_000
"""It begins with what the champion knows."""


@dataclass(frozen=True)
class Lesson:
    """What one net learns."""

    family: str
    players: int
    units: int
    """In the first layer."""
    positions: int
    """How many to learn from."""
    rules: Rules | None = None
    """The only rules that are learned; None for those of the whole family."""
    is_response: bool = False
    """Whether it learns to beat the champion, and nothing else."""

    @property
    def name(self) -> str:
        """The name in files and on the screen."""
        return net_name("response" if self.is_response else self.family, self.players)

    @property
    def opponents(self) -> str:
        """Among whom its strength is told."""
        return "champions" if self.is_response else "thinkers"

    @property
    def edition(self) -> Rules:
        """The rules under which its strength is told."""
        return self.rules or EDITIONS[PRINTED[self.family][0][0]]

    def draw_rules(self, random: np.random.Generator) -> Rules:
        """Rules to play by: a rulebook as printed, or one with house rules."""
        if self.rules:
            return self.rules
        names, chances = zip(*PRINTED[self.family], strict=True)
        rules = EDITIONS[str(random.choice(names, p=chances))]
        drawn = random.random()
        if drawn < AS_PRINTED:
            return rules
        if drawn < AS_PRINTED + SMALL:
            return _with_some_tiles(rules, int(random.integers(FEWEST_TILES, MOST_SMALL + 1)), rules.tiles, random)
        rules = _with_house_rules(rules, random)
        return _with_other_specialists(rules, random) if self.family == DELUXE else rules

    def draw_tiles(self, rules: Rules, random: np.random.Generator) -> Rules:
        """The same rules with as many other tiles, often such as lie close together."""
        among, number = self.edition.tiles, len(rules.tiles)
        if random.random() < CLOSE:
            first = int(random.integers(len(among) - number + 1))
            among = among[first : first + number + int(random.integers(MOST_BETWEEN + 1))]
        return _with_some_tiles(rules, number, among, random)


def lessons(positions: int | None = None) -> tuple[Lesson, ...]:
    """All lessons, the longest first; with a number of positions each learns from so many.

    >>> [lesson.name for lesson in lessons()][:3]
    ['deluxe-2', 'classic-2', 'deluxe-7']
    """
    numbers = (MIN_PLAYERS, *range(MAX_PLAYERS, MIN_PLAYERS, -1))
    return tuple(
        Lesson(family, players, size.units, positions or size.positions)
        for players in numbers
        for family in (DELUXE, CLASSIC)
        for size in (FOR_TWO[family] if players == MIN_PLAYERS else Size(UNITS_FOR_MORE, FOR_MORE[family][players]),)
    )


def response(positions: int | None = None) -> Lesson:
    """The lesson that tells how much can be gained against the champion in the classic game for two.

    >>> response().name
    'response-2'
    """
    units, _ = FOR_TWO[CLASSIC]
    return Lesson(CLASSIC, MIN_PLAYERS, units, positions or RESPONSE_POSITIONS, is_response=True)


def _with_some_tiles(rules: Rules, number: int, among: Sequence[int], random: np.random.Generator) -> Rules:
    tiles = tuple(sorted(map(int, random.choice(among, size=number, replace=False))))
    placed = tuple((tile, specialist) for tile, specialist in rules.specialists if tile in tiles)
    return replace(rules, tiles=tiles, specialists=placed)


def _with_house_rules(rules: Rules, random: np.random.Generator) -> Rules:
    if random.random() < 0.5:
        number = int(random.integers(FEWEST_TILES, MOST_TILES + 1))
        rules = _with_some_tiles(rules, number, TILES if random.random() < 0.2 else rules.tiles, random)
    return replace(
        rules,
        decline_steal=bool(random.random() < 0.4),
        short_game=[*ShortGame][random.choice(3, p=[0.5, 0.25, 0.25])],
        lower_tile=LowerTile.ANY if random.random() < 0.25 else LowerTile.NEXT,
        may_pass=bool(random.random() < 0.2),
    )


def _with_other_specialists(rules: Rules, random: np.random.Generator) -> Rules:
    """Some of them, at home or anywhere, and any number of bratworms; there is always one of either."""
    bratworms = int(random.choice([0, 1, 3, 5, 7, 10, 12]))
    placed = rules.specialists
    if random.random() < 0.7:
        number = int(random.integers(0, min(len(Specialist), len(rules.tiles)) + 1))
        who = random.permutation(len(Specialist))[:number]
        where = random.permutation(len(rules.tiles))[:number]
        pairs = zip(where, who, strict=True)
        placed = tuple(sorted((rules.tiles[place], [*Specialist][number]) for place, number in pairs))
    return replace(
        rules,
        bratworms=bratworms if placed else max(1, bratworms),
        specialists=placed,
        golden_die_faces=GOLDEN_DIE_FACES[int(random.integers(len(GOLDEN_DIE_FACES)))],
    )
