"""What an arena has found, as tables for the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wormgrill.arena.ratings import FEWEST_BLOCKS
from wormgrill.arena.report import Part, Report
from wormgrill.arena.statistics import CONFIDENCE

UNKNOWN = "-"
ENDINGS = {
    "complete": "",
    "answered": "Stopped early: it is known who is better of every two. Intervals are a little too narrow then.",
    "interrupted": "Interrupted: these are the games so far.",
}


def print_report(report: Report) -> None:
    """Print who won how often, who beats whom, and the same for every setting."""
    console = Console()
    passes = "1 pass" if report.passes == 1 else f"{report.passes} independent passes"
    console.print(f"{report.games} games in {passes}, {report.plies} plies", highlight=False)
    _print_part(console, report.overall, is_whole=True)
    for part in report.settings:
        _print_part(console, part, is_whole=False)
    for line in _notes(report):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def _print_part(console: Console, part: Part, *, is_whole: bool) -> None:
    is_adjusted = part.adjusted_wins is not None
    is_rated = any(standing.rating for standing in part.standings)
    table = Table(title=f"{part.title}: {part.games} games", title_justify="left")
    table.add_column("player")
    kinds = ("raw", "adjusted") if is_adjusted else ("raw",)
    for heading in ("won", "rating") if is_rated else ("won",):
        for kind in kinds:
            table.add_column(f"{heading}, {kind}", justify="right")
    table.add_column("if equal", justify="right")
    for standing in sorted(part.standings, key=lambda each: -each.share.best.value):
        numbers = [each.percent for each in standing.share.kinds]
        if is_rated:
            numbers += [each.points for each in (standing.rating.kinds if standing.rating else ())]
        table.add_row(escape(standing.name), *numbers, f"{standing.fair:.1%}")
    console.print(table)
    if len(part.standings) > 2 and is_whole:
        _print_matrix(console, part)


def _print_matrix(console: Console, part: Part) -> None:
    kind = "raw" if part.adjusted_wins is None else "adjusted"
    table = Table(title=f"How often the one wins rather than the other, {kind}", title_justify="left")
    table.add_column("")
    for standing in part.standings:
        table.add_column(escape(standing.name), justify="right")
    for standing, row in zip(part.standings, part.adjusted_wins or part.wins, strict=True):
        table.add_row(escape(standing.name), *("" if cell is None else cell.percent for cell in row))
    console.print(table)


def _notes(report: Report) -> list[str]:
    notes = [f"Intervals have {CONFIDENCE:.0%} confidence, for each number alone."]
    if report.passes < FEWEST_BLOCKS:
        notes.append(f"Ratings have intervals, and who beats whom, from {FEWEST_BLOCKS} passes on.")
    if report.gain and report.gain < 1:
        notes.append(f"Without luck the variance is {1 / report.gain:.1f} times larger here: look at the raw results.")
    elif report.gain:
        notes.append(
            f"Without luck the variance is {report.gain:.1f} times smaller: "
            "raw results would need so many times as many games to tell as much."
        )
    if not any(standing.rating for standing in report.overall.standings):
        notes.append("Ratings need choix: pip install 'wormgrill[arena]'.")
    if report.unfinished:
        notes.append(f"{report.unfinished} games were cut off; everybody at the table got an equal share of the win.")
    for name, failures in zip(report.names, report.failures, strict=True):
        if failures:
            notes.append(f"{name} failed in {failures} {'game' if failures == 1 else 'games'}, and was last in them.")
    notes += report.told
    return [*notes, *filter(None, [ENDINGS[report.ending]])]
