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


@cache
def moves_of(turns: int) -> tuple[Move, ...]:
    """The moves of so many turns, the longer the worse they are played: at random."""
    for number in count():
        rng = game_random(5, number)
        moves, begun = list[Move](), 0
        for before, move, _ in play_game(parse_rules(RULES), [RandomPlayer(rng)] * 2, rng):
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


def put_long_tables(database: str, turns: int, number: int) -> Sequence[str]:
    """Put tables of two bots with such games into a database that no server uses; their ids."""
    return asyncio.run(_put(database, turns, number))


async def _put(database: str, turns: int, number: int) -> list[str]:
    store = await Store.open(database)
    source = Random(f"{RULES} {turns}").randbytes
    seats = (Seat("Greedy", level="greedy"), Seat("Bo", person="nobody"))
    try:
        tables = [
            started(Table(new_id(source), "nobody", parse_rules(RULES), seats, new_secret(source), now), now)
            for now in (time.time() + place for place in range(number))
        ]
        for table in tables:
            await store.import_game(table, moves_of(turns))
    finally:
        await store.close()
    return [table.id for table in tables]
