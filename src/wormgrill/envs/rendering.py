"""How environments show a position: as text, or as the picture of the board."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np

from wormgrill.game.errors import quoted
from wormgrill.game.state import State

RENDER_MODES = ["ansi", "rgb_array"]
FRAMES_PER_SECOND = 2


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"the render mode {quoted(str(mode))} is not known: {' or '.join(RENDER_MODES)}")
    return mode


def named_from(seat: int, opponents: Sequence[str]) -> list[str]:
    """The names of all players by seat; the learner sits at this one, and the opponents clockwise from there.

    >>> named_from(1, ["greedy", "thinker"])
    ['thinker', 'learner', 'greedy']
    >>> named_from(0, ["greedy", "greedy"])
    ['learner', 'greedy 1', 'greedy 2']
    """
    names = ["learner"]
    for place, name in enumerate(opponents, start=1):
        is_alone = opponents.count(name) == 1
        names.append(name if is_alone else f"{name} {opponents[:place].count(name)}")
    return [names[(place - seat) % len(names)] for place in range(len(names))]


def rendered(state: State, names: Sequence[str], seat: int | None, mode: str | None) -> Any:
    """A position as a text or as an array of red, green and blue; None without a mode."""
    if mode == "ansi":
        from wormgrill.presentation.text_board import board_text  # noqa: PLC0415  # environments that train show nothing

        return board_text(state, names, seat)
    if mode == "rgb_array":
        from PIL import Image  # noqa: PLC0415  # only pictures need these

        from wormgrill.presentation.drawing import board_png  # noqa: PLC0415

        with Image.open(BytesIO(board_png(state, names, seat))) as picture:
            return np.array(picture.convert("RGB"))
    return None
