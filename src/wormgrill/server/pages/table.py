"""The table as a page: its HTML, the moves as forms, and a stream of fragments for each viewer."""

from __future__ import annotations

import time
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from wormgrill.game.events import events
from wormgrill.game.fair_dice import NONE, committed_text
from wormgrill.game.moves import Dice
from wormgrill.presentation.board import ChatView, Facts, SeatFacts, TableView
from wormgrill.presentation.fairness import DiceFacts, DiceSeat
from wormgrill.presentation.hints import Thinking, make_thinking
from wormgrill.presentation.labels import pace_title, shown_name
from wormgrill.presentation.rulebook import make_rulebook
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, specialists_of, travelling
from wormgrill.presentation.words import Words
from wormgrill.server.model.refusals import BotsBusy, InvalidRequest, Refusal, StaleMove
from wormgrill.server.model.table import Life
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page, redirect
from wormgrill.server.services.live import LiveTable, Update
from wormgrill.server.web.streams import follow_table, format_event
from wormgrill.server.web.visit import HINTS, Visit, Visiting

router = APIRouter(include_in_schema=False)

FRAGMENTS = ("grill", "play", "players", "log", "chat", "heard", "hints", "fair")
"""The parts of the page that change, by the names of their templates."""
MADE_OF = {
    "grill": attrgetter("grill", "supply"),
    "players": attrgetter("players"),
    "log": attrgetter("log", "thinking"),
    "chat": attrgetter("chat", "watching"),
    "heard": attrgetter("heard"),
    "hints": attrgetter("wants_hints"),
    "fair": attrgetter("dice"),
}
"""What of a view a fragment shows, where that is not nearly everything."""
TARGETS = {"chat": "chat-lines", "fair": "fair-lines"}
BETWEEN = ("grill", "players")
"""The fragments between which tiles and specialists travel."""


# ------------------------------------------------------------------------------------------------ what a viewer sees


async def view_for(visit: Visit, live: LiveTable) -> TableView:
    """What a viewer sees of a table now."""
    table = live.table
    mine = table.seats_of(visit.person_id)
    wants = table.has_hints and visit.wants_hints
    is_mine = live.seat_to_move is not None and live.seat_to_move in mine
    facts = Facts(
        table=table.id,
        seats=tuple(SeatFacts(seat.level, seat.presence.value) for seat in table.seats),
        mine=mine,
        deadline=live.deadline,
        has_hints=table.has_hints and table.life is not Life.FINISHED,
        wants_hints=wants,
        odds=await _odds_of(visit, live) if wants and is_mine else None,
        thinking=await _thinking_of(visit, live) if wants else None,
        has_chat=table.has_chat,
        chat=tuple(ChatView(line.number, line.name, line.text, line.person == visit.person_id) for line in live.chat),
        watching=live.watching,
        rematch=table.rematch,
        dice=_dice_of(live),
    )
    return make_view(live.game, facts, visit.words, live.story)


def _dice_of(live: LiveTable) -> DiceFacts:
    """What the seats add to the dice."""
    chains = [live.table.chain(seat, live.chains) for seat in range(len(live.table.seats))]
    seats = (
        DiceSeat(chain is not None, chain is not None and seat.seed != NONE, chain is not None and chain.is_broken)
        for seat, chain in zip(live.table.seats, chains, strict=True)
    )
    return DiceFacts(live.table.dice_scheme, tuple(seats), is_revealing=not live.ply)


def _committed(visit: Visit, live: LiveTable) -> dict[str, str]:
    """What the script of the dice compares with what it remembers, and where it reveals its own part."""
    if live.table.tags is not None:  # played elsewhere: nothing was committed to here
        return {"committed": "", "mine": NONE, "seed": NONE, "reveal": ""}
    dice, mine = live.table.dice, live.table.seats_of(visit.person_id)
    is_due = not live.ply and any(seat in live.table.unrevealed for seat in mine)
    return {
        "committed": committed_text(dice.table, dice.commitment, dice.anchors),
        "mine": live.table.seats[mine[0]].anchor if mine else NONE,
        "seed": live.table.seats[mine[0]].seed if mine else NONE,
        "reveal": f"/t/{live.table.id}/reveal" if is_due else "",
    }


async def _odds_of(visit: Visit, live: LiveTable) -> dict[str, Any] | None:
    try:
        ply, odds = await visit.tables.odds(live.table.id)
    except BotsBusy:
        return None
    return odds if ply == live.ply else None


async def _thinking_of(visit: Visit, live: LiveTable) -> Thinking | None:
    """What the bot that moved last had considered, if there was anything to consider."""
    for told in reversed(live.story.recent):
        seat = live.table.seats[told.before.seat]
        if isinstance(told.move, Dice) or seat.level is None:
            continue
        try:
            thoughts = await visit.tables.thoughts(live.table.id, told.ply)
        except Refusal:
            return None
        return make_thinking(_teller(visit, live), told.before, thoughts) if len(thoughts) > 1 else None
    return None


def _teller(visit: Visit, live: LiveTable) -> Teller:
    return Teller(visit.words, tuple(shown_name(seat.name, seat.level, visit.words) for seat in live.table.seats))


def _addresses(visit: Visit, live: LiveTable) -> dict[str, str]:
    here = f"/t/{live.table.id}"
    is_seated = bool(live.table.seats_of(visit.person_id))
    return {
        "moves": f"{here}/moves",
        "live": f"{here}/live",
        "hints": f"{here}/hints",
        "chat": f"{here}/chat",
        "leave": f"{here}/leave" if is_seated and live.table.life is Life.PLAYING else "",
        "rematch": f"{here}/rematch" if is_seated else "",
        "rematch_page": f"/t/{live.table.rematch}",
        "replay": f"{here}/replay",
        "verify": f"{here}/verify",
        "public": visit.base_url + here,
    }


# ------------------------------------------------------------------------------------------------ fragments


Shown = tuple[TableView, dict[str, str]]
"""A view and its fragments."""


def fragments(view: TableView, urls: dict[str, str], words: Words, shown: Shown | None = None) -> dict[str, str]:
    """The changing parts of the page, by name; those of which `shown` has the same are not made again."""
    parts: dict[str, str] = {}
    for name in FRAGMENTS:
        if (
            (name == "hints" and not view.has_hints)
            or (name == "chat" and not view.has_chat)
            or (name == "fair" and not view.dice)
        ):
            continue
        made_of = MADE_OF.get(name)
        if shown and made_of and name in shown[1] and made_of(view) == made_of(shown[0]):
            parts[name] = shown[1][name]
        else:
            parts[name] = render(f"_{name}.html", words.language, view=view, urls=urls).strip()
    return parts


def patch(parts: dict[str, str], title: str = "", travelling: Iterable[str] = ()) -> str:
    """Fragments as htmx puts them in place: morphed, so that focus stays.

    Where tiles travel, the parts between which they do change in a transition; all else changes at once.
    """
    things = " ".join(dict.fromkeys(travelling))
    return "".join(_partial(name, part, things) for name, part in parts.items()) + title


def _partial(name: str, part: str, things: str) -> str:
    swap = "outerMorph transition:true" if things and name in BETWEEN else "outerMorph"
    target = TARGETS.get(name, name)
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}" data-travel="{things}">{part}</hx-partial>'


def _title(view: TableView, words: Words) -> str:
    return render("_title.html", words.language, view=view)


def _notice(sentence: str, words: Words) -> str:
    part = render("_notice.html", words.language, notice=sentence).strip()
    return f'<hx-partial hx-target="#notices" hx-swap="innerHTML">{part}</hx-partial>'


def refusal_notice(kind: str, words: Words) -> str:
    """Why something was refused, in the reader's language; `kind` is the type of the refusal."""
    _ = words.gettext
    sentences = {
        "stale-move": _("Somebody was faster: this is how it stands now."),
        "illegal-move": _("That is not possible now."),
        "not-yours": _("It is not your turn."),
        "not-now": _("That is not possible now."),
        "too-much": _("That was a bit fast. Try again in a moment."),
        "unreadable": _("That could not be understood."),
        "unavailable": _("It could not be saved just now. Try again in a moment."),
        "unknown-person": _("You are only watching here."),
        "not-found": _("That is not here any more."),
    }
    return sentences.get(kind, sentences["not-now"])


# ------------------------------------------------------------------------------------------------ routes


@router.get("/t/{table_id}")
async def show(visit: Visiting, table_id: str, notice: str = "") -> Response:
    """The page of a table that is being played or is over; one that waits, or never began, has a page of its own."""
    live = await visit.tables.get(table_id)
    if live.table.started_at is None:
        return redirect(f"/t/{table_id}/wait")
    teller = _teller(visit, live)
    addresses = _addresses(visit, live)
    pace = live.table.pace
    values = {
        "view": await view_for(visit, live),
        "urls": addresses,
        "edition_name": teller.edition(live.table.rules),
        "rulebook": make_rulebook(live.table.rules, teller),
        "may_pass": live.table.rules.may_pass,
        "pace_name": pace_title(pace.seconds, visit.words) if pace.number else "",
        "notice": refusal_notice(notice, visit.words) if notice else "",
        "abouts": specialists_of(live.table.rules, teller),
        "now": time.time(),
        "dice": _committed(visit, live),
        "qr": qr_code(addresses["public"]),
    }
    return page(visit, "table.html", values)


@router.post("/t/{table_id}/moves")
async def move(visit: Visiting, table_id: str) -> Response:
    """Play a move; if a form is sent twice, it is played once."""
    form = await visit.form()
    ply, text = form.get("ply", ""), form.get("move", "")
    try:
        if not (ply.isascii() and ply.isdigit() and len(ply) < 8):
            raise InvalidRequest("The form does not say which ply it answers.")
        await visit.tables.play(table_id, visit.me, int(ply), text, form.get("link") or NONE)
    except Refusal as refusal:
        is_repeated = isinstance(refusal, StaleMove) and _is_played(await visit.tables.get(table_id), int(ply), text)
        if not is_repeated:
            return await _refused(visit, table_id, refusal)
    return await _done(visit, table_id)


def _is_played(live: LiveTable, ply: int, text: str) -> bool:
    """Whether this very move was played at this ply."""
    return ply < live.ply and str(live.game.moves[ply]) == text


@router.post("/t/{table_id}/reveal")
async def reveal(visit: Visiting, table_id: str) -> Response:
    """A person's browser reveals what it has committed to for the dice."""
    await visit.tables.reveal(table_id, visit.me, (await visit.form()).get("link", ""))
    return Response(status_code=204)


@router.post("/t/{table_id}/chat")
async def chat(visit: Visiting, table_id: str) -> Response:
    """Say a line."""
    form = await visit.form()
    try:
        await visit.tables.say(table_id, visit.me, form.get("text", ""))
    except Refusal as refusal:
        return await _refused(visit, table_id, refusal)
    return await _done(visit, table_id)


@router.post("/t/{table_id}/hints")
async def hints(visit: Visiting, table_id: str) -> Response:
    """Switch hints on or off for this visitor."""
    is_on = (await visit.form()).get("hints") == "on"
    if visit.person:
        visit.people.switch_hints(visit.person, is_on=is_on)
    if not visit.is_htmx:
        response: Response = redirect(f"/t/{table_id}")
    elif visit.person:
        response = await _now(visit, table_id)
    else:
        response = Response(status_code=204, headers={"HX-Refresh": "true"})
    visit.set_cookie(response, HINTS, "on" if is_on else "off")
    return response


@router.post("/t/{table_id}/leave")
async def leave(visit: Visiting, table_id: str) -> Response:
    """Leave the table; a bot plays on."""
    await visit.tables.leave(table_id, visit.me)
    return redirect("/")


@router.post("/t/{table_id}/rematch")
async def rematch(visit: Visiting, table_id: str) -> Response:
    """Play again with the same people."""
    visit.limit_new()
    form = await visit.form()
    live = await visit.tables.rematch(table_id, visit.me, form.get("anchor") or NONE)
    return redirect(f"/t/{live.table.id}")


async def _done(visit: Visit, table_id: str) -> Response:
    """The stream brings what is new; without JavaScript the page does, without a stream this response."""
    if not visit.is_htmx:
        return redirect(f"/t/{table_id}")
    if "wormgrill-stream" not in visit.request.headers:
        return Response(status_code=204)
    return await _now(visit, table_id)


async def _now(visit: Visit, table_id: str) -> Response:
    """All fragments as they are now."""
    live = await visit.tables.get(table_id)
    view = await view_for(visit, live)
    parts = fragments(view, _addresses(visit, live), visit.words)
    return html(visit, patch(parts, _title(view, visit.words)))


async def _refused(visit: Visit, table_id: str, refusal: Refusal) -> Response:
    """All fragments as they are now, and a notice that says why something was refused."""
    if not visit.is_htmx:
        return redirect(f"/t/{table_id}", notice=refusal.type)
    live = await visit.tables.get(table_id)
    parts = fragments(await view_for(visit, live), _addresses(visit, live), visit.words)
    notice = _notice(refusal_notice(refusal.type, visit.words), visit.words)
    return html(visit, patch(parts, notice), refusal.status)


# ------------------------------------------------------------------------------------------------ the stream


@router.get("/t/{table_id}/live")
async def follow(visit: Visiting, table_id: str) -> Response:
    """Fragments for one viewer: at once how it stands, then whatever changes."""
    live = await visit.tables.get(table_id)
    return follow_table(visit, live, _Fragments(visit, live))


class _Fragments:
    """What one viewer has been sent, and what is new to them."""

    def __init__(self, visit: Visit, live: LiveTable) -> None:
        self._visit = visit
        self._live = live
        self._shown: Shown | None = None

    async def __call__(self, update: Update) -> str:
        """The fragments that an update changes, as an event; nothing if it changes none."""
        live, words = self._live, self._visit.words
        view = await view_for(self._visit, live)
        parts = fragments(view, _addresses(self._visit, live), words, self._shown)
        before = self._shown[1] if self._shown else {}
        news = {name: part for name, part in parts.items() if before.get(name) != part}
        self._shown = view, parts
        if not news:
            return ""
        things = (
            thing
            for step in update.steps
            for thing in travelling(step.move, events(step.before, step.move, step.after))
        )
        return format_event(patch(news, _title(view, words), things), resume_from=live.ply)
