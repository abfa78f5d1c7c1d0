"""The game for researchers, in the form that their tools expect; install it with the extra `envs`.

Names are imported when they are first used: Gymnasium, PettingZoo and OpenSpiel are not needed for each other.

>>> import gymnasium
>>> env = gymnasium.make("wormgrill.envs:wormgrill/Pickomino-v0", rules="deluxe-2018", opponents=["thinker"])
>>> env.action_space
Discrete(15)
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormgrill.envs import pickomino_v0
    from wormgrill.envs.actions import Actions, actions_of
    from wormgrill.envs.observations import Layout, layout_of
    from wormgrill.envs.single import PickominoEnv
    from wormgrill.envs.together import PickominoAEC
    from wormgrill.envs.vector import PickominoVectorEnv

__all__ = [
    "Actions",
    "Layout",
    "PickominoAEC",
    "PickominoEnv",
    "PickominoVectorEnv",
    "actions_of",
    "layout_of",
    "pickomino_v0",
]

ID = "wormgrill/Pickomino-v0"
MAX_EPISODE_STEPS = 10_000
"""Gymnasium cuts a game off after so many steps: far more than a game between players with any sense has, but players
who pass whenever they may never end theirs."""
_MODULES = {
    "wormgrill.envs.actions": ("Actions", "actions_of"),
    "wormgrill.envs.observations": ("Layout", "layout_of"),
    "wormgrill.envs.pickomino_v0": ("pickomino_v0",),
    "wormgrill.envs.single": ("PickominoEnv",),
    "wormgrill.envs.together": ("PickominoAEC",),
    "wormgrill.envs.vector": ("PickominoVectorEnv",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(_MODULE_OF[name])
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        raise ImportError(f"{name} needs {package}: pip install 'wormgrill[envs]'") from missing
    return getattr(module, name, module)


def _register() -> None:
    """Make the environments known to Gymnasium and PettingZoo, where these are installed."""
    if find_spec("gymnasium"):
        import gymnasium  # noqa: PLC0415  # whoever uses OpenSpiel alone does not have it

        gymnasium.register(
            ID,
            entry_point="wormgrill.envs.single:PickominoEnv",
            vector_entry_point="wormgrill.envs.vector:PickominoVectorEnv",
            max_episode_steps=MAX_EPISODE_STEPS,
        )
    if find_spec("pettingzoo"):
        import pettingzoo  # noqa: PLC0415  # as above

        if hasattr(pettingzoo, "register"):  # since 1.27; other packages ask for an older one
            pettingzoo.register("aec", ID, "wormgrill.envs.together:PickominoAEC")


_register()
