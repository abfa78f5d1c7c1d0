"""What the tests of a file need, found by what the file names and imports, so that nobody has to remember to mark them.

`make quick` leaves these kinds out; their files are not even imported, which alone may take longer than quick tests.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parent
KINDS = {
    "browser": re.compile(r"tests\.support\.visiting|tests\.browser"),
    "server": re.compile(r"tests\.support\.(running|browsing|postgres|tables|visiting)"),
    "compiled": re.compile(
        r"wormgrill\.(analysis|batch|solver|cli|train|envs|players\.(champion|exact|factory)"
        r"|arena\.(cluster|luck|match|report|rounds|running|tournament))|tests\.(batch|cli|envs)"
        r"|\b(make_player|ExactPlayer|prepare)\b"
    ),
}
"""A browser, a server process, or the solver or the rules on arrays, which Numba compiles."""
IMPORTED = re.compile(r"^from (tests[.\w]*) import", re.MULTILINE)
REMEDY = "name what it uses in KINDS of conftest.py"


@cache
def kinds_of(path: Path) -> tuple[str, ...]:
    """The kinds of a file and of those that it imports from the tests."""
    if path.suffix not in (".py", ".md") or not path.is_relative_to(ROOT):
        return ()
    own_name = ".".join(path.with_suffix("").relative_to(ROOT).parts)
    text = f"{own_name}\n{path.read_text(encoding='utf-8')}"
    others = [ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in IMPORTED.findall(text)]
    used = {kind for other in others if other.is_file() for kind in kinds_of(other)}
    return tuple(kind for kind, names in KINDS.items() if kind in used or names.search(text))


def is_left_out(kind: str, config: pytest.Config) -> bool:
    """Whether this run leaves out all tests of a kind."""
    return re.search(rf"\bnot {kind}\b", config.getoption("markexpr")) is not None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import a file whose tests are left out."""
    if collection_path.is_file() and any(is_left_out(kind, config) for kind in kinds_of(collection_path)):
        return True
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with what its file needs."""
    for item in items:
        for kind in kinds_of(item.path):
            item.add_marker(kind)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what failed and how, for `python -m tools.unstable`."""
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    cache = getattr(session.config, "cache", None)  # a run may do without the plugin
    if reporter and cache:  # a worker of a distributed run has no terminal
        failed = [*reporter.getreports("failed"), *reporter.getreports("error")]
        cache.set("wormgrill/failures", {report.nodeid: report.longreprtext for report in failed})


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a file that imports the compiler in a run that leaves out what is compiled."""
    was_there = "numba" in sys.modules
    report = yield
    if is_left_out("compiled", collector.config) and "numba" in sys.modules and not was_there:
        report.outcome, report.longrepr, report.result = "failed", f"{collector.nodeid} imports Numba: {REMEDY}", []
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fail a test that imports the compiler in a run that leaves out what is compiled."""
    was_there = "numba" in sys.modules
    yield
    if is_left_out("compiled", item.config) and "numba" in sys.modules and not was_there:
        pytest.fail(f"this test imports Numba: {REMEDY}")
