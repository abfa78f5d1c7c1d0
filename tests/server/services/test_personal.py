"""What is stored about a person: all of it is told, and all of it goes when they are deleted."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.services import RULES, Disk, Parts, any_move, in_loop, services
from wormgrill.game.record import format_game
from wormgrill.server.model.people import Person
from wormgrill.server.model.plan import Plan, SeatPlan
from wormgrill.server.model.refusals import NotFound
from wormgrill.server.model.table import Life
from wormgrill.server.services.history import History
from wormgrill.server.services.live import LiveTable
from wormgrill.server.services.people import KEPT_SECONDS, SEEN_SECONDS, TRANSFER_SECONDS
from wormgrill.server.services.personal import Personal


@asynccontextmanager
async def known(database: Path) -> AsyncIterator[tuple[Parts, Personal, Person, Person]]:
    """The services, with two people who are stored."""
    async with services(database, is_driven=False) as parts:
        zoe, _ = await parts.people.create("Zoe Zander")
        yan, _ = await parts.people.create("Yan")
        history = History(parts.store, parts.live_tables)
        yield parts, Personal(parts.store, parts.live_tables, parts.people, history), zoe, yan


async def table(parts: Parts, host: Person, *guests: Person, is_started: bool = True) -> LiveTable:
    """A table of a host, with a seat for each guest and a bot."""
    seats = (SeatPlan("me"), *(SeatPlan("open") for _ in guests), SeatPlan("bot", level="greedy"))
    live = await parts.tables.create(host, Plan(RULES, seats))
    for guest in guests:
        await parts.tables.join(live.table.id, guest)
    return await parts.tables.start(live.table.id, host) if is_started else live


def everything(database: Path) -> str:
    """All texts in a database."""
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump())


@in_loop
async def test_all_that_is_stored_is_told(database: Path) -> None:
    async with known(database) as (parts, personal, zoe, yan):
        live = await table(parts, zoe, yan)
        await parts.tables.say(live.table.id, zoe, "Good luck!")
        while live.table.life is not Life.FINISHED:
            await live.append(any_move)
        other = await table(parts, yan, zoe, is_started=False)
        await parts.tables.mute(other.table.id, yan, 1, is_muted=True)
        await parts.people.begin_transfer(zoe)
        about = await personal.about(zoe)
        assert about["person"]["name"] == "Zoe Zander"
        assert about["person"]["created_at"].endswith("+00:00")
        assert len(about["devices"]) == about["transfer_codes"] == 1
        first, second = about["tables"]
        assert [seat["name"] for seat in first["your_seats"]] == ["Zoe Zander"]
        assert (first["are_you_host"], second["are_you_host"], second["are_you_muted"]) == (True, False, True)
        assert [line["text"] for line in about["chat"]] == ["Good luck!"]
        assert [result["table_id"] for result in about["results"]] == [live.table.id]
        assert yan.id not in str(about), "the ids of others are theirs"
        records = [format_game(game) async for game in personal.records(zoe)]
        assert records == [format_game(live.record)]


@in_loop
async def test_nothing_leads_to_somebody_who_is_deleted(database: Path) -> None:
    async with known(database) as (parts, personal, zoe, yan):
        alone, together = await table(parts, zoe), await table(parts, zoe, yan)
        for live in (alone, together):
            await parts.tables.say(live.table.id, zoe, "Zoe speaks")
            while live.table.life is not Life.FINISHED:
                await live.append(any_move)
        playing, waiting = await table(parts, zoe, yan), await table(parts, yan, zoe, is_started=False)
        own, removed = await table(parts, zoe, is_started=False), await table(parts, yan, zoe, is_started=False)
        await playing.append(any_move)
        await parts.tables.say(waiting.table.id, zoe, "Zoe speaks")
        await parts.tables.mute(removed.table.id, yan, 1, is_muted=True)
        await parts.tables.remove(removed.table.id, yan, 1)
        await personal.delete(zoe)
        stored = everything(database)
        for trace in (zoe.id, "Zoe"):
            assert trace not in stored
        for gone in (alone, own):
            with pytest.raises(NotFound):
                await parts.live_tables.get(gone.table.id)
        assert together.table.seats[0].name == playing.table.seats[0].name == "Somebody"
        assert playing.game.players == ("Somebody", "Yan", "Greedy"), "in memory as on disk"
        assert playing.table.host == yan.id
        assert playing.table.seats[0].kind == "bot"
        assert waiting.table.seats[1].kind == "open"
        assert [line.text for line in waiting.chat] == ["…"]
        while playing.table.life is not Life.FINISHED:
            await playing.append(any_move)
        assert await parts.people.find("any") is None
        await personal.delete(zoe)  # again changes nothing


@in_loop
async def test_whom_nothing_is_stored_about_is_told_so(database: Path) -> None:
    async with known(database) as (_, personal, zoe, _yan):
        about = await personal.about(replace(zoe, id="stranger"))
        assert not any(about.values())


@in_loop
async def test_other_devices_are_signed_out_and_their_codes_with_them(database: Path) -> None:
    async with services(database) as parts:
        zoe, here = await parts.people.create("Zoe")
        _, there = await parts.people.finish_transfer(await parts.people.begin_transfer(zoe))
        code = await parts.people.begin_transfer(zoe)
        assert await parts.people.find(there) == zoe
        await parts.people.sign_out_others(zoe, here)
        assert await parts.people.find(there) is None
        assert await parts.people.find(here) == zoe
        with pytest.raises(NotFound):
            await parts.people.finish_transfer(code)


@in_loop
async def test_that_a_token_is_used_is_remembered_once_a_day(database: Path, disk: Disk) -> None:
    async with services(database) as parts:
        _, token = await parts.people.create("Zoe")
        person = await parts.people.find(token)
        assert person
        with disk.unchanged():
            assert not await parts.people.see(token, person)
        yesterday = replace(person, seen_at=person.seen_at - SEEN_SECONDS - 1)
        assert await parts.people.see(token, yesterday)
        again = await parts.people.find(token)
        assert again
        assert again.seen_at > yesterday.seen_at
        assert not await parts.people.see(token, again)


@in_loop
async def test_what_has_expired_goes_and_whoever_is_left_without_anything(database: Path, disk: Disk) -> None:
    async with services(database, is_driven=False) as parts:
        zoe, _ = await parts.people.create("Zoe")
        yan, _ = await parts.people.create("Yan")
        await parts.people.begin_transfer(yan)
        live = await table(parts, zoe)
        now = yan.seen_at or (await parts.store.about(yan.id))["tokens"][0]["created_at"]
        await parts.store.delete_expired(now - TRANSFER_SECONDS, now - KEPT_SECONDS)
        assert (disk.count("tokens"), disk.count("people")) == (3, 2), "nothing is as old as that"
        await parts.store.delete_expired(now + TRANSFER_SECONDS, now - KEPT_SECONDS)
        assert (disk.count("tokens"), disk.count("people")) == (2, 2), "the code is"
        await parts.store.delete_expired(now, now + KEPT_SECONDS)
        assert (disk.count("tokens"), disk.count("people")) == (0, 1), "one has a table"
        assert live.table.host == zoe.id
