"""What the tests of a file need is found by what the file names and imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import kinds_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("tests/browser/test_hints.py", ("browser", "server", "compiled")),
        ("tests/server/api/test_routes.py", ("server", "compiled")),
        ("tests/presentation/test_beats.py", ("compiled",)),
        ("tests/solver/test_lattice.py", ("compiled",)),
        ("tests/cli/test_simulate.py", ("compiled",)),
        ("tests/game/test_properties.py", ()),
        ("tests/server/model/test_table.py", ()),
        ("src/wormgrill/analysis/measures.py", ("compiled",)),
        ("src/wormgrill/game/state.py", ()),
        ("README.md", ("compiled",)),
    ],
)
def test_a_file_is_known_by_what_it_names_and_imports(name: str, kinds: tuple[str, ...]) -> None:
    assert kinds_of(ROOT / name) == kinds


def test_a_run_without_what_is_compiled_fails_where_the_compiler_is_imported(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers = compiled: compiles")
    pytester.makepyfile(numba="", test_quick="def test_quick(): import numba", test_plain="def test_plain(): pass")
    result = pytester.runpytest_subprocess("-m", "not compiled", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*this test imports Numba*"])
