"""People: a name changed in place, and how another device becomes the same person."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.server.model.people import readable_name
from wormgrill.server.model.refusals import Gone, NotFound
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.pages.responses import own_path, page, redirect
from wormgrill.server.services.people import TRANSFER_SECONDS
from wormgrill.server.web.visit import Visiting

router = APIRouter(include_in_schema=False)


class UsedTransfer(Gone):
    """A link with which a device would become a person has been used, or its time is over."""

    type = "used-transfer"


@router.post("/me/name")
async def change_name(visit: Visiting) -> Response:
    """Change the name, then go back to the page where the visitor was."""
    form = await visit.form()
    name = readable_name(form.get("name", ""))
    person = await visit.sign_in(name)
    if name and name != person.name:
        await visit.people.change(person, name=name)
    is_quiet = visit.is_htmx or visit.request.headers.get("sec-fetch-mode") == "cors"
    return visit.remembered(Response(status_code=204) if is_quiet else redirect(own_path(form.get("next", "/"))))


@router.post("/me/bird")
async def change_bird(visit: Visiting) -> Response:
    """Change the bird, also at the table from where it was chosen; then go back to the page where the visitor was."""
    form = await visit.form()
    person = await visit.people.change(visit.me, bird=form.get("bird", ""))
    if form.get("table"):
        await visit.tables.change_bird(form["table"], person)
    is_quiet = visit.request.headers.get("sec-fetch-mode") == "cors"
    return Response(status_code=204) if is_quiet else redirect(own_path(form.get("next", "/")))


@router.post("/me/transfer")
async def begin_transfer(visit: Visiting) -> Response:
    """A link with which another device becomes the same person."""
    visit.limit_new()
    person = await visit.sign_in()
    code = await visit.people.begin_transfer(person)
    link = f"{visit.base_url}/transfer/{code}"
    values = {
        "link": link,
        "qr": qr_code(link),
        "my_name": person.name,
        "minutes": TRANSFER_SECONDS // 60,
        "urls": {"here": "/"},
    }
    return visit.remembered(page(visit, "transfer.html", values))


@router.get("/transfer/{code}")
async def offer_transfer(visit: Visiting, code: str) -> Response:
    """Ask before anything happens: looking at a link does not use it up."""
    return page(visit, "transferred.html", {"code": code, "person": visit.person})


@router.post("/transfer/{code}")
async def finish_transfer(visit: Visiting, code: str) -> Response:
    """This device becomes the person who made the link."""
    visit.limit_new()
    try:
        _person, token = await visit.people.finish_transfer(code)
    except NotFound as refusal:
        raise UsedTransfer(str(refusal)) from None
    response = redirect("/")
    visit.keep_token(response, token)
    return response
