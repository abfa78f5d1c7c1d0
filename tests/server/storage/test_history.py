"""The history of people in the store: pages of games, numbers that add up, and what is left when it is deleted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.server.storage.test_store import with_store
from tests.support.positions import position
from wormgrill.game import EDITIONS
from wormgrill.presentation.numbers import Numbers
from wormgrill.presentation.story import Story
from wormgrill.server.model.ids import new_id
from wormgrill.server.model.table import ChatLine, Life, Presence, Seat, Table
from wormgrill.server.storage.rows import NOTHING_SAID
from wormgrill.server.storage.store import Store

ADA, BO, BOT = Seat("Ada", "ada"), Seat("Bo", "bo"), Seat("Greedy", level="greedy")


async def finish(store: Store, number: int, *seats: Seat, edition: str = "classic-2014", at: float = 0.0) -> str:
    """The id of a game that ended so: the first player has a tile with one worm, all others have nothing."""
    rules = EDITIONS[edition]
    table = Table(new_id(Random(number).randbytes), "ada", rules, seats, f"{number:064}", 1.0, life=Life.FINISHED)
    table = replace(table, started_at=1.0, finished_at=at or float(number))
    await store.import_game(table, ())
    await store.add_outcomes(table, Story(position(rules, stacks=((21,), *((),) * (len(seats) - 1)), grill=())))
    return table.id


async def check_pages(store: Store) -> None:
    """Every game is on one page and the newest is first, even where many ended at the same time."""
    ids = [await finish(store, number, ADA, BOT, at=float(number // 4)) for number in range(4, 15)]
    found, before = list[str](), None
    while games := await store.list_finished("ada", 3, before):
        found += [game.table.id for game in games]
        before = (games[-1].finished_at, games[-1].table.id)
    by_time = sorted(ids, key=lambda table_id: ((ids.index(table_id) + 4) // 4, table_id), reverse=True)
    assert found == by_time


async def check_numbers(store: Store) -> None:
    """Games count by edition and number of players; not those of a shared device, nor those that a bot ended."""
    await finish(store, 1, ADA, BOT)
    await finish(store, 2, BO, ADA)
    await finish(store, 3, ADA, BO, BOT, edition="deluxe-2018")
    shared = await finish(store, 4, ADA, Seat("Ida", "ada"), BOT)
    await finish(store, 5, replace(ADA, presence=Presence.LEFT), BO)
    assert await store.numbers_of("ada") == {
        ("classic-2014", 2): Numbers(games=2, wins=1, worms=1),
        ("deluxe-2018", 3): Numbers(games=1, wins=1, worms=1),
    }
    assert await store.count_finished("ada") == 5
    games = {game.table.id: game.outcomes for game in await store.list_finished("ada", 10)}
    assert [outcome.place for outcome in games[shared].values()] == [1, 2]
    assert await store.numbers_of("carl") == {}


async def check_deletion(store: Store) -> None:
    """Ada's own game is gone; in those with Bo she is somebody, and Bo's history is what it was."""
    alone = await finish(store, 1, ADA, BOT)
    together = await finish(store, 2, ADA, BO, Seat("Ida", "ada"))
    await store.say(together, ChatLine(0, "ada", "Ada", "Hello Bo", 1.0))
    await store.say(together, ChatLine(1, "bo", "Bo", "Hello Ada", 2.0))
    before = await store.numbers_of("bo"), [game.outcomes for game in await store.list_finished("bo", 10)]
    assert sorted(await store.forget_history("ada")) == sorted([alone, together])
    assert (await store.list_finished("ada", 10), await store.numbers_of("ada"), await store.list_of("ada")) == (
        [],
        {},
        [],
    )
    assert await store.list_without_outcomes("ada") == []
    assert await store.load(alone) is None
    stored = await store.load(together)
    assert stored is not None
    assert [(seat.name, seat.person) for seat in stored.table.seats] == [
        ("Somebody", None),
        ("Bo", "bo"),
        ("Somebody 2", None),
    ]
    assert [(line.name, line.text) for line in stored.chat] == [("Somebody", NOTHING_SAID), ("Bo", "Hello Ada")]
    assert "ada" not in {stored.table.host, *(line.person for line in stored.chat)}
    assert (await store.numbers_of("bo"), [game.outcomes for game in await store.list_finished("bo", 10)]) == before
    await store.forget_history("bo")
    assert await store.load(together) is None, "nobody is left whose game it is"


def test_every_game_is_on_one_page(database: str) -> None:
    with_store(database, check_pages)


def test_games_count_by_edition_and_number_of_players(database: str) -> None:
    with_store(database, check_numbers)


def test_deleting_leaves_the_history_of_others_as_it_is(database: str) -> None:
    with_store(database, check_deletion)
