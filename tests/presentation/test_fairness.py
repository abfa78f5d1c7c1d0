"""What the pages say about the dice: never more than is proven."""

from __future__ import annotations

import pytest

from wormgrill.game.fair_dice import FIRST_SCHEME, SCHEME, Verification
from wormgrill.presentation.fairness import (
    NOT_PROVEN,
    PROVEN,
    TO_KNOW,
    DiceFacts,
    DiceLine,
    DiceSeat,
    dice_lines,
    proof_lines,
)
from wormgrill.presentation.words import languages, words_of

BOT = PERSON_WITHOUT = DiceSeat()
FULL = DiceSeat(has_committed=True, has_revealed=True)
BROKEN = DiceSeat(has_committed=True, has_revealed=True, is_broken=True)
WITHHELD = DiceSeat(has_committed=True)
NAMES = ("Ada", "Bo")
OTHERS, TOGETHER = "Neither the operator", "A player and"
"""How the lines begin that say what the operator and other players cannot do, and what the operator can with help."""
ENGLISH = words_of("en")


def said(*seats: DiceSeat, is_revealing: bool = False, scheme: str = SCHEME) -> dict[str, str]:
    """What is said of a game, by the first word; each line with its kind."""
    return _by_word(dice_lines(DiceFacts(scheme, seats, is_revealing), NAMES, ENGLISH))


def proven(**result: object) -> dict[str, str]:
    found = Verification(10, (), True, SCHEME, **result)  # type: ignore[arg-type]  # fields by name
    return _by_word(proof_lines(found, NAMES, ENGLISH))


def _by_word(lines: tuple[DiceLine, ...]) -> dict[str, str]:
    return {" ".join(line.text.split()[:3]): f"{line.kind}: {line.text}" for line in lines}


def test_with_a_browser_that_takes_part_nobody_chooses_and_no_other_player_or_operator_foresees() -> None:
    lines = said(FULL, BOT)
    assert lines["Nobody can choose"].startswith(PROVEN)
    assert "a value of Ada," in lines["Nobody can choose"]
    assert lines[OTHERS].startswith(PROVEN)
    assert "a roll of Ada before the click" in lines[OTHERS]
    assert lines[TOGETHER].startswith(TO_KNOW), "no record shows it, so it is not called proven"
    assert "the rolls of Bo, and of people who are away" in lines["The operator could"]
    assert not any(line.startswith(NOT_PROVEN) for line in lines.values())


def test_without_any_nothing_of_that_is_said() -> None:
    lines = said(PERSON_WITHOUT, BOT)
    assert lines["It is not"].startswith(NOT_PROVEN)
    assert "Nobody can choose" not in lines
    assert OTHERS not in lines
    assert TOGETHER not in lines
    assert "the rolls of Ada, Bo" in lines["The operator could"]


def test_what_is_withheld_is_awaited_first_and_void_then() -> None:
    awaited, void = said(WITHHELD, BOT, is_revealing=True), said(WITHHELD, BOT)
    assert "The value that" in awaited
    assert "It is not" not in awaited
    assert "Nobody can choose" not in awaited
    assert any("Void: Ada" in line for line in void.values())
    assert "It is not" in void
    assert OTHERS in void, "the links are as good as before"


def test_a_broken_chain_is_told_and_its_rolls_can_be_foreseen() -> None:
    lines = said(BROKEN, FULL)
    assert any("Broken: a roll of Ada" in line for line in lines.values())
    assert "a roll of Bo before" in lines[OTHERS]
    assert "the rolls of Ada, and" in lines["The operator could"]
    assert "Nobody can choose" in lines


def test_dice_of_the_first_scheme_prove_little() -> None:
    for lines in (
        said(scheme=FIRST_SCHEME).values(),
        [f"{line.kind}: {line.text}" for line in proof_lines(Verification(3, (), True), NAMES, ENGLISH)],
    ):
        assert all(line.startswith(f"{NOT_PROVEN}: These dice are of an older kind") for line in lines)
        assert len(lines) == 1


def test_a_verification_is_told_in_numbers() -> None:
    lines = proven(linked=6, seeded=(0,))
    assert "Nobody could choose" in lines
    assert lines[OTHERS].startswith(PROVEN)
    assert "could foresee 6 rolls before" in lines[OTHERS]
    assert lines[TOGETHER].startswith(TO_KNOW)
    assert "could have computed 4 rolls" in lines["The operator could"]
    lines = proven(withheld=(1,), unlinked=1)
    assert lines["It is not"].startswith(NOT_PROVEN)
    assert any("Void: Bo" in line for line in lines.values())
    assert any("Broken: 1 roll of" in line for line in lines.values())


@pytest.mark.parametrize("language", languages())
def test_every_language_says_it(language: str) -> None:
    words = words_of(language)
    facts = DiceFacts(SCHEME, (BROKEN, WITHHELD), is_revealing=False)
    result = Verification(10, (), True, SCHEME, linked=3, seeded=(0,), withheld=(1,), unlinked=2)
    lines = (*dice_lines(facts, NAMES, words), *proof_lines(result, NAMES, words))
    assert len(lines) == 13
    assert all("%(" not in line.text for line in lines)
