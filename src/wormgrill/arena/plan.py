"""What an arena plays, as data: entrants, settings, and rounds whose seats and dice follow from a number alone.

A *round* plays one table composition in all rotations of its seats with the same dice. A *pass* plays one round of
every cell: of every pair in every setting, or of everybody's table in every setting. Passes are independent of each
other, so all intervals count passes; the games of one pass are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from itertools import combinations
from math import comb, lcm
from random import Random
from typing import Any

from wormgrill.game.errors import quoted
from wormgrill.game.rules import Rules, as_rules, check_players, format_rules
from wormgrill.players.levels import level_named

PROGRAM = "cmd:"
"""What an entrant that is a program begins with; its command follows."""
MAX_ENTRANTS = 16
MAX_SEED = 2**64 - 1
DEFAULT_PLIES = 10_000
"""A game is cut off after so many plies; between players with any sense it has a few hundred."""
MOST_PLIES = 2**24
"""So many plies of a game can be numbered where its dice come from."""

Seating = tuple[int, ...]
"""The entrant on each seat, by number."""


@dataclass(frozen=True)
class Setting:
    """Rules, which may be given as a text, and how many sit at the table."""

    rules: Rules
    players: int

    def __init__(self, rules: Rules | str, players: int) -> None:
        object.__setattr__(self, "rules", as_rules(rules))
        object.__setattr__(self, "players", players)
        check_players(self.players)

    def __str__(self) -> str:
        return f"{format_rules(self.rules)}, {self.players} players"


@dataclass(frozen=True)
class Round:
    """One table composition: all its seatings are played with the same dice."""

    number: int
    setting: int
    seatings: tuple[Seating, ...]


@dataclass(frozen=True)
class Plan:
    """Who plays whom under which rules.

    >>> plan = Plan(("thinker", "rooster", "greedy"), (Setting("classic-2014", 2),))
    >>> [round_.seatings for round_ in plan.rounds(0)]
    [((0, 1), (1, 0)), ((0, 2), (2, 0)), ((1, 2), (2, 1))]
    """

    entrants: tuple[str, ...]
    """Levels, or commands of programs that begin with `cmd:`."""
    settings: tuple[Setting, ...]
    seed: int = 0
    is_table: bool = False
    """Everybody at a table; otherwise every pair plays, and shares the seats of larger tables evenly."""
    milliseconds: int = 1000
    """How long a program may think about a move; 0 is as long as it likes."""
    max_plies: int = DEFAULT_PLIES
    adjusts_luck: bool = True

    def __post_init__(self) -> None:
        if not 2 <= len(self.entrants) <= MAX_ENTRANTS:
            raise ValueError(f"{len(self.entrants)} entrants cannot be compared: 2 to {MAX_ENTRANTS} can")
        if not 0 <= self.seed <= MAX_SEED:
            raise ValueError(f"the seed {self.seed} is not between 0 and 2 ** 64 - 1")
        if not 0 <= self.max_plies <= MOST_PLIES:
            raise ValueError(f"a game cannot have {self.max_plies} plies: 0 to 2 ** 24 can be")
        if not self.settings:
            raise ValueError("there is nothing to play: no rules or no number of players is named")
        for entrant in self.entrants:
            if not is_program(entrant):
                level_named(entrant)
            elif not command_of(entrant).strip():
                raise ValueError(f"{quoted(entrant)} names no command: write it as in {PROGRAM}'python mybot.py'")

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two entrants, by number."""
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def cells(self) -> int:
        """How many rounds a pass has."""
        return len(self.settings) * (1 if self.is_table else len(self.pairs))

    @property
    def has_programs(self) -> bool:
        """Whether not only levels play."""
        return any(map(is_program, self.entrants))

    def rounds(self, number: int) -> Iterator[Round]:
        """The rounds of a pass."""
        first = number * self.cells
        for place in range(self.cells):
            setting = place % len(self.settings)
            players = self.settings[setting].players
            if self.is_table:
                seatings = self._table(number, first + place, players)
            else:
                seatings = pair_seatings(self.pairs[place // len(self.settings)], players, number)
            yield Round(first + place, setting, seatings)

    def _table(self, number: int, round_number: int, players: int) -> tuple[Seating, ...]:
        """Everybody at a table; where not all fit or some sit twice, who that is goes round evenly."""
        entrants = len(self.entrants)
        often, rest = divmod(players, entrants)
        cycle, place = divmod(number, comb(entrants, rest))
        seats = [*range(entrants)] * often + [*_groups(self.seed, cycle, entrants, rest)[place]]
        return rotations(_shuffled(seats, _random(self.seed, "seats", round_number)))

    def games(self, number: int) -> int:
        """How many games a pass has."""
        return sum(len(round_.seatings) for round_ in self.rounds(number))

    def passes_for(self, games: int) -> int:
        """How many whole passes it takes to play at least so many games."""
        period = self._games_by_pass
        whole, rest = divmod(games, sum(period))
        passes = whole * len(period)
        for each in period:
            if rest <= 0:
                break
            rest -= each
            passes += 1
        return passes

    def games_in(self, passes: int) -> int:
        """How many games the first so many passes have."""
        period = self._games_by_pass
        whole, rest = divmod(passes, len(period))
        return whole * sum(period) + sum(period[:rest])

    @cached_property
    def _games_by_pass(self) -> tuple[int, ...]:
        """The number of games of each pass until they repeat: the patterns of seats go round."""
        if self.is_table:
            return (sum(setting.players for setting in self.settings),)
        lengths = [len(balanced_patterns(setting.players)) for setting in self.settings]
        return tuple(self.games(number) for number in range(lcm(*lengths)))

    def to_json(self) -> dict[str, Any]:
        """The plan as it stands at the top of a results file; `from_json` reads it."""
        return {
            "entrants": [*self.entrants],
            "settings": [[format_rules(setting.rules), setting.players] for setting in self.settings],
            "seed": self.seed,
            "table": self.is_table,
            "milliseconds": self.milliseconds,
            "max_plies": self.max_plies,
            "adjusts_luck": self.adjusts_luck,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """The plan of a results file."""
        return cls(
            tuple(data["entrants"]),
            tuple(Setting(rules, players) for rules, players in data["settings"]),
            data["seed"],
            data["table"],
            data["milliseconds"],
            data["max_plies"],
            data["adjusts_luck"],
        )


def copies(seating: Sequence[int]) -> list[int]:
    """By seat how often its entrant already sits on an earlier one.

    >>> copies((0, 1, 0, 0))
    [0, 0, 1, 2]
    """
    return [seating[:seat].count(entrant) for seat, entrant in enumerate(seating)]


def is_program(entrant: str) -> bool:
    """Whether an entrant is a program and not a level."""
    return entrant.startswith(PROGRAM)


def command_of(entrant: str) -> str:
    """The command that starts a program."""
    return entrant.removeprefix(PROGRAM)


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """These names; equal ones are numbered.

    >>> numbered(["greedy", "thinker", "greedy"])
    ('greedy 1', 'thinker', 'greedy 2')
    """
    return tuple(
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    )


# --------------------------------------------------------------------------------------------------------------- seats


def rotations(seating: Sequence[int]) -> tuple[Seating, ...]:
    """Everyone moves one seat on until all sit as at first.

    >>> rotations((0, 1, 0, 1))
    ((0, 1, 0, 1), (1, 0, 1, 0))
    """
    return tuple(dict.fromkeys((*seating[place:], *seating[:place]) for place in range(len(seating))))


def pair_seatings(pair: tuple[int, int], players: int, number: int) -> tuple[Seating, ...]:
    """How two entrants share the seats of a table in this pass: all rotations, and the same with the two exchanged.

    Each of the two holds every seat equally often. Around larger tables there are several patterns, which go round.

    >>> pair_seatings((0, 1), 3, 0)
    ((0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1))
    """
    patterns = balanced_patterns(players)
    pattern = patterns[number % len(patterns)]
    exchanged = tuple(1 - side for side in pattern)
    seatings = dict.fromkeys((*rotations(pattern), *rotations(exchanged)))
    return tuple(tuple(pair[side] for side in seating) for seating in seatings)


@cache
def balanced_patterns(players: int) -> tuple[Seating, ...]:
    """Every way to share a table's seats between two, as evenly as can be; those that rotate into another count once.

    >>> balanced_patterns(4)
    ((0, 0, 1, 1), (0, 1, 0, 1))
    """
    found: dict[frozenset[Seating], Seating] = {}
    for ones in combinations(range(players), players // 2):
        pattern = tuple(int(seat in ones) for seat in range(players))
        exchanged = tuple(1 - side for side in pattern)
        found.setdefault(frozenset((*rotations(pattern), *rotations(exchanged))), pattern)
    return tuple(sorted(min(same) for same in found))


def _shuffled(seats: list[int], rng: Random) -> list[int]:
    """Any order of these seats in which no two rotations are alike."""
    while True:
        shuffled = sorted(seats, key=lambda _: rng.random())
        if len(rotations(shuffled)) == len(shuffled):
            return shuffled


@lru_cache(maxsize=16)
def _groups(seed: int, cycle: int, entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Every group of entrants that so many seats can have, in the order of this cycle."""
    groups = [*combinations(range(entrants), seats)]
    return _random(seed, "groups", cycle).sample(groups, len(groups))


def _random(seed: int, purpose: str, number: int) -> Random:
    return Random(f"wormgrill arena {purpose} {seed} {number}")  # noqa: S311  # seats of a match, not a secret


# --------------------------------------------------------------------------------------------------------------- whims


def player_seed(seed: int, entrant: int, copy: int) -> int:
    """The seed of a player's whims: the same in all games, another for every copy at the table.

    Whims follow from it and the number of the round.
    """
    return int.from_bytes(blake2b(f"player {seed} {entrant} {copy}".encode(), digest_size=8).digest(), "little")
