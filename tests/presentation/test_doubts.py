"""What the page for doubters shows of a game."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.support.records import TAKEN, played
from tests.support.services import quick_move
from wormgrill.game.dice import WHITE_DICE
from wormgrill.game.fair_dice import FairDice
from wormgrill.game.state import Phase
from wormgrill.presentation.doubts import KEPT_FACES, LAST_DICE, doubted_game, nothing_new
from wormgrill.presentation.replaying import Replay
from wormgrill.presentation.tally import tally_moves


def test_a_game_without_a_roll_has_no_picture() -> None:
    found = doubted_game(Replay(played()))
    assert found.histogram is None
    assert not found.is_over


def test_a_game_that_goes_on_shows_the_dice_so_far() -> None:
    found = doubted_game(Replay(played(*TAKEN)))
    assert found.histogram
    assert [bar.count for bar in found.histogram.bars] == ["5", "2", "1", "3", "4", "2"]
    assert found.dice.result is None


def test_a_game_that_is_over_is_counted_and_computed_again() -> None:
    dice = FairDice("0123456789abcdef" * 4, "0123456789abcdef", ("seed", "-"))
    game = played()
    while game.state.phase is not Phase.OVER:
        is_chance = game.state.phase is Phase.CHANCE
        game = game.play(dice.roll(game.state, len(game.moves)) if is_chance else quick_move(game.state))
    game = replace(game, tags=dice.tags(is_revealed=True))
    found = doubted_game(Replay(game))
    assert found.is_over
    assert found.histogram
    assert [bar.count for bar in found.histogram.bars] == [str(count) for count in tally_moves(game.moves).counts]
    assert found.dice.result
    assert found.dice.result.is_fair


def test_the_page_tells_the_odds_of_its_example_as_they_are() -> None:
    assert KEPT_FACES + LAST_DICE <= WHITE_DICE
    dice = random.Random(1)
    rolls = [[dice.randrange(6) for _ in range(LAST_DICE)] for _ in range(20_000)]
    share = sum(all(die < KEPT_FACES for die in roll) for roll in rolls) / len(rolls)
    assert abs(100 * share - nothing_new()) < 1
