"""The spaces of Gymnasium for some rules and players."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from wormgrill.envs.core import Setting


def action_space(setting: Setting) -> spaces.Discrete:
    """All actions, legal now or not."""
    return spaces.Discrete(len(setting.actions))


def position_space(setting: Setting) -> spaces.Box[np.uint8]:
    """All observations."""
    highest = setting.layout.highest
    return spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8)


def masked_space(setting: Setting) -> spaces.Dict:
    """Observations with the mask of the legal actions."""
    mask = spaces.Box(0, 1, (len(setting.actions),), dtype=np.int8)
    return spaces.Dict({"observation": position_space(setting), "action_mask": mask})
