"""People: known by an unguessable token, stored hashed, with a name and a language; there are no accounts."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from contextlib import suppress
from dataclasses import replace

from cachetools import LRUCache

from wormgrill.presentation.labels import suggested_name
from wormgrill.presentation.words import words_of
from wormgrill.server.model.ids import new_id
from wormgrill.server.model.people import Person, checked_bird, checked_language, checked_name
from wormgrill.server.model.refusals import DatabaseUnavailable, NotFound
from wormgrill.server.model.table import DAY_SECONDS
from wormgrill.server.storage.database import Conflict
from wormgrill.server.storage.store import Store

TOKEN_BYTES = 32
TRANSFER_SECONDS = 600
"""How long a transfer code can be used."""
KEPT_SECONDS = 400 * DAY_SECONDS
"""How long a token is known that nobody uses: as long as browsers keep a cookie at most."""
SEEN_SECONDS = DAY_SECONDS
"""How often it is remembered that a token is used."""
REMEMBERED = 10_000
"""People kept in memory, so that not every request asks the database."""


class People:
    """Gives people their tokens and knows them by these."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: LRUCache[str, Person] = LRUCache(REMEMBERED)
        self._hints: LRUCache[str, bool] = LRUCache(REMEMBERED)
        """By person, whether they switched hints on or off lately: their open streams follow."""
        self._transferring = asyncio.Lock()

    async def create(self, name: str | None = None, language: str = "en") -> tuple[Person, str]:
        """A new person and the token by which they will be known."""
        language = checked_language(language)
        name = checked_name(name or suggested_name(words_of(language)))
        person = Person(new_id(secrets.token_bytes), name, language)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.add_person(person, _hash(token), time.time())
        return person, token

    async def find(self, token: str | None, *, is_client: bool = False) -> Person | None:
        """The person with this token; `is_client` says that a program sent it."""
        if not token:
            return None
        key = _hash(token)
        person = self._known.get(key) or await self._store.find_person(key)
        if person:
            self._known[key] = person
        return replace(person, is_client=is_client) if person else None

    async def see(self, token: str, person: Person) -> bool:
        """Remember that a person's token is used, once a day; whether that was due, and so is a younger cookie."""
        now = time.time()
        if person.seen_at > now - SEEN_SECONDS:
            return False
        key = _hash(token)
        self._known[key] = replace(person, seen_at=now, is_client=False)
        with suppress(DatabaseUnavailable):
            await self._store.saw(key, now)
        return True

    async def sign_out_others(self, person: Person, token: str) -> None:
        """Let a person be known by this token alone: all their other devices become strangers."""
        await self._store.keep_only(_hash(token), person.id)
        self.forget(person.id)

    async def change(
        self, person: Person, name: str | None = None, language: str | None = None, bird: str | None = None
    ) -> Person:
        """Give a person another name, language or bird."""
        changed = replace(
            person,
            name=person.name if name is None else checked_name(name),
            language=person.language if language is None else checked_language(language),
            bird=person.bird if bird is None else checked_bird(bird),
        )
        await self._store.change_person(changed)
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = replace(changed, is_client=False)
        return changed

    async def begin_transfer(self, person: Person) -> str:
        """A code with which another device becomes the same person; it works once, for ten minutes."""
        code = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.add_token(_hash(code), person.id, time.time(), is_transfer=True)
        return code

    async def finish_transfer(self, code: str) -> tuple[Person, str]:
        """The person behind a transfer code, and a token for the new device."""
        now = time.time()
        async with self._transferring:
            person = await self._store.find_person(_hash(code), is_transfer=True, since=now - TRANSFER_SECONDS)
            if person is None:
                raise NotFound("This transfer code is not valid, or no longer.")
            token = secrets.token_urlsafe(TOKEN_BYTES)
            try:
                await self._store.exchange_token(_hash(code), _hash(token), person.id, now)
            except Conflict:  # another process has taken it at the same time
                raise NotFound("This transfer code is not valid, or no longer.") from None
        return person, token

    def forget(self, person_id: str | None = None) -> None:
        """Another process has changed a person, or (None) it is not known whom: read them again when they come."""
        for key in [key for key, known in self._known.items() if person_id in (None, known.id)]:
            del self._known[key]

    def switch_hints(self, person: Person, *, is_on: bool) -> None:
        """Remember whether a person wants hints."""
        self._hints[person.id] = is_on

    def wants_hints(self, person: Person | None) -> bool | None:
        """Whether a person wants hints; None if they have not chosen lately."""
        return self._hints.get(person.id) if person else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
