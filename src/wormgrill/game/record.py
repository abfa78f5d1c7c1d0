"""Game: rules, players' names and moves; and the score sheet, its text.

A game is its moves. Every position is derived by playing them, so nothing else is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from wormgrill.game.dice import parse_face
from wormgrill.game.errors import IllegalMove, InvalidNotation
from wormgrill.game.events import Event, Failed, GotBratworm, GotSpecialist, LeftSpecialist, Stole, Took, events
from wormgrill.game.moves import Dice, Keep, Move, Roll, parse_move, parse_roll
from wormgrill.game.position import decoded
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, format_rules, parse_rules
from wormgrill.game.state import Phase, State, apply, initial_state, scores, winners

FORMAT = "wormgrill-record/1"
MAX_NAME = 40
DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
TAG_NAME = re.compile(r"[a-z][a-z0-9-]*")
OWN_HEADERS = ("format", "rules", "player", "result")


@dataclass(frozen=True)
class Game:
    """A game, played to the end or not: its rules, the players' names in the order of the seats, and its moves.

    >>> from wormgrill.game.rules import EDITIONS
    >>> game = Game(EDITIONS["classic-2014"], ("Ada", "Bo"))
    >>> game.play(Roll()).state.phase
    Phase.CHANCE
    >>> game.play(Roll()).undo() == game
    True
    """

    rules: Rules
    players: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    """What else is known of the game, such as its date: names and values in the order of the record."""

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= len(self.players) <= MAX_PLAYERS:
            raise ValueError(f"{len(self.players)} players cannot play: {MIN_PLAYERS} to {MAX_PLAYERS} can")
        for name in self.players:
            if problem := name_problem(name):
                raise ValueError(problem)
        for tag, value in self.tags:
            if problem := _tag_problem(tag, value):
                raise ValueError(problem)

    @cached_property
    def state(self) -> State:
        """The position after all moves."""
        *_, last = self.replay()
        return last

    def replay(self) -> Iterator[State]:
        """Every position from the first on: one more than there are moves."""
        state = initial_state(self.rules, len(self.players))
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state

    def play(self, move: Move) -> Game:
        """The game with one more move; `IllegalMove` if the position does not allow it."""
        state = apply(self.state, move)
        game = replace(self, moves=(*self.moves, move))
        game.__dict__["state"] = state  # what the cached property would find by replaying all moves
        return game

    def until(self, ply: int) -> Game:
        """The game as it was after so many moves."""
        if not 0 <= ply <= len(self.moves):
            raise ValueError(f"the game has plies 0 to {len(self.moves)}, not {ply}")
        return replace(self, moves=self.moves[:ply])

    def undo(self, plies: int = 1) -> Game:
        """The game without its last moves."""
        return self.until(len(self.moves) - plies)

    def tag(self, name: str) -> str | None:
        """The value of a tag, if the game has it."""
        return dict(self.tags).get(name)


def name_problem(name: str) -> str | None:
    """Why this cannot be a player's name, in a sentence; None if it can."""
    if not name or name != name.strip():
        return f"{name!r} cannot be a name: it is empty or begins or ends with a space"
    if len(name) > MAX_NAME:
        return f"{name!r} cannot be a name: it is longer than {MAX_NAME} characters"
    if not name.isprintable():
        return f"{name!r} cannot be a name: it has characters that cannot be printed"
    return None


def _tag_problem(tag: str, value: str) -> str | None:
    if not TAG_NAME.fullmatch(tag) or tag in OWN_HEADERS:
        return f"{tag!r} cannot be the name of a header: small letters, digits and '-' can, starting with a letter"
    if not value or value != value.strip() or not value.isprintable():
        return f"the header {tag} needs a printable value without spaces around it"
    if tag == "date" and not DATE.fullmatch(value):
        return f"{value!r} is not a date such as 2026-11-15"
    return None


# ------------------------------------------------------------------------------------------------------------ writing


def format_game(game: Game) -> str:
    """The game as a score sheet: headers, an empty line, a line for each turn."""
    headers = [("format", FORMAT), ("rules", format_rules(game.rules))]
    headers += [("player", name) for name in game.players]
    headers += game.tags
    headers.append(("result", format_result(game.state)))
    lines = [f"{key}: {value}" for key, value in headers]
    return "\n".join([*lines, "", *_format_turns(game)]) + "\n"


def format_result(state: State) -> str:
    """How the game ended: worms by seat and who won.

    >>> from wormgrill.game.rules import EDITIONS
    >>> format_result(initial_state(EDITIONS["classic-2014"], 2))
    'unfinished'
    """
    if state.phase is not Phase.OVER:
        return "unfinished"
    won = winners(state)
    seats = " ".join(map(str, won))
    return f"{' '.join(map(str, scores(state)))}, won by seat{'s' if len(won) > 1 else ''} {seats}"


def _format_turns(game: Game) -> Iterator[str]:
    tokens: list[str] = []
    story: list[str] = []
    number = 1
    states = game.replay()
    before = next(states)
    for move, after in zip(game.moves, states, strict=True):
        _add_token(tokens, before, move)
        story += (tell(event, game.players) for event in events(before, after))
        if after.phase in (Phase.ROLL, Phase.OVER):
            yield _format_turn(number, tokens, story)
            tokens, story = [], []
            number += 1
        before = after
    if tokens:
        yield _format_turn(number, tokens, story)


def _format_turn(number: int, tokens: list[str], story: list[str]) -> str:
    line = f"{number:>3}. {' '.join(tokens)}"
    return f"{line}  ; {'; '.join(story)}" if story else line


def _add_token(tokens: list[str], before: State, move: Move) -> None:
    """Add a move to the turn's tokens; dice stand for their roll, and what is kept hangs on its dice."""
    if isinstance(move, Dice):
        if before.turn.weasel_used and tokens[-1] == "weasel":
            tokens.append(move.faces)
        else:
            tokens[-1] = move.faces
    elif isinstance(move, Keep):
        tokens[-1] += f":{str(move).removeprefix('keep ')}"
    else:
        tokens.append(str(move).replace(" ", ":"))


def tell(event: Event, players: tuple[str, ...]) -> str:
    """An event as a short English sentence.

    >>> tell(Stole(0, 1, 26), ("Ada", "Bo"))
    'Ada steals 26 from Bo'
    """
    match event:
        case Took(seat, tile):
            return f"{players[seat]} takes {tile}"
        case Stole(seat, victim, tile):
            return f"{players[seat]} steals {tile or 'the hen'} from {players[victim]}"
        case Failed(seat, returned, turned):
            back = f", {returned} goes back" if returned else ""
            return f"{players[seat]} fails{back}" + (f", {turned} is turned down" if turned else "")
        case GotBratworm(seat, victim):
            return f"{players[seat]} gets a bratworm" + ("" if victim is None else f" from {players[victim]}")
        case GotSpecialist(seat, specialist):
            return f"{players[seat]} has the {specialist.label}"
        case LeftSpecialist(specialist, tile):
            return f"the {specialist.label} {f'goes to {tile}' if tile else 'leaves the game'}"


# ------------------------------------------------------------------------------------------------------------ reading


def parse_game(text: str | bytes) -> Game:
    """The game that a score sheet tells; the inverse of `format_game`.

    Everything is played while it is read: what the rules do not allow is refused, with its line and column.
    """
    lines = decoded(text).split("\n")
    empty = next((place for place, line in enumerate(lines) if not line.strip()), len(lines))
    game, result = _parse_headers(lines[:empty])
    number = 1
    for place, line in enumerate(lines[empty:], start=empty + 1):
        if line.partition(";")[0].strip():
            game = _parse_turn(game, line, place, number)
            number += 1
    if result is not None and result[0] != format_result(game.state):
        problem = f"the result is {result[0]!r}, but the moves say otherwise"
        raise InvalidNotation(problem, expected=repr(format_result(game.state)), line=result[1], column=9)
    return game


def _parse_headers(lines: list[str]) -> tuple[Game, tuple[str, int] | None]:
    rules: Rules | None = None
    result: tuple[str, int] | None = None
    players: list[str] = []
    tags: list[tuple[str, str]] = []
    if not lines or lines[0].rstrip() != f"format: {FORMAT}":
        raise InvalidNotation("this is not a record", expected=f"format: {FORMAT}", line=1, column=1)
    for place, line in enumerate(lines[1:], start=2):
        key, colon, value = line.rstrip().partition(": ")
        if not colon:
            raise InvalidNotation(f"{line!r} is not a header", expected="name: value", line=place, column=1)
        column = len(key) + 3
        problem = None
        if key == "format" or (key == "rules" and rules) or (key == "result" and result):
            problem = f"the header {key} is given twice"
        elif key == "rules":
            try:
                rules = parse_rules(value)
            except InvalidNotation as error:
                raise error.at(place, column) from None
        elif key == "player":
            problem = name_problem(value)
            players.append(value)
        elif key == "result":
            result = (value, place)
        else:
            problem = f"the header {key} is given twice" if key in dict(tags) else _tag_problem(key, value)
            tags.append((key, value))
        if problem:
            raise InvalidNotation(problem, line=place, column=column)
    if rules is None:
        raise InvalidNotation("the record does not say its rules", expected="rules: ...", line=len(lines) + 1)
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        expected = f"{MIN_PLAYERS} to {MAX_PLAYERS} headers player: ..."
        raise InvalidNotation(f"the record has {len(players)} players", expected=expected, line=len(lines) + 1)
    return Game(rules, tuple(players), tags=tuple(tags)), result


def _parse_turn(game: Game, line: str, place: int, number: int) -> Game:
    body = line.partition(";")[0]
    if game.state.phase is not Phase.ROLL:
        what = "the game is over" if game.state.phase is Phase.OVER else "the turn of the line before is not complete"
        raise InvalidNotation(what, expected="no further turn", line=place)
    moves: list[Move] = []
    state = game.state
    for token in re.finditer(r"\S+", body):
        column = token.start() + 1
        if token.start() == len(body) - len(body.lstrip()):
            if token[0] != f"{number}.":
                raise InvalidNotation(
                    f"{token[0]!r} is not this turn's number", expected=f"{number}.", line=place, column=column
                )
            continue
        if moves and state.phase in (Phase.ROLL, Phase.OVER):
            raise InvalidNotation("the turn is over", expected="the end of the line", line=place, column=column)
        try:
            for move in _parse_token(token[0], state):
                state = apply(state, move)
                moves.append(move)
        except InvalidNotation as problem:
            raise problem.at(place, column) from None
        except IllegalMove as problem:
            raise InvalidNotation(str(problem), line=place, column=column) from None
    if not moves:
        raise InvalidNotation("the turn has no move", expected="dice", line=place)
    game = replace(game, moves=game.moves + tuple(moves))
    game.__dict__["state"] = state
    return game


def _parse_token(token: str, state: State) -> Iterator[Move]:
    """The moves that a token stands for: dice bring their roll with them."""
    word, colon, detail = token.partition(":")
    if word[:1].islower():
        yield parse_move(f"{word} {detail}" if colon else word)
        return
    dice = parse_roll(word)
    if state.phase is not Phase.CHANCE:
        yield Roll(golden=dice.golden is not None and state.phase is Phase.ROLL)
    yield dice
    if colon:
        try:
            yield Keep(parse_face(detail))
        except InvalidNotation as problem:
            raise problem.at(None, len(word) + 2) from None
