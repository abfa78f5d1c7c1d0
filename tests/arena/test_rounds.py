"""Playing rounds: the same dice in all rotations, results that add up, and programs that fail."""

from __future__ import annotations

import shlex
import sys
from itertools import permutations

import pytest

from wormgrill.arena import rounds
from wormgrill.arena.fold import UNIT, Fold, RoundResult, fold_pass, units
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.rounds import Played, Programs, play_game, play_passes
from wormgrill.batch.dice import sides_of_roll
from wormgrill.game.rules import EDITIONS

CLASSIC, DELUXE = EDITIONS["classic-2014"], EDITIONS["deluxe-2018"]
PATIENT = 60_000
READY = "import sys; input(); print('ready odd', flush=True); "


def program(script: str) -> str:
    """An entrant that says it is ready and then does something else."""
    return f"cmd:{shlex.quote(sys.executable)} -c {shlex.quote(READY + script)}"


CRASHES = program("sys.exit('out of worms')")
CHEATS = program("[print('move grill 36', flush=True) for line in sys.stdin if line.startswith('choose')]")
PLAYS = program(
    "[print('move', line.split(' ', 2)[2].split(', ')[-1], flush=True) for line in sys.stdin if line[0] == 'c']"
)


def test_passes_can_be_cut_in_any_way() -> None:
    plan = Plan(("greedy", "hatchling"), (Setting(CLASSIC, 2), Setting(DELUXE, 3)), seed=2, max_plies=150)
    whole = play_passes(plan, 0, 3)
    pieces = [play_passes(plan, *piece).to_json() for piece in ((0, 1), (1, 2), (2, 3))]
    for order in permutations(pieces):
        parts = Fold()
        for piece in order:
            parts.merge(Fold.from_json(piece))
        assert parts == whole
    assert whole.games == plan.games_in(3) == sum(whole.tables.values())


def test_all_rotations_have_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int, int]] = []

    def ask(*numbers: int) -> list[int]:
        seed, number, roll = numbers
        asked.append((seed, number, roll))
        return sides_of_roll(seed, number, roll)

    monkeypatch.setattr(rounds, "sides_of_roll", ask)
    plan = Plan(("greedy", "hatchling"), (Setting(CLASSIC, 3),), seed=9, adjusts_luck=False)
    (round_,) = plan.rounds(4)
    for seating in round_.seatings:
        asked.clear()
        play_game(plan, round_, seating, Programs(0))
        assert asked == [(9, round_.number, roll) for roll in range(len(asked))]
        assert len(asked) > 20


def test_players_alike_win_equally_often_in_every_round() -> None:
    """The same dice and rotated seats: what one has, the other has had."""
    plan = Plan(("greedy", "greedy"), (Setting(CLASSIC, 2),))
    fold = play_passes(plan, 0, 3)
    lead = fold.leads["0 1"]
    assert (lead.count, lead.raw, lead.raw_squares) == (3, 0, 0)
    assert abs(lead.adjusted) <= 3
    assert abs(fold.shares["0"].raw - 1.5 * UNIT) <= 1


def test_a_pass_is_folded_into_shares_leads_and_wins() -> None:
    games = [[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]
    adjusted = [[0.8, 0.1, 0.1], [0.2, 0.4, 0.4]]
    fold = fold_pass(130, 2, [RoundResult(1, ((0, 0, 1), (0, 1, 1)), games, adjusted)])
    assert fold.tables == {"1": 2}
    assert fold.shares["0"] == fold.shares["0 1"]
    assert fold.shares["0"].raw == units(0.5)
    assert fold.shares["1"].adjusted == units(0.45)
    assert fold.leads["0 1"].raw == 0
    assert fold.leads["0 1 1"].adjusted == units(0.1)
    wins = fold.wins["1 2"]  # pass 130 is dealt to block 2
    assert wins.raw == [0, units(1.0), units(1.0), 0]  # the second wins both halves against one seat of the first
    assert wins.adjusted[1] == pytest.approx(units(0.8 + 0.1 + 2 * 0.2), abs=4)


@pytest.mark.parametrize(("entrant", "told"), [(CRASHES, "out of worms"), (CHEATS, "'grill 36', which is not legal")])
def test_of_two_a_program_that_fails_has_lost(entrant: str, told: str) -> None:
    plan = Plan((entrant, "greedy"), (Setting(CLASSIC, 2),), milliseconds=PATIENT, adjusts_luck=False)
    fold = play_passes(plan, 0, 2)
    assert fold.shares["0"].raw == 0
    assert fold.shares["1"].raw == 2 * UNIT
    assert fold.failures == {"0": 4}
    assert [(number, game) for number, game, _ in fold.told] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(told in text for _, _, text in fold.told)


def test_of_three_a_random_player_goes_on_for_a_program_that_fails() -> None:
    plan = Plan((CHEATS, "greedy"), (Setting(CLASSIC, 3),), milliseconds=PATIENT, adjusts_luck=False)
    (round_,) = plan.rounds(0)
    with Programs(PATIENT) as programs:
        game = play_game(plan, round_, (0, 1, 1), programs)
        assert game.plies > 40
        assert [*game.failed] == [0]
        assert game.raw[0] == 0
        assert sum(game.raw) == 1
        two = play_game(plan, round_, (0, 0, 1), programs)
        assert two.raw == [0, 0, 1]
        assert sorted(two.failed) == [0, 1]


def test_copies_of_a_program_sit_at_one_table() -> None:
    plan = Plan((PLAYS, "greedy"), (Setting(CLASSIC, 3),), milliseconds=PATIENT, adjusts_luck=False)
    fold = play_passes(plan, 0, 1)
    assert fold.failures == {}
    assert fold.games == 6


def test_a_program_that_cannot_be_started_has_lost() -> None:
    plan = Plan(("cmd:/nowhere/a-bot", "greedy"), (Setting(CLASSIC, 2),), adjusts_luck=False)
    fold = play_passes(plan, 0, 1)
    assert fold.failures == {"0": 2}
    assert fold.plies == 0


def test_games_that_are_cut_off_are_shared() -> None:
    plan = Plan(("greedy", "hatchling"), (Setting(CLASSIC, 4),), max_plies=10, adjusts_luck=False)
    (round_,) = plan.rounds(0)
    assert play_game(plan, round_, (0, 0, 1, 1), Programs(0)) == Played([0.25] * 4, [0.0] * 4, 10, is_finished=False)
    fold = play_passes(plan, 0, 1)
    assert fold.unfinished == fold.games
    assert fold.shares["0"].raw == units(0.5)
