"""The review of a game, worked out in pieces by other processes: every function takes and gives plain values.

What is heavy is imported where it is used: the server itself does without the compiler, so plies are bytes to it.
"""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass

from wormgrill.game.state import Phase, legal_moves
from wormgrill.presentation.birds import birds_of
from wormgrill.presentation.board import Figure
from wormgrill.presentation.replaying import GameFacts, Replay, facts_of
from wormgrill.presentation.review_view import Decision, ReviewView
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import specialists_of
from wormgrill.presentation.words import words_of

PIECE = 60
"""Plies that are looked at in one go: well below a second."""


@dataclass(frozen=True)
class Piece:
    """Some plies of a review."""

    plies: bytes
    """Packed, because only other processes read them."""
    done: int
    """How many plies there are so far, and"""
    total: int
    """in all."""
    facts: GameFacts


def reviewed_piece(replay: Replay, first: int) -> Piece:
    """The next plies of a review."""
    from wormgrill.analysis.review import reviewed_plies  # noqa: PLC0415  # see above

    game = replay.game
    total = len(game.moves)
    done = min(total, first + PIECE)
    return Piece(pickle.dumps(tuple(reviewed_plies(game, first=first, stop=done))), done, total, facts_of(replay, game))


@dataclass(frozen=True)
class LookBack:
    """A whole review, as a reader sees it."""

    facts: GameFacts
    view: ReviewView
    birds: tuple[str, ...]
    luck: tuple[float, ...]
    """Of every seat, if the game is over."""


def look_back(replay: Replay, pieces: tuple[bytes, ...], seat: int | None, you: int | None) -> LookBack:
    """A review of which all plies are known, with the moments of one seat or of all, as the player `you` reads it."""
    from wormgrill.analysis.review import make_review  # noqa: PLC0415  # see above
    from wormgrill.presentation.reviewing import review_view  # noqa: PLC0415  # see above

    game, words = replay.game, words_of(replay.language)
    facts = facts_of(replay, game)
    plies = (ply for piece in pieces for ply in pickle.loads(piece))  # noqa: S301  # packed by ourselves
    review = make_review(game, plies)
    view = review_view(game, review, Teller(words, facts.players, you), seat)
    luck = tuple(totals.luck for totals in review.totals) if review.is_over else ()
    return LookBack(facts, view, birds_of(game.players, replay.seats_of(game)), luck)


def look_back_json(replay: Replay, pieces: tuple[bytes, ...]) -> str:
    """The same as JSON."""
    from wormgrill.analysis.review import make_review  # noqa: PLC0415  # see above
    from wormgrill.analysis.review_json import to_json  # noqa: PLC0415  # see above

    game = replay.game
    review = make_review(game, (ply for piece in pieces for ply in pickle.loads(piece)))  # noqa: S301  # packed by ourselves
    return json.dumps(to_json(game, review), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Trial:
    """A moment of a review, to be tried again."""

    facts: GameFacts
    decision: Decision
    figures: tuple[Figure, ...]
    turn: int
    name: str
    played: str


def trial_at(replay: Replay, ply: int, tried: str) -> Trial | None:
    """The decision at a ply, if there is one."""
    from wormgrill.presentation.trying import decision_at  # noqa: PLC0415  # see above

    game, words = replay.game, words_of(replay.language)
    if ply >= len(game.moves):
        return None
    before = game.until(ply)
    if before.state.phase in (Phase.CHANCE, Phase.OVER) or len(legal_moves(before.state)) == 1:
        return None
    facts = facts_of(replay, game)
    teller, played = Teller(words, facts.players), game.moves[ply]
    decision = decision_at(before, replay.seats_of(game), words, played=str(played), tried=tried)
    turn = 1 + sum(state.phase is Phase.ROLL for state in [*before.replay()][1:])
    return Trial(
        facts,
        decision,
        specialists_of(game.rules, teller),
        turn,
        facts.players[before.state.seat],
        teller.short(before.state, played),
    )
