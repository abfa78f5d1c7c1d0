"""What one viewer sees of a table, as values: no markup, no request, no clock.

`make_view` reads a game, what is known of the table besides its moves, and the viewer's language; the templates only
lay out what it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from wormgrill.game.dice import format_face
from wormgrill.game.events import Event, Failed, GotBratworm, GotSpecialist, LeftSpecialist, Stole, Took
from wormgrill.game.moves import Dice, Keep, Move, Steal
from wormgrill.game.record import Game
from wormgrill.game.rules import Rules, Specialist
from wormgrill.game.state import Phase, State, claims, legal_moves, scores
from wormgrill.game.tiles import worms
from wormgrill.presentation.beats import beat_of
from wormgrill.presentation.birds import birds_of
from wormgrill.presentation.board import (
    ABSENT,
    HERE,
    BotsTold,
    Facts,
    Figure,
    LogTurn,
    PlayerView,
    SeatFacts,
    Status,
    TableView,
    TileView,
    WaitsFor,
)
from wormgrill.presentation.buttons import make_actions
from wormgrill.presentation.fairness import dice_lines
from wormgrill.presentation.hints import make_hints
from wormgrill.presentation.labels import shown_name
from wormgrill.presentation.matters import right_now
from wormgrill.presentation.outlook import tiles_of_stop
from wormgrill.presentation.result import Result, make_result
from wormgrill.presentation.story import Story, TurnStory, story_of
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.tray import kept_view, make_tray, missed_views
from wormgrill.presentation.words import Words

MAX_LOG = 40
"""Complete turns shown in the log; the replay has them all."""
REMEMBERED_PLACES = 2000
"""Places of the grill in all languages, with and without each specialist."""


def make_view(
    game: Game, facts: Facts, words: Words, story: Story | None = None, before: TableView | None = None
) -> TableView:
    """What a viewer sees.

    `story` is the story of the game, or of its first moves, if it was made before; `before` is what the same viewer saw
    earlier, from which the log and what was heard go on.
    """
    story = story_of(game, story)
    state = story.state
    you = facts.mine[0] if len(facts.mine) == 1 else None
    teller = Teller(words, names_of(game, facts.seats, words), you)
    is_over = state.phase is Phase.OVER
    is_my_move = not is_over and state.seat in facts.mine and not _is_played_for(facts.seats[state.seat])
    hints = make_hints(facts.odds, words) if facts.has_hints and facts.wants_hints else {}
    reach = tiles_of_stop(state)
    result = make_result(story, teller) if is_over else None
    actions = make_actions(state, teller, hints, story.current.had) if is_my_move else ()
    status = _status(story, teller, facts, is_my_move)
    if facts.bots is BotsTold.PLAIN:
        plain = words.gettext("A bot did not answer in time, so a beginner has moved for it.")
        status = replace(status, meanwhile=plain)
    return TableView(
        table=facts.table,
        ply=story.ply,
        edition=game.rules.edition,
        phase=state.phase.value,
        status=status,
        grill=_grill(state, teller, reach),
        supply=state.supply if game.rules.bratworms else None,
        tray=make_tray(story, teller, hints, is_my_move),
        actions=actions,
        players=_players(state, teller, facts, reach, result),
        birds=birds_of(game.players, facts.seats),
        log=_log(story, teller, before.log if before else ()),
        heard=_heard(story, teller, is_my_move, before, result),
        is_my_move=is_my_move,
        has_hints=facts.has_hints,
        wants_hints=facts.has_hints and facts.wants_hints,
        thinking=facts.thinking,
        has_chat=facts.has_chat,
        can_chat=facts.has_chat and bool(facts.mine),
        chat=facts.chat,
        watching=facts.watching,
        is_watching=not facts.mine,
        is_played_for=not is_over and any(_is_played_for(facts.seats[seat]) for seat in facts.mine),
        waits_for=_waits_for(state, teller, facts),
        result=result,
        rematch=facts.rematch,
        dice=dice_lines(facts.dice, teller.names, words) if facts.dice else (),
        now=right_now(state, words) if facts.has_rules else (),
        takes_link=is_my_move and _takes_link(facts),
        sound=_sound(story, is_my_move),
        beat=beat_of(story, facts.mine),
    )


def _is_played_for(seat: SeatFacts) -> bool:
    """Whether a bot plays the seat of a person."""
    return seat.level is None and seat.presence not in (HERE, ABSENT)


def _takes_link(facts: Facts) -> bool:
    seats = [facts.dice.seats[seat] for seat in facts.mine] if facts.dice else []
    return any(seat.has_committed and not seat.is_broken for seat in seats)


def names_of(game: Game, seats: Iterable[SeatFacts], words: Words) -> tuple[str, ...]:
    """The players as the reader calls them; the record of the game keeps their own names."""
    return tuple(shown_name(name, seat.level, words) for name, seat in zip(game.players, seats, strict=True))


# ------------------------------------------------------------------------------------------------ the grill


def _figure(teller: Teller, specialist: Specialist | None) -> Figure | None:
    if specialist is None:
        return None
    return Figure(specialist.value, teller.specialist(specialist), teller.power(specialist))


def specialists_of(rules: Rules, teller: Teller) -> tuple[Figure, ...]:
    """All specialists in the game, each with what it does."""
    figures = (_figure(teller, specialist) for _, specialist in rules.specialists)
    return tuple(figure for figure in figures if figure)


def _grill(state: State, teller: Teller, reach: frozenset[int]) -> tuple[TileView, ...]:
    """All places of the grill."""
    up, down, on_tile = frozenset(state.grill), frozenset(state.face_down), dict(state.on_tile)
    places = {tile: "up" if tile in up else "down" if tile in down else "gone" for tile in state.rules.tiles}
    return tuple(
        _place(teller.words, tile, place, on_tile.get(tile), tile in reach and place == "up")
        for tile, place in places.items()
    )


@lru_cache(REMEMBERED_PLACES)
def _place(words: Words, tile: int, place: str, specialist: Specialist | None, is_in_reach: bool) -> TileView:
    """A place of the grill, which looks alike at many tables."""
    teller = Teller(words, ())
    if place == "up":
        return TileView(tile, worms(tile), place, teller.tile(tile), _figure(teller, specialist), is_in_reach)
    text = words.gettext("Tile %(tile)d, turned over") if place == "down" else words.gettext("Tile %(tile)d is taken")
    return TileView(tile, worms(tile), place, text % {"tile": tile})


# ------------------------------------------------------------------------------------------------ players


def _players(
    state: State, teller: Teller, facts: Facts, reach: frozenset[int], result: Result | None
) -> tuple[PlayerView, ...]:
    first = facts.mine[0] if facts.mine else 0
    order = [(first + place) % state.players for place in range(state.players)]
    winning, worms_of = result.winners if result else (), scores(state)
    return tuple(
        _player(state, teller, facts, seat, reach, score=worms_of[seat], is_winner=seat in winning) for seat in order
    )


def _player(  # noqa: PLR0913  # all that is known of a seat meets here
    state: State, teller: Teller, facts: Facts, seat: int, reach: frozenset[int], *, score: int, is_winner: bool
) -> PlayerView:
    top, height = state.tops[seat], len(state.stacks[seat])
    is_current = state.phase is not Phase.OVER and seat == state.seat
    tile = TileView(top, worms(top), "up", teller.tile(top), None, top in reach and seat != state.seat) if top else None
    name = teller.names[seat]
    stack = teller.words.ngettext("%(number)d tile", "%(number)d tiles", height) % {"number": height}
    in_all = teller.worms_in_all(score, state.bratworms[seat])
    values = {"name": name, "stack": stack, "tile": top, "worms": in_all}
    if top:
        summary = teller.words.gettext("%(name)s: %(stack)s, %(tile)d on top, %(worms)s") % values
    else:
        summary = teller.words.gettext("%(name)s: no tile, %(worms)s") % values
    return PlayerView(
        seat=seat,
        name=name,
        is_mine=seat in facts.mine,
        is_current=is_current,
        is_winner=is_winner,
        top=tile,
        height=height,
        worms=score,
        bratworms=state.bratworms[seat],
        in_all=in_all,
        figure=_figure(teller, state.specialists[seat]),
        level=facts.seats[seat].level,
        presence=facts.seats[seat].presence,
        deadline=facts.deadline if is_current else None,
        summary=summary,
    )


# ------------------------------------------------------------------------------------------------ words around it


def _status(story: Story, teller: Teller, facts: Facts, is_my_move: bool) -> Status:
    state = story.state
    _ = teller.words.gettext
    values = {"name": teller.names[state.seat]}
    previous = story.previous
    recap = teller.told(previous) if previous else ""
    mood = _kind(previous) if previous else ""
    if state.phase is Phase.OVER:
        return Status("over", _("The game is over"), recap, mood)
    if is_my_move:
        is_shared = len(facts.mine) > 1
        title = (_("%(name)s, it is your turn") if is_shared else _("Your turn")) % values
        if state.phase is Phase.ROLL:
            return Status("mine", title, recap or _("The grill is hot. Good luck!"), mood, _meanwhile(story, teller))
        return Status("mine", title, _asked(state, teller))
    if facts.bots is BotsTold.WARMING_UP:
        title = _("%(name)s is warming up …") % values
        return Status("theirs", title, _("Only before the very first game. This takes a few seconds."))
    if _is_played_for(facts.seats[state.seat]):
        is_mine = state.seat in facts.mine
        title = _("A bot plays for you") if is_mine else _("A bot plays for %(name)s") % values
        told = recap if state.phase is Phase.ROLL else _last_said(story, teller)
        return Status("theirs", title, told, mood if state.phase is Phase.ROLL else "")
    if facts.seats[state.seat].presence == ABSENT:
        return Status("theirs", _("%(name)s is away") % values, recap or _last_said(story, teller), mood)
    if state.phase is Phase.ROLL:
        return Status("theirs", _("%(name)s's turn") % values, recap, mood)
    if not facts.table:  # nobody plays here, now
        return Status("theirs", _("%(name)s's turn") % values, _last_said(story, teller))
    if facts.seats[state.seat].level:
        return Status("theirs", _("%(name)s is thinking") % values, _last_said(story, teller))
    return Status("theirs", _("%(name)s is choosing") % values, _last_said(story, teller))


def _waits_for(state: State, teller: Teller, facts: Facts) -> WaitsFor | None:
    """The person who has to move, if the viewer plays with them and no clock runs."""
    seat = facts.seats[state.seat]
    is_person = seat.level is None and seat.presence in (HERE, ABSENT)
    if facts.has_clock or not facts.has_chat or not facts.mine or state.seat in facts.mine or not is_person:
        return None
    is_over = state.phase is Phase.OVER
    return None if is_over else WaitsFor(state.seat, teller.names[state.seat], seat.presence == ABSENT)


def _meanwhile(story: Story, teller: Teller) -> str:
    """What the others took from the reader since their last turn; the turn just before is told anyway."""
    if teller.you is None:
        return ""
    since = list(takewhile(lambda turn: turn.seat != teller.you, reversed(story.turns[:-1])))
    losses = [
        teller.event(event, turn)
        for turn in reversed(since[1:])
        for event in turn.events
        if isinstance(event, Stole | GotBratworm) and event.victim == teller.you
    ]
    return teller.words.gettext("While you waited: %(losses)s") % {"losses": " ".join(losses)} if losses else ""


def _asked(state: State, teller: Teller) -> str:
    """What the current seat is asked to do."""
    _ = teller.words.gettext
    match state.phase:
        case Phase.KEEP if not any(isinstance(move, Keep) for move in legal_moves(state)):
            return _("Nothing new to keep. Will the weasel help?")
        case Phase.KEEP:
            return _("Choose which dice to keep.")
        case Phase.DECIDE:
            return _("Roll again, or stop here?")
        case Phase.CLAIM:
            return _asked_to_claim(state, teller)
        case Phase.ROB:
            return _("The supply is empty. Whose bratworm do you take?")
        case Phase.RETAIN:
            return _("You can keep only one. The other goes back to the grill.")
    return ""


def _asked_to_claim(state: State, teller: Teller) -> str:
    _ = teller.words.gettext
    found = claims(state)
    if len(found) == 1:
        return _("Take it, or take nothing?")
    if isinstance(found[-1], Steal):
        return _("From the grill or from a neighbour: which tile do you want?")
    return _("Which tile do you want?")


def _last_said(story: Story, teller: Teller) -> str:
    for ply in reversed(story.recent):
        lines = list(teller.lines(ply))
        if lines:
            return " ".join(lines)
    return ""


def _heard(
    story: Story, teller: Teller, is_my_move: bool, before: TableView | None, result: Result | None
) -> tuple[tuple[int, str], ...]:
    """What the last plies did; those that the viewer has heard of are not told again."""
    known = {ply: text for ply, text in before.heard if ply < before.ply} if before else {}
    told = [(ply.ply, known.get(ply.ply) or " ".join(teller.lines(ply))) for ply in story.recent]
    heard = [(ply, text) for ply, text in told if text]
    if is_my_move and story.state.phase is Phase.ROLL:
        heard.append((story.ply, _your_turn(story, teller)))
    if result:
        heard.append((story.ply, f"{result.title} {result.text}"))
    return tuple(heard)


def _your_turn(story: Story, teller: Teller) -> str:
    name = teller.names[story.state.seat]
    if teller.you is None:
        return teller.words.gettext("%(name)s, it is your turn") % {"name": name}
    return teller.words.gettext("Your turn")


_KINDS: dict[type[Event], str] = {Took: "took", Stole: "stole", Failed: "failed"}


def _kind(turn: TurnStory) -> str:
    return next((_KINDS[type(event)] for event in turn.events if type(event) in _KINDS), "")


def _log(story: Story, teller: Teller, known: Sequence[LogTurn]) -> tuple[LogTurn, ...]:
    """The complete turns, the newest first; those that are known are not told again."""
    told = {turn.number: turn for turn in known}
    numbered = list(enumerate(story.turns, start=1))[-MAX_LOG:]
    return tuple(
        told.get(number) or _log_turn(number, turn, teller) for number, turn in reversed(numbered) if turn.is_complete
    )


def _log_turn(number: int, turn: TurnStory, teller: Teller) -> LogTurn:
    return LogTurn(
        number=number,
        name=teller.names[turn.seat],
        seat=turn.seat,
        kind=_kind(turn),
        kept=tuple(kept_view(kept, teller) for kept in turn.keeps),
        lines=tuple(_log_lines(turn, teller)),
        missed=missed_views(turn, teller) if turn.rolled else (),
    )


def _log_lines(turn: TurnStory, teller: Teller) -> Iterator[tuple[str, str]]:
    """What came of a turn, each sentence with its kind; a reason has none."""
    for event in turn.events:
        *reasons, sentence = teller.sentences(event, turn)
        yield from (("", reason) for reason in reasons)
        yield _KINDS.get(type(event), ""), sentence


# ------------------------------------------------------------------------------------------------ what moves and sounds


def _sound(story: Story, is_my_move: bool) -> str:
    if not story.recent:
        return ""
    last = story.recent[-1]
    sounds = {Took: "tile", Stole: "steal", Failed: "fail"}
    for event in last.events:
        if type(event) in sounds:
            return sounds[type(event)]
    if isinstance(last.move, Dice):
        return "dice"
    return "turn" if is_my_move and story.state.phase is Phase.ROLL else ""


def travelling(move: Move, happened: Iterable[Event]) -> Iterator[str]:
    """The things that a ply moves from one place to another: tiles, specialists, or the dice of a face.

    A stolen tile goes in an arc; what only moves where it is has a word before it: a tile flips, a card is hit, or gets
    a bratworm.
    """
    is_turn_over = False
    for event in happened:
        match event:
            case Took(_, tile):
                yield str(tile)
            case Stole(_, victim, tile):
                yield from (f"hit-{victim}", f"arc-{tile}") if tile is not None else (f"hit-{victim}",)
            case Failed(seat, tile, turned) if tile is not None:
                yield from (str(tile), f"hit-{seat}")
                if turned is not None:
                    yield f"flip-{turned}"
            case GotBratworm(seat, _):
                yield f"drop-{seat}"
            case GotSpecialist(_, specialist) | LeftSpecialist(specialist, _):
                yield specialist.value
        is_turn_over = is_turn_over or isinstance(event, Took | Stole | Failed)
    if isinstance(move, Keep) and not is_turn_over:
        yield f"face-{format_face(move.face)}"
