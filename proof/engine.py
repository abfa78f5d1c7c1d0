"""Whole games of every edition and number of players, through records, traces and the lines of positions."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game import (
    EDITIONS,
    Game,
    Phase,
    State,
    format_game,
    format_state,
    legal_moves,
    parse_game,
    parse_state,
    scores,
    winners,
)
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS
from wormgrill.game.trace import format_trace
from wormgrill.players import Player, RandomPlayer, SensiblePlayer

KINDS = [(edition, players) for edition in EDITIONS for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
GAMES_PER_KIND = 40
CASES = len(KINDS) * GAMES_PER_KIND
SOURCES = ("src/wormgrill/game", "src/wormgrill/players/policies.py", "src/wormgrill/arena/simulate.py")
SEED = 2026
NAMES = ("Ada", "Béla", "Chen", "Dörte", "Enzo", "Farah", "Goro")


def case(number: int) -> Counter[str]:
    """Play a game, read its texts back, and compare every position."""
    edition, players = KINDS[number % len(KINDS)]
    rng = game_random(SEED, number)
    plies = list(play_game(EDITIONS[edition], _players(rng, players, number // len(KINDS)), rng))
    game = Game(EDITIONS[edition], NAMES[:players], tuple(move for _, move, _ in plies))
    text = format_game(game)
    again = parse_game(text)
    assert again == game
    assert format_game(again) == text
    states = list(again.replay())
    assert states == [plies[0][0], *(after for _, _, after in plies)]
    _, *lines = format_trace(game.rules, players, game.moves)
    for state, line in zip(states[1:], lines, strict=True):
        traced = json.loads(line)
        assert traced["legal"] == [str(move) for move in legal_moves(state)]
        assert traced["state"]["stacks"] == [list(stack) for stack in state.stacks]
        _check(state)
    last = states[-1]
    assert last.phase is Phase.OVER
    assert (traced["scores"], traced["winners"]) == (list(scores(last)), list(winners(last)))
    return Counter(games=1, plies=len(plies))


def _players(rng: Random, players: int, number: int) -> list[Player]:
    """In one game after the other, one more seat plays at random; the others play sensibly."""
    reckless = number % (players + 1)
    return [RandomPlayer(rng) if seat < reckless else SensiblePlayer() for seat in range(players)]


def _check(state: State) -> None:
    """The line of a position reads back; every tile is somewhere once, and the worms are those of the tiles."""
    line = format_state(state)
    assert parse_state(line) == state
    tiles = [*state.grill, *state.face_down, *(tile for stack in state.stacks for tile in stack)]
    assert sorted(tiles) == list(state.rules.tiles)
    assert state.supply + sum(state.bratworms) == state.rules.bratworms
    assert {scores(state)[seat] for seat in winners(state)} == {max(scores(state))}


def rows(figures: Counter[str]) -> list[tuple[str, str, str]]:
    """What the results say."""
    what = f"whole games of {len(KINDS)} kinds read back: record, trace and every position"
    return [(what, f"{figures['games']:,} games, {figures['plies']:,} plies", "all equal")]
