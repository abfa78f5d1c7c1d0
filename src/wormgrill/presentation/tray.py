"""The dice of a turn: those to choose from with what each face would give, and those kept."""

from __future__ import annotations

from collections.abc import Mapping

from wormgrill.game.dice import FACE_POINTS, FACE_TEXT, FACES, WHITE_DICE, WORM
from wormgrill.game.moves import Dice, Grill, Keep
from wormgrill.game.results import total_points
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State
from wormgrill.presentation.board import FaceView, KeptView, Tray
from wormgrill.presentation.hints import Hint
from wormgrill.presentation.outlook import Bratworm, Outlook, after_keep, tiles_in_reach
from wormgrill.presentation.story import KeptDice, Story, TurnStory
from wormgrill.presentation.teller import Teller


def make_tray(story: Story, teller: Teller, hints: Mapping[str, Hint], is_my_move: bool) -> Tray:
    """The dice of the turn as the viewer sees them."""
    state, turn = story.state, story.state.turn
    _ = teller.words.gettext
    is_between = state.is_turn_over
    failed = story.previous if is_between and story.previous and story.previous.fail else None
    told = failed or story.current
    keeps = () if is_between and not failed else told.keeps
    has_can = state.specialists[told.seat] is Specialist.CANNED_WORM
    has_worm = any(kept.face == WORM for kept in keeps)
    if has_worm:
        note = _("With a worm")
    elif has_can:
        note = _("The can counts as a worm")
    else:
        note = _("No worm yet")
    points = failed.points if failed else total_points(state) if any(turn.aside) else 0
    return Tray(
        key=story.ply,
        faces=_faces(state, teller, hints, is_my_move) if turn.rolled else (),
        waiting=_waiting(state),
        missed=missed_views(failed, teller) if failed else (),
        missed_by=teller.names[failed.seat] if failed else "",
        missed_title=_("The last roll") if failed and failed.rolled else _("The kept dice"),
        missed_note=teller.why(failed.fail) if failed and failed.fail else "",
        kept=() if failed and not failed.rolled else tuple(kept_view(kept, teller) for kept in keeps),
        points=points,
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
    return KeptView(FACE_TEXT[kept.face - 1], teller.dice_of(kept.face, kept.number), dice, points)


def missed_views(turn: TurnStory, teller: Teller) -> tuple[KeptView, ...]:
    """The dice with which a turn failed: its last roll, or what was kept if that was not enough."""
    dice = _groups(turn.rolled) if turn.rolled else turn.keeps
    return tuple(kept_view(group, teller) for group in dice)


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
    if state.turn.aside[dice.face - 1]:
        label = teller.words.gettext("%(face)s has already been kept: each face can be kept only once per turn.")
        face = teller.face(dice.face)
        label %= {"face": face[0].upper() + face[1:]}
        total = total_points(state)
        return FaceView(shown.face, shown.said, shown.dice, shown.points, total, None, label, True)
    outlook = after_keep(state, move)
    sentences = (_keep_label(teller, dice, outlook), _bratworm(teller, outlook), _promise(state, teller, outlook))
    return FaceView(
        face=shown.face,
        said=shown.said,
        dice=shown.dice,
        points=shown.points,
        total=outlook.total,
        move=str(move) if is_my_move else None,
        label=" ".join(filter(None, sentences)),
        is_kept_already=False,
        aim=max(tiles_in_reach(state, outlook.claims), default=None),
        hint=hints.get(str(move)),
        has_bratworm=outlook.bratworm is Bratworm.EARNED,
    )


def _bratworm(teller: Teller, outlook: Outlook) -> str:
    """What two or more 1s earn, in a sentence."""
    _ = teller.words.gettext
    return {
        Bratworm.NOT_EARNED: "",
        Bratworm.EARNED: _("Two or more 1s earn a bratworm at once."),
        Bratworm.NONE_LEFT: _("Two or more 1s earn a bratworm, but none is left."),
    }[outlook.bratworm]


def _keep_label(teller: Teller, dice: KeptDice, outlook: Outlook) -> str:
    points = dice.number * FACE_POINTS[dice.face - 1]
    n_ = teller.words.ngettext
    if outlook.has_worm:
        text = n_(
            "Keep %(dice)s: %(points)d point, %(total)d in all, with a worm.",
            "Keep %(dice)s: %(points)d points, %(total)d in all, with a worm.",
            points,
        )
    elif outlook.has_can:
        text = n_(
            "Keep %(dice)s: %(points)d point, %(total)d in all with the can.",
            "Keep %(dice)s: %(points)d points, %(total)d in all with the can.",
            points,
        )
    else:
        text = n_(
            "Keep %(dice)s: %(points)d point, %(total)d in all, without a worm.",
            "Keep %(dice)s: %(points)d points, %(total)d in all, without a worm.",
            points,
        )
    values = {"dice": teller.dice_of(dice.face, dice.number), "points": points, "total": outlook.total}
    return text % values


def _promise(state: State, teller: Teller, outlook: Outlook) -> str:
    """What is in reach once the dice are kept, or what the turn ends with, in a sentence."""
    _ = teller.words.gettext
    tiles = tiles_in_reach(state, outlook.claims)
    hens = [teller.names[claim.seat] for claim in outlook.claims if not isinstance(claim, Grill)]
    values = {"tile": max(tiles, default=0), "name": "".join(hens)}
    if not outlook.claims:
        return _("That ends the turn with a failed attempt.") if outlook.ends_turn else ""
    if not outlook.ends_turn:
        text = _("Then %(tile)d is within reach.") if tiles else _("Then %(name)s's hen is within reach.")
    elif len(outlook.claims) > 1 or state.rules.may_pass:
        text = _("That ends the turn, and you choose what to take.")
    else:
        text = _("That ends the turn with %(tile)d.") if tiles else _("That ends the turn with %(name)s's hen.")
    return text % values
