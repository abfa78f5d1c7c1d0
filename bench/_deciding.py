"""How long the decisions of a player take."""

from __future__ import annotations

import time
from collections.abc import Iterator

from wormgrill.arena.simulate import game_random, roll_dice
from wormgrill.game.rules import Rules
from wormgrill.game.state import Phase, apply, initial_state
from wormgrill.players import Player


def decision_times(player: Player, rules: Rules, players: int, seed: int, number: int = 0) -> Iterator[float]:
    """How long each decision of one game takes on its core, in seconds."""
    rng, state = game_random(seed, number), initial_state(rules, players)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.CHANCE:
            state = apply(state, roll_dice(state, rng))
            continue
        start = time.thread_time()
        move = player.choose(state)
        yield time.thread_time() - start
        state = apply(state, move)
