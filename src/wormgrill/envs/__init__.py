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
    from wormgrill.envs.actions import Actions, actions_of
    from wormgrill.envs.observations import Layout, layout_of
    from wormgrill.envs.single import PickominoEnv
    from wormgrill.envs.together import PickominoAEC
    from wormgrill.envs.vector import PickominoVectorEnv

__all__ = ["Actions", "Layout", "PickominoAEC", "PickominoEnv", "PickominoVectorEnv", "actions_of", "layout_of"]

ID = "wormgrill/Pickomino-v0"
_MODULES = {
    "wormgrill.envs.actions": ("Actions", "actions_of"),
    "wormgrill.envs.observations": ("Layout", "layout_of"),
    "wormgrill.envs.single": ("PickominoEnv",),
    "wormgrill.envs.together": ("PickominoAEC",),
    "wormgrill.envs.vector": ("PickominoVectorEnv",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_MODULE_OF[name]), name)
    except ModuleNotFoundError as missing:
        raise ImportError(f"{name} needs {missing.name}: pip install 'wormgrill[envs]'") from missing


def _register() -> None:
    """Make the environments known to Gymnasium and PettingZoo, where these are installed."""
    if find_spec("gymnasium"):
        import gymnasium  # noqa: PLC0415  # whoever uses OpenSpiel alone does not have it

        gymnasium.register(
            ID,
            entry_point="wormgrill.envs.single:PickominoEnv",
            vector_entry_point="wormgrill.envs.vector:PickominoVectorEnv",
        )
    if find_spec("pettingzoo"):
        import pettingzoo  # noqa: PLC0415  # as above

        pettingzoo.register("aec", ID, "wormgrill.envs.together:PickominoAEC")


_register()
