"""A game looked at again, worked out in one go: one moment of it, its record, its dice, the records of a file.

Each function takes plain values and returns plain values, so that a process of its own can do the work. A game is named
by its *source*: the game itself, or the code of a link that holds its record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise, repeat

from wormgrill.game.errors import InvalidNotation
from wormgrill.game.events import events
from wormgrill.game.fair_dice import FIRST_SCHEME, TAGS, Verification, committed_text, verify
from wormgrill.game.record import Game, format_game, parse_games
from wormgrill.game.rules import Rules
from wormgrill.game.state import Phase, apply
from wormgrill.game.trace import format_ply
from wormgrill.presentation.board import Facts, Figure, SeatFacts, TableView
from wormgrill.presentation.fairness import DiceLine, proof_lines
from wormgrill.presentation.moments import MAX_TURNS, Moments, check_length, decode_record, encode_record, moments_of
from wormgrill.presentation.problems import Explanation, explained
from wormgrill.presentation.result import result_title
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.view import make_view, names_of, specialists_of, travelling
from wormgrill.presentation.words import words_of


@dataclass(frozen=True)
class Replay:
    """A game to be looked at, as its reader wants it."""

    source: Game | str
    """The game with the tags of its record, or the code of a link."""
    seats: tuple[SeatFacts, ...] = ()
    """What is known of the seats; nothing of a game in a link."""
    language: str = "en"
    max_turns: int = MAX_TURNS

    @property
    def game(self) -> Game:
        """The game itself; `InvalidNotation` if the link holds none, or one that is too long."""
        if isinstance(self.source, Game):
            return self.source
        return decode_record(self.source, self.max_turns)

    def seats_of(self, game: Game) -> tuple[SeatFacts, ...]:
        """What is known of every seat."""
        return self.seats or (SeatFacts(),) * len(game.players)


@dataclass(frozen=True)
class GameFacts:
    """What every page about a game says of it."""

    edition: str
    rules: Rules
    players: tuple[str, ...]
    date: str | None


def facts_of(replay: Replay, game: Game) -> GameFacts:
    """What a page says of a game."""
    words = words_of(replay.language)
    players = names_of(game, replay.seats_of(game), words)
    return GameFacts(Teller(words, players).edition(game.rules), game.rules, players, game.tag("date"))


# ------------------------------------------------------------------------------------------------ one moment


@dataclass(frozen=True)
class Controls:
    """Where one can go from a moment."""

    ply: int
    place: int
    last_place: int
    turn: int
    turns: int
    first: int
    turn_before: int
    before: int
    after: int
    turn_after: int
    last: int


@dataclass(frozen=True)
class ReplayedMoment:
    """One moment of a game."""

    facts: GameFacts
    view: TableView
    controls: Controls
    things: tuple[str, ...]
    """What travels on the way to it from the moment before."""
    figures: tuple[Figure, ...]
    """The specialists in the game."""


def replayed_moment(replay: Replay, ply: int | None, moment: int | None, start: str) -> ReplayedMoment:
    """The moment at a ply, or of a number; `start` is the ply at which the viewer was before."""
    game, words = replay.game, words_of(replay.language)
    moments = moments_of(game)
    place = min(moment, len(moments.plies) - 1) if moment is not None else moments.place_of(ply or 0)
    controls = controls_of(moments, place)
    story = moments.story_until(game, controls.ply)
    shown = Facts(table="", seats=replay.seats_of(game), has_chat=False)
    facts = facts_of(replay, game)
    return ReplayedMoment(
        facts,
        make_view(game.until(controls.ply).arrived(story.state), shown, words, story),
        controls,
        tuple(_things(game, moments, start, controls)),
        specialists_of(game.rules, Teller(words, facts.players)),
    )


def controls_of(moments: Moments, place: int) -> Controls:
    """The ways from a moment."""
    ply = moments.at(place)
    return Controls(
        ply=ply,
        place=place,
        last_place=len(moments.plies) - 1,
        turn=moments.turn_number(ply),
        turns=max(1, len(moments.turns) - 1),
        first=moments.plies[0],
        turn_before=moments.turn_before(ply),
        before=moments.at(place - 1),
        after=moments.at(place + 1),
        turn_after=moments.turn_after(ply),
        last=moments.plies[-1],
    )


def _things(game: Game, moments: Moments, start: str, controls: Controls) -> Iterator[str]:
    """What travels on the way from one moment to the next; nothing on any longer way."""
    if start != str(controls.before):
        return
    before = moments.story_until(game, controls.before).state
    for move in game.moves[controls.before : controls.ply]:
        after = apply(before, move)
        yield from travelling(move, events(before, move, after))
        before = after


# ------------------------------------------------------------------------------------------------ records


def record_text(replay: Replay) -> tuple[str, str]:
    """A name for the file of a record, and its text."""
    game = replay.game
    return f"wormgrill-{game.tag('date') or 'game'}.txt", format_game(game)


def plies_json(game: Game, from_ply: int) -> str:
    """The plies of a game from one on, each as a line of its trace, as the inside of a JSON list."""
    return ",".join(plies_of(game, from_ply, len(game.moves)))


def plies_of(game: Game, from_ply: int, number: int) -> tuple[str, ...]:
    """At most so many plies of a game from one on, each as a line of its trace."""
    moves = game.moves[from_ply : from_ply + number]
    pairs = pairwise(islice(game.replay(), from_ply, from_ply + number + 1))
    return tuple(
        format_ply(ply, before, move, after)
        for ply, (move, (before, after)) in enumerate(zip(moves, pairs, strict=True), from_ply)
    )


@dataclass(frozen=True)
class OpenedRecord:
    """One of the games of a file, to be chosen."""

    code: str
    facts: GameFacts
    note: str


def opened_records(content: bytes, language: str, max_turns: int) -> tuple[OpenedRecord, ...]:
    """The games of a file; `InvalidNotation` if it cannot be read."""
    check_length(content, max_turns)
    words = words_of(language)
    found = []
    for game in parse_games(content):
        is_over = game.state.phase is Phase.OVER
        note = result_title(game.state, Teller(words, game.players)) if is_over else words.gettext("Not finished")
        found.append(OpenedRecord(encode_record(game), facts_of(Replay(game, language=language), game), note))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ the dice


@dataclass(frozen=True)
class VerifiedDice:
    """What is known of the dice of a game."""

    facts: GameFacts
    result: Verification | None
    """None if the record does not say enough."""
    lines: tuple[DiceLine, ...]
    """What is proven, if everything matches."""
    false_names: str
    """The players whose values do not follow from what they committed to."""
    is_first: bool
    """Whether the dice are of the first scheme."""
    is_awaited: bool
    """Whether the secret is shown when the game is over."""
    problem: Explanation | None
    """Why the dice that the record describes cannot be computed again; None if they can, or if it describes none."""
    tags: dict[str, str]
    seats: tuple[tuple[str, ...], ...]
    """By player: the name, the anchor, the seed and the last link."""
    committed: str
    """What was committed to, as the script of the dice remembers it."""


PER_SEAT = ("anchors", "seeds", "links")


def verified_dice(replay: Replay) -> VerifiedDice:
    """Recompute the dice of a game."""
    game = replay.game
    result: Verification | None = None
    problem: Explanation | None = None
    try:
        result = verify(game)
    except InvalidNotation as error:
        problem = explained(error, words_of(replay.language))
    facts = facts_of(replay, game)
    names, tags = facts.players, {tag: game.tag(tag) or "" for tag in TAGS}
    return VerifiedDice(
        facts,
        result,
        lines=proof_lines(result, names, words_of(replay.language)) if result and result.is_fair else (),
        false_names=", ".join(names[seat] for seat in result.false) if result else "",
        is_first=tags["dice"] == FIRST_SCHEME,
        is_awaited=game.state.phase is not Phase.OVER and bool(tags["dice-commitment"]) and not tags["dice-secret"],
        problem=problem if any(tags.values()) else None,
        tags=tags,
        seats=tuple(zip(names, *(_words(tags[f"dice-{what}"], len(names)) for what in PER_SEAT), strict=True)),
        committed=committed_text(tags["dice-table"], tags["dice-commitment"], tags["dice-anchors"].split()),
    )


def _words(text: str, number: int) -> tuple[str, ...]:
    """One word of a tag for each seat; nothing where it has not got so many."""
    return tuple(islice(chain(text.split(), repeat("")), number))
