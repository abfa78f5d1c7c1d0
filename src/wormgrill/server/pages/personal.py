"""My data: what is stored about a person, to be read, taken along and deleted."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.server.pages.lobby import date_of
from wormgrill.server.pages.responses import page, redirect
from wormgrill.server.web.downloads import data_of, records_of
from wormgrill.server.web.visit import SignedIn, Visit, Visiting

router = APIRouter(include_in_schema=False)


@router.get("/me/data")
async def show(visit: Visiting, done: str = "") -> Response:
    """What is stored, in short, and what can be done with it."""
    about = await visit.services.personal.about(visit.person) if visit.person else None
    return page(visit, "my_data.html", {"me": _in_short(visit, about) if about else None, "done": done})


def _in_short(visit: Visit, about: dict[str, Any]) -> dict[str, Any]:
    def day(time: str) -> str:
        return date_of(datetime.fromisoformat(time).timestamp(), visit.words)

    return {
        "name": visit.me.name,
        "since": day(about["person"]["created_at"]),
        "devices": [day(device["seen_at"]) for device in about["devices"]],
        "tables": len(about["tables"]),
        "finished": sum(table["life"] == "finished" for table in about["tables"]),
        "lines": len(about["chat"]),
    }


@router.get("/me/data.json")
async def take_data(visit: SignedIn) -> Response:
    """All of it as a file."""
    return await data_of(visit)


@router.get("/me/games.txt")
async def take_games(visit: SignedIn) -> Response:
    """The records of all finished games as a file."""
    return records_of(visit)


@router.post("/me/sign-out-others")
async def sign_out_others(visit: SignedIn) -> Response:
    """This device stays known, all others become strangers."""
    await visit.people.sign_out_others(visit.me, visit.token)
    return redirect("/me/data", done="signed-out")


@router.get("/me/forget")
async def ask_to_forget(visit: SignedIn) -> Response:
    """Ask before a person is deleted, and say what becomes of what they leave."""
    return page(visit, "forget_me.html", {"my_name": visit.me.name})


@router.post("/me/forget")
async def forget(visit: SignedIn) -> Response:
    """Delete the person."""
    await visit.services.personal.delete(visit.me)
    response = redirect("/me/data", done="deleted")
    visit.forget_token(response)
    return response
