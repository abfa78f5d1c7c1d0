"""A decision to be tried: a position with all its options and what each is worth, and what is said of a try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wormgrill.analysis.review import mark_of
from wormgrill.game.record import Game
from wormgrill.game.state import State, legal_moves
from wormgrill.players.champion import ChampionPlayer
from wormgrill.players.comparing import compared
from wormgrill.players.player import Thought
from wormgrill.presentation.board import Facts, SeatFacts
from wormgrill.presentation.review_view import Decision, OptionView
from wormgrill.presentation.reviewing import points_text
from wormgrill.presentation.story import Story
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view
from wormgrill.presentation.words import MINUS, Words
from wormgrill.solver.payoffs import EQUAL


def decision_at(  # noqa: PLR0913  # the position, whose it is, and what was done there
    game: Game,
    seats: Sequence[SeatFacts],
    words: Words,
    *,
    played: str = "",
    tried: str = "",
    story: Story | None = None,
) -> Decision:
    """The decision of the seat to move in a game; a try that is no legal move is none."""
    state = story.state if story else game.state
    facts = Facts(table="", seats=tuple(seats), mine=(state.seat,), has_chat=False)
    view = make_view(game, facts, words, story)
    teller = Teller(words, tuple(player.name for player in sorted(view.players, key=lambda player: player.seat)))
    thoughts = ChampionPlayer().consider(state)
    if tried not in map(str, legal_moves(state)):
        tried = ""
    options = tuple(_option(thought, thoughts[0], state, played, tried, teller) for thought in thoughts)
    mine = next((option for option in options if option.is_tried), None)
    remark, is_right = _remark(mine, words) if mine else ("", False)
    asked = replace(view.status, title=words.gettext("What would you do?"), text="", mood="", meanwhile="")
    return Decision(
        replace(view, status=asked, log=()),
        options,
        bool(mine),
        is_right,
        remark,
        _why(state, thoughts, played, teller),
    )


def _why(state: State, thoughts: Sequence[Thought], played: str, teller: Teller) -> str:
    """Why the best move is better than the one that was played, or than the next best."""
    worse = [thought.move for thought in thoughts if thoughts[0].value - thought.value > EQUAL]
    if not worse:
        return teller.reason(thoughts[0].reason)
    other = next((move for move in worse if str(move) == played), worse[0])
    return " ".join(map(teller.reason, compared(state, thoughts[0].move, other)))


def _option(  # noqa: PLR0913, PLR0917  # all that is known of it meets here
    thought: Thought, best: Thought, state: State, played: str, tried: str, teller: Teller
) -> OptionView:
    words, cost = teller.words, best.value - thought.value
    is_best = cost <= EQUAL
    return OptionView(
        move=str(thought.move),
        name=teller.short(state, thought.move),
        chance=words.percent(thought.value),
        cost="" if is_best else points_text(-cost, words),
        mark=mark_of(cost),
        fill=round(100 * thought.value / best.value) if best.value else 100,
        reason=teller.reason(thought.reason),
        is_best=is_best,
        is_played=str(thought.move) == played,
        is_tried=str(thought.move) == tried,
    )


def _remark(option: OptionView, words: Words) -> tuple[str, bool]:
    """What is said of a try, and whether it is as good as the best move, or nearly."""
    _ = words.gettext
    if option.is_best:
        return _("Right: nothing is better."), True
    values = {"cost": option.cost.removeprefix(MINUS)}
    if not option.mark:
        return _("Nearly as good as the best: it costs %(cost)s points.") % values, True
    return _("That costs %(cost)s points of the chance to win. Try another one.") % values, False
