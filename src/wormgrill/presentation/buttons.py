"""The buttons: what a player can do now, each saying what will happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from wormgrill.game.moves import Claim, Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, bratworm_gains, claims, legal_moves
from wormgrill.game.tiles import worms
from wormgrill.presentation.failing import fail_of
from wormgrill.presentation.hints import Hint
from wormgrill.presentation.outlook import gained
from wormgrill.presentation.teller import Teller

LAST_NUMBER_KEY = 9
MOST_BUTTONS = 3
"""More claims than these are shown as tiles."""


@dataclass(frozen=True)
class Action:
    """A button."""

    move: str
    kind: str
    """`roll`, `take`, `steal`, `fail`, `stop`, `pass`, `weasel`, `rob` or `retain`."""
    label: str
    detail: str = ""
    """What comes along with it."""
    key: str = ""
    """The key that presses it."""
    aim: int | None = None
    """The tile it is about."""
    figure: str | None = None
    hint: Hint | None = None
    is_tile: bool = False
    """Whether it is shown as a tile to tap, because there are too many for buttons with words."""
    sentence: str = ""
    """What it does in a sentence, where the label is only a name because the question above asks for one."""
    question: str = ""
    """What to ask before it is done, because it costs something; empty if it does not."""
    reason: str = ""
    """Why it costs something."""


def make_actions(
    state: State, teller: Teller, hints: Mapping[str, Hint], had: Specialist | None = None
) -> tuple[Action, ...]:
    """The buttons of the current seat, `pass` last; keeping dice is done with the dice themselves.

    `had` is the specialist with which the player began the turn.
    """
    moves = [move for move in legal_moves(state) if not isinstance(move, Keep)]
    moves.sort(key=lambda move: isinstance(move, Pass))
    return tuple(_action(state, teller, move, hints.get(str(move)), had) for move in moves)


def _action(state: State, teller: Teller, move: Move, hint: Hint | None, had: Specialist | None) -> Action:
    _ = teller.words.gettext
    match move:
        case Roll(golden):
            return Action(str(move), "roll", _roll_label(state, teller, golden), key="G" if golden else "R", hint=hint)
        case Stop():
            return _stop(state, teller, hint)
        case Weasel():
            label = _("Weasel: roll these dice again")
            return Action(str(move), "weasel", label, key="R", figure=Specialist.WEASEL.value, hint=hint)
        case Rob(seat):
            name, number = teller.names[seat], state.bratworms[seat]
            detail = teller.words.ngettext("Has %(number)d bratworm", "Has %(number)d bratworms", number)
            detail %= {"number": number}
            sentence = _("Take a bratworm from %(name)s") % {"name": name}
            return Action(str(move), "rob", name, detail, _number_key(state, move), hint=hint, sentence=sentence)
        case Retain(specialist):
            text = _("%(specialist)s, which you have") if specialist is had else _("%(specialist)s, which is new")
            label, detail = text % {"specialist": teller.specialist(specialist)}, teller.power(specialist)
            return Action(str(move), "retain", label, detail, _number_key(state, move), None, specialist.value, hint)
        case Pass():
            label, detail = _pass(state, teller)
            return Action(str(move), "pass", label, detail, "P", hint=replace(hint, is_best=False) if hint else None)
        case Grill() | Steal():
            kind, label, detail, aim = _claim(state, teller, move, is_stop=False)
            is_tile = isinstance(move, Grill) and len(claims(state)) > MOST_BUTTONS
            figure = dict(state.on_tile).get(move.tile) if isinstance(move, Grill) and is_tile else None
            return Action(str(move), kind, label, detail, _number_key(state, move), aim, figure, hint, is_tile)
    raise ValueError(f"{move} is not a button")


def _number_key(state: State, move: Move) -> str:
    place = [str(other) for other in legal_moves(state) if not isinstance(other, Pass)].index(str(move)) + 1
    return str(place) if place <= LAST_NUMBER_KEY else ""


def _roll_label(state: State, teller: Teller, golden: bool) -> str:
    dice = state.turn.dice_left + golden
    if golden:
        return teller.words.gettext("Roll %(dice)d dice, including the golden one") % {"dice": dice}
    return teller.words.ngettext("Roll %(dice)d die", "Roll %(dice)d dice", dice) % {"dice": dice}


def _stop(state: State, teller: Teller, hint: Hint | None) -> Action:
    _ = teller.words.gettext
    choices = claims(state) if state.phase is Phase.DECIDE else ()
    if len(choices) > 1:
        return Action("stop", "stop", _("Stop: choose your tile"), key="S", hint=hint)
    if choices and state.rules.may_pass:
        (claim,) = choices
        tile = gained(state, claim)
        if tile or isinstance(claim, Grill):
            label = _("Stop: %(tile)d is within reach") % {"tile": tile}
        else:
            label = _("Stop: %(name)s's hen is within reach") % {"name": teller.names[claim.seat]}
        return Action("stop", "stop", label, key="S", aim=tile, hint=hint)
    if choices:
        kind, label, detail, aim = _claim(state, teller, choices[0], is_stop=True)
        return Action("stop", kind, label, detail, "S", aim, None, hint)
    label, detail = _fail(state, teller)
    question = _question(state, teller)
    also = f" {detail}." if detail and state.tops[state.seat] else ""
    reason = teller.why(fail_of(state)) + also if question else ""
    return Action("stop", "fail", label, detail, "S", hint=hint, question=question, reason=reason)


def _claim(state: State, teller: Teller, claim: Claim, *, is_stop: bool) -> tuple[str, str, str, int | None]:
    """The kind, label and detail of a claim, and the tile that it brings."""
    _, n_ = teller.words.gettext, teller.words.ngettext
    if isinstance(claim, Grill):
        found = dict(state.on_tile).get(claim.tile)
        number = worms(claim.tile)
        values: dict[str, object] = {"tile": claim.tile, "worms": number}
        if is_stop:
            label = n_("Stop: take %(tile)d (%(worms)d worm)", "Stop: take %(tile)d (%(worms)d worms)", number)
        else:
            label = n_(
                "Take %(tile)d from the grill (%(worms)d worm)",
                "Take %(tile)d from the grill (%(worms)d worms)",
                number,
            )
        return "take", label % values, _along(state, teller, found), claim.tile
    tile, specialist = state.stacks[claim.seat][-1], state.specialists[claim.seat]
    values = {"tile": tile, "worms": worms(tile), "name": teller.names[claim.seat]}
    if specialist is Specialist.HEN:
        label = _("Stop: get %(name)s's hen") if is_stop else _("Get %(name)s's hen")
        return "steal", label % values, "", None
    if is_stop:
        label = _("Stop: steal %(tile)d from %(name)s")
    else:
        label = n_(
            "Steal %(tile)d from %(name)s (%(worms)d worm)",
            "Steal %(tile)d from %(name)s (%(worms)d worms)",
            worms(tile),
        )
    return "steal", label % values, _along(state, teller, specialist), tile


def _along(state: State, teller: Teller, specialist: Specialist | None) -> str:
    if specialist is None:
        return ""
    if specialist is Specialist.RAVEN:
        is_due = bratworm_gains(state)[0] is not state
        if not is_due:
            return teller.words.gettext("The raven has no bratworm left to give")
        return teller.words.gettext("Plus a bratworm from the raven")
    return teller.words.gettext("Comes with %(specialist)s") % {"specialist": teller.the_specialist(specialist)}


def _pass(state: State, teller: Teller) -> tuple[str, str]:
    """Taking nothing is told as what it costs."""
    _ = teller.words.gettext
    top, own = state.tops[state.seat], state.specialists[state.seat]
    if own is Specialist.HEN:
        return (_("Take nothing: you lose the hen") if top else _("Take nothing")), ""
    detail = _("You also lose %(specialist)s") % {"specialist": teller.the_specialist(own)} if own else ""
    if top is None:
        return _("Take nothing"), detail
    return _("Take nothing: you lose %(tile)d") % {"tile": top}, detail


def _fail(state: State, teller: Teller) -> tuple[str, str]:
    _ = teller.words.gettext
    top, own = state.tops[state.seat], state.specialists[state.seat]
    if own is Specialist.HEN:
        return (_("Stop: fail, you lose the hen") if top else _("Stop: fail, you keep the hen")), ""
    detail = _("You also lose %(specialist)s") % {"specialist": teller.the_specialist(own)} if own else ""
    if top is None:
        return _("Stop: fail, no tile to lose"), detail
    return _("Stop: fail, you lose %(tile)d") % {"tile": top}, detail


def _question(state: State, teller: Teller) -> str:
    """What to ask before a failed attempt: whether it is worth what is lost; empty if that is nothing."""
    _ = teller.words.gettext
    top, own = state.tops[state.seat], state.specialists[state.seat]
    if own is Specialist.HEN:
        return _("Stop and lose the hen?") if top else ""
    if top is not None:
        return _("Stop and lose %(tile)d?") % {"tile": top}
    return _("Stop and lose %(specialist)s?") % {"specialist": teller.the_specialist(own)} if own else ""
