"""Words that readers look for in the rules."""

from __future__ import annotations

import re

import pytest

from wormgrill.game.rules import EDITIONS
from wormgrill.presentation.synonyms import SMALL_WORDS, SYNONYMS
from wormgrill.presentation.words import languages
from wormgrill.server.pages.rules import rules_text


@pytest.mark.parametrize("language", languages())
def test_every_group_leads_to_the_rules(language: str) -> None:
    text = rules_text(EDITIONS["deluxe-2018"], language, level=2).partition("rules-nothing")[2]
    known = set(re.findall(r"\w+", text.lower()))
    for group in SYNONYMS[language]:
        words = group.split()
        assert len(set(words)) == len(words) > 1
        assert any(found.startswith(word) for word in words for found in known), group


@pytest.mark.parametrize("language", languages())
def test_small_words_stand_once_and_mean_nothing_of_the_game(language: str) -> None:
    words = SMALL_WORDS[language].split()
    assert len(set(words)) == len(words)
    assert not {*words} & {word for group in SYNONYMS[language] for word in group.split()}
