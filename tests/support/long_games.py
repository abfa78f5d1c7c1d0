"""Games of hundreds of turns: what somebody sends who wants a server to work hard."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import cache
from itertools import count
from random import Random

from wormgrill.arena.simulate import game_random, play_game
from wormgrill.game import Game, Move, Phase, parse_rules
from wormgrill.players import RandomPlayer
from wormgrill.presentation.moments import encode_record
from wormgrill.server.model.ids import new_id, new_secret
from wormgrill.server.model.table import Seat, Table, started
from wormgrill.server.storage.store import Store

RULES = "classic-2014"
ENDLESS = "classic-2014 short_game=returned"
"""Rules under which a game may go on for thousands of turns."""


@cache
def moves_of(turns: int, rules: str = RULES) -> tuple[Move, ...]:
    """The moves of so many turns, the longer the worse they are played: at random."""
    for number in count():
        rng = game_random(5, number)
        moves, begun = list[Move](), 0
        for before, move, _ in play_game(parse_rules(rules), [RandomPlayer(rng)] * 2, rng):
            begun += before.phase is Phase.ROLL
            if begun > turns:
                return tuple(moves)
            moves.append(move)
    raise AssertionError


def long_game(turns: int, name: str = "Ada") -> Game:
    """A legal game of so many turns."""
    return Game(parse_rules(RULES), (name, "Bo"), moves_of(turns))


def long_link(turns: int, name: str = "Ada") -> str:
    """The path of a replay of such a game; with another name it is another record."""
    return f"/record/{encode_record(long_game(turns, name))}/replay"


def put_long_tables(database: str, turns: int, number: int, rules: str = RULES) -> Sequence[str]:
    """Put tables with such games into a database that no server uses; their ids."""
    return asyncio.run(add_long_tables(database, turns, number, rules))


async def add_long_tables(database: str, turns: int, number: int, rules: str = RULES) -> list[str]:
    """The same in an event loop that runs already."""
    store = await Store.open(database)
    source = Random(f"{rules} {turns}").randbytes
    seats = (Seat("Greedy", level="greedy"), Seat("Bo", person="nobody"))
    try:
        tables = [
            started(Table(new_id(source), "nobody", parse_rules(rules), seats, new_secret(source), now), now)
            for now in (time.time() + place for place in range(number))
        ]
        for table in tables:
            await store.import_game(table, moves_of(turns, rules))
    finally:
        await store.close()
    return [table.id for table in tables]
