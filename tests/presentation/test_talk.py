"""What is said: lines of chat, and reactions."""

from __future__ import annotations

import pytest

from wormgrill.presentation.board import ChatView
from wormgrill.presentation.talk import REACTIONS, reaction_names, reaction_text, with_reaction
from wormgrill.presentation.words import words_of

ENGLISH = words_of("en")


@pytest.mark.parametrize("reaction", REACTIONS)
def test_a_reaction_is_a_line_that_is_drawn_and_told_in_a_word(reaction: str) -> None:
    line = with_reaction(ChatView(0, "Ada", reaction_text(reaction)), ENGLISH)
    assert (line.reaction, line.told) == (reaction, f"Ada: {reaction_names(ENGLISH)[reaction]}")


@pytest.mark.parametrize("text", ["clapping", ":clap:", ":clapping: !", "Hello"])
def test_all_else_is_told_as_it_is(text: str) -> None:
    line = with_reaction(ChatView(0, "Ada", text), ENGLISH)
    assert (line.reaction, line.told) == ("", f"Ada: {text}")
