"""The environment of PettingZoo under the names that its own games have.

>>> from wormgrill.envs import pickomino_v0
>>> env = pickomino_v0.env(rules="deluxe-2018", players=4)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from wormgrill.envs.together import PickominoAEC

__all__ = ["env", "raw_env"]

raw_env = PickominoAEC


def env(*arguments: Any, **options: Any) -> OrderEnforcingWrapper:
    """Make `raw_env` in PettingZoo's wrapper that watches the order of calls; it takes the same arguments.

    The other usual wrappers would add nothing: an action that is not legal is refused, and one that does not exist is
    a `ValueError`.
    """
    return OrderEnforcingWrapper(raw_env(*arguments, **options))
