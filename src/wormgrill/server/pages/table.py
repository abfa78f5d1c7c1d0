"""The table as a page: its HTML, the moves as forms, and a stream of fragments for each viewer."""

from __future__ import annotations

import time
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from wormgrill.game.fair_dice import NONE, committed_text
from wormgrill.presentation.beats import turn_ms
from wormgrill.presentation.labels import pace_title
from wormgrill.presentation.talk import NUDGE
from wormgrill.presentation.view import specialists_of
from wormgrill.presentation.words import Words
from wormgrill.server.model.refusals import BotsBusy, InvalidRequest, Refusal, StaleMove
from wormgrill.server.pages.fragments import Notice, notice_part, patch
from wormgrill.server.pages.order import has_guests, is_muted, standing
from wormgrill.server.pages.qr import qr_code
from wormgrill.server.pages.rendering import render
from wormgrill.server.pages.responses import html, page, redirect
from wormgrill.server.pages.screens import Screen, Screens, TableScreens, addresses, teller_of
from wormgrill.server.pages.sharing import table_preview
from wormgrill.server.services.live import LiveTable, Update
from wormgrill.server.web.streams import follow_table, format_event
from wormgrill.server.web.visit import HINTS, TUTOR, Visit, Visiting, visit_of

router = APIRouter(include_in_schema=False)


# ------------------------------------------------------------------------------------------------ what a viewer sees


def _screens(visit: Visit, live: LiveTable) -> TableScreens:
    screens: Screens = visit.request.app.state.screens
    return screens.of(live)


async def _screen(visit: Visit, live: LiveTable) -> Screen:
    """What a visitor sees of a table now."""
    screens = _screens(visit, live)
    return await screens.now(screens.viewpoint_of(visit))


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


def _turn_ms(visit: Visit, live: LiveTable) -> int:
    """How long the page shows the turn of another player; 0 to show everything as it happens."""
    is_paced = visit.services.settings.bot_pause_seconds > 0 and live.table.pace.kind != "live"
    return turn_ms(len(live.table.seats)) if is_paced else 0


def _notice(kind: str, words: Words) -> str:
    return notice_part(notice_of(kind, words), words)


def notice_of(kind: str, words: Words) -> Notice:
    """What came of something, in the reader's language; `kind` is the type of a refusal, or `nudged` or `back`."""
    _ = words.gettext
    good = {
        "nudged": _("The reminder is on its way."),
        "nudged-away": _("They will see your reminder when they are back."),
        "back": _("Welcome back! A bot played for you while you were away."),
    }
    if kind in good:
        return Notice(good[kind], is_good=True)
    sentences = {
        "stale-move": _("The game has gone on meanwhile. This is how things stand now."),
        "illegal-move": _("That is not possible now."),
        "not-yours": _("It is not your turn."),
        "removed": _("You have been removed from this table. You can still watch."),
        "ended": _("The operator of this server has ended this game."),
        "muted": _("You are muted: you can play, but not talk."),
        "not-now": _("That is not possible now."),
        "too-much": _("That was a bit fast. Try again in a moment."),
        "unreadable": _("We did not understand that."),
        "unavailable": _("That could not be saved just now. Try again in a moment."),
        "unknown-person": _("You are only watching here."),
        "not-found": _("That is not here any more."),
    }
    return Notice(sentences.get(kind, sentences["not-now"]))


# ------------------------------------------------------------------------------------------------ routes


@router.get("/t/{table_id}")
async def show(visit: Visiting, table_id: str, notice: str = "", doubted: str = "") -> Response:
    """The page of a table that is being played or is over; one that waits, or never began, has a page of its own."""
    live = await visit.tables.get(table_id)
    if live.table.started_at is None:
        return redirect(f"/t/{table_id}/wait")
    if visit.person and live.table.is_played_for(visit.person.id):
        live, notice = await visit.tables.come_back(table_id, visit.person), "back"
    elif visit.person:
        live.expect(visit.person)
    teller = teller_of(live, visit.words)
    screen = await _screen(visit, live)
    pace, public = live.table.pace, f"{visit.invitation.base_url}/t/{table_id}"
    urls = addresses(live, is_seated=bool(live.table.seats_of(visit.person_id)))
    people = f"/t/{table_id}/people" if has_guests(live, visit) else ""
    values = {
        "view": screen.view,
        "table_id": table_id,
        "urls": {**urls, "public": public, "live": f"{urls['live']}?shown={screen.name}", "people": people},
        "edition_name": teller.edition(live.table.rules),
        "may_pass": live.table.rules.may_pass,
        "pace_name": pace_title(pace.seconds, visit.words) if pace.number else "",
        "notice": notice_of(told, visit.words) if (told := notice or standing(visit, live.table)) else None,
        "is_muted": is_muted(visit, live.table),
        "abouts": specialists_of(live.table.rules, teller),
        "now": time.time(),
        "turn_ms": _turn_ms(visit, live),
        "own_dice": _committed(visit, live),
        "qr": qr_code(public),
        "remedy": visit.invitation.remedy,
        "preview": table_preview(visit, live),
        "wants_tutor": visit.wants_tutor,
        "doubt": await _doubt(visit, live, live.ply, doubted) if doubted else None,
        "is_alone": {seat.person for seat in live.table.seats if seat.person} == {visit.person_id},
    }
    return page(visit, "table.html", values)


async def move(request: Request) -> Response:
    """Play a move; if a form is sent twice, it is played once."""
    visit, table_id = await visit_of(request), request.path_params["table_id"]
    form = await visit.form()
    sure = form.get("sure", "")
    ply, text = form.get("ply", ""), sure or form.get("move", "")
    try:
        if not (ply.isascii() and ply.isdigit() and len(ply) < 8):
            raise InvalidRequest("The form does not say which ply it answers.")
        if visit.wants_tutor and not sure:
            live = await visit.tables.get(table_id)
            if doubt := await _doubt(visit, live, int(ply), text):
                return _asked_first(visit, table_id, doubt)
        await visit.tables.play(table_id, visit.me, int(ply), text, form.get("link") or NONE)
    except Refusal as refusal:
        is_repeated = isinstance(refusal, StaleMove) and _is_played(await visit.tables.get(table_id), int(ply), text)
        if not is_repeated:
            return await _refused(visit, table_id, refusal)
    return await _done(visit, table_id)


router.add_route("/t/{table_id}/moves", move, methods=["POST"])
"""The busiest route by far: a plain one, without FastAPI's work on arguments."""


@dataclass(frozen=True)
class DoubtView:
    """What the tutor asks before a move."""

    move: str
    question: str
    reason: str


async def _doubt(visit: Visit, live: LiveTable, ply: int, text: str) -> DoubtView | None:
    """What is to be asked before a move that costs much; nothing if nobody has the time to look."""
    try:
        found = await visit.tables.doubt(live.table.id, visit.me, ply, text)
    except BotsBusy:
        return None
    if not found:
        return None
    teller, words = teller_of(live, visit.words), visit.words
    question = words.gettext("Sure? This costs %(points)s points of the chance to win.")
    points = words.number(100 * found.cost, 1)
    return DoubtView(text, question % {"points": points}, " ".join(map(teller.reason, found.reasons)))


def _asked_first(visit: Visit, table_id: str, doubt: DoubtView) -> Response:
    if not visit.is_htmx:
        return redirect(f"/t/{table_id}", doubted=doubt.move)
    part = render("_doubt.html", visit.words.language, doubt=doubt, urls={"table": f"/t/{table_id}"}).strip()
    return html(visit, f'<hx-partial hx-target="#tutor" hx-swap="innerHTML">{part}</hx-partial>')


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
        response = await _with_hints(visit, table_id)
    else:
        response = Response(status_code=204, headers={"HX-Refresh": "true"})
    visit.set_cookie(response, HINTS, "on" if is_on else "off")
    return response


@router.post("/t/{table_id}/tutor")
async def tutor(visit: Visiting, table_id: str) -> Response:
    """Switch the tutor on or off for this visitor."""
    is_on = (await visit.form()).get("tutor") == "on"
    response: Response = Response(status_code=204) if visit.is_htmx else redirect(f"/t/{table_id}")
    visit.set_cookie(response, TUTOR, "on" if is_on else "off")
    return response


async def _with_hints(visit: Visit, table_id: str) -> Response:
    """All fragments if hints are of use now; while others play only the switch: what they do is still being shown."""
    screen = await _screen(visit, await visit.tables.get(table_id))
    is_shown = screen.view.is_my_move or "hints" not in screen.parts
    return html(
        visit, patch(screen.parts if is_shown else {"hints": screen.parts["hints"]}, screen.title if is_shown else "")
    )


@router.post("/t/{table_id}/leave")
async def leave(visit: Visiting, table_id: str) -> Response:
    """Leave the table; a bot plays on."""
    await visit.tables.leave(table_id, visit.me)
    return redirect("/")


@router.post("/t/{table_id}/stand-in")
async def stand_in(visit: Visiting, table_id: str) -> Response:
    """A bot plays for somebody who is not there."""
    form = await visit.form()
    seat, is_for_turn = form.get("seat", form.get("turn", "")), "turn" in form
    try:
        if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
            raise InvalidRequest("The form does not say for which seat.")
        await visit.tables.stand_in(table_id, visit.me, int(seat), is_for_turn=is_for_turn)
    except Refusal as refusal:
        return await _refused(visit, table_id, refusal)
    return await _done(visit, table_id)


@router.post("/t/{table_id}/nudge")
async def nudge(visit: Visiting, table_id: str) -> Response:
    """Remind whoever has to move that it is their turn."""
    try:
        await visit.tables.say(table_id, visit.me, NUDGE)
    except Refusal as refusal:
        return await _refused(visit, table_id, refusal)
    live = await visit.tables.get(table_id)
    notice = "nudged-away" if live.seat_to_move in live.absent else "nudged"
    if not visit.is_htmx:
        return redirect(f"/t/{table_id}", notice=notice)
    return html(visit, _notice(notice, visit.words))


@router.post("/t/{table_id}/return")
async def come_back(visit: Visiting, table_id: str) -> Response:
    """Play oneself again, after a bot has played for a person whose time was up."""
    await visit.tables.come_back(table_id, visit.me)
    return await _done(visit, table_id)


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
    screen = await _screen(visit, await visit.tables.get(table_id))
    return html(visit, patch(screen.parts, screen.title))


async def _refused(visit: Visit, table_id: str, refusal: Refusal) -> Response:
    """All fragments as they are now, and a notice that says why something was refused."""
    if not visit.is_htmx:
        return redirect(f"/t/{table_id}", notice=refusal.type)
    live = await visit.tables.get(table_id)
    notice = _notice(refusal.type, visit.words)
    parts = (await _screen(visit, live)).parts if live.table.started_at else {}
    return html(visit, patch(parts, notice), refusal.status)


# ------------------------------------------------------------------------------------------------ the stream


@router.get("/t/{table_id}/live")
async def follow(visit: Visiting, table_id: str, shown: str = "") -> Response:
    """Fragments for one viewer: at once how it stands, unless that is what the page shows, then whatever changes."""
    live, notice = await visit.tables.get(table_id), ""
    if visit.person and live.table.is_played_for(visit.person.id):  # such as a phone that has slept
        live, notice = await visit.tables.come_back(table_id, visit.person), "back"
    return follow_table(visit, live, _News(visit, _screens(visit, live), shown, notice))


class _News:
    """What one viewer has been shown, and what is new to them."""

    def __init__(self, visit: Visit, screens: TableScreens, shown: str, notice: str) -> None:
        self._visit = visit
        self._screens = screens
        self._name = shown
        """Of the screen with which the page was loaded."""
        self._shown: Screen | None = None
        self._notice = notice
        """What is told besides, once."""

    async def __call__(self, _update: Update) -> bytes:
        """The fragments that have changed, as an event; nothing if none have."""
        before, self._shown = self._shown, await self._screens.now(self._screens.viewpoint_of(self._visit))
        is_known = before is None and self._shown.name == self._name
        notice, self._notice = self._notice, ""
        told = format_event(_notice(notice, self._visit.words)).encode() if notice else b""
        return told if is_known else told + self._shown.news_since(before)
