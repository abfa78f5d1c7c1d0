"""How the levels play: win rates between them, and the time they take."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import combinations, pairwise
from multiprocessing import get_context

from rich.progress import track

from bench._deciding import decision_times
from wormgrill.arena.match import Match, win_rate
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS, Rules, make_rules
from wormgrill.players import LEVELS, Player, make_player, prepare

GAMES = 2000
"""Two-player games of each pair that has a goal."""
FEWER_GAMES = 500
"""Two-player games of any other pair."""
DELUXE_GAMES = 200
"""Four-player games of each pair, two players of each level at the table."""
SEED = 0
TIMED_GAMES = 5
GOAL_THINKER, GOAL_NEXT, GOAL_MILLISECONDS = 0.68, 0.60, 10
CLASSIC, DELUXE = EDITIONS["classic-2014"], EDITIONS["deluxe-2018"]
PRINTED = make_rules("deluxe-2018", ["golden_die_faces=111WWW"])
Pair = tuple[str, str]
"""A weaker level and a stronger one."""
PAIRS = (*combinations(LEVELS, 2), ("greedy", "thinker"))
PAIRS_WITH_GOALS = {("greedy", "thinker"), *pairwise(LEVELS)}


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much it was, and what it should be."""
    found = [("thinker against greedy", _rate("greedy", "thinker"), f">= {GOAL_THINKER:.0%}")]
    found += [
        (f"{strong} against {weak}", _rate(weak, strong), f">= {GOAL_NEXT:.0%}") for weak, strong in pairwise(LEVELS)
    ]
    for level in LEVELS:
        mean, longest = _milliseconds(level)
        found.append((f"a decision of {level}", f"{mean:.2f} ms, at most {longest:.1f}", f"< {GOAL_MILLISECONDS} ms"))
    longest = _first_milliseconds()
    found.append(("the first decision after prepare()", f"at most {longest:.1f} ms", f"< {GOAL_MILLISECONDS} ms"))
    return found


def _rate(weak: str, strong: str) -> str:
    rate, error = _rates()["two"][weak, strong]
    return f"{rate:.1%} ± {error:.1%} of {GAMES} games"


@cache
def _rates() -> dict[str, dict[Pair, tuple[float, float]]]:
    """All win rates, each pair on a core of its own: games follow from their seed wherever they are played."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        two = {pair: pool.submit(_two_players, *pair) for pair in PAIRS}
        four = {pair: pool.submit(_four_players, *pair) for pair in PAIRS}
        for future in track(as_completed([*two.values(), *four.values()]), "Playing", 2 * len(PAIRS), transient=True):
            future.result()
        return {
            "two": {pair: future.result() for pair, future in two.items()},
            "four": {pair: future.result() for pair, future in four.items()},
        }


def _two_players(weak: str, strong: str) -> tuple[float, float]:
    """How often the stronger one of two wins, and the standard error of that."""
    games = GAMES if (weak, strong) in PAIRS_WITH_GOALS else FEWER_GAMES
    return win_rate(Match((strong, weak), SEED).tally(CLASSIC, range(games)), 0)


def _four_players(weak: str, strong: str) -> tuple[float, float]:
    """How often one of the two stronger ones wins at a table of two and two."""
    tally = Match((strong, weak, strong, weak), SEED).tally(DELUXE, range(DELUXE_GAMES))
    tally.wins = [tally.wins[0] + tally.wins[2], tally.wins[1] + tally.wins[3]]
    return win_rate(tally, 0)


def _milliseconds(level: str) -> tuple[float, float]:
    """The mean and the longest time of a decision in whole games, classic and deluxe with the unlike golden die."""
    player = make_player(level, SEED)
    _times(player, CLASSIC), _times(player, PRINTED)  # compiles and warms up
    times = [*_times(player, CLASSIC), *_times(player, PRINTED)]
    return 1000 * sum(times) / len(times), 1000 * max(times)


def _first_milliseconds() -> float:
    """The longest first decision in any kind of turn, in a process that has just been prepared."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return 1000 * pool.submit(_longest_first).result()


def _longest_first() -> float:
    prepare(PRINTED)
    player = make_player("thinker", SEED)
    times = []
    for owned in ("-", "-@weasel", "-@golden_die"):
        for bratworms in ("", "+7"):  # none is left in the supply, and none can be taken from anybody
            state = parse_state(f"{PRINTED} | 21-36 | {owned}{bratworms} - | seat=0 phase=roll")
            start = time.thread_time()
            player.consider(state)
            times.append(time.thread_time() - start)
    return max(times)


def _times(player: Player, rules: Rules) -> list[float]:
    """How long each decision of some games takes on its core, in seconds."""
    return [seconds for number in range(TIMED_GAMES) for seconds in decision_times(player, rules, 2, SEED, number)]


def report() -> str:
    """The tables of all win rates."""
    classic, deluxe = (_table({pair: rate for pair, (rate, _) in found.items()}) for found in _rates().values())
    return f"""\
How often the level of the row beats the level of the column. Two players, classic-2014, seats changing from game to
game; {GAMES} games for neighbours and for thinker and greedy, else {FEWER_GAMES}:

{classic}

Four players, deluxe-2018, two of each level at the table; the share of {DELUXE_GAMES} games that one of the two wins:

{deluxe}

One pair alone: `wormgrill simulate --players-are thinker,greedy --games {GAMES}`."""


def _table(rates: dict[tuple[str, str], float]) -> str:
    lines = [f"| | {' | '.join(LEVELS)} |", f"|---|{'---:|' * len(LEVELS)}"]
    for row in LEVELS:
        cells = []
        for column in LEVELS:
            rate = rates.get((column, row), 1 - rates.get((row, column), 0.0))
            cells.append("" if row == column else f"{rate:.1%}")
        lines.append(f"| **{row}** | {' | '.join(cells)} |")
    return "\n".join(lines)
