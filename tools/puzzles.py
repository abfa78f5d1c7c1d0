"""Make the puzzles that the package ships, from games of our levels: `python -m tools.puzzles`.

A puzzle is a position in which one move is better than all others by three points of the chance to win or more, also
for a look one turn further, and which some level gets wrong. The same seed gives the same puzzles; both cores are used.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice, product

from rich.progress import Progress

from wormgrill.analysis.options import choices
from wormgrill.analysis.value import TRAINED, DeepChance, TrainedChance, evaluator_version
from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game.moves import Move
from wormgrill.game.position import format_state
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, State, legal_moves
from wormgrill.players.factory import make_player
from wormgrill.presentation.puzzles import DIFFICULTIES, PUZZLES_FILE, Puzzle, format_puzzles

SEED = 17
KINDS = [*product(("classic-2014", "deluxe-2018"), (2, 3, 4))]
PLAYING = ("fledgling", "pullet", "rooster", "thinker")
"""Who plays the games."""
MISTAKEN = {"easy": ("nestling", "fledgling"), "medium": ("pullet", "rooster"), "hard": ("thinker",)}
"""Who gets a puzzle of this difficulty wrong, while those of all harder ones get it right."""
GAP = 0.03
EACH = 50
"""Of every kind and difficulty."""
PER_GAME = 2
ALIKE = 3
"""At most one of so many of a kind and difficulty has the same answer; choices between specialists are fewer still,
because most of them follow from a rule of thumb."""
BATCH = 8


def puzzles_of(edition: str, players: int, number: int) -> list[Puzzle]:
    """The puzzles in one game."""
    rules, rng = EDITIONS[edition], game_random(SEED, number)
    choosers = [make_player(PLAYING[int(rng.random() * len(PLAYING))], seed=number) for _ in range(players)]
    found = (_puzzle(state) for state, _, _ in play_game(rules, choosers, rng))
    return [puzzle for puzzle in found if puzzle]


def _puzzle(state: State) -> Puzzle | None:
    if state.phase in (Phase.CHANCE, Phase.OVER, Phase.ROLL) or len(legal_moves(state)) < 2:
        return None
    move, gap = _clear(state, TRAINED)
    if gap < GAP:
        return None
    wrong = {level for level, names in MISTAKEN.items() if any(_chooses(name, state) != move for name in names)}
    if not wrong:
        return None
    deep_move, deep_gap = _clear(state, DeepChance())
    if deep_move != move or deep_gap < GAP:
        return None
    return Puzzle(format_state(state), str(move), min(gap, deep_gap), max(wrong, key=DIFFICULTIES.index))


def _clear(state: State, measure: TrainedChance) -> tuple[Move, float]:
    """The best move, and by how much it is better than the next one."""
    best, second, *_ = choices(state, measure)
    return best.move, best.value - second.value


def _chooses(level: str, state: State) -> Move:
    return make_player(level, seed=SEED).choose(state)


def _answer(puzzle: Puzzle, each: int) -> tuple[str, int]:
    """What is the same in puzzles that are alike, and how many of them there may be."""
    if f"phase={Phase.RETAIN}" in puzzle.position:
        return Phase.RETAIN, each // (2 * ALIKE)
    return puzzle.best, each // ALIKE


def _games() -> Iterator[tuple[str, int, int]]:
    yield from ((edition, players, number) for number in count() for edition, players in KINDS)


def main() -> None:
    """Play until there are enough of every kind and difficulty, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=EACH, help=f"of every kind and difficulty (default: {EACH})")
    each, games = parser.parse_args().each, _games()
    kept: list[Puzzle] = []
    counted: Counter[tuple[str, int, str]] = Counter()
    alike: Counter[tuple[str, int, str, str]] = Counter()
    wanted = each * len(KINDS) * len(DIFFICULTIES)
    with ProcessPoolExecutor() as pool, Progress() as progress:
        task = progress.add_task("Looking for puzzles", total=wanted)
        waiting = [(game, pool.submit(puzzles_of, *game)) for game in islice(games, BATCH)]
        while len(kept) < wanted:
            (edition, players, _number), work = waiting.pop(0)
            following = next(games)
            while all(counted[*following[:2], level] >= each for level in DIFFICULTIES):
                following = next(games)
            waiting.append((following, pool.submit(puzzles_of, *following)))
            taken = 0
            for puzzle in sorted(work.result(), key=lambda puzzle: -DIFFICULTIES.index(puzzle.difficulty)):
                kind = edition, players, puzzle.difficulty
                answer, most = _answer(puzzle, each)
                if counted[kind] < each and taken < PER_GAME and alike[*kind, answer] < most:
                    kept.append(puzzle)
                    counted[kind] += 1
                    alike[*kind, answer] += 1
                    taken += 1
            progress.update(task, completed=len(kept))
        for _, work in waiting:
            work.cancel()
    kept.sort(key=lambda puzzle: (puzzle.edition, DIFFICULTIES.index(puzzle.difficulty), puzzle.id))
    PUZZLES_FILE.write_text(format_puzzles(kept, evaluator_version()), encoding="utf-8")


if __name__ == "__main__":
    main()
