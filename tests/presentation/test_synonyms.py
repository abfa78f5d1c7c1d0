"""Words that readers look for in the rules."""

from __future__ import annotations

import re

import pytest

from wormgrill.game.rules import EDITIONS
from wormgrill.presentation.synonyms import SYNONYMS
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
