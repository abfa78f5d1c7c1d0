"""What a position that can occur leads to can occur as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.support.any_position import any_position
from wormgrill.game import Phase, State, apply, chance_outcomes, format_state, legal_moves, parse_state
from wormgrill.game.consistency import contradiction

TRIES = 15_000
SHARES = 6


def successors(state: State, rng: Random) -> Iterator[tuple[str, State]]:
    """What every legal move leads to, and some of the rolls."""
    outcomes = chance_outcomes(state)
    rolls = [dice for dice, _ in rng.sample(outcomes, min(5, len(outcomes)))]
    for move in (*legal_moves(state), *rolls):
        yield str(move), apply(state, move)


@pytest.mark.parametrize("share", range(SHARES))
def test_every_legal_successor_of_an_accepted_position_is_accepted(share: int) -> None:
    rng = Random(share)
    accepted: Counter[Phase] = Counter()
    for _ in range(TRIES):
        state = any_position(rng)
        if contradiction(state):
            continue
        accepted[state.phase] += 1
        assert legal_moves(state) or state.phase in (Phase.CHANCE, Phase.OVER), format_state(state)
        for move, after in successors(state, rng):
            text = format_state(after)
            assert contradiction(after) is None, f"{format_state(state)}\n{move}\n{text}\n{contradiction(after)}"
            assert parse_state(text) == after
    assert min(accepted[phase] for phase in Phase) >= 20, accepted


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deluxe-2018 | - | -+3 22+2 -+2 | seat=0 phase=rob aside=11W", "the game is over just when"),
        ("deluxe-2018 | - | -+3 22+2 -+2 | seat=0 phase=rob aside=WWWWW hand=raven", "the game is over just when"),
        ("deluxe-2018 | - | - 22 | seat=0 phase=retain aside=WWWWW hand=apple,weasel", "the game is over just when"),
        ("deluxe-2018 | 30 | 21+3 22+2 -+2 | seat=0 phase=rob aside=55555 hand=raven", "the raven cannot have come"),
        ("deluxe-2018 | 30 | 26+3 22+2 -+2 | seat=0 phase=rob aside=5555W hand=raven", "the raven cannot have come"),
        ("deluxe-2018 | 30 | 11+3 22+2 -+2 | seat=0 phase=rob aside=WWW hand=raven", "the raven cannot have come"),
        ("deluxe-2018 | 30 | 26 22 | seat=0 phase=retain aside=5555W hand=apple,hen", "no specialist can have come"),
        ("deluxe-2018 | 30 | - 22 | seat=0 phase=retain aside=5555W hand=apple,weasel", "no specialist can have come"),
    ],
)
def test_a_choice_to_which_the_kept_dice_cannot_have_led_is_refused(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_state(line)


@pytest.mark.parametrize(
    "line",
    [
        "deluxe-2018 | 30 | 11+3 22+2 -+2 | seat=0 phase=rob aside=1WW hand=raven",
        "deluxe-2018 | 30 | 11@canned_worm+3 22+2 -+2 | seat=0 phase=rob aside=1122 hand=raven",
        "deluxe-2018 | 30 | - 25 | seat=0 phase=retain aside=5555W hand=apple,hen",
        "deluxe-2018 | - | 25 - | seat=0 phase=retain aside=5555W hand=apple,weasel",
    ],
)
def test_a_choice_that_can_be_open_is_accepted(line: str) -> None:
    assert parse_state(line)
