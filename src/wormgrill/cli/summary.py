"""The summary of a simulation as a table for the terminal or as JSON, and its progress until then."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from wormgrill.arena.simulate import Tally

PATIENCE_SECONDS = 2.0
"""What is done sooner needs no bar."""


@contextmanager
def progress(
    games: int, console: Console | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how many games have been played; if they take long, a terminal shows a bar."""
    console = console or Console(stderr=True)
    bar = Progress(
        console=console, transient=True, redirect_stdout=False, redirect_stderr=False, disable=not console.is_terminal
    )
    task, begun = bar.add_task("Playing", total=games), clock()

    def tell(played: int) -> None:
        bar.update(task, completed=played)
        if clock() - begun > PATIENCE_SECONDS:
            bar.start()

    try:
        yield tell
    finally:
        bar.stop()


def with_progress(games: Sequence[int]) -> Iterator[int]:
    """These games one by one, with the bar."""
    with progress(len(games)) as tell:
        for played, number in enumerate(games):
            tell(played)
            yield number


def print_summary(tally: Tally, names: Sequence[str]) -> None:
    """Print a line for each player, or for each seat if they have no names."""
    finished = tally.games - tally.unfinished
    title = f"{_games(tally.games)}, {tally.plies} plies"
    table = Table(title=title, title_justify="left", collapse_padding=True)
    table.add_column("player" if names else "seat", justify="left" if names else "right")
    for heading in ("wins", "win rate", "worms/game", "turns/game", "fails/game", "steals/game"):
        table.add_column(heading, justify="right")
    for seat in range(tally.players):
        totals = (tally.worms, tally.turns, tally.fails, tally.steals)
        means = [f"{total[seat] / finished:.2f}" if finished else "-" for total in totals]
        rate = f"{tally.wins[seat] / finished:.1%}" if finished else "-"
        table.add_row(names[seat] if names else str(seat), f"{tally.wins[seat]:.10g}", rate, *means)
    console = Console()
    console.print(table)
    if tally.unfinished:
        were = "was cut off and is" if tally.unfinished == 1 else "were cut off and are"
        console.print(f"{_games(tally.unfinished)} {were} not counted in the table.")


def summary_json(tally: Tally, names: Sequence[str]) -> str:
    """The same as JSON: sums over all finished games, for each player, or for each seat if they have no names."""
    counted = ("wins", "worms", "turns", "fails", "steals")
    players = [
        ({"player": names[seat]} if names else {"seat": seat}) | {name: getattr(tally, name)[seat] for name in counted}
        for seat in range(tally.players)
    ]
    return json.dumps({"games": tally.games, "unfinished": tally.unfinished, "plies": tally.plies, "players": players})


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
