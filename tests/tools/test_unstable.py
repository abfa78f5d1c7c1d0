"""What fails once may pass when it is run again alone; what fails twice, and too much at once, may not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.unstable import FAILURES, MOST_UNSTABLE, judge

ROOT = Path(__file__).parents[2]
TESTS = """
from pathlib import Path

def test_that_passes_the_second_time():
    first = Path(__file__).with_name("first")
    is_first = not first.exists()
    first.touch()
    assert not is_first, "this was the first time"

def test_that_never_passes():
    assert not {is_broken}
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in a folder, with the modules of this project."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{RUN}", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


RUN = "import runpy; sys.argv = sys.argv[1:]; runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"


@pytest.mark.parametrize("is_broken", [False, True])
def test_what_passes_when_it_is_run_again_is_named_unstable_with_its_first_failure(
    tmp_path: Path, *, is_broken: bool
) -> None:
    (tmp_path / "test_it.py").write_text(TESTS.format(is_broken=is_broken), encoding="utf-8")
    (tmp_path / "conftest.py").write_bytes((ROOT / "conftest.py").read_bytes())
    assert run(tmp_path, "pytest", "-q", "-n", "1").returncode == 1
    told = run(tmp_path, "tools.unstable")
    assert told.returncode == is_broken, told.stderr
    assert ("unstable: test_it.py::test_that_passes_the_second_time" in told.stdout) is not is_broken
    assert ("this was the first time" in told.stdout) is not is_broken
    assert ("failed twice: test_it.py::test_that_never_passes" in told.stderr) is is_broken


def test_many_failures_are_not_run_again() -> None:
    failures = dict.fromkeys(map(str, range(MOST_UNSTABLE + 1)), "")
    assert list(judge(failures, pytest.fail)) == ["4 tests failed, and at most 3 are run again."]


def test_a_run_that_failed_without_a_failed_test_is_not_let_through() -> None:
    assert list(judge({}, pytest.fail)) == ["No test failed, but the run did."]


def test_ci_forgets_the_failures_of_earlier_runs() -> None:
    assert f"rm -f {FAILURES}" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
