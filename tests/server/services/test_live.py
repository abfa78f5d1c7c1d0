"""A live table: what is decided under its lock, stored, and only then published."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from pathlib import Path

import pytest
import uvloop
from sqlalchemy.exc import OperationalError

from tests.support.services import ADA, BO, PATIENCE_SECONDS, ROUNDS, Disk, any_move, in_loop, overtime, services, until
from wormgrill.game.moves import parse_move
from wormgrill.game.record import Game
from wormgrill.game.state import Phase
from wormgrill.game.trace import format_trace
from wormgrill.presentation.replaying import plies_of
from wormgrill.server.model.play import played, step_of
from wormgrill.server.model.refusals import MoveNotLegal, NotAllowed, NotNow, StaleMove
from wormgrill.server.model.table import ChatLine, Presence, without_person
from wormgrill.server.services import live as module
from wormgrill.server.services.live import LiveTable, Update
from wormgrill.server.storage.store import Store

HEARTBEAT = 0.01


@in_loop
async def test_a_change_is_on_disk_before_anybody_is_told(database: Path, disk: Disk) -> None:
    stored: list[tuple[str, int, int]] = []

    def look(live: LiveTable) -> None:
        table_id = live.table.id
        stored.append((disk.life(table_id), disk.plies(table_id), disk.lines(table_id)))
        assert stored[-1] == (live.table.life, live.ply, len(live.chat))

    async with services(database, published=look, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        await parts.tables.play(live.table.id, ADA, 0, "roll")
        await parts.tables.say(live.table.id, ADA, "A good roll!")
        await parts.tables.leave(live.table.id, ADA)
    assert stored[:5] == [
        ("waiting", 0, 0),
        ("playing", 0, 0),
        ("playing", 2, 0),
        ("playing", 2, 1),
        ("abandoned", 2, 1),
    ]


@pytest.mark.parametrize(("action", "broken"), [("change", "seats"), ("append", "moves"), ("say", "chat")])
@in_loop
async def test_what_cannot_be_stored_is_not_published_and_changes_nothing(
    database: Path, disk: Disk, action: str, broken: str
) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        table_id = live.table.id
        actions: dict[str, Callable[[], Awaitable[object]]] = {
            "change": lambda: parts.tables.leave(table_id, ADA),
            "append": lambda: parts.tables.play(table_id, ADA, 0, "roll"),
            "say": lambda: parts.tables.say(table_id, ADA, "Hello"),
        }
        before, published = (live.table, live.game, live.chat), list(parts.published)
        with disk.broken(broken), pytest.raises(OperationalError):
            await actions[action]()
        assert (live.table, live.game, live.chat) == before
        assert parts.published == published
        await actions[action]()
        assert (live.table, live.game, live.chat) != before
        assert len(parts.published) == len(published) + 1


@in_loop
async def test_a_change_that_changes_nothing_is_neither_stored_nor_published(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        published = list(parts.published)
        with disk.unchanged():
            await live.change(lambda table: replace(table, host=ADA.id))
            await parts.tables.come_back(live.table.id, ADA)
            await parts.tables.leave(live.table.id, BO)
        assert parts.published == published


@in_loop
async def test_a_decision_that_refuses_changes_nothing_and_leaves_the_lock_free(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        published = list(parts.published)
        with disk.unchanged():
            with pytest.raises(NotAllowed):
                await parts.tables.set_chat(live.table.id, BO, has_chat=False)
            with pytest.raises(MoveNotLegal):
                await parts.tables.play(live.table.id, ADA, 0, "stop")
            with pytest.raises(NotAllowed):
                await parts.tables.say(live.table.id, BO, "Hello")
        assert parts.published == published
        await parts.tables.set_chat(live.table.id, ADA, has_chat=False)
        assert not live.table.has_chat


@in_loop
async def test_of_many_simultaneous_moves_for_one_ply_exactly_one_is_played(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        moves = (parts.tables.play(live.table.id, ADA, 0, "roll") for _ in range(10))
        results = await asyncio.gather(*moves, return_exceptions=True)
        refusals = [result for result in results if isinstance(result, BaseException)]
        assert len(refusals) == 9
        for refusal in refusals:
            assert isinstance(refusal, StaleMove)
            assert refusal.more == {"ply": 2}
        assert live.ply == disk.plies(live.table.id) == 2


@in_loop
async def test_a_cancelled_caller_does_not_stop_a_write_and_it_is_shown(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        parts.store.writing.clear()
        parts.store.may_write.clear()
        caller = asyncio.create_task(parts.tables.play(live.table.id, ADA, 0, "roll"))
        await parts.store.writing.wait()
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        assert (live.ply, disk.plies(live.table.id)) == (0, 0)
        parts.store.may_write.set()
        await until(live, lambda: live.ply > 0)
        assert live.ply == disk.plies(live.table.id) == 2


@in_loop
async def test_a_move_that_another_process_wrote_is_taken_over_and_ours_is_refused(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        other = await Store.open(parts.settings.database)
        try:
            _, steps = played(live.table, live.game, parse_move("roll"))
            await other.append(live.table.id, 0, [step.move for step in steps], 5.0, version=1)
        finally:
            await other.close()
        with pytest.raises(StaleMove) as refused:
            await parts.tables.play(live.table.id, ADA, 0, "roll")
        assert refused.value.more == {"ply": 2}
        assert live.game.moves == tuple(step.move for step in steps)
        assert parts.published[-1] == (live.table.id, 2)
        await live.append(any_move)
        assert live.ply > 2


@in_loop
async def test_a_line_that_another_process_said_is_taken_over_and_ours_comes_after_it(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        other = await Store.open(parts.settings.database)
        try:
            await other.say(live.table.id, ChatLine(0, ADA.id, "Ada", "From elsewhere", 5.0))
        finally:
            await other.close()
        line = await parts.tables.say(live.table.id, ADA, "From here")
        assert [(each.number, each.text) for each in live.chat] == [(0, "From elsewhere"), (1, "From here")]
        assert live.chat[-1] == line


@in_loop
async def test_the_last_move_finishes_the_table_in_the_same_transaction(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        while not _is_last(live):
            await live.append(any_move)
        ply = live.ply
        with disk.broken("seats"), pytest.raises(OperationalError):  # the move itself could be stored
            await live.append(any_move)
        assert (live.ply, str(live.table.life)) == (ply, "playing")
        assert (disk.plies(live.table.id), disk.life(live.table.id)) == (ply, "playing")
        await live.append(any_move)
        assert (live.ply, str(live.table.life)) == (ply + 1, "finished")
        assert live.table.finished_at is not None
        assert live.seat_to_move is None
        assert (disk.plies(live.table.id), disk.life(live.table.id)) == (ply + 1, "finished")


def _is_last(live: LiveTable) -> bool:
    table, move = any_move(live.table, live.game)
    game, _ = played(table, live.game, move)
    return game.state.phase is Phase.OVER


@in_loop
async def test_a_viewer_gets_what_is_there_then_what_is_new_then_heartbeats(database: Path) -> None:
    async with services(database, is_driven=False, heartbeat_seconds=HEARTBEAT) as parts:
        live = await parts.start_table("me", "me")
        table_id = live.table.id
        await parts.tables.play(table_id, ADA, 0, "roll")
        await parts.tables.say(table_id, ADA, "One")
        async with aclosing(parts.tables.watch(table_id, 1)) as updates:
            there = await anext(updates)
            assert ([step.ply for step in there.steps], there.is_changed) == ([1], True)
            assert [line.text for line in there.chat] == ["One"]
            assert (await anext(updates)).is_heartbeat
            await live.append(any_move)
            moved = await anext(updates)
            assert ([step.ply for step in moved.steps], moved.chat, moved.is_changed) == ([2], (), False)
            await parts.tables.say(table_id, ADA, "Two")
            said = await anext(updates)
            assert (said.steps, [line.text for line in said.chat], said.is_changed) == ((), ["Two"], False)
            await parts.tables.leave(table_id, ADA)
            left = await anext(updates)
            assert (left.steps, left.chat, left.is_changed) == ((), (), True)
            assert (await anext(updates)).is_heartbeat
            assert (await anext(updates)).is_heartbeat


@in_loop
async def test_a_viewer_who_waits_is_woken_by_news(database: Path) -> None:
    async with services(database, is_driven=False, heartbeat_seconds=600) as parts:
        live = await parts.start_table("me", "me")
        async with aclosing(parts.tables.watch(live.table.id)) as updates:
            await anext(updates)
            news = asyncio.ensure_future(anext(updates))
            await parts.tables.play(live.table.id, ADA, 0, "roll")
            assert [step.ply for step in (await news).steps] == [0, 1]


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_news_in_the_round_of_a_heartbeat_is_told_and_no_heartbeat_instead(
    database: Path, monkeypatch: pytest.MonkeyPatch, loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    async def follow() -> None:
        is_stored, came_first = asyncio.Event(), set[bool]()

        async def store(*_arguments: object, **_more: object) -> None:
            """Store nothing, in a known round of the loop."""
            await is_stored.wait()

        async with services(database, is_driven=False, published=lambda _: news.append(not told.done())) as parts:
            news = list[bool]()
            told: asyncio.Future[Update] = asyncio.get_running_loop().create_future()
            live = await parts.start_table("me", "me")
            monkeypatch.setattr(parts.store, "append", store)
            async with aclosing(live.watch(0, None, HEARTBEAT)) as updates:
                await anext(updates)
                for rounds in range(ROUNDS):
                    moving = asyncio.create_task(live.append(any_move))
                    await asyncio.sleep(0)
                    told = asyncio.ensure_future(anext(updates))
                    await overtime(HEARTBEAT, rounds)
                    is_stored.set()
                    steps, update = await moving, await told
                    if not news[-1]:
                        assert update.is_heartbeat
                        update = await anext(updates)
                    assert update.steps == steps, f"after {rounds} rounds"
                    came_first.add(news[-1])
                    is_stored.clear()
        assert came_first == {True, False}, "the news or the heartbeat"

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(asyncio.wait_for(follow(), PATIENCE_SECONDS))


@in_loop
async def test_a_viewer_is_named_while_they_watch_and_forgotten_when_they_leave(database: Path) -> None:
    async with services(database, is_driven=False, heartbeat_seconds=HEARTBEAT) as parts:
        live = await parts.start_table("me", "me")
        watching = [live.watch(0, person, HEARTBEAT) for person in (BO, BO, ADA, None)]
        for updates in watching:
            await anext(updates)
        assert list(live.watching) == ["Bo"]
        assert "wormgrill_streams 4.0" in parts.metrics.text().decode()
        await watching[0].aclose()
        assert list(live.watching) == ["Bo"]
        for updates in watching[1:]:
            await updates.aclose()
        assert list(live.watching) == []
        assert not live._watchers
        assert "wormgrill_streams 0.0" in parts.metrics.text().decode()


@in_loop
async def test_whoever_comes_and_goes_is_told_once_for_all_and_not_at_all_if_nothing_is_new(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ARRIVALS_SECONDS", 0.05)
    async with services(database, is_driven=False, heartbeat_seconds=600) as parts:
        live = await parts.start_table("me", "me")
        published = len(parts.published)
        for _ in range(20):
            async with aclosing(live.watch(0, BO, 600)) as updates:
                await anext(updates)
        await asyncio.sleep(0.2)
        assert len(parts.published) == published  # Bo came and went
        async with aclosing(live.watch(0, ADA, 600)) as updates, AsyncExitStack() as leaving:
            await anext(updates)
            for number in range(20):
                watching = live.watch(0, replace(BO, id=str(number), name=f"Bo {number:02}"), 600)
                await anext(await leaving.enter_async_context(aclosing(watching)))
            assert (await anext(updates)).is_changed
            assert len(live.watching) == 20
            assert len(parts.published) == published + 1


@in_loop
async def test_programs_who_watch_need_no_pauses_but_people_do(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.open_table("greedy", "greedy")
        assert not live.has_people
        for person, is_person in ((replace(BO, is_client=True), False), (BO, True), (None, True)):
            async with aclosing(live.watch(0, person, HEARTBEAT)) as updates:
                await anext(updates)
                assert live.has_people is is_person
        assert not live.has_people


@in_loop
async def test_a_player_whose_page_is_closed_is_absent_until_it_is_open_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.05)
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        assert not live.absent, "nobody is absent who has just opened the table"
        async with aclosing(live.watch(0, None, 600)) as others:
            await anext(others)
            async with aclosing(live.watch(0, ADA, HEARTBEAT)) as updates:
                await anext(updates)
            assert not live.absent, "a page may be loaded again"
            assert (await anext(others)).is_changed
            assert live.absent == (0, 1), "both seats are Ada's"
            async with aclosing(live.watch(0, ADA, HEARTBEAT)) as updates:
                await anext(updates)
                assert not live.absent
                assert (await anext(others)).is_changed


@in_loop
async def test_a_player_who_has_not_opened_the_table_is_awaited_and_then_absent(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.05)
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        while not live.table.is_over:
            await live.append(any_move)
        again = await parts.tables.rematch(live.table.id, ADA)
        assert again.awaited == (0,), "Bo begins this time, and has not come"
        async with aclosing(again.watch(0, None, 600)) as others:
            await anext(others)
            await parts.tables.start(again.table.id, ADA)
            await asyncio.sleep(0.1)
            assert again.absent == (0,)
            again.expect(BO)
            assert not again.absent
            assert (await anext(others)).is_changed
        assert not again.awaited


@in_loop
async def test_whoever_comes_back_is_not_said_to_be_absent_while_their_page_loads(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.2)
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        async with aclosing(live.watch(0, ADA, HEARTBEAT)) as updates:
            await anext(updates)
        await parts.tables.leave(live.table.id, ADA)
        await asyncio.sleep(0.3)
        await parts.tables.come_back(live.table.id, ADA)
        assert 0 not in live.absent
        await asyncio.sleep(0.4)
        assert 0 in live.absent, "the page was opened, but did not follow"


@in_loop
async def test_a_bot_stands_in_for_nobody_who_is_there(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.0)
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        async with aclosing(live.watch(0, ADA, HEARTBEAT)) as updates:
            await anext(updates)
            with pytest.raises(NotNow):
                await parts.tables.stand_in(live.table.id, ADA, 0)
        with pytest.raises(NotAllowed):
            await parts.tables.stand_in(live.table.id, BO, 0)
        with pytest.raises(NotNow):
            await parts.tables.stand_in(live.table.id, ADA, 1)
        await parts.tables.stand_in(live.table.id, ADA, 0)
        assert live.table.seats[0].presence is Presence.AWAY


@in_loop
async def test_a_bot_plays_one_turn_for_somebody_and_no_later_one(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.0)
    async with services(database) as parts:
        live = await parts.start_table("me", "me")
        async with aclosing(live.watch(0, ADA, HEARTBEAT)) as updates:
            await anext(updates)
        await parts.tables.stand_in(live.table.id, ADA, 0, is_for_turn=True)
        while live.seat_to_move != 1:
            assert live.table.seats[0].presence is Presence.SKIPPED
            assert await live.wait_for_change(60)
        assert live.table.seats[0].presence is Presence.HERE
        assert live.story.previous
        stored = await parts.store.load(live.table.id)
        assert stored
        assert stored.table == live.table


@in_loop
async def test_closing_the_streams_ends_all_viewers(database: Path) -> None:
    async with services(database, is_driven=False, heartbeat_seconds=600) as parts:
        live = await parts.start_table("me", "me")

        all_watch = asyncio.Barrier(4)

        async def follow() -> int:
            async with aclosing(parts.tables.watch(live.table.id)) as updates:
                await anext(updates)
                await all_watch.wait()
                return len([update async for update in updates])

        viewers = [asyncio.create_task(follow()) for _ in range(3)]
        await all_watch.wait()
        parts.live_tables.close_streams()
        assert await asyncio.gather(*viewers) == [0, 0, 0]
        assert not live._watchers
        assert [update async for update in parts.tables.watch(live.table.id)] == []


@in_loop
async def test_old_plies_are_replayed_and_recent_ones_are_kept(database: Path) -> None:
    asked = []

    async def replay(game: Game, ply: int) -> tuple[str, ...]:
        asked.append(ply)
        return plies_of(game, ply, 10)

    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        for _ in range(40):
            await live.append(any_move)
        _, *trace = format_trace(live.table.rules, 2, live.game.moves)
        for start in (0, live.ply - 5, live.ply):
            told = list[str]()
            async with aclosing(live.watch(start, None, 60, replay)) as updates:
                async for update in updates:
                    assert not update.old or update.old_ply == start + len(told)
                    told += [*update.old, *(step.json for step in update.steps)]
                    assert update.is_up_to_date == (len(told) == live.ply - start)
                    if update.is_up_to_date:
                        break
            assert told == trace[start:]
            assert not asked or start == 0
            asked.clear()
        async with aclosing(live.watch(0, None, 60)) as updates:
            update = await anext(updates)
        assert (update.old, update.steps, update.is_changed) == ((), (), True), "nobody replays them: they are left out"


@in_loop
async def test_a_ply_is_known_as_long_as_it_is_recent_or_told(database: Path) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "me")
        for _ in range(40):
            await live.append(any_move)
        last = live.ply - 1
        assert live.known_step(last) == step_of(live.game, last)
        assert live.known_step(0) is None
        live._steps.clear()  # as after a restart
        assert live.known_step(last) is None
        assert live.story
        assert live.known_step(last) == step_of(live.game, last)


@in_loop
async def test_a_seat_that_was_left_comes_back_with_the_move_of_its_person(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        live = await parts.start_table("me", "open")
        await live.change(lambda table: without_person(table, ADA.id))
        assert str(live.table.seats[0].presence) == "left"
        await parts.tables.play(live.table.id, ADA, 0, "roll")
        assert str(live.table.seats[0].presence) == "here"
        stored = await parts.store.load(live.table.id)
        assert stored is not None
        assert stored.table == live.table
        assert disk.plies(live.table.id) == 2
