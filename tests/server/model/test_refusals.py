"""Refusals are sentences, however much was sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.records import played
from wormgrill.game.errors import MAX_QUOTED
from wormgrill.players.levels import level_named
from wormgrill.server.model.people import checked_language, checked_name
from wormgrill.server.model.plan import checked_level
from wormgrill.server.model.play import person_move
from wormgrill.server.model.refusals import Refusal
from wormgrill.server.model.table import Life, Seat, Table, chat_text, checked_anchor, parse_pace

MAX_MESSAGE = 400
TABLE = Table("t" * 16, "ada", played().rules, (Seat("Ada", "ada"), Seat("Bo", "bo")), "0" * 64, 1.0, life=Life.PLAYING)


def answered(text: str) -> object:
    """Play the text of a move at the beginning of a game."""
    return person_move(TABLE, played(), "ada", 0, text)


@pytest.mark.parametrize("piece", ["x", "7", "\x00", "dice 1", "live 9", "bot:x", "'\""])
@pytest.mark.parametrize(
    "check",
    [answered, chat_text, checked_language, checked_level, checked_name, checked_anchor, level_named, parse_pace],
)
def test_a_refusal_quotes_at_most_80_characters_of_what_was_sent(check: Callable[[str], object], piece: str) -> None:
    sent = (piece * 10_000)[:10_000]
    with pytest.raises((Refusal, ValueError)) as caught:
        check(sent)
    assert len(str(caught.value)) < MAX_MESSAGE
    assert sent[: MAX_QUOTED + 1] not in str(caught.value)
