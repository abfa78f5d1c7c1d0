"""The dice of a turn: those to choose from with what each face would give, and those kept."""

from __future__ import annotations

from collections.abc import Mapping

from wormgrill.game.dice import FACE_POINTS, FACE_TEXT, FACES, WHITE_DICE, WORM
from wormgrill.game.events import Failed, Stole, Took, events
from wormgrill.game.moves import Claim, Dice, Grill, Keep
from wormgrill.game.rules import Specialist
from wormgrill.game.state import CANNED_WORM_POINTS, Phase, State, apply, claims
from wormgrill.presentation.board import FaceView, KeptView, Tray
from wormgrill.presentation.hints import Hint
from wormgrill.presentation.story import KeptDice, Story, TurnStory
from wormgrill.presentation.teller import Teller


def claimed(state: State, claim: Claim) -> int:
    """The tile that a claim is about."""
    return claim.tile if isinstance(claim, Grill) else state.stacks[claim.seat][-1]


def make_tray(story: Story, teller: Teller, hints: Mapping[str, Hint], is_my_move: bool) -> Tray:
    """The dice of the turn as the viewer sees them."""
    state, turn = story.state, story.state.turn
    current = story.current
    has_can = state.specialists[state.seat] is Specialist.CANNED_WORM
    has_worm = bool(turn.aside[WORM - 1])
    _ = teller.words.gettext
    if has_worm:
        note = _("With a worm")
    elif has_can:
        note = _("The can counts as a worm")
    else:
        note = _("No worm yet")
    previous = story.previous
    is_between = state.is_turn_over
    return Tray(
        key=story.ply,
        faces=_faces(state, teller, hints, is_my_move) if turn.rolled else (),
        waiting=_waiting(state),
        missed=_missed(previous, teller) if is_between and previous else (),
        kept=tuple(kept_view(kept, teller) for kept in current.keeps) if not is_between else (),
        points=state.points + (CANNED_WORM_POINTS if has_can and not has_worm and any(turn.aside) else 0),
        has_worm=has_worm or has_can,
        worm_note=note,
    )


def _waiting(state: State) -> tuple[bool, ...]:
    turn = state.turn
    if state.phase is Phase.ROLL:
        return (False,) * WHITE_DICE
    if state.phase not in (Phase.DECIDE, Phase.CHANCE):
        return ()
    return (False,) * (turn.dice_left - turn.golden_left) + (True,) * turn.golden_left


def kept_view(kept: KeptDice, teller: Teller) -> KeptView:
    """Dice that lie together."""
    dice = (False,) * (kept.number - kept.has_golden) + (True,) * kept.has_golden
    points = kept.number * FACE_POINTS[kept.face - 1]
    return KeptView(FACE_TEXT[kept.face - 1], teller.face(kept.face), dice, points)


def _missed(turn: TurnStory, teller: Teller) -> tuple[KeptView, ...]:
    if turn.rolled is None:
        return ()
    return tuple(kept_view(dice, teller) for dice in _groups(turn.rolled))


def _groups(rolled: Dice) -> tuple[KeptDice, ...]:
    return tuple(
        KeptDice(face, number, rolled.golden == face)
        for face, number in zip(FACES, rolled.counts, strict=True)
        if number
    )


def _faces(state: State, teller: Teller, hints: Mapping[str, Hint], is_my_move: bool) -> tuple[FaceView, ...]:
    rolled = state.turn.rolled
    groups = _groups(rolled) if rolled else ()
    return tuple(_face(state, teller, dice, hints, is_my_move) for dice in groups)


def _face(state: State, teller: Teller, dice: KeptDice, hints: Mapping[str, Hint], is_my_move: bool) -> FaceView:
    move = Keep(dice.face)
    shown = kept_view(dice, teller)
    total = state.points + shown.points
    if state.turn.aside[dice.face - 1]:
        label = teller.words.gettext("%(face)s is kept already: each face only once in a turn.")
        label %= {"face": shown.name[0].upper() + shown.name[1:]}
        return FaceView(shown.face, shown.name, shown.dice, shown.points, total, None, label, True)
    aim, outlook = _after_keep(state, teller, move)
    label = _keep_label(state, teller, dice, total)
    return FaceView(
        face=shown.face,
        name=shown.name,
        dice=shown.dice,
        points=shown.points,
        total=total,
        move=str(move) if is_my_move else None,
        label=f"{label} {outlook}" if outlook else label,
        is_kept_already=False,
        aim=aim,
        hint=hints.get(str(move)),
    )


def _keep_label(state: State, teller: Teller, dice: KeptDice, total: int) -> str:
    points = dice.number * FACE_POINTS[dice.face - 1]
    if dice.face == WORM or state.turn.aside[WORM - 1]:
        text = teller.words.ngettext(
            "Keep %(number)d × %(face)s: %(points)d point, %(total)d in all, worm: yes.",
            "Keep %(number)d × %(face)s: %(points)d points, %(total)d in all, worm: yes.",
            points,
        )
    else:
        text = teller.words.ngettext(
            "Keep %(number)d × %(face)s: %(points)d point, %(total)d in all, worm: no.",
            "Keep %(number)d × %(face)s: %(points)d points, %(total)d in all, worm: no.",
            points,
        )
    return text % {"number": dice.number, "face": teller.face(dice.face), "points": points, "total": total}


def _after_keep(state: State, teller: Teller, move: Keep) -> tuple[int | None, str]:
    """The tile within reach once these dice are kept, and a sentence about it."""
    _ = teller.words.gettext
    after = apply(state, move)
    if after.phase in (Phase.DECIDE, Phase.CLAIM):
        reach = sorted(claimed(after, claim) for claim in claims(after))
        return (reach[-1], _("Then %(tile)d is in reach.") % {"tile": reach[-1]}) if reach else (None, "")
    for event in events(state, move, after):
        match event:
            case Took(_seat, tile) | Stole(_seat, _, int() as tile):
                return tile, _("That ends the turn with %(tile)d.") % {"tile": tile}
            case Failed():
                return None, _("That ends the turn with a failed attempt.")
    return None, ""
