"""A game in the terminal, turn by turn."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from wormgrill.game.events import events
from wormgrill.game.moves import Dice, Keep, Roll
from wormgrill.game.record import Game, format_result, tell
from wormgrill.game.state import Phase, State, scores
from wormgrill.game.tiles import worms

DIE_STYLE = "black on white"
WORM_STYLE = "bold red on white"
GOLDEN_STYLE = "black on yellow"
TILE_STYLE = "black on bright_white"


def show_game(game: Game) -> None:
    """Print a game as people would tell it: the dice, what was kept, what came of it, and the grill."""
    console = Console(highlight=False)
    console.print(f"{game.rules}, {len(game.players)} players", style="bold")
    states = game.replay()
    before = next(states)
    turn = 1
    console.print(_grill(before))
    for move, after in zip(game.moves, states, strict=True):
        if before.phase is Phase.ROLL:
            top = before.tops[before.seat]
            console.print()
            console.print(f"{turn}. {game.players[before.seat]}", style="bold", end="")
            console.print(f"  top {top} ({_worms(top)})" if top else "  no tile yet")
        if isinstance(move, Dice):
            console.print("   ", _dice(move), end=" ")
        elif isinstance(move, Keep):
            total = after.points if after.phase not in (Phase.ROLL, Phase.OVER) else None
            console.print(f" {move}" + (f", {total} points" if total else ""))
        elif not isinstance(move, Roll):
            console.print(f"    {move}")
        happened = events(before, after)
        if after.phase is not Phase.KEEP and isinstance(move, Dice):
            console.print(" nothing to keep")
        for event in happened:
            console.print(
                f"    {tell(event, game.players)}",
                style="green" if "fails" not in tell(event, game.players) else "magenta",
            )
        if after.phase in (Phase.ROLL, Phase.OVER):
            console.print(_grill(after))
            turn += 1
        before = after
    console.print()
    console.print(
        f"Result: {format_result(before)}" if before.phase is Phase.OVER else "The game was cut off.", style="bold"
    )
    for name, score, stack in zip(game.players, scores(before), before.stacks, strict=True):
        console.print(f"  {name}: {score} worms", f"({', '.join(map(str, stack))})" if stack else "")


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


def _grill(state: State) -> Text:
    text = Text("    ")
    standing = dict(state.on_tile)
    for tile in state.grill:
        name = f"·{standing[tile].label}" if tile in standing else ""
        text.append(f"{tile}{name}", TILE_STYLE).append(" ")
    return text if state.grill else Text("    the grill is empty", "dim")
