"""People: known by their tokens, on one device and on the next."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.services import Disk, in_loop, services
from wormgrill.server.model.refusals import InvalidRequest, NotFound
from wormgrill.server.services import people
from wormgrill.server.services.people import People


@in_loop
async def test_a_person_is_known_by_their_token_also_after_a_restart(database: Path) -> None:
    async with services(database) as parts:
        person, token = await parts.people.create("Ada", "de")
        assert await parts.people.find(token) == person
        assert await People(parts.store).find(token) == person
        assert await parts.people.find(f"{token}x") is None
        assert await parts.people.find(None) is None


def test_a_token_is_not_stored_itself(database: Path) -> None:
    async def create() -> str:
        async with services(database) as parts:
            return (await parts.people.create("Ada"))[1]

    token = asyncio.run(create())
    assert b"Ada" in database.read_bytes()
    assert token.encode() not in database.read_bytes()


@in_loop
async def test_a_person_without_a_name_gets_one(database: Path) -> None:
    async with services(database) as parts:
        person, _ = await parts.people.create()
        assert person.name
        with pytest.raises(InvalidRequest):
            await parts.people.create(" ")


@in_loop
async def test_a_program_and_a_browser_of_one_person_are_told_apart(database: Path) -> None:
    async with services(database) as parts:
        _, token = await parts.people.create("Ada")
        program = await parts.people.find(token, is_client=True)
        browser = await parts.people.find(token)
        assert program is not None
        assert program.is_client
        assert browser == replace(program, is_client=False)
        assert await parts.people.find("x") is None


@in_loop
async def test_a_new_name_is_known_on_every_device_at_once(database: Path) -> None:
    async with services(database) as parts:
        person, token = await parts.people.create("Ada")
        _, other = await parts.people.finish_transfer(await parts.people.begin_transfer(person))
        assert await parts.people.find(other) == person
        changed = await parts.people.change(person, name="Ada L.", language="de")
        for known in (parts.people, People(parts.store)):
            assert [await known.find(device) for device in (token, other)] == [changed, changed]


@in_loop
async def test_a_person_chooses_one_of_the_birds_and_keeps_it(database: Path) -> None:
    async with services(database) as parts:
        person, token = await parts.people.create("Ada")
        assert person.bird is None
        for bird in ("rooster", "dodo", ""):
            with pytest.raises(InvalidRequest):
                await parts.people.change(person, bird=bird)
        changed = await parts.people.change(await parts.people.change(person, bird="duck"), name="Ada L.")
        assert (changed.name, changed.bird) == ("Ada L.", "duck")
        assert await People(parts.store).find(token) == changed


@in_loop
async def test_a_transfer_code_works_once_also_if_used_by_many_at_once(database: Path, disk: Disk) -> None:
    async with services(database) as parts:
        person, _ = await parts.people.create("Ada")
        code = await parts.people.begin_transfer(person)
        assert await parts.people.find(code) is None  # it is no token
        results = await asyncio.gather(*(parts.people.finish_transfer(code) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(result, NotFound) for result in results) == 4
        [(found, token)] = [result for result in results if not isinstance(result, BaseException)]
        assert found == await parts.people.find(token) == person
        assert disk.count("tokens") == 2


@in_loop
async def test_a_transfer_code_expires(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "TRANSFER_SECONDS", -1)
    async with services(database) as parts:
        person, _ = await parts.people.create("Ada")
        with pytest.raises(NotFound):
            await parts.people.finish_transfer(await parts.people.begin_transfer(person))


@in_loop
async def test_the_last_wish_for_hints_is_remembered(database: Path) -> None:
    async with services(database) as parts:
        person, _ = await parts.people.create("Ada")
        assert parts.people.wants_hints(person) is None
        for is_on in (True, False):
            parts.people.switch_hints(person, is_on=is_on)
            assert parts.people.wants_hints(person) is is_on
        assert parts.people.wants_hints(None) is None
