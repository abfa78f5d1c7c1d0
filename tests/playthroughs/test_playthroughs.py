"""Every golden game is there, reads back to the letter, and is what the simulation plays from its seed."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.playthroughs import CASES, RULES, path, played
from wormgrill.game import EDITIONS, Move, Phase, format_game, parse_game
from wormgrill.game.moves import Roll


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_golden_game_reads_back_to_the_letter(name: str, players: int) -> None:
    text = path(name, players).read_text(encoding="utf-8")
    game = parse_game(text)
    assert format_game(game) == text
    assert game.rules == RULES[name]
    assert len(game.players) == players
    assert game.state.phase is Phase.OVER


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_golden_game_is_played_again_from_its_seed(name: str, players: int) -> None:
    assert format_game(played(name, players)) == path(name, players).read_text(encoding="utf-8")


def test_every_edition_has_its_golden_games() -> None:
    assert set(EDITIONS.values()) <= set(RULES.values())


def test_the_golden_games_together_play_every_kind_of_move() -> None:
    games = [parse_game(path(*case).read_text(encoding="utf-8")) for case in CASES]
    played_kinds = {type(move) for game in games for move in game.moves}
    assert played_kinds == set(get_args(Move))


def test_in_the_golden_games_the_golden_die_joins_at_later_rolls_too() -> None:
    games = [parse_game(path("extrawurm-2015-readings", players).read_text(encoding="utf-8")) for players in (2, 4, 7)]
    joins = [
        state.phase
        for game in games
        for state, move in zip(game.replay(), game.moves, strict=False)
        if move == Roll(golden=True)
    ]
    assert set(joins) == {Phase.ROLL, Phase.DECIDE}
