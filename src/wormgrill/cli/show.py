"""A game in the terminal, turn by turn, whatever characters the terminal can show."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper
from unicodedata import combining, normalize

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from wormgrill.game.dice import points, with_die
from wormgrill.game.events import Failed, events
from wormgrill.game.moves import Dice, Keep, Move, Roll
from wormgrill.game.record import Game, format_result, tell
from wormgrill.game.state import Phase, State, scores
from wormgrill.game.tiles import worms

DIE_STYLE = "black on white"
WORM_STYLE = "bold red on white"
GOLDEN_STYLE = "black on yellow"
TILE_STYLE = "black on bright_white"
LIKENED = "likened"
"""How Python is told to write what an encoding lacks as other characters that look like it."""
LIKE = dict(zip("\u2212\u2013\u2014\u2018\u2019“”„«»×·▁▂▃▄▅▆▇█", "---''" + '"' * 5 + "x._.-:=+*#", strict=True))
"""What stands for a character that an encoding lacks."""


def _likened(problem: UnicodeError) -> tuple[str, int]:
    """What is written for characters that the output cannot have: others that look like them."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    missing = problem.object[problem.start : problem.end]
    plain = "".join(LIKE.get(char, char) for char in missing)
    shown = (char if char.isascii() else "?" for char in normalize("NFKD", plain) if not combining(char))
    return "".join(shown), problem.end


codecs.register_error(LIKENED, _likened)


class Output(Console):
    """The terminal: text is printed as it is, whatever names are in it; a reader such as `head` may stop reading."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors=LIKENED)
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line's end."""
        raise BrokenPipeError


def show_game(game: Game) -> None:
    """Print a game as people would tell it: the dice, what was kept, what came of it, and the grill."""
    output = Output()
    output.print(f"{game.rules}, {len(game.players)} players", style="bold")
    states = game.replay()
    before = next(states)
    turn = 1
    output.print(_grill(before))
    for move, after in zip(game.moves, states, strict=True):
        if before.phase is Phase.ROLL:
            top = before.tops[before.seat]
            output.print(Text(f"\n{turn}. {game.players[before.seat]}", "bold"), f"({_top(top)})")
        if told := _told(before, move, after):
            output.print(*told, sep="")
        for event in events(before, move, after):
            style = "magenta" if isinstance(event, Failed) else "green"
            output.print(Text(f"    {tell(event, game.players)}", style))
        if after.is_turn_over:
            output.print(_grill(after))
            turn += 1
        before = after
    is_over = before.phase is Phase.OVER
    output.print(Text(f"\nResult: {format_result(before)}" if is_over else "\nThe game was cut off.", "bold"))
    for name, score, stack in zip(game.players, scores(before), before.stacks, strict=True):
        output.print(f"  {name}: {score} worms" + (f" ({', '.join(map(str, stack))})" if stack else ""))


def _told(before: State, move: Move, after: State) -> tuple[Text | str, ...]:
    """A move in a line of its own; a roll shares its line with what is kept from it."""
    match move:
        case Roll():
            return ()
        case Dice():
            return ("    ", _dice(move), "" if after.phase is Phase.KEEP else "  nothing to keep")
        case Keep(face):
            total = points(with_die(before.turn.aside, face, _count(before, face)))
            return (f"        {move}: {total} points",)
        case _:
            return (f"    {move}",)


def _count(state: State, face: int) -> int:
    return state.turn.rolled.counts[face - 1] if state.turn.rolled else 0


def _top(tile: int | None) -> str:
    return f"top {tile}, {_worms(tile)}" if tile else "no tile"


def _worms(tile: int) -> str:
    return f"{worms(tile)} worm{'s' if worms(tile) > 1 else ''}"


def _dice(roll: Dice) -> Text:
    text = Text()
    white, _, golden = roll.faces.partition("+")
    for face in white:
        text.append(f" {face} ", WORM_STYLE if face == "W" else DIE_STYLE).append(" ")
    if golden:
        text.append(f" {golden} ", GOLDEN_STYLE).append(" ")
    return text


def _grill(state: State) -> Padding:
    text = Text("" if state.grill else "no face-up tile is left", "dim" if not state.grill else "")
    standing = dict(state.on_tile)
    for tile in state.grill:
        name = f"·{standing[tile].label}" if tile in standing else ""
        text.append(f"{tile}{name}".replace(" ", "\u00a0"), TILE_STYLE).append(" ")
    return Padding(text, (0, 0, 0, 4), expand=False)
