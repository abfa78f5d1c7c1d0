"""What people say to each other: lines of chat, and reactions, which are lines that are drawn."""

from __future__ import annotations

from dataclasses import replace

from wormgrill.presentation.board import ChatView
from wormgrill.presentation.words import Words

REACTIONS = ("laughing", "clapping", "sweating", "angry", "heart", "sleeping")


def reaction_text(reaction: str) -> str:
    """The line of chat that a reaction is.

    >>> reaction_text("clapping")
    ':clapping:'
    """
    return f":{reaction}:"


NUDGE = reaction_text("nudge")
"""The line of chat with which whoever has to move is reminded of it."""
_BY_TEXT = {reaction_text(reaction): reaction for reaction in REACTIONS}


def reaction_names(words: Words) -> dict[str, str]:
    """What a person does who shows a reaction."""
    _ = words.gettext
    return {
        "laughing": _("laughing"),
        "clapping": _("clapping"),
        "sweating": _("sweating"),
        "angry": _("angry"),
        "heart": _("a heart"),
        "sleeping": _("sleeping"),
    }


def with_reaction(line: ChatView, words: Words) -> ChatView:
    """A line of chat as it is read aloud; a reaction is told in a word.

    >>> from wormgrill.presentation.words import words_of
    >>> with_reaction(ChatView(0, "Ada", ":heart:"), words_of("en")).told
    'Ada: a heart'
    """
    if line.text == NUDGE:
        line = replace(line, text=words.gettext("It is your turn!"), is_nudge=True)
    reaction = _BY_TEXT.get(line.text, "")
    what = reaction_names(words)[reaction] if reaction else line.text
    told = words.gettext("%(what)s: %(detail)s") % {"what": line.name, "detail": what}
    return replace(line, reaction=reaction, told=told)
