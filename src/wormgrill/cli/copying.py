"""The progress of a copy, on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def copying(title: str) -> Iterator[Callable[[int, int], None]]:
    """A bar, which is told how many parts are done and how many there are."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, parts: progress.update(task, completed=done, total=parts)
