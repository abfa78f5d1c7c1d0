"""Play passes between levels on arrays, all games of a setting side by side: the same games as one by one, but fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from wormgrill.analysis.value import trained_value
from wormgrill.arena.fold import Fold, RoundResult, fold_pass
from wormgrill.arena.plan import Plan, Round, Seating, copies, player_seed
from wormgrill.batch.each import Results, play_each
from wormgrill.batch.players import ArrayPlayer, Policy
from wormgrill.players.arrays import array_player


def play_levels(plan: Plan, first: int, last: int) -> Fold:
    """Play the passes from `first` to before `last` of a plan in which only levels play."""
    rounds = [[*plan.rounds(number)] for number in range(first, last)]
    fold, found = Fold(), dict[int, RoundResult]()
    for setting in range(len(plan.settings)):
        chosen = [round_ for of_pass in rounds for round_ in of_pass if round_.setting == setting]
        played = play_rounds(plan, setting, chosen)
        fold.plies += int(played.plies.sum())
        fold.unfinished += int((~played.is_finished).sum())
        found.update(zip((round_.number for round_ in chosen), _results(setting, chosen, played), strict=True))
    for number, of_pass in enumerate(rounds, start=first):
        fold.merge(fold_pass(number, len(plan.entrants), [found[round_.number] for round_ in of_pass]))
    return fold


def play_rounds(plan: Plan, setting: int, rounds: Sequence[Round]) -> Results:
    """Play all games of these rounds, which are played in this setting."""
    table = plan.settings[setting]
    players = _Players(plan)
    seatings = [players.seated(seating) for round_ in rounds for seating in round_.seatings]
    numbers = [round_.number for round_ in rounds for _ in round_.seatings]
    return play_each(
        table.rules,
        players.known,
        np.array(numbers, dtype=np.int64),
        np.array(seatings, dtype=np.int8).reshape(-1, table.players),
        seed=plan.seed,
        max_plies=plan.max_plies,
        value=trained_value(table.rules, table.players) if plan.adjusts_luck else None,
    )


class _Players:
    """The players of a plan, each once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._numbers: dict[Policy | ArrayPlayer, int] = {}

    @property
    def known(self) -> list[Policy | ArrayPlayer]:
        """All that have been seated so far."""
        return [*self._numbers]

    def seated(self, seating: Seating) -> list[int]:
        """The numbers of the players on these seats; levels without whims are one player on all their seats."""
        return [self._number(entrant, copy) for entrant, copy in zip(seating, copies(seating), strict=True)]

    def _number(self, entrant: int, copy: int) -> int:
        player = array_player(self._plan.entrants[entrant], player_seed(self._plan.seed, entrant, copy))
        return self._numbers.setdefault(player, len(self._numbers))


def _results(setting: int, rounds: Sequence[Round], played: Results) -> Iterator[RoundResult]:
    raw, adjusted = played.shares.tolist(), (played.shares - played.luck).tolist()
    begin = 0
    for round_ in rounds:
        end = begin + len(round_.seatings)
        yield RoundResult(setting, round_.seatings, raw[begin:end], adjusted[begin:end])
        begin = end
