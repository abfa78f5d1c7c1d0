"""What matters now: the questions about the rules that the decision at hand raises, with their answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from wormgrill.game.dice import FACES, WORM, earns_bratworm, format_face
from wormgrill.game.moves import Grill, Keep, Steal
from wormgrill.game.results import total_points
from wormgrill.game.rules import Rules, Specialist
from wormgrill.game.state import Phase, State, can_add_golden_die, claims, legal_moves, scores
from wormgrill.presentation.pictures import dice
from wormgrill.presentation.rulings import BY_ID, Asked, asked, asked_about
from wormgrill.presentation.words import Words

MOST_MATTERS = 3
REMEMBERED_MATTERS = 2000
"""Sets of questions with their answers, of all tables and in all languages."""


class Matter(NamedTuple):
    """A question that the position raises."""

    question: str = ""
    """Its id."""
    face: int | None = None
    """The face that it is about."""
    specialist: Specialist | None = None
    """The specialist of which is asked what it does, where it is no question of the list."""


def matters_now(state: State) -> tuple[Matter, ...]:
    """What a player may want to know in this position, the most important first.

    >>> from wormgrill.game.position import parse_state
    >>> state = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=keep aside=WW44 rolled=1444")
    >>> [(matter.question, matter.face) for matter in matters_now(state)]
    [('kept-face', 4), ('all-of-a-face', None)]
    """
    return tuple(islice(dict.fromkeys(_matters(state)), MOST_MATTERS))


def _matters(state: State) -> Iterator[Matter]:
    match state.phase:
        case Phase.KEEP:
            return _keeping(state)
        case Phase.CLAIM:
            return _claiming(state)
        case Phase.ROB:
            return _robbing(state)
        case Phase.RETAIN:
            return _retaining(state)
        case Phase.OVER:
            return _over(state)
    return _deciding(state) if any(state.turn.aside) else _rolling(state)


def _rolling(state: State) -> Iterator[Matter]:
    own = state.specialists[state.seat]
    if own is Specialist.GOLDEN_DIE:
        yield Matter("golden-left-out")
    elif own:
        yield Matter(specialist=own)
    yield Matter("my-turn")
    yield Matter("lost-by-failing" if state.stacks[state.seat] else "no-tile-to-lose")


def _keeping(state: State) -> Iterator[Matter]:
    turn, own = state.turn, state.specialists[state.seat]
    rolled = turn.rolled.counts if turn.rolled else turn.aside
    if not any(isinstance(move, Keep) for move in legal_moves(state)):
        yield Matter("weasel-after-a-failed-roll")
    barred = [face for face in FACES if rolled[face - 1] and turn.aside[face - 1]]
    if barred:
        yield Matter("kept-face", face=max(barred, key=lambda face: rolled[face - 1]))
    if own is Specialist.WEASEL and not turn.weasel_used:
        yield Matter(specialist=own)
    if state.rules.bratworms and not turn.aside[0] and earns_bratworm(1, rolled[0]):
        yield Matter("bratworm-at-once")
    if not turn.aside[WORM - 1]:
        yield Matter(specialist=own) if own is Specialist.CANNED_WORM else Matter("worm-needed")
    yield Matter("all-of-a-face")


def _deciding(state: State) -> Iterator[Matter]:
    if state.phase is Phase.DECIDE and can_add_golden_die(state):
        yield Matter("golden-left-out")
    has_worm = bool(state.turn.aside[WORM - 1])
    has_can = state.specialists[state.seat] is Specialist.CANNED_WORM
    if not has_worm:
        yield Matter("can-in-the-points" if has_can else "worm-needed")
    if has_worm or has_can:
        yield from _claims(state)
    yield Matter("lost-by-failing" if state.stacks[state.seat] else "no-tile-to-lose")
    yield Matter("when-to-stop")


def _claims(state: State) -> Iterator[Matter]:
    """What there is to know about the tiles that stopping now would take."""
    total, found = total_points(state), claims(state)
    for claim in found:
        if isinstance(claim, Steal):
            has_hen = state.specialists[claim.seat] is Specialist.HEN
            yield Matter("stealing-from-the-hen" if has_hen else "have-to-steal")
    if total == state.tops[state.seat]:
        yield Matter("own-top")
    if not found:
        yield Matter("enough-points")
        return
    tiles = [claim.tile for claim in found if isinstance(claim, Grill)]
    if total > state.rules.tiles[-1]:
        yield Matter("too-many-points")
    elif tiles and total not in tiles:
        yield Matter("lower-tile")
    elif len(tiles) > 1:
        yield Matter("exact-tile")


def _claiming(state: State) -> Iterator[Matter]:
    if state.rules.may_pass:
        yield Matter("have-to-take")
    yield from _claims(state)


def _robbing(state: State) -> Iterator[Matter]:
    yield Matter("empty-supply")
    if Specialist.HEN in state.specialists:
        yield Matter(specialist=Specialist.HEN)
    yield Matter("what-counts")


def _retaining(state: State) -> Iterator[Matter]:
    yield Matter("second-specialist")
    yield from (Matter(specialist=specialist) for specialist in state.turn.in_hand)


def _over(state: State) -> Iterator[Matter]:
    worms_of = scores(state)
    if worms_of.count(max(worms_of)) > 1:
        yield Matter("tie")
    yield Matter("what-counts")
    yield Matter("tie")


# ------------------------------------------------------------------------------------------------ in words


def right_now(state: State, words: Words) -> tuple[Asked, ...]:
    """What matters in this position, in the reader's language."""
    return _all_asked(matters_now(state), state.rules, words)


@lru_cache(REMEMBERED_MATTERS)
def _all_asked(matters: tuple[Matter, ...], rules: Rules, words: Words) -> tuple[Asked, ...]:
    return tuple(_asked(matter, rules, words) for matter in matters)


def _asked(matter: Matter, rules: Rules, words: Words) -> Asked:
    _ = words.gettext
    if matter.specialist:
        return asked_about(matter.specialist, words)
    found = asked(BY_ID[matter.question], rules, words)
    if matter.face is None:
        return found
    if matter.face == WORM:
        title = _("Why can I not keep the worms?")
    else:
        title = _("Why can I not keep the %(face)ds?") % {"face": matter.face}
    return replace(found, title=title, picture=dice(format_face(matter.face), "barred"))
