"""Tables with a game that is over, or nearly, put into a server's database: nobody has to play it first."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from random import Random
from typing import Protocol

from tests.support.sensible import sensible_move
from wormgrill.game.moves import parse_move
from wormgrill.game.record import Game
from wormgrill.game.rules import parse_rules
from wormgrill.game.state import Phase, claims, legal_moves
from wormgrill.players.levels import KNOWN_LEVELS, level_named
from wormgrill.server.model.ids import new_id, new_secret
from wormgrill.server.model.play import played
from wormgrill.server.model.table import Life, Seat, Table, free_name, started
from wormgrill.server.storage.store import Store


class Stored(Protocol):
    """What has a database: a server, or the settings of one."""

    @property
    def database(self) -> str:
        """Its URL."""


def finished_table(server: Stored, *seats: str, rules: str = "classic-2014") -> str:
    """The path of a table whose game is over; a seat is the token of a person or the level of a bot."""
    return _in_a_thread(server, seats, rules, 0)


def nearly_finished_table(server: Stored, *seats: str, rules: str = "classic-2014", turns: int = 1) -> str:
    """The path of a table where people play the last turns; whoever plays like `sensible_move` ends the game so."""
    return _in_a_thread(server, seats, rules, turns)


def _in_a_thread(server: Stored, seats: Sequence[str], rules: str, turns: int) -> str:
    """Write the table in a thread of its own: Playwright has an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _put(server, seats, rules, turns)).result()


async def _put(server: Stored, seats: Sequence[str], rules: str, turns: int) -> str:
    store = await Store.open(server.database)
    try:
        for number in count():
            table = await _table(store, seats, rules, number)
            game = _game(table)
            beginnings = [(ply, state.seat) for ply, state in enumerate(game.replay()) if state.phase is Phase.ROLL]
            last_turns = beginnings[len(beginnings) - turns :]
            is_for_people = all(table.seats[seat].person for _, seat in last_turns)
            if is_for_people and not await store.has_game(table.id, None):
                break
        if last_turns:
            game = game.until(last_turns[0][0])
        else:
            table = replace(table, life=Life.FINISHED, finished_at=table.started_at)
        await store.import_game(table, game.moves)
    finally:
        await store.close()
    return f"/t/{table.id}"


async def _table(store: Store, seats: Sequence[str], rules: str, number: int) -> Table:
    """A table that has begun; its dice follow from its rules and its number."""
    source = Random(f"{rules} {number}").randbytes
    table = Table(new_id(source), "", parse_rules(rules), (), new_secret(source), time.time())
    for who in seats:
        if who in KNOWN_LEVELS:
            seat = Seat(free_name(table, level_named(who).title), level=who)
        else:
            person = await store.find_person(hashlib.sha256(who.encode()).hexdigest())
            assert person, "nobody has this token"
            seat = Seat(free_name(table, person.name), person.id)
        table = replace(table, host=table.host or seat.person or "", seats=(*table.seats, seat))
    return started(table, table.created_at)


def _game(table: Table) -> Game:
    """The whole game, with the dice of the table; everybody plays sensibly."""
    game = Game(table.rules, tuple(seat.name for seat in table.seats))
    while game.state.phase is not Phase.OVER:
        moves = [str(move) for move in legal_moves(game.state)]
        move = sensible_move(moves, is_stop_a_gain=bool(claims(game.state)))
        game, _ = played(table, game, parse_move(move))
    return game
