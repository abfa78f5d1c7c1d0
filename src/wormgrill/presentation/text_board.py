"""A position of the game as plain text in English, for a terminal of 80 columns without colours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from wormgrill.game.dice import FACE_POINTS, FACE_TEXT, Counts, with_die
from wormgrill.game.moves import Grill, Steal
from wormgrill.game.results import total_points
from wormgrill.game.rules import Specialist
from wormgrill.game.state import Phase, State, claims, robbable, scores, winners
from wormgrill.game.tiles import format_tiles, worms
from wormgrill.presentation.captions import counted, kept_golden_faces, sentence_of, title_of, worm_note

COLUMNS = 80
NAME_COLUMNS = 20
"""A longer name is cut."""
CELL = 4
"""The columns of a tile."""
FACE_DOWN, TAKEN, WORM = "##", "..", "~"


def board_text(state: State, names: Sequence[str], you: int | None = None) -> str:
    """A position as text; `you` is the seat that is called you.

    >>> from wormgrill.game.position import parse_state
    >>> position = "classic-2014 | 21-23,26,28-33 | 24.27 25 34 - | seat=1 phase=keep aside=WW44 rolled=1145"
    >>> print(board_text(parse_state(position), ("Ada", "Bo", "Cleo", "Dot"), you=0))
    classic-2014
    Bo's turn. Choose which dice to keep.
    <BLANKLINE>
      21  22  23  ..  ..  26  ..  28  29  30  31  32  33  ..  ##  ##
       ~   ~   ~          ~~      ~~  ~~  ~~  ~~  ~~  ~~
                                       ~   ~   ~   ~  ~~
      ## is face down, .. is taken
    <BLANKLINE>
      Player      Top  Tiles  Worms
      Ada (you)    27      2      3
    > Bo           25      1      2
      Cleo         34      1      4
      Dot           -      0      0
    <BLANKLINE>
    Rolled: 11 4 5
    Kept: 44 = 8, WW = 10
    Points: 18, with a worm
    """
    if len(names) != state.players:
        raise ValueError(f"{len(names)} names do not fit {state.players} players")
    called = [_cut(_plain(name) or f"Player {seat}") for seat, name in enumerate(names, start=1)]
    title = title_of(state, called, you)
    lines = [
        *_wrapped(str(state.rules)),
        *_wrapped(f"{title}{'' if title.endswith('!') else '.'} {sentence_of(state)}"),
        "",
        *_grill(state),
        "",
        *_players(state, called, you),
    ]
    if state.phase is not Phase.OVER:
        lines += ["", *_turn(state, called)]
    return "\n".join(line.rstrip() for line in lines)


# ------------------------------------------------------------------------------------------------ the grill


def _grill(state: State) -> Iterator[str]:
    """All tiles of the rules in a row, their worms below them, and what stands beside the row in words."""
    face_up, face_down = set(state.grill), set(state.face_down)
    shown = [str(tile) if tile in face_up else FACE_DOWN if tile in face_down else TAKEN for tile in state.rules.tiles]
    yield _row(shown)
    drawn = [worms(tile) if tile in face_up else 0 for tile in state.rules.tiles]
    if any(drawn):
        yield _row(WORM * min(number, 2) for number in drawn)
        yield _row(WORM * max(0, number - 2) for number in drawn)
    signs = ((FACE_DOWN, "is face down"), (TAKEN, "is taken"))
    if legend := ", ".join(f"{sign} {meaning}" for sign, meaning in signs if sign in shown):
        yield f"  {legend}"
    if state.on_tile:
        yield from _wrapped(f"Specialists: {', '.join(f'{name.label} on {tile}' for tile, name in state.on_tile)}")
    if state.rules.bratworms:
        yield f"Supply: {counted(state.supply, 'bratworm')}"


def _row(cells: Iterable[str]) -> str:
    return "".join(cell.rjust(CELL) for cell in cells)


# ------------------------------------------------------------------------------------------------ players


def _players(state: State, names: Sequence[str], you: int | None) -> Iterator[str]:
    """The players in a table; columns for things that are not in the game are left out."""
    has_bratworms, has_specialists = bool(state.rules.bratworms), bool(state.rules.specialists)
    called = [f"{name} (you)" if seat == you else name for seat, name in enumerate(names)]
    wide = max(10, *map(_columns_of, called))
    heads = ["Top", "Tiles", *(["Bratworms"] if has_bratworms else []), "Worms"]
    tail = "  Specialist" if has_specialists else ""
    yield f"  {_padded('Player', wide)}{''.join(f'  {head}' for head in heads)}{tail}"
    marked = winners(state) if state.phase is Phase.OVER else (state.seat,)
    for seat, (name, score) in enumerate(zip(called, scores(state), strict=True)):
        specialist = state.specialists[seat]
        cells = [
            str(state.tops[seat] or "-"),
            str(len(state.stacks[seat])),
            *([str(state.bratworms[seat])] if has_bratworms else []),
            str(score),
        ]
        counts = "".join(f"  {cell.rjust(len(head))}" for head, cell in zip(heads, cells, strict=True))
        owned = f"  {specialist.label if specialist else '-'}" if has_specialists else ""
        yield f"{'>' if seat in marked else ' '} {_padded(name, wide)}{counts}{owned}"


# ------------------------------------------------------------------------------------------------ the turn


def _turn(state: State, names: Sequence[str]) -> Iterator[str]:
    """The dice, the points, and what there is to choose from."""
    turn = state.turn
    if turn.rolled:
        golden = turn.rolled.golden
        white = turn.rolled.counts if golden is None else with_die(turn.rolled.counts, golden, -1)
        parts = [*_groups(white), *([f"golden {FACE_TEXT[golden - 1]}"] if golden else [])]
        yield f"Rolled: {' '.join(parts)}"
    elif state.phase in (Phase.ROLL, Phase.CHANCE, Phase.DECIDE):
        golden_too = ", one of them golden" if turn.golden_left else ""
        yield f"{'Rolling' if state.phase is Phase.CHANCE else 'To roll'}: {_dice(turn.dice_left)}{golden_too}"
    if any(turn.aside):
        sums = zip(_groups(turn.aside), _sums(turn.aside), strict=True)
        yield f"Kept: {', '.join(f'{dice} = {points}' for dice, points in sums)}{_golden_kept(state)}"
        note = worm_note(state)
        yield f"Points: {total_points(state)}, {note[0].lower()}{note[1:]}"
    if state.phase in (Phase.KEEP, Phase.CHANCE, Phase.DECIDE, Phase.CLAIM) and any(turn.aside):
        found = list(_enough_for(state, names))
        yield from _wrapped(f"Enough for: {', '.join(found)}") if found else ()
    if state.phase is Phase.ROB:
        yield from _wrapped(f"Have a bratworm to give: {', '.join(names[seat] for seat in robbable(state))}")
    if turn.in_hand:
        yield f"In hand: {', '.join(name.label for name in turn.in_hand)}"


def _groups(counts: Counts) -> list[str]:
    return [face * count for face, count in zip(FACE_TEXT, counts, strict=True) if count]


def _sums(counts: Counts) -> list[int]:
    return [count * points for count, points in zip(counts, FACE_POINTS, strict=True) if count]


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _golden_kept(state: State) -> str:
    match kept_golden_faces(state):
        case ():
            return ""
        case (face,):
            return f", golden die: {FACE_TEXT[face - 1]}"
    return ", golden die among them"


def _enough_for(state: State, names: Sequence[str]) -> Iterator[str]:
    """What the kept dice can claim."""
    found = claims(state)
    if tiles := [claim.tile for claim in found if isinstance(claim, Grill)]:
        yield f"{format_tiles(tiles)} from the grill"
    for claim in found:
        if isinstance(claim, Steal):
            has_hen = state.specialists[claim.seat] is Specialist.HEN
            yield f"{'the hen' if has_hen else state.stacks[claim.seat][-1]} from {names[claim.seat]}"


# ------------------------------------------------------------------------------------------------ columns


def _plain(name: str) -> str:
    """A name in one line, without signs that move the cursor."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _columns_of(text: str) -> int:
    """How many columns a terminal needs: two for a letter of Chinese, none for an accent of its own."""
    return sum(map(_letter_columns, text))


def _letter_columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - _columns_of(text))


def _cut(name: str) -> str:
    if _columns_of(name) <= NAME_COLUMNS:
        return name
    while _columns_of(name) > NAME_COLUMNS - 1:
        name = name[:-1].rstrip()
    return f"{name}…"


def _wrapped(text: str) -> Iterator[str]:
    """A text in lines that are not too long; all but the first are indented."""
    line = ""
    for word in text.split(" "):
        if line.strip() and _columns_of(f"{line} {word}") > COLUMNS:
            yield line
            line = f"  {word}"
        else:
            line = f"{line} {word}" if line else word
    yield line
