"""Without their packages the environments say what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

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


@pytest.mark.parametrize(("name", "needed"), [("PickominoEnv", "gymnasium"), ("pickomino_v0", "pettingzoo")])
def test_what_is_missing_is_told_with_the_command_that_installs_it(name: str, needed: str) -> None:
    code = f"""
try:
    from wormgrill.envs import {name}
except ImportError as problem:
    print(problem)
"""
    assert run(["gymnasium", "pettingzoo"], code) == f"{name} needs {needed}: pip install 'wormgrill[envs]'\n"


def test_an_older_pettingzoo_that_knows_no_names_will_do() -> None:
    code = """
import pettingzoo
vars(pettingzoo).pop("register", None)
from wormgrill.envs import PickominoAEC
print(len(PickominoAEC().possible_agents))
"""
    assert run([], code) == "2\n"


def test_openspiel_needs_neither_gymnasium_nor_pettingzoo() -> None:
    code = """
import pyspiel
import wormgrill.envs.spiel
print(pyspiel.load_game("wormgrill_pickomino").num_players())
"""
    assert run(["gymnasium", "pettingzoo"], code) == "2\n"
