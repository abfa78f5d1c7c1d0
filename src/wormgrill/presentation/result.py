"""The result of a game: the winner, how the winner was found, and which tile decided it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormgrill.game.events import Failed, Stole, Took
from wormgrill.game.rules import Specialist
from wormgrill.game.state import APPLE_WORMS, State, scores, winners
from wormgrill.game.tiles import worms
from wormgrill.presentation.deciding import Decision, decision_of
from wormgrill.presentation.numbers import place_of
from wormgrill.presentation.story import Story
from wormgrill.presentation.teller import Teller


@dataclass(frozen=True)
class ResultRow:
    """What one player has at the end."""

    place: int
    seat: int
    name: str
    is_you: bool
    is_winner: bool
    tiles: tuple[tuple[int, int], ...]
    """Every tile with its worms, bottom to top."""
    tile_worms: int
    bratworms: int
    apple: int
    worms: int
    highest: int | None
    summary: str
    """All of it in sentences, for people who cannot see it."""


@dataclass(frozen=True)
class Result:
    """The end of a game."""

    title: str
    text: str
    """How the winner was found."""
    decision: str
    """Since when the winner was in the lead; empty if a tie was broken, or if there was none to break."""
    decisive_tile: int | None
    """The tile that broke the tie or brought the lead; wherever it lies now."""
    winners: tuple[int, ...]
    rows: tuple[ResultRow, ...]
    """The best first."""


def make_result(story: Story, teller: Teller) -> Result:
    """The result of a game that is over."""
    state = story.state
    won = winners(state)
    totals = scores(state)
    rows = sorted(
        (_row(state, teller, seat, score, won) for seat, score in enumerate(totals)), key=lambda row: row.place
    )
    is_tie = totals.count(totals[won[0]]) > 1
    decision = None if is_tie else decision_of(story.turns, state.players)
    tie_breaker = max(state.stacks[won[0]], default=None) if is_tie and len(won) == 1 else None
    return Result(
        title=result_title(state, teller),
        text=_reason(state, teller, won, totals),
        decision=_told(decision, teller) if decision else "",
        decisive_tile=decision.tile if decision else tie_breaker,
        winners=won,
        rows=tuple(rows),
    )


def _row(state: State, teller: Teller, seat: int, score: int, won: tuple[int, ...]) -> ResultRow:
    stack = state.stacks[seat]
    place = place_of(state, seat)
    return ResultRow(
        place=place,
        seat=seat,
        name=teller.names[seat],
        is_you=seat == teller.you,
        is_winner=seat in won,
        tiles=tuple((tile, worms(tile)) for tile in stack),
        tile_worms=sum(map(worms, stack)),
        bratworms=state.bratworms[seat],
        apple=APPLE_WORMS if state.specialists[seat] is Specialist.APPLE else 0,
        worms=score,
        highest=max(stack, default=None),
        summary=" ".join(_summary(state, teller, seat, place, score)),
    )


def _summary(state: State, teller: Teller, seat: int, place: int, score: int) -> Iterator[str]:
    _ = teller.words.gettext
    values = {"place": place, "name": teller.names[seat], "worms": teller.worms_in_all(score, state.bratworms[seat])}
    yield _("Place %(place)d, %(name)s: %(worms)s.") % values
    if state.stacks[seat]:
        yield _("Tiles: %(tiles)s.") % {"tiles": ", ".join(map(str, state.stacks[seat]))}
    if state.specialists[seat] is Specialist.APPLE:
        yield _("The apple counts as %(worms)s.") % {"worms": teller.worms(APPLE_WORMS)}


def result_title(state: State, teller: Teller) -> str:
    """Who has won, as a title."""
    _, won = teller.words.gettext, winners(state)
    if len(won) > 1:
        return _("A shared win: %(names)s") % {"names": ", ".join(teller.names[seat] for seat in won)}
    if won[0] == teller.you:
        return _("You win!")
    return _("%(name)s wins!") % {"name": teller.names[won[0]]}


def _reason(state: State, teller: Teller, won: tuple[int, ...], totals: tuple[int, ...]) -> str:
    _, n_ = teller.words.gettext, teller.words.ngettext
    best = totals[won[0]]
    equals = sum(total == best for total in totals)
    if len(won) > 1:
        return _("They have the same number of worms, and nobody has a higher tile.")
    if equals > 1:
        text = n_(
            "%(worms)d worm each: the highest tile breaks the tie, and that is %(tile)d.",
            "%(worms)d worms each: the highest tile breaks the tie, and that is %(tile)d.",
            best,
        )
        return text % {"worms": best, "tile": max(state.stacks[won[0]])}
    second = max((total for seat, total in enumerate(totals) if seat not in won), default=0)
    text = n_(
        "%(worms)d worm, %(lead)d more than the runner-up.", "%(worms)d worms, %(lead)d more than the runner-up.", best
    )
    return text % {"worms": best, "lead": best - second}


# ------------------------------------------------------------------------------------------------ what decided it


def _told(decision: Decision, teller: Teller) -> str:
    """What decided the game, in a sentence."""
    _ = teller.words.gettext
    is_you, values = decision.winner == teller.you, {"name": teller.names[decision.winner], "turn": decision.turn}
    match decision.event:
        case Took(_seat, tile):
            text = (
                _("You took the lead with %(tile)d in turn %(turn)d and kept it to the end.")
                if is_you
                else _("%(name)s took the lead with %(tile)d in turn %(turn)d and kept it to the end.")
            )
            return text % {**values, "tile": tile}
        case Stole(seat, _victim, _tile) as theft if seat == decision.winner:
            return _told_of_own_theft(decision, theft, teller)
        case Stole() as theft:
            return _told_of_other_theft(decision, theft, teller)
        case Failed(seat, tile, _turned):
            if is_you:
                text = _("When %(loser)s lost %(tile)d in turn %(turn)d, you were in the lead for good.")
            elif seat == teller.you:
                text = _("When you lost %(tile)d in turn %(turn)d, %(name)s was in the lead for good.")
            else:
                text = _("When %(loser)s lost %(tile)d in turn %(turn)d, %(name)s was in the lead for good.")
            return text % {**values, "tile": tile, "loser": teller.names[seat]}
    text = (
        _("You were in the lead from turn %(turn)d to the end.")
        if is_you
        else _("%(name)s was in the lead from turn %(turn)d to the end.")
    )
    return text % values


def _told_of_own_theft(decision: Decision, theft: Stole, teller: Teller) -> str:
    """The winner has stolen the decisive tile."""
    _ = teller.words.gettext
    if theft.seat == teller.you:
        text = _("You took the lead by stealing %(tile)d from %(victim)s in turn %(turn)d and kept it to the end.")
    elif theft.victim == teller.you:
        text = _("%(name)s took the lead by stealing your %(tile)d in turn %(turn)d and kept it to the end.")
    else:
        text = _("%(name)s took the lead by stealing %(tile)d from %(victim)s in turn %(turn)d and kept it to the end.")
    return text % {
        "name": teller.names[theft.seat],
        "victim": teller.names[theft.victim],
        "tile": theft.tile,
        "turn": decision.turn,
    }


def _told_of_other_theft(decision: Decision, theft: Stole, teller: Teller) -> str:
    """Somebody has stolen the decisive tile from a player who was ahead of the winner, or level."""
    _ = teller.words.gettext
    if decision.winner == teller.you:
        text = _("When %(thief)s stole %(tile)d from %(victim)s in turn %(turn)d, you were in the lead for good.")
    elif theft.seat == teller.you:
        text = _("When you stole %(tile)d from %(victim)s in turn %(turn)d, %(name)s was in the lead for good.")
    elif theft.victim == teller.you:
        text = _("When %(thief)s stole your %(tile)d in turn %(turn)d, %(name)s was in the lead for good.")
    else:
        text = _("When %(thief)s stole %(tile)d from %(victim)s in turn %(turn)d, %(name)s was in the lead for good.")
    return text % {
        "name": teller.names[decision.winner],
        "thief": teller.names[theft.seat],
        "victim": teller.names[theft.victim],
        "tile": theft.tile,
        "turn": decision.turn,
    }
