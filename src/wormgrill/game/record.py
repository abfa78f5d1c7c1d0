"""Game: rules, players' names and moves; and the score sheet, its text.

A game is its moves. Every position is derived by playing them, so nothing else is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from wormgrill.game.dice import FACE_TEXT, parse_face
from wormgrill.game.errors import IllegalMove, InvalidNotation, quoted, shortened
from wormgrill.game.events import (
    Event,
    Failed,
    GotBratworm,
    GotSpecialist,
    LeftSpecialist,
    MissedBratworm,
    Stole,
    Took,
    events,
)
from wormgrill.game.history import History
from wormgrill.game.moves import Dice, Keep, Move, Roll, as_move, parse_move, parse_roll
from wormgrill.game.reading import BYTE_ORDER_MARK, decoded, placed, value_of
from wormgrill.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, as_rules, check_players, format_rules, parse_rules
from wormgrill.game.state import Phase, State, apply, initial_state, scores, winners

FORMAT = "wormgrill-record/1"
MAX_NAME = 40
TAG_NAME = re.compile(r"[a-z][a-z0-9-]*")
TOKENS = ("roll", "weasel", "stop", "steal", "grill", "pass", "rob", "retain")
"""What a turn's line may say besides dice."""
OWN_HEADERS = ("format", "rules", "player", "result")


@dataclass(frozen=True)
class Game:
    """A game, played to the end or not: its rules, the players' names in the order of the seats, and its moves.

    Rules and moves may be given as texts. The moves are checked when they are played: by `play`, by `parse_game`, or
    by the first look at `state`.

    >>> game = Game("classic-2014", ("Ada", "Bo"))
    >>> game.play("roll").state.phase
    Phase.CHANCE
    >>> game.play(Roll()).undo() == game
    True
    """

    rules: Rules
    players: tuple[str, ...]
    moves: tuple[Move, ...] | History = ()
    """A tuple of moves, or a history, which is equal to it and goes on without being copied."""
    tags: tuple[tuple[str, str], ...] = ()
    """What else is known of the game, such as its date: names and values in the order of the record."""

    def __init__(
        self,
        rules: Rules | str,
        players: Sequence[str],
        moves: Iterable[Move | str] = (),
        tags: tuple[tuple[str, str], ...] = (),
    ) -> None:
        values = {
            "rules": as_rules(rules),
            "players": _names(players),
            "moves": moves if isinstance(moves, History) else _moves(moves),
            "tags": tags,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        check_players(len(self.players))
        for name in self.players:
            if problem := name_problem(name):
                raise ValueError(problem)
        if len(dict(self.tags)) < len(self.tags):
            raise ValueError("a tag is given twice")
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

    def play(self, move: Move | str) -> Game:
        """The game with one more move; `IllegalMove` if the position does not allow it.

        Complexity: the same for every move, unless another one was played from here before: then all are copied.
        """
        move = as_move(move)
        state = apply(self.state, move)
        history = self.moves if isinstance(self.moves, History) else History([*self.moves])
        return replace(self, moves=history.then(move)).arrived(state)

    def arrived(self, state: State) -> Game:
        """The same game, told the position after its moves so that it need not replay them."""
        self.__dict__["state"] = state
        return self

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


def _names(players: Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise TypeError(f"players are a list of names, not {quoted(players)}")
    return tuple(players)


def _moves(moves: Iterable[Move | str]) -> tuple[Move, ...]:
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise TypeError(f"moves are a list of moves or of their texts, not {quoted(moves)}")
    return tuple(map(as_move, moves))


def name_problem(name: str) -> str | None:
    """Why this cannot be a player's name, in a sentence; None if it can."""
    if not isinstance(name, str):
        return f"{quoted(name)} cannot be a name: it is no text"
    if not name or name != name.strip():
        return f"{quoted(name)} cannot be a name: it is empty or begins or ends with a space"
    if len(name) > MAX_NAME:
        return f"{quoted(name)} cannot be a name: it is longer than {MAX_NAME} characters"
    if not name.isprintable():
        return f"{quoted(name)} cannot be a name: it has characters that cannot be printed"
    return None


def _tag_problem(tag: str, value: str) -> str | None:
    if tag in OWN_HEADERS:
        return f"the header {tag} has a meaning of its own"
    if not TAG_NAME.fullmatch(tag):
        return (
            f"{quoted(tag)} cannot be the name of a header: small letters, digits and '-' can, starting with a letter"
        )
    if not value or value != value.strip() or not value.isprintable():
        return f"the header {shortened(tag)} needs a printable value without spaces around it"
    if tag == "date" and not _is_date(value):
        return f"{quoted(value)} is not a date such as 2026-11-15"
    return None


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# ------------------------------------------------------------------------------------------------------------ writing


def format_game(game: Game) -> str:
    """The game as a score sheet: headers, an empty line, a line for each turn."""
    headers = [("format", FORMAT), ("rules", format_rules(game.rules))]
    headers += [("player", name) for name in game.players]
    headers += game.tags
    turns, last = _format_turns(game)
    headers.append(("result", format_result(last)))
    lines = [f"{key}: {value}" for key, value in headers]
    return "\n".join([*lines, "", *turns]) + "\n"


def format_result(state: State) -> str:
    """How the game ended: worms by seat and who won.

    >>> format_result(initial_state("classic-2014", 2))
    'unfinished'
    """
    if state.phase is not Phase.OVER:
        return "unfinished"
    won = winners(state)
    seats = " ".join(map(str, won))
    return f"{' '.join(map(str, scores(state)))}, won by seat{'s' if len(won) > 1 else ''} {seats}"


def _format_turns(game: Game) -> tuple[list[str], State]:
    """The lines of all turns, and the position after them."""
    lines: list[str] = []
    tokens: list[str] = []
    story: list[str] = []
    states = game.replay()
    before = next(states)
    for move, after in zip(game.moves, states, strict=True):
        _add_token(tokens, move)
        story += [tell(event, game.players) for event in events(before, move, after)]
        if after.is_turn_over:
            lines.append(_format_turn(len(lines) + 1, tokens, story))
            tokens, story = [], []
        before = after
    if tokens:
        lines.append(_format_turn(len(lines) + 1, tokens, story))
    return lines, before


def _format_turn(number: int, tokens: list[str], story: list[str]) -> str:
    line = f"{number:>3}. {' '.join(tokens)}"
    return f"{line}  ; {'; '.join(story)}" if story else line


def _add_token(tokens: list[str], move: Move) -> None:
    """Add a move to the turn's tokens; dice stand for their roll, and what is kept hangs on its dice."""
    if isinstance(move, Dice):
        if tokens[-1] == "weasel":
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
        case Failed(seat, returned, turned, on_purpose):
            back = f", {returned} goes back" if returned else ""
            return f"{players[seat]} {'passes' if on_purpose else 'fails'}{back}" + (
                f", {turned} is turned down" if turned else ""
            )
        case GotBratworm(seat, victim):
            return f"{players[seat]} gets a bratworm" + ("" if victim is None else f" from {players[victim]}")
        case MissedBratworm(seat):
            return f"no bratworm is left for {players[seat]}"
        case GotSpecialist(seat, specialist):
            return f"{players[seat]} has the {specialist.label}"
        case LeftSpecialist(specialist, tile):
            return f"the {specialist.label} {f'goes to {tile}' if tile else 'leaves the game'}"


# ------------------------------------------------------------------------------------------------------------ reading


def parse_game(text: str | bytes) -> Game:
    """The game that a score sheet tells; the inverse of `format_game`.

    Everything is played while it is read: what the rules do not allow is refused, with its line and column.
    """
    lines = _lines(text)
    start, *others = _starts(lines) or [0]
    if others:
        raise InvalidNotation("another record begins here", expected="only one", line=others[0] + 1, column=1)
    return _parse_lines(lines[start:], start)


def as_game(game: Game | str) -> Game:
    """Return a game as it is, or the one that a score sheet tells: for functions that take either."""
    return value_of(game, Game, parse_game, "a game is the text of a record, or a Game")


def parse_games(text: str | bytes) -> list[Game]:
    """The games of a text with any number of score sheets, one after the other."""
    games: list[Game] = []
    for game in read_games(text):
        if isinstance(game, InvalidNotation):
            raise game
        games.append(game)
    return games


def read_games(text: str | bytes) -> Iterator[Game | InvalidNotation]:
    """The same one by one, with the problem in the place of a score sheet that cannot be read."""
    lines = _lines(text)
    for start, end in pairwise([*_starts(lines), len(lines)]):
        try:
            yield _parse_lines(lines[start:end], start)
        except InvalidNotation as problem:
            yield problem


def count_turns(text: str | bytes) -> int:
    """How many lines of a text with score sheets would be read as turns; none of them is played."""
    lines = _lines(text)
    return sum(len(_split(lines[start:end])[1]) for start, end in pairwise([*_starts(lines), len(lines)]))


def _lines(text: str | bytes) -> list[str]:
    """The lines of a text, or of several that were put together with the byte order marks of each."""
    return [line.removeprefix(BYTE_ORDER_MARK) for line in decoded(text).split("\n")]


def _starts(lines: list[str]) -> list[int]:
    """Where the records begin; only empty lines may stand above the first one."""
    starts = [place for place, line in enumerate(lines) if line.startswith("format: ")]
    for place, line in enumerate(lines[: starts[0] if starts else None], start=1):
        if line.strip():
            raise InvalidNotation("this is not a record", expected=f"format: {FORMAT}", line=place, column=1)
    return starts


def _parse_lines(lines: list[str], above: int) -> Game:
    """The game of these lines, with so many lines above them in the text."""
    empty, turns = _split(lines)
    game, result = _parse_headers(lines[:empty], above)
    state, moves = game.state, list[Move]()
    for number, (place, body) in enumerate(turns, start=1):
        state = _parse_turn(state, moves, body, above + place, number)
    if result is not None and result[0] != format_result(state):
        found = "the moves say otherwise" if state.phase is Phase.OVER else "the game is not over after the last move"
        problem = f"the result is {quoted(result[0])}, but {found}"
        raise InvalidNotation(problem, expected=repr(format_result(state)), line=result[1], column=9)
    return replace(game, moves=tuple(moves)).arrived(state)


def _split(lines: list[str]) -> tuple[int, list[tuple[int, str]]]:
    """How many lines are headers, and the lines of the turns: the number of each, from 1 on, and what it says."""
    empty = next((place for place, line in enumerate(lines) if not line.strip()), len(lines))
    bodies = ((place, line.partition(";")[0].rstrip()) for place, line in enumerate(lines[empty:], start=empty + 1))
    return empty, [(place, body) for place, body in bodies if body]


def _parse_headers(lines: list[str], above: int) -> tuple[Game, tuple[str, int] | None]:
    """The game before its first move, and the result that is claimed for it with its line."""
    if not lines or lines[0].rstrip() != f"format: {FORMAT}":
        raise InvalidNotation("this is not a record", expected=f"format: {FORMAT}", line=above + 1, column=1)
    players: list[str] = []
    others: dict[str, str] = {}
    rules: Rules | None = None
    result: tuple[str, int] | None = None
    for place, line in enumerate(lines[1:], start=above + 2):
        key, colon, value = line.rstrip().partition(": ")
        column = len(key) + 3
        if not colon:
            raise InvalidNotation(f"{quoted(line)} is not a header", expected="name: value", line=place, column=1)
        if key in others:
            raise InvalidNotation(
                f"the header {shortened(key)} is given twice", expected="it once", line=place, column=1
            )
        if key == "player":
            players.append(value)
        else:
            others[key] = value
        problem = name_problem(value) if key == "player" else None
        if key == "rules":
            rules = placed(parse_rules, value, column, place)
        elif key == "result":
            result = (value, place)
        elif key != "player":
            problem = _tag_problem(key, value)
        if problem:
            raise InvalidNotation(problem, line=place, column=column if TAG_NAME.fullmatch(key) else 1)
    end = above + len(lines) + 1
    if rules is None:
        raise InvalidNotation("the record does not say its rules", expected="rules: ...", line=end)
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        expected = f"{MIN_PLAYERS} to {MAX_PLAYERS} headers player: ..."
        raise InvalidNotation(f"the number of players is {len(players)}", expected=expected, line=end)
    tags = tuple((key, value) for key, value in others.items() if key not in OWN_HEADERS)
    return Game(rules, tuple(players), tags=tags), result


def _parse_turn(state: State, moves: list[Move], body: str, line: int, number: int) -> State:
    """Play the turn that a line tells, adding its moves; the position after it."""
    number_token, *tokens = re.finditer(r"\S+", body)
    if state.phase is not Phase.ROLL:
        what = "the game is over" if state.phase is Phase.OVER else "the turn of the line before is not complete"
        raise InvalidNotation(what, expected="no further turn", line=line, column=number_token.start() + 1)
    if number_token[0] != f"{number}.":
        problem = f"{quoted(number_token[0])} is not this turn's number"
        raise InvalidNotation(problem, expected=f"{number}.", line=line, column=number_token.start() + 1)
    if not tokens:
        raise InvalidNotation("the turn has no move", expected="dice", line=line, column=len(body) + 1)
    for place, token in enumerate(tokens):
        column = token.start() + 1
        if place and state.is_turn_over:
            raise InvalidNotation("the turn is over", expected="the end of the line", line=line, column=column)
        try:
            for move in _parse_token(token[0], state):
                state = apply(state, move)
                moves.append(move)
        except InvalidNotation as problem:
            raise problem.at(line, column) from None
        except IllegalMove as problem:
            raise InvalidNotation(str(problem), line=line, column=column) from None
    return state


def _parse_token(token: str, state: State) -> Iterator[Move]:
    """The moves that a token stands for: dice bring their roll with them."""
    word, colon, detail = token.partition(":")
    if word in TOKENS:
        yield parse_move(token.replace(":", " ", 1))
        return
    if word[:1] not in {*FACE_TEXT, "+"}:
        raise InvalidNotation(f"{quoted(token)} is not part of a turn", expected=f"dice, {', '.join(TOKENS)}")
    dice = parse_roll(word)
    if state.phase is not Phase.CHANCE:
        yield Roll(golden=dice.golden is not None and not state.turn.golden_left)
    yield dice
    if colon:
        yield Keep(placed(parse_face, detail, len(word) + 2))
