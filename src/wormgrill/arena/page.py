"""An arena's report as one page that needs no other file: plots for a paper, and every number in tables below them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from wormgrill import __version__
from wormgrill.arena.plots import convergence_plot, matrix_plot, ratings_plot
from wormgrill.arena.report import Part, Report
from wormgrill.arena.statistics import CONFIDENCE

STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#fff, #16181c); --ink: light-dark(#1c1f24, #e8eaee);
  --soft: light-dark(#5b626d, #a3abb7); --line: light-dark(#dfe3e8, #343a43); --raw: light-dark(#8b929c, #8d95a1);
  --adjusted: light-dark(#175a9c, #76b3ef); --above: light-dark(#175a9c, #3f8fdc);
  --below: light-dark(#b4541a, #d9772f); --empty: light-dark(#f1f3f5, #22262c);
  --sans: system-ui, "Segoe UI", Roboto, sans-serif; }
@media print { :root { color-scheme: light; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 var(--sans); }
main { max-width: 1000px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 4px; text-wrap: balance; }
h2 { font-size: 1.2rem; margin: 48px 0 8px; }
h3 { font-size: 1rem; margin: 28px 0 4px; }
p { max-width: 72ch; }
.lead, figcaption, .note { color: var(--soft); }
figure { margin: 16px 0 0; break-inside: avoid; }
figcaption { font-size: .9rem; max-width: 80ch; margin-top: 8px; }
.scroll { overflow-x: auto; }
svg { display: block; max-width: 100%; height: auto; font: 13px var(--sans); fill: var(--ink); }
@media (max-width: 600px) { svg { max-width: none; } }
text { font-variant-numeric: tabular-nums; }
.tick, .axis { fill: var(--soft); font-size: 12px; }
.tick, .axis, .head, .number, .within { text-anchor: middle; }
.name, .right { text-anchor: end; }
.name, .head, .title { font-weight: 600; }
.number { font-size: 15px; }
.within { font-size: 11px; }
.grid { stroke: var(--line); } .zero { stroke: var(--soft); }
.whisker { fill: none; stroke-width: 1.6; } .curve { fill: none; stroke-width: 1.8; }
.whisker.raw, .curve.raw { stroke: var(--raw); } .whisker.adjusted, .curve.adjusted { stroke: var(--adjusted); }
.dot.raw { fill: var(--paper); stroke: var(--raw); stroke-width: 2; } .dot.adjusted { fill: var(--adjusted); }
.band.raw { fill: var(--raw); fill-opacity: .22; } .band.adjusted { fill: var(--adjusted); fill-opacity: .3; }
.cell.above { fill: var(--above); } .cell.below { fill: var(--below); } .cell.none { fill: var(--empty); }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin: 0 .3em 0 .8em; }
.key.raw { border: 2px solid var(--raw); } .key.adjusted { background: var(--adjusted); }
table { border-collapse: collapse; margin: 12px 0; font-variant-numeric: tabular-nums; font-size: .93rem; }
th, td { padding: 5px 14px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; } th:first-child { text-align: left; padding-left: 0; }
thead th { border-bottom: 2px solid var(--soft); }
code { font: .88em ui-monospace, "Cascadia Mono", Menlo, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
"""
RAW_KEY, ADJUSTED_KEY = '<span class="key raw"></span>raw', '<span class="key adjusted"></span>luck-adjusted'
ENDINGS = {
    "complete": "",
    "answered": " The games ended early, because it is known who is better of every two.",
    "interrupted": " The games were interrupted before their planned end.",
}


def make_page(report: Report) -> str:
    """The whole page."""
    names = ", ".join(report.names)
    title = f"{names}: {_grouped(report.games)} games"
    body = "".join(_body(report))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _body(report: Report) -> Iterable[str]:
    overall = report.overall
    has_luck = report.plan.adjusts_luck
    keys = f"{RAW_KEY}{ADJUSTED_KEY}" if has_luck else RAW_KEY
    yield f"<h1>{escape(', '.join(report.names))}</h1>\n"
    settings = "; ".join(map(str, report.plan.settings))
    yield (
        f'<p class="lead">{_grouped(report.games)} games in {_grouped(report.passes)} independent passes: '
        f"{escape(settings)}.{ENDINGS[report.ending]}</p>\n"
    )
    yield _figure("Ratings", ratings_plot(overall), f"Ratings with {CONFIDENCE:.0%} intervals.{keys}.")
    kind = "luck-adjusted" if has_luck else "raw"
    yield _figure(
        "Who beats whom",
        matrix_plot(overall),
        f"How often the player of the row wins rather than the player of the column, in percent, {kind}, "
        f"with half the width of the {CONFIDENCE:.0%} interval.",
    )
    yield _figure(
        "How the results settle down",
        convergence_plot(report.names, report.convergence),
        f"The share of its games that each player has won so far, with {CONFIDENCE:.0%} intervals.{keys}.",
    )
    yield "<h2>Numbers</h2>\n"
    yield from _part(overall)
    for part in report.settings:
        yield from _part(part)
    yield from _method(report)


def _figure(title: str, plot: str, caption: str) -> str:
    if not plot:
        return ""
    return (
        f'<section>\n<h2>{title}</h2>\n<figure>\n<div class="scroll">{plot}</div>\n'
        f"<figcaption>{caption}</figcaption>\n</figure>\n</section>\n"
    )


def _part(part: Part) -> Iterable[str]:
    has_luck = part.adjusted_wins is not None
    kinds = ("raw", "adjusted") if has_luck else ("raw",)
    rated = any(standing.rating for standing in part.standings)
    heads = [f"won, {kind}" for kind in kinds] + ([f"rating, {kind}" for kind in kinds] if rated else [])
    yield f"<h3>{escape(part.title)}: {_grouped(part.games)} games</h3>\n"
    rows = []
    for standing in sorted(part.standings, key=lambda each: -each.share.best.value):
        numbers = [each.percent for each in standing.share.kinds]
        numbers += [each.points for each in (standing.rating.kinds if standing.rating else ())]
        rows.append([standing.name, *numbers, f"{standing.fair:.1%}"])
    yield _table(["player", *heads, "if equal"], rows)
    cells = part.adjusted_wins or part.wins
    if len(part.standings) > 2:
        names = [standing.name for standing in part.standings]
        found = [
            [name, *("" if cell is None else cell.percent for cell in row)]
            for name, row in zip(names, cells, strict=True)
        ]
        yield _table([f"wins rather than, {kinds[-1]}", *names], found)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>\n'
        for first, *rest in rows
    )
    return f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n'


def _method(report: Report) -> Iterable[str]:
    plan = report.plan
    yield "<h2>How the numbers were made</h2>\n"
    mode = (
        "Everybody sat at one table" if plan.is_table else "Every two played, sharing the seats of larger tables evenly"
    )
    yield f"<p>{mode}, in all rotations of the seats with the same dice. Intervals count passes, which are independent."
    if report.gain:
        yield (
            " The luck of every roll, exact inside the turn and with expectation 0, is subtracted from the adjusted"
            f" results; this divided the variance by {report.gain:.1f}."
        )
    yield (
        " Ratings follow the model of Plackett and Luce.</p>\n"
        if any(standing.rating for standing in report.overall.standings)
        else "</p>\n"
    )
    if report.unfinished:
        yield f"<p>{_grouped(report.unfinished)} games were cut off and shared by all who sat there.</p>\n"
    for name, failures in zip(report.names, report.failures, strict=True):
        if failures:
            yield f"<p>{escape(name)} failed in {_grouped(failures)} of its games and was last in them.</p>\n"
    if report.told:
        yield f"<pre><code>{escape(chr(10).join(report.told))}</code></pre>\n"
    entrants = ", ".join(f"<code>{escape(entrant)}</code>" for entrant in plan.entrants)
    yield f'<p class="note">wormgrill {escape(__version__)}, seed {plan.seed}; entrants {entrants}.</p>\n'


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
