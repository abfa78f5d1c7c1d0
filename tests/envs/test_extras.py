"""Without their packages the environments say what is missing."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {missing!r} else find(name, *more)
"""


def run(missing: list[str], code: str) -> str:
    """What a Python without some packages prints."""
    command = [sys.executable, "-c", WITHOUT.format(missing=missing) + code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_what_is_missing_is_told_with_the_command_that_installs_it() -> None:
    code = """
try:
    from wormgrill.envs import PickominoEnv
except ImportError as problem:
    print(problem)
"""
    assert run(["gymnasium", "pettingzoo"], code) == ("PickominoEnv needs gymnasium: pip install 'wormgrill[envs]'\n")


def test_openspiel_needs_neither_gymnasium_nor_pettingzoo() -> None:
    code = """
import pyspiel
import wormgrill.envs.spiel
print(pyspiel.load_game("wormgrill_pickomino").num_players())
"""
    assert run(["gymnasium", "pettingzoo"], code) == "2\n"
