"""A review as people read it: the curve of chances, what luck and decisions made of it, and the moments to learn from.

All of it is values in the reader's language; the page, the file and the terminal only lay them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, count, pairwise

from wormgrill.analysis.bands import bands_of, plays_like
from wormgrill.analysis.review import Review, ReviewedPly, Totals, mark_of
from wormgrill.game.dice import FACE_TEXT, NO_DICE, format_dice
from wormgrill.game.moves import Grill, Keep, Move, Retain, Steal
from wormgrill.game.record import Game
from wormgrill.game.state import State
from wormgrill.players.comparing import compared
from wormgrill.presentation.labels import level_title
from wormgrill.presentation.pictures import Picture, dice, figure, tile
from wormgrill.presentation.result import result_title
from wormgrill.presentation.review_view import (
    NARROW,
    SCALE,
    WIDE,
    Bar,
    Curve,
    Line,
    MarkOnCurve,
    Moment,
    Player,
    ReviewView,
    Tick,
)
from wormgrill.presentation.story import story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import MINUS, Words

CLEARLY_AHEAD = 2.0
"""Who would have won without luck is said if the difference is more than so many standard errors."""
LABEL_WIDTH = 40
"""The room that the number of a turn takes below the curve."""
FEW_DECISIONS = 12
"""With fewer decisions nothing is said of how well somebody plays."""


def review_view(game: Game, review: Review, teller: Teller, seat: int | None = None) -> ReviewView:
    """What a reader sees of a review; the moments are those of one seat, if one is given."""
    if not review.plies:
        nothing = teller.words.gettext("Nothing to review yet: nobody has rolled.")
        return ReviewView(nothing, "", "", None, None, (), (), "", review.evaluator)
    states = _states(game, review.moments(seat))
    moments = tuple(_moment(ply, states[ply.number], teller) for ply in review.moments(seat))
    return ReviewView(
        title=result_title(game.state, teller) if review.is_over else teller.words.gettext("As far as it goes"),
        verdict=_verdict(review, teller),
        turning_point=_turning_point(game, review, teller),
        curve=_curve(review, teller, seat, *WIDE),
        narrow_curve=_curve(review, teller, seat, *NARROW),
        players=tuple(_player(game, review, number, teller) for number in range(review.players)),
        moments=moments,
        bands=_bands_note(game, teller.words),
        evaluator=review.evaluator,
    )


def _states(game: Game, plies: Iterable[ReviewedPly]) -> dict[int, State]:
    """The positions before some plies."""
    wanted = {ply.number for ply in plies}
    return {number: state for number, state in enumerate(game.replay()) if number in wanted}


def points_text(change: float, words: Words, *, is_signed: bool = True) -> str:
    """A change of the chance to win in points, that is hundredths.

    >>> from wormgrill.presentation.words import words_of
    >>> points_text(0.0973, words_of("en")), points_text(-0.5, words_of("de")) == MINUS + "50,0"
    ('+9.7', True)
    """
    text = words.number(100 * change, 1)
    is_plus = is_signed and not text.startswith(MINUS) and round(100 * change, 1) != 0
    return f"+{text}" if is_plus else text


# ------------------------------------------------------------------------------------------------ in words


def _verdict(review: Review, teller: Teller) -> str:
    """Say in one sentence whether play or the dice decided, addressed to the reader if they played."""
    if not review.is_over:
        return ""
    _, totals, you = teller.words.gettext, review.totals, teller.you
    winner = max(range(review.players), key=lambda seat: totals[seat].final)
    best = max(range(review.players), key=lambda seat: totals[seat].adjusted)
    lead = totals[best].adjusted - max(totals[seat].adjusted for seat in range(review.players) if seat != best)
    has_won = you is not None and totals[you].final == totals[winner].final
    if lead < CLEARLY_AHEAD * totals[best].deviation:
        return _("It was close, and the dice were with you.") if has_won else _("It was close, and the dice decided.")
    if best == you:
        return _("You played best, and won.") if has_won else _("You played best, but the dice decided.")
    if has_won:
        return _("The dice decided for you.")
    values = {"name": teller.names[winner], "other": teller.names[best]}
    if best == winner:
        return _("%(name)s played best, and won.") % values
    return _("%(other)s played best, but the dice decided for %(name)s.") % values


def _turning_point(game: Game, review: Review, teller: Teller) -> str:
    swing = review.turning_point
    if swing is None:
        return ""
    turn = story_of(game).turns[swing.turn - 1]
    values = {
        "turn": swing.turn,
        "name": teller.names[swing.seat],
        "change": points_text(swing.change, teller.words),
        "what": teller.told(turn) or f"{teller.names[turn.seat]}.",
    }
    return teller.words.gettext("Turning point, turn %(turn)d: %(what)s %(change)s points for %(name)s.") % values


def _moment(ply: ReviewedPly, state: State, teller: Teller) -> Moment:
    return Moment(
        ply=ply.number,
        turn=ply.turn,
        seat=ply.seat,
        name=teller.names[ply.seat],
        mark=mark_of(ply.error),
        cost=points_text(-ply.error, teller.words),
        situation=_situation(state, teller),
        board=tuple(_board(state, teller)),
        played=teller.short(state, ply.move),
        played_picture=_picture(state, ply.move),
        best=teller.short(state, ply.best),
        best_picture=_picture(state, ply.best),
        why=" ".join(map(teller.reason, compared(state, ply.best, ply.move))),
    )


def _situation(state: State, teller: Teller) -> str:
    """The dice before a decision."""
    _ = teller.words.gettext
    parts = (
        (_("Kept: %(dice)s."), state.turn.aside),
        (_("Rolled: %(dice)s."), state.turn.rolled.counts if state.turn.rolled else NO_DICE),
    )
    return " ".join(text % {"dice": teller.dice(counts)} for text, counts in parts if any(counts))


def _board(state: State, teller: Teller) -> Iterator[tuple[tuple[str, Picture], ...]]:
    _, rolled = teller.words.gettext, state.turn.rolled
    grill = chain.from_iterable(map(tile, state.grill))
    owned = (
        (*(tile(top) if top else ()), *(figure(specialist) if specialist else ()))
        for top, specialist in zip(state.tops, state.specialists, strict=True)
    )
    rows = (
        [(_("The grill"), tuple(grill))],
        zip(teller.names, owned, strict=True),
        [
            (_("The kept dice"), dice(format_dice(state.turn.aside))),
            (_("The rolled dice"), dice(format_dice(rolled.counts)) if rolled else ()),
        ],
    )
    for row in rows:
        if shown := tuple((name, things) for name, things in row if things):
            yield shown


def _picture(state: State, move: Move) -> Picture:
    """Return the dice, the tile or the figure that a move takes; empty for any other move."""
    match move:
        case Keep(face) if state.turn.rolled:
            return dice(FACE_TEXT[face - 1] * state.turn.rolled.counts[face - 1])
        case Grill(number):
            return tile(number)
        case Steal(seat) if (top := state.tops[seat]) is not None:
            return tile(top)
        case Retain(specialist):
            return figure(specialist)
    return ()


def _bands_note(game: Game, words: Words) -> str:
    bands = bands_of(game.rules, len(game.players))
    rates = [
        words.gettext("%(what)s: %(detail)s")
        % {"what": level_title(band.level, words), "detail": words.number(100 * band.rate, 2)}
        for band in bands
    ]
    text = words.gettext(
        "Points lost per decision by our levels, each measured in %(games)s games of this kind: %(rates)s"
    )
    return text % {"games": words.count(min(band.games for band in bands)), "rates": ", ".join(rates)}


# ------------------------------------------------------------------------------------------------ the curve


def _curve(review: Review, teller: Teller, seat: int | None, width: int, height: int) -> Curve:
    words = teller.words

    def height_of(chance: float) -> int:
        return round(height * (1 - min(1.0, max(0.0, chance))))

    stops = [review.start, *(ply.settled for ply in review.plies if _ends_turn(review, ply))]
    turns = max(1, len(stops) - 1)
    xs = [round(width * place / turns) for place in range(len(stops))]
    lines = tuple(
        Line(
            seat,
            teller.names[seat],
            " ".join(f"{x},{height_of(chances[seat])}" for x, chances in zip(xs, stops, strict=True)),
            words.percent(review.final[seat]),
        )
        for seat in range(review.players)
    )
    marks = tuple(
        MarkOnCurve(
            round(width * (ply.turn - 0.5) / turns),
            height_of((stops[ply.turn - 1][ply.seat] + stops[ply.turn][ply.seat]) / 2),
            mark_of(ply.error),
            ply.seat,
            ply.number,
            f"{teller.names[ply.seat]} {mark_of(ply.error)} {points_text(-ply.error, words)}",
        )
        for ply in review.moments(seat)
    )
    turning = review.turning_point.turn if review.turning_point else 1
    every = next(step for step in chain((1, 2), count(5, 5)) if turns / step <= width / LABEL_WIDTH)
    return Curve(
        lines,
        tuple(Tick(height_of(level / 4), words.percent(level / 4)) for level in range(5)),
        tuple(Tick(xs[turn], str(turn)) for turn in range(every, len(stops), every)),
        marks,
        tuple((str(turn), *map(words.percent, chances)) for turn, chances in enumerate(stops)),
        (xs[turning - 1], xs[turning]),
        width,
        height,
    )


def _ends_turn(review: Review, ply: ReviewedPly) -> bool:
    following = ply.number + 1 - review.plies[0].number
    return following == len(review.plies) or review.plies[following].turn != ply.turn


# ------------------------------------------------------------------------------------------------ players


def _player(game: Game, review: Review, seat: int, teller: Teller) -> Player:
    totals, words = review.totals[seat], teller.words
    bars, zero, one = _bars(totals, words, is_over=review.is_over)
    rolls = review.rolls_by_luck(seat)
    decisions = words.ngettext(
        "%(number)s decision that counts", "%(number)s decisions that count", totals.decisions
    ) % {"number": words.count(totals.decisions)}
    rate = words.gettext("%(points)s points lost per decision") % {"points": words.number(100 * totals.error_rate, 2)}
    low, high = totals.interval
    adjusted = words.gettext("%(share)s without luck (95%% sure: %(low)s to %(high)s)") % {
        "share": words.percent(totals.adjusted),
        "low": words.percent(low),
        "high": words.percent(high),
    }
    is_told = totals.decisions >= FEW_DECISIONS
    like = plays_like(totals.error_rate, bands_of(game.rules, review.players)) if is_told else ""
    return Player(
        seat,
        teller.names[seat],
        bars,
        zero,
        one,
        f"{decisions}, {rate}" if totals.decisions else decisions,
        level_title(like, words) if like else "",
        adjusted if review.is_over else "",
        _roll(game, rolls[0], teller) if rolls else "",
        _roll(game, rolls[-1], teller) if rolls else "",
    )


def _roll(game: Game, ply: ReviewedPly, teller: Teller) -> str:
    values = {"turn": ply.turn, "change": points_text(ply.luck(ply.seat), teller.words)}
    (state,) = _states(game, [ply]).values()
    values["dice"] = teller.short(state, ply.move)
    return teller.words.gettext("turn %(turn)d (%(dice)s): %(change)s") % values


def _bars(totals: Totals, words: Words, *, is_over: bool) -> tuple[tuple[Bar, ...], int, int]:
    """The parts of a result one after the other, each beginning where the last one ended, and the scale of all."""
    _ = words.gettext
    parts = (
        ("luck", _("Luck of the dice"), totals.luck),
        ("error", _("Own errors"), -totals.error),
        ("given", _("Decisions of the others"), totals.given),
        ("rest", _("Correction"), totals.rest),
    )
    levels = [*accumulate((change for _kind, _name, change in parts), initial=totals.start)]
    low, high = min(0.0, *levels), max(1.0, *levels)

    def place(level: float) -> int:
        return round(SCALE * (level - low) / (high - low))

    zero = place(0)
    bars = [Bar("start", _("Chance at the start"), words.percent(totals.start), zero, place(totals.start) - zero, True)]
    for (kind, name, change), (before, after) in zip(parts, pairwise(levels), strict=True):
        left, right = sorted((place(before), place(after)))
        bars.append(Bar(kind, name, points_text(change, words), left, right - left, change >= 0))
    last = _("Result") if is_over else _("Chance now")
    bars.append(Bar("final", last, words.percent(totals.final), zero, place(totals.final) - zero, True))
    return tuple(bars), zero, place(1)
