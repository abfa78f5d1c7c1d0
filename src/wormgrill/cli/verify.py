"""`wormgrill verify`: recompute the dice of records."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from itertools import chain

from wormgrill.cli.records import file_name, read_records
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.fair_dice import FIRST_SCHEME, Verification, shared_anchors, verify
from wormgrill.game.record import Game

DESCRIPTION = """\
Recompute every roll of records from the server's secret and the players' values (docs/fair-dice.md), and say of each
record whether it holds: which rolls match, which of them the operator alone could foresee, and which commitments were
not kept. A player and the operator together can foresee that player's own rolls, and no record shows it. Records of
different tables that share a chain are named: its values were known before the later game.
Ends with 0 if all of them hold, with 1 if a roll or a secret does not match, else with 2 if something cannot be read or
verified, or records share a chain.

  wormgrill verify game.txt
  wormgrill export | wormgrill verify -
"""
MAX_PLIES = 10
"""So many plies that do not match are named, the others are counted."""


class Verdict(IntEnum):
    """What can be said of a record, as an exit code."""

    HOLDS = 0
    DIFFERS = 1
    UNCERTAIN = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "records",
        nargs="+",
        metavar="RECORDS",
        help="files with any number of records; - reads standard input",
    )


def run(options: argparse.Namespace) -> int:
    """Verify record after record, and say what came out."""
    verdicts: Counter[Verdict] = Counter()
    holding: list[tuple[str, Game]] = []
    unread = 0
    for path in options.records:
        try:
            found = read_records(path)
        except ValueError as problem:
            print(f"wormgrill: {problem}", file=sys.stderr)
            unread += 1
            continue
        for number, game in enumerate(found, start=1):
            verdict, reason = judge(game)
            verdicts[verdict] += 1
            name = f"{file_name(path)} {number}"
            sys.stdout.write(f"{name}{_about(game)}: {reason}\n")
            if verdict is Verdict.HOLDS and isinstance(game, Game):
                holding.append((name, game))
    sharing = shared_anchors([game for _, game in holding])
    for anchor, numbers in sharing.items():
        names = ", ".join(holding[number][0] for number in numbers)
        sys.stdout.write(f"{names}: {tell_shared(anchor)}\n")
    for _ in set(chain.from_iterable(sharing.values())):
        verdicts[Verdict.HOLDS] -= 1
        verdicts[Verdict.UNCERTAIN] += 1
    if verdicts:
        sys.stdout.write(summary(verdicts) + "\n")
    if verdicts[Verdict.DIFFERS]:
        return Verdict.DIFFERS
    return Verdict.UNCERTAIN if unread or verdicts[Verdict.UNCERTAIN] else Verdict.HOLDS


def _about(game: Game | InvalidNotation) -> str:
    """Who played, and when."""
    if isinstance(game, InvalidNotation):
        return ""
    return f" ({', '.join(filter(None, (*game.players, game.tag('date'))))})"


def judge(game: Game | InvalidNotation) -> tuple[Verdict, str]:
    """The verdict on a record, and the reason for it."""
    if isinstance(game, InvalidNotation):
        return Verdict.UNCERTAIN, f"cannot be read: {game}"
    try:
        result = verify(game)
    except InvalidNotation as problem:
        return Verdict.UNCERTAIN, str(problem)
    return Verdict.HOLDS if result.is_fair else Verdict.DIFFERS, tell(result)


def tell(result: Verification) -> str:
    """What recomputing the dice has shown.

    >>> tell(Verification(7, (), True))
    'all 7 rolls match; the server drew seeds itself, so its operator could have computed and chosen them in advance'
    >>> from wormgrill.game.fair_dice import SCHEME
    >>> tell(Verification(7, (), True, SCHEME, linked=4, seeded=(0,)))
    'all 7 rolls match; 4 could be foreseen only by their player and the operator together, 3 by the operator alone'
    >>> from wormgrill.game.fair_dice import SCHEME
    >>> tell(Verification(7, (), True, SCHEME, withheld=(1,), unlinked=2))[19:123]
    '0 could be foreseen only by their player and the operator together, 7 by the operator alone; no seat has'
    >>> tell(Verification(7, (5,), True))
    'of 7 rolls, 1 does not match: ply 5'
    """
    if not result.keeps_commitment:
        return "the secret is not the one that was promised: its SHA-256 differs from dice-commitment"
    if result.false:
        seats = ", ".join(map(str, result.false))
        return f"a seed or link does not follow from what its seat committed to: seat {seats}"
    if result.differing:
        verb = "do" if len(result.differing) > 1 else "does"
        plies = ", ".join(map(str, result.differing[:MAX_PLIES]))
        more = f" and {len(result.differing) - MAX_PLIES} more" if len(result.differing) > MAX_PLIES else ""
        return f"of {result.rolls} rolls, {len(result.differing)} {verb} not match: ply {plies}{more}"
    return "; ".join([f"all {result.rolls} rolls match", *_told(result)])


def tell_shared(anchor: str) -> str:
    """What it means that several records have an anchor in common."""
    return (
        f"the chain of the anchor {anchor[:16]}... was used at more than one table; "
        "with what the first game has shown, the operator could foresee and choose rolls of the others"
    )


def _told(result: Verification) -> Iterator[str]:
    """What is proven of rolls that match, and what is not."""
    if result.scheme == FIRST_SCHEME:
        yield "the server drew seeds itself, so its operator could have computed and chosen them in advance"
        return
    yield (
        f"{result.linked} could be foreseen only by their player and the operator together, "
        f"{result.foreseeable} by the operator alone"
    )
    if not result.seeded:
        yield "no seat has revealed a seed, so the operator could have chosen the latter"
    if result.withheld:
        yield f"committed but not revealed: seat {', '.join(map(str, result.withheld))}"
    if result.unlinked:
        yield f"made without the value of a seat that had committed: {result.unlinked}"


def summary(verdicts: Counter[Verdict]) -> str:
    """All records in a sentence.

    >>> summary(Counter({Verdict.HOLDS: 3}))
    'All 3 records hold: every roll follows from the secret and the values that were committed to.'
    >>> summary(Counter({Verdict.HOLDS: 1, Verdict.DIFFERS: 2, Verdict.UNCERTAIN: 1}))
    'Of 4 records, 1 holds, 2 do not match and 1 cannot be verified.'
    """
    holding, differing, uncertain = (verdicts[verdict] for verdict in Verdict)
    total = holding + differing + uncertain
    if holding == total:
        begin = "The record holds" if total == 1 else f"All {total} records hold"
        return f"{begin}: every roll follows from the secret and the values that were committed to."
    holds = f"{holding} {'holds' if holding == 1 else 'hold'}"
    differs = f"{differing} {'does' if differing == 1 else 'do'} not match"
    return f"Of {total} record{'s' if total > 1 else ''}, {holds}, {differs} and {uncertain} cannot be verified."
