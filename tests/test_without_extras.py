"""Examples and pages run where only the base packages are installed, or name the extras that they need.

They play on arrays and solve turns: `wormgrill.batch`, `wormgrill.solver`.
"""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.support.extras import blocked, run_without

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
NEEDING = {
    "learn_with_numpy.py": "It needs the environments: pip install 'wormgrill[envs]'",
    "learn_with_ppo.py": (
        "It needs the environments, the arena and PyTorch: pip install 'wormgrill[envs,arena]' sb3-contrib"
    ),
}
ALONE = {"bot_client.py", "line_bot.py", "line_bot.sh"}
"""They need their language alone: `tests/server/api/test_example.py` and `tests/arena/test_programs.py` run them."""
PAGES = [page for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))) if ">>> " in page.read_text()]
FOR_EXTRAS = "research.md"
"""It says above its environments what to install for them."""


def test_what_the_tests_need_is_blocked_and_what_the_package_needs_is_not() -> None:
    assert {"pytest", "hypothesis", "gymnasium", "httpx2", "ray"} <= {*blocked()}
    assert not {"wormgrill", "numpy", "numba", "fastapi", "starlette", "rich"} & {*blocked()}
    assert "gymnasium" not in blocked(("envs",))


def test_every_example_is_known() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == {*NEEDING} | ALONE


@pytest.mark.parametrize(("name", "told"), NEEDING.items())
def test_an_example_that_needs_more_says_so_in_its_first_lines_and_when_it_is_run(name: str, told: str) -> None:
    path = EXAMPLES / name
    assert told in path.read_text().splitlines()[:3]
    result = run_without(str(path))
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"{told}\n")


def test_the_learner_in_numpy_runs_with_the_extra_that_it_names() -> None:
    result = run_without(str(EXAMPLES / "learn_with_numpy.py"), "--updates", "1", extras=("envs",))
    assert result.stdout.startswith("after 0 updates it wins "), result.stderr


def test_pages_run_with_the_base_packages() -> None:
    pages = [str(page) for page in PAGES if page.name != FOR_EXTRAS]
    assert len(pages) > 5
    result = run_without(doctest.__file__, *pages)
    assert result.returncode == 0, result.stdout + result.stderr
