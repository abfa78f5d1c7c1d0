"""The odds of a position as tables for the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from wormgrill.analysis.measures import OWN, Measure, Target
from wormgrill.analysis.odds import Odds, odds, result_name
from wormgrill.game.dice import WHITE_DICE, format_dice
from wormgrill.game.moves import Claim, Steal
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, can_add_golden_die
from wormgrill.game.tiles import format_tiles, worms

MIN_SHOWN = 0.0005
"""Results less likely than this with every option have no line in the table."""
VALUE_STYLE, FAIL_STYLE, RESULT_STYLE = "green", "red", "yellow"
WIDE = 120
"""Tables grow with the terminal up to this width."""
GAPS = (3, 1)
"""Characters between two columns; the second if there is no room otherwise."""
SHORTEST_BAR = 6
"""Where there is no room for this there are no bars."""
MIN_RESULT_COLUMNS = 3
"""The result, its worms and the best option are always shown; the columns of lesser options need room."""
NUMBER = 6
"""Characters of the widest number: 1.5035 and 100.0%."""


@dataclass(frozen=True)
class Look:
    """What the tables are drawn with."""

    best: str = "▸"
    never: str = "·"
    blocks: str = " ▏▎▍▌▋▊▉█"
    """The last character of a bar by how much of it is filled, from not at all to wholly."""
    box: box.Box = box.SIMPLE_HEAD


UNICODE = Look()
ASCII = Look(">", ".", " #", box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True))
"""For terminals that can show nothing else."""


def print_odds(state: State, measure: Measure | Target) -> None:
    """Work out the odds and print them as wide as the terminal."""
    show_odds(state, measure, odds(state, measure), Console(highlight=False))


def show_odds(state: State, measure: Measure | Target, found: Odds, console: Console) -> None:
    """Print the odds as tables, with bars if there is room."""
    width = min(console.width, WIDE)
    look = ASCII if console.options.ascii_only else UNICODE
    parts = [_situation(state), _options_table(found, measure, width, look)]
    if any(chance >= MIN_SHOWN for option in found.options for chance in option.results.values()):
        parts.append(_results_table(state, found, width, look))
    for part in parts:
        console.print(part)
        console.print()
    console.print(Text(_legend(measure), "dim"))


def _situation(state: State) -> Table:
    tops = [
        ("none" if top is None else str(top)) + (f" with the {name.label}" if name else "")
        for top, name in zip(state.tops, state.specialists, strict=True)
    ]
    standing = ", ".join(f"{name.label} on {tile}" for tile, name in state.on_tile)
    kept = format_dice(state.turn.aside)
    grid = Table.grid(padding=(0, 3))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    grid.add_row("rules", f"{state.rules}, {state.players} players")
    grid.add_row("grill", format_tiles(state.grill) + (f" ({standing})" if standing else ""))
    grid.add_row("own top", tops[state.seat])
    others = [seat for seat in range(state.players) if seat != state.seat]
    grid.add_row("other tops", ", ".join(f"seat {seat}: {tops[seat]}" for seat in others))
    grid.add_row("kept", _dice(kept).append(f" {state.points} points") if kept else "nothing yet")
    if state.turn.rolled:
        grid.add_row("rolled", _dice(state.turn.rolled.faces))
    if state.specialists[state.seat] is Specialist.GOLDEN_DIE:
        grid.add_row("golden die", _golden_die(state))
    return grid


def _golden_die(state: State) -> str:
    """Where the golden die of the player is."""
    turn = state.turn
    if turn.golden_left:
        return "rolled" if turn.rolled else "still to be rolled"
    if sum(turn.aside) + turn.dice_left > WHITE_DICE:
        return "kept"
    return "can still be added to a roll" if can_add_golden_die(state) else "not used in this turn"


def _dice(faces: str) -> Text:
    white, plus, golden = faces.partition("+")
    text = Text()
    for face in white:
        text.append(face, "bold red" if face == "W" else "bold").append(" ")
    return text.append(f"{plus}{golden} ", "bold yellow") if plus else text


def _options_table(found: Odds, measure: Measure | Target, width: int, look: Look) -> Table:
    is_chance = isinstance(measure, Target)
    has_bratworm = any(option.bratworm for option in found.options)
    names = 2 + max(len("option"), *(len(str(option.move)) for option in found.options))
    texts = [names, NUMBER + 1, NUMBER, *([len("bratworm")] if has_bratworm else [])]
    gap, bar_width = _layout(texts, width, bars=2)
    bar_heading = [""] if bar_width else []
    headings = ["chance" if is_chance else "worms", *bar_heading, "fail", *bar_heading]
    table = _table(look, gap, "option", *headings, *(["bratworm"] if has_bratworm else []))
    most = 1.0 if is_chance else max(1.0, *(abs(option.value) for option in found.options))
    for option in found.options:
        is_best = option is found.best
        style = VALUE_STYLE if option.value >= 0 else FAIL_STYLE
        cells = [
            Text(f"{look.best if is_best else ' '} {option.move}"),
            Text(_percent(option.value) if is_chance else f"{option.value:.4f}"),
            *_bar_cell(abs(option.value) / most, bar_width, look, style),
            Text(_percent(option.fail)),
            *_bar_cell(option.fail, bar_width, look, FAIL_STYLE),
            *([Text(_percent(option.bratworm))] if has_bratworm else []),
        ]
        table.add_row(*cells, style="bold" if is_best else "")
    return table


def _results_table(state: State, found: Odds, width: int, look: Look) -> Table:
    """Results down, options across, as many as there is room for: the best one with bars, the others in numbers."""
    best = found.best
    shown = [claim for claim in best.results if any(option.results[claim] >= MIN_SHOWN for option in found.options)]
    names = max(len("  result"), *(len(_describe(state, claim)[0]) for claim in shown))
    texts = [names, len("worms"), *(max(NUMBER, len(str(option.move))) for option in found.options)]
    while len(texts) > MIN_RESULT_COLUMNS and _room(texts, width, GAPS[-1]) < 0:
        texts.pop()
    others = found.options[1 : len(texts) - 2]
    gap, bar_width = _layout(texts, width, bars=1)
    bar_heading = [""] if bar_width else []
    table = _table(look, gap, "result", "worms", str(best.move), *bar_heading, *(str(option.move) for option in others))
    highest = max(best.fail, *(best.results[claim] for claim in shown), MIN_SHOWN)

    def cells(chances: list[float], style: str) -> list[Text]:
        of_best, *of_others = (_chance(chance, look) for chance in chances)
        return [of_best, *_bar_cell(chances[0] / highest, bar_width, look, style), *of_others]

    for claim in shown:
        chances = [option.results[claim] for option in (best, *others)]
        table.add_row(*_describe(state, claim), *cells(chances, RESULT_STYLE))
    table.add_row("  fail", "", *cells([option.fail for option in (best, *others)], FAIL_STYLE))
    return table


def _layout(texts: list[int], width: int, bars: int) -> tuple[int, int]:
    """The gap between columns and the width of the bars beside texts so wide; no bars if they would be too short."""
    for gap in GAPS:
        bar_width = (_room(texts, width, gap) - gap * bars) // bars
        if bar_width >= SHORTEST_BAR:
            return gap, bar_width
    return next((gap for gap in GAPS if _room(texts, width, gap) >= 0), GAPS[-1]), 0


def _room(texts: list[int], width: int, gap: int) -> int:
    """How many characters are left beside texts so wide."""
    return width - sum(texts) - gap * (len(texts) - 1)


def _table(look: Look, gap: int, *headings: str) -> Table:
    table = Table(box=look.box, show_edge=False, pad_edge=False, padding=(0, gap // 2))
    for place, heading in enumerate(headings):
        is_left = place == 0 or not heading
        table.add_column(
            f"  {heading}" if place == 0 else heading, justify="left" if is_left else "right", no_wrap=True
        )
    return table


def _describe(state: State, claim: Claim) -> tuple[str, str]:
    if not isinstance(claim, Steal):
        standing = dict(state.on_tile).get(claim.tile)
        return f"  {result_name(claim)}" + (f" {standing.label}" if standing else ""), str(worms(claim.tile))
    if state.specialists[claim.seat] is Specialist.HEN or state.phase is Phase.RETAIN:
        return f"  {claim}: hen", ""
    tile = state.stacks[claim.seat][-1]
    return f"  {claim}: {tile}", str(worms(tile))


def _chance(chance: float, look: Look) -> Text:
    return Text(_percent(chance)) if chance else Text(look.never, "dim")


def _percent(chance: float) -> str:
    return f"{chance:.1%}"


def _bar_cell(share: float, width: int, look: Look, style: str) -> list[Text]:
    """The cell with a bar, or none where bars have no width."""
    return [Text(bar(share, width, look.blocks), style)] if width else []


def bar(share: float, width: int, blocks: str = UNICODE.blocks) -> str:
    """A bar that fills this share of its width, to an eighth of a character; padded with spaces.

    >>> bar(0.5, 5)
    '██▌  '
    """
    steps = len(blocks) - 1
    full, rest = divmod(round(max(0.0, min(share, 1.0)) * width * steps), steps)
    return (blocks[-1] * full + (blocks[rest] if rest else "")).ljust(width)


def _legend(measure: Measure | Target) -> str:
    if isinstance(measure, Target):
        how = "exactly" if measure.is_exact else "at least"
        return f"Chance of {how} {measure.points} points with a worm, with best play."
    if measure is OWN:
        return "Average worms with best play from now on: only what you gain and lose."
    return "Average worms with best play from now on, with your share of a victim's loss."
