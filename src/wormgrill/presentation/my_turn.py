"""How long it has been somebody's turn, and how long it still is: told without a clock, which differs by place."""

from __future__ import annotations

from datetime import timedelta

from babel.dates import format_timedelta

from wormgrill.presentation.words import Words


def turn_text(since: float, until: float | None, now: float, words: Words) -> str:
    """Since when it is the reader's turn, and when their time is up.

    >>> from wormgrill.presentation.words import words_of
    >>> turn_text(0, 259_200, 7200, words_of("en"))
    'Your turn began 2 hours ago. Your time is up in 3 days.'
    """
    _ = words.gettext
    began = _("Your turn began %(ago)s.") % {"ago": _relative(since - now, words)}
    if until is None:
        return began
    return f"{began} " + _("Your time is up %(ahead)s.") % {"ahead": _relative(max(until - now, 0), words)}


def _relative(seconds: float, words: Words) -> str:
    """A time before or after now, such as `2 hours ago` or `in 3 days`."""
    return format_timedelta(timedelta(seconds=seconds), add_direction=True, locale=words.language)
