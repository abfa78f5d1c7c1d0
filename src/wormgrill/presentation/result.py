"""The result of a game: the winner, and how the winner was found."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.rules import Specialist
from wormgrill.game.state import APPLE_WORMS, State, scores, winners
from wormgrill.game.tiles import worms
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


@dataclass(frozen=True)
class Result:
    """The end of a game."""

    title: str
    text: str
    """How the winner was found."""
    winners: tuple[int, ...]
    rows: tuple[ResultRow, ...]
    """The best first."""


def make_result(state: State, teller: Teller) -> Result:
    """The result of a game that is over."""
    won = winners(state)
    totals = scores(state)
    ranks = [(score, max(stack, default=0)) for score, stack in zip(totals, state.stacks, strict=True)]
    rows = sorted((_row(state, teller, seat, ranks, won) for seat in range(state.players)), key=lambda row: row.place)
    return Result(
        title=_title(teller, won),
        text=_reason(state, teller, won, totals),
        winners=won,
        rows=tuple(rows),
    )


def _row(state: State, teller: Teller, seat: int, ranks: list[tuple[int, int]], won: tuple[int, ...]) -> ResultRow:
    stack = state.stacks[seat]
    return ResultRow(
        place=1 + sum(rank > ranks[seat] for rank in ranks),
        seat=seat,
        name=teller.names[seat],
        is_you=seat == teller.you,
        is_winner=seat in won,
        tiles=tuple((tile, worms(tile)) for tile in stack),
        tile_worms=sum(map(worms, stack)),
        bratworms=state.bratworms[seat],
        apple=APPLE_WORMS if state.specialists[seat] is Specialist.APPLE else 0,
        worms=ranks[seat][0],
        highest=max(stack, default=None),
    )


def _title(teller: Teller, won: tuple[int, ...]) -> str:
    _ = teller.words.gettext
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
