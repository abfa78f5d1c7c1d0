"""`wormgrill review`: what was luck and what was skill in a game."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from wormgrill.analysis.review import Review, ReviewedPly
    from wormgrill.game.record import Game
    from wormgrill.presentation.review_view import ReviewView
    from wormgrill.presentation.words import Words

DESCRIPTION = """\
Look at a finished game, or at as much of it as there is: the luck of every roll and the cost of every decision, in
points of the chance to win (docs/review.md). Luck, errors and what the others did add up to the result.

  wormgrill review game.txt
  wormgrill review game.txt --seat 0
  wormgrill review game.txt --json > review.json
  wormgrill review game.txt --html review.html
  wormgrill export | wormgrill review - --game 3
"""
STANDARD_OUTPUT = "-"
BLOCKS = "▁▂▃▄▅▆▇█"
MOST_BLOCKS = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from wormgrill.cli.common import whole_number

    parser.add_argument("record", metavar="RECORD", help="a file with a record; - reads standard input")
    parser.add_argument(
        "--game", type=whole_number(1), default=1, metavar="N", help="which one, if the file has several (default: 1)"
    )
    parser.add_argument(
        "--seat", type=whole_number(0, 6), metavar="N", help="whose moments to show, from 0 on (default: everybody's)"
    )
    parser.add_argument("--language", default="en", metavar="TAG", help="such as de, fr or it (default: en)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print every ply and all totals as JSON")
    form.add_argument("--html", metavar="FILE", help="write a page that needs no other file; - prints it")


def run(options: argparse.Namespace) -> int:
    """Review a game, and show it."""
    from rich.console import Console
    from rich.progress import track

    from wormgrill.analysis.review import make_review, reviewed_plies
    from wormgrill.analysis.review_json import to_json
    from wormgrill.cli.common import check_writable
    from wormgrill.presentation.reviewing import review_view
    from wormgrill.presentation.teller import Teller
    from wormgrill.presentation.words import languages, words_of

    game = _game(options.record, options.game)
    if options.language not in languages():
        raise ValueError(f"there is no language {options.language!r}: known are {', '.join(languages())}")
    if options.seat is not None and options.seat >= len(game.players):
        raise ValueError(f"there is no seat {options.seat}: the game has seats 0 to {len(game.players) - 1}")
    if options.html not in (None, STANDARD_OUTPUT):
        check_writable(Path(options.html))
    errors = Console(stderr=True)
    plies = track(
        reviewed_plies(game),
        "Reviewing",
        len(game.moves),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    review = make_review(game, plies)
    if options.json:
        print(json.dumps(to_json(game, review), indent=1))
        return 0
    words = words_of(options.language)
    view = review_view(game, review, Teller(words, game.players), options.seat)
    if options.html:
        from wormgrill.server.pages.review_file import review_file

        page = review_file(view, words).encode()  # the page says that it is UTF-8
        if options.html == STANDARD_OUTPUT:
            sys.stdout.buffer.write(page)
            return 0
        Path(options.html).write_bytes(page)
        print(f"written: {options.html}", file=sys.stderr)
        return 0
    _show(view, review, words)
    return 0


def _game(path: str, number: int) -> Game:
    from wormgrill.cli.records import file_name, read_records
    from wormgrill.game.errors import InvalidNotation

    found = read_records(path)
    if number > len(found):
        raise ValueError(f"{file_name(path)} has no record {number}: it has {len(found)}")
    game = found[number - 1]
    if len(found) > number == 1:
        print(f"{file_name(path)} has {len(found)} records: this is the first, --game 2 the next", file=sys.stderr)
    if isinstance(game, InvalidNotation):
        raise game
    return game


def _show(view: ReviewView, review: Review, words: Words) -> None:
    """Print a review."""
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from wormgrill.cli.show import Output

    output, _ = Output(), words.gettext
    output.print(Text(view.title, "bold"))
    for sentence in filter(None, (view.verdict, view.turning_point)):
        output.print(sentence)
    if view.curve is None:
        return
    output.print()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for player in view.players:
        table.add_column(Text(player.name, "bold"), justify="right", overflow="fold")
    for bars in zip(*(player.bars for player in view.players), strict=True):
        table.add_row(bars[0].name, *(_coloured(bar.text, bar.is_gain) for bar in bars))
    output.print(table)
    for player in view.players:
        like = _("plays like: %(level)s") % {"level": player.plays_like} if player.plays_like else ""
        told = "; ".join(filter(None, (player.decisions, player.adjusted, like)))
        output.print(Text(f"{player.name}: ", "bold"), told, sep="")
    output.print(Text(f"\n{_('Chance to win, turn by turn')}", "bold"))
    width = max(len(player.name) for player in view.players)
    for line in view.curve.lines:
        output.print(f"{line.name:{width}}  {_blocks([*_by_turn(review, line.seat)])}  {line.end}")
    if view.moments:
        output.print(Text(f"\n{_('Moments to learn from')}", "bold"))
    for moment in view.moments:
        head = _("Turn %(turn)d, %(name)s") % {"turn": moment.turn, "name": moment.name}
        output.print(Text(f"{head}: {moment.played} {moment.mark} ({moment.cost})", "bold"))
        best = _("Best: %(move)s.") % {"move": moment.best}
        for told in filter(None, (moment.situation, f"{best} {moment.why}")):
            output.print(Padding(told, (0, 0, 0, 4)))
    evaluator = _("Chances by evaluator %(version)s.") % {"version": view.evaluator}
    output.print(Text(f"\n{view.bands}.\n{evaluator}", "dim"))


def _coloured(text: str, is_gain: bool) -> Text:
    from rich.text import Text

    return Text(text, "green" if is_gain and text.startswith("+") else "red" if not is_gain else "")


def _by_turn(review: Review, seat: int) -> Iterator[float]:
    """The chance of a seat before the first turn, and after each."""
    yield review.start[seat]
    last: ReviewedPly | None = None
    for ply in review.plies:
        if last and ply.turn != last.turn:
            yield last.settled[seat]
        last = ply
    if last:
        yield last.settled[seat]


def _blocks(chances: list[float]) -> str:
    """Chances as blocks, at most so many that they fit into a line; the first and the last one are always there.

    >>> _blocks([0.0, 0.5, 1.0])
    '▁▅█'
    """
    last = len(chances) - 1
    shown = [chances[round(last * place / (MOST_BLOCKS - 1))] for place in range(MOST_BLOCKS)]
    shown = shown if last >= MOST_BLOCKS else chances
    return "".join(BLOCKS[min(len(BLOCKS) - 1, max(0, int(chance * len(BLOCKS))))] for chance in shown)
