"""A review as plain values, for JSON: the same from the command and from the server."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from wormgrill.analysis.review import Review, ReviewedPly, mark_of
from wormgrill.game.record import Game


def to_json(game: Game, review: Review) -> dict[str, Any]:
    """Everything about a review."""
    turning_point = review.turning_point
    return {
        "rules": str(game.rules),
        "players": list(game.players),
        "evaluator": review.evaluator,
        "over": review.is_over,
        "start": list(review.start),
        "final": list(review.final),
        "totals": [
            {
                **asdict(totals),
                "error_rate": totals.error_rate,
                "adjusted": totals.adjusted,
                "interval": totals.interval,
            }
            for totals in review.totals
        ],
        "turning_point": asdict(turning_point) if turning_point else None,
        "moments": [ply.number for ply in review.moments()],
        "plies": [ply_json(ply) for ply in review.plies],
    }


def ply_json(ply: ReviewedPly) -> dict[str, Any]:
    """One ply: the chances before and after it, and what it meant."""
    found: dict[str, Any] = {
        "ply": ply.number,
        "turn": ply.turn,
        "seat": ply.seat,
        "move": str(ply.move),
        "before": list(ply.before),
        "after": list(ply.after),
        "rest": [ply.rest(seat) for seat in range(len(ply.before))],
    }
    if ply.is_roll:
        return {**found, "luck": list(ply.changes)}
    return {**found, "best": str(ply.best), "error": ply.error, "mark": mark_of(ply.error), "counts": ply.is_counted}
