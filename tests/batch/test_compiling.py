"""What is compiled is stored, counts only for the source it was made from, and is not even imported unasked."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from wormgrill.batch import compiling, steps
from wormgrill.solver import compiling as stored_code


def test_stored_code_counts_only_while_no_module_of_the_package_has_changed() -> None:
    dispatcher: Any = steps._fill_masks
    package = Path(compiling.__file__).parent
    files = [Path(steps.__file__), *sorted(package.glob("*.py")), *sorted((package.parent / "solver").glob("*.py"))]
    stamp = dispatcher._cache._cache_file._source_stamp
    assert stamp == tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files)


def test_a_helper_is_compiled_once_for_all_integers_and_no_machine_code_is_made_of_it() -> None:
    @compiling.compiled_helper
    def twice(number: int) -> int:
        return 2 * number

    def added(small: int, large: int) -> int:
        return twice(small) + twice(large) + twice(3)

    njit: Any = numba.njit
    assert njit(added)(np.int8(100), 1) == 208
    dispatcher: Any = twice
    (made,) = dispatcher.overloads.values()
    assert made.signature.args == (numba.int64,)
    assert not made.library.codegen._engine.is_symbol_defined(made.fndesc.mangled_name)


def test_importing_the_package_does_not_import_the_compiler() -> None:
    code = "import sys, wormgrill.batch, wormgrill.batch.moves; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


ODDS = [sys.executable, "-m", "wormgrill", "odds", "--json"]
MAKE = """
import gymnasium
env = gymnasium.make("wormgrill.envs:wormgrill/Pickomino-v0")
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
"""


def _told(command: list[str]) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Compiling" not in done.stdout
    return done.stderr.splitlines()


def test_two_processes_compile_together_and_say_so_and_nobody_when_it_is_stored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with ThreadPoolExecutor(2) as threads:
        told = [*threads.map(_told, [ODDS, ODDS])]
    said = {line for lines in told for line in lines}
    compiling = "Compiling what is needed of the solver for this machine, which takes up to 5 seconds."
    assert compiling in said
    assert all(line.startswith("Waiting for another process that compiles the solver") for line in said - {compiling})
    assert _told(ODDS) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_whoever_waits_for_another_process_that_compiles_is_told_so_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stored_code, "_told", set())
    monkeypatch.setattr(stored_code, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(stored_code, "PATIENCE_SECONDS", 0.2)
    assert stored_code._lock(str(tmp_path), steps._fill_masks)
    lock = stored_code._locks.pop(str(tmp_path))  # as if another process had it
    try:
        assert not stored_code._lock(str(tmp_path), steps._fill_masks)
    finally:
        os.close(lock)
    (told,) = caplog.messages
    assert told.startswith("Waiting for another process that compiles the rules and the nets for this machine")


def test_making_an_environment_tells_in_one_line_that_it_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    told = [sys.executable, "-c", MAKE]
    assert _told(told) == [
        "Compiling what is needed of the environments for this machine, which takes up to 10 seconds."
    ]
    assert _told(told) == []
