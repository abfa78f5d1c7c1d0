"""Who plays: a name changed in place, and how another device becomes the same person."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from wormgrill.game.record import MAX_NAME
from wormgrill.presentation.words import Words
from wormgrill.server.model.people import Person
from wormgrill.server.model.refusals import Unknown
from wormgrill.server.pages.common import form_of, is_htmx, page, see, words_for
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.services.people import TRANSFER_SECONDS
from wormgrill.server.web.visit import base_url_of, limit_new, optional_person, services_of, set_cookie

router = APIRouter(include_in_schema=False)


class Newcomer:
    """Who acts: somebody known, or somebody who is given a token with the answer."""

    def __init__(self, person: Person, token: str | None, request: Request) -> None:
        self.person = person
        self._token = token
        self._request = request

    def known_by(self, response: Response) -> Response:
        """The answer, which lets the browser of somebody new remember them."""
        if self._token:
            set_cookie(response, self._token, services_of(self._request).settings)
        return response


async def somebody(request: Request, name: str = "") -> Newcomer:
    """Who asks; a visitor becomes somebody by acting, never by looking."""
    person = await optional_person(request)
    if person:
        return Newcomer(person, None, request)
    limit_new(request)
    language = words_for(request, None).language
    person, token = await services_of(request).people.create(readable(name) or None, language)
    return Newcomer(person, token, request)


def readable(name: str) -> str:
    """A name as it was meant: without what cannot be printed, and not too long."""
    printable = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return printable[:MAX_NAME].strip()


def own_path(address: str) -> str:
    """Where to go back to, if that is here."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/"


@router.post("/me/name")
async def change_name(request: Request) -> Response:
    """Another name, then back to where the visitor was."""
    form = await form_of(request)
    name = readable(form.get("name", ""))
    who = await somebody(request, name)
    if name and name != who.person.name:
        await services_of(request).people.change(who.person, name=name)
    is_quiet = is_htmx(request) or request.headers.get("sec-fetch-mode") == "cors"
    return who.known_by(Response(status_code=204) if is_quiet else see(own_path(form.get("next", "/"))))


# ------------------------------------------------------------------------------------------------ another device


@router.post("/me/transfer")
async def begin_transfer(request: Request) -> Response:
    """A link with which another device becomes the same person."""
    limit_new(request)
    who = await somebody(request)
    words = words_for(request, who.person)
    code = await services_of(request).people.begin_transfer(who.person)
    link = f"{base_url_of(request)}/transfer/{code}"
    values = {
        "link": link,
        "qr": qr_code(link),
        "my_name": who.person.name,
        "minutes": TRANSFER_SECONDS // 60,
        "urls": {"here": "/"},
    }
    return who.known_by(page(request, "transfer.html", words, values))


@router.get("/transfer/{code}")
async def offer_transfer(request: Request, code: str) -> Response:
    """Ask before anything happens: looking at a link uses nothing up."""
    person = await optional_person(request)
    words = words_for(request, person)
    values = {"code": code, "person": person}
    return page(request, "transferred.html", words, values)


@router.post("/transfer/{code}")
async def finish_transfer(request: Request, code: str) -> Response:
    """This device becomes the person who made the link."""
    limit_new(request)
    services = services_of(request)
    try:
        _person, token = await services.people.finish_transfer(code)
    except Unknown:
        return _used_up(request, words_for(request, await optional_person(request)))
    response = see("/")
    set_cookie(response, token, services.settings)
    return response


def _used_up(request: Request, words: Words) -> Response:
    _ = words.gettext
    values = {
        "title": _("This link no longer works"),
        "text": _("It works only once, and only for a few minutes. Make a new one on your other device."),
        "figure": "raven",
        "status": HTTPStatus.GONE.value,
        "urls": {"here": "/", "table": ""},
    }
    return page(request, "error.html", words, values, HTTPStatus.GONE)
