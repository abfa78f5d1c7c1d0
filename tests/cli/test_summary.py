"""The progress of a simulation on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO

from rich.console import Console

from wormgrill.cli.summary import progress


def shown(ticks: Iterable[float], *, is_terminal: bool = True) -> str:
    """What is on the screen after as many games as there are ticks of the clock, but one for the beginning."""
    times: Iterator[float] = iter(ticks)
    screen = StringIO()
    console = Console(file=screen, force_terminal=is_terminal, width=80, color_system=None)
    with progress(100, console, lambda: next(times)) as tell:
        for played, _ in enumerate([*ticks][1:], start=1):
            tell(played)
    return screen.getvalue()


def test_a_bar_is_shown_once_games_take_longer_than_two_seconds() -> None:
    assert "3%" in shown((10.0, 11.0, 12.0, 12.5))
    assert shown((10.0, 11.0, 12.0)) == ""


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    assert shown((10.0, 20.0, 30.0), is_terminal=False) == ""
