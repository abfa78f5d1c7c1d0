"""The tests are collected once; then every mutant has a child of that process, in which they run until one fails."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from types import CodeType, FunctionType
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.mutating import Mutant

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "wormgrill"
CPU_SECONDS = 45
WALL_SECONDS = 900
"""A mutant that is not done by then does not end."""
SPARE_SECONDS = 5
"""So that the signal of the CPU limit comes before the one that can have any reason."""
ENDLESS_SIGNALS = (signal.SIGXCPU, signal.SIGALRM)
MEMORY = 6 << 30
TESTS = {
    "game": ("src/wormgrill/game", "tests/game", "tests/rules", "tests/playthroughs", "tests/referee"),
    "solver": ("src/wormgrill/solver/reference.py", "tests/solver/test_kernel.py"),
}
"""By the package whose mutants they should kill."""
LEFT_OUT = (
    *(
        f"tests/game/test_closure.py::test_every_legal_successor_of_an_accepted_position_is_accepted[{n}]"
        for n in "12345"
    ),
    "tests/game/test_counts.py::test_paths_of_two_rolls_and_keeps_are_6_780_180",
    "tests/game/test_counts.py::test_the_collections_of_dice_set_aside_are_3003",
    "tests/game/test_fair_dice.py::test_a_million_dice_show_all_faces_and_pairs_alike",
    *(
        f"tests/game/test_fair_dice.py::test_the_programs_of_the_document_{what}[_by_javascript"
        for what in (
            "verify_records_of_the_first_scheme",
            "verify_chains",
            "read_on_after_empty_lines",
            "read_any_line_ends_and_spaces_behind_lines",
            "refuse_a_header_that_is_given_twice",
            "refuse_what_is_forged",
            "refuse_older_records_that_are_forged",
        )
    ),
    "tests/game/test_record.py::test_long_records_are_read_in_time_that_grows_with_their_length",
    "tests/game/test_values.py::test_games_with_their_states_and_moves_are_values_before_and_after_they_are_used",
    "tests/playthroughs/test_playthroughs.py::test_the_golden_game_is_played_again_from_its_seed",
    "tests/playthroughs/test_playthroughs.py::test_the_golden_games_together_play_every_kind_of_move",
    *(f"tests/referee/test_referee.py::test_every_ply_is_the_same[{chunk}]" for chunk in "123"),
    "tests/referee/test_referee.py::test_a_sample_has_every_edition_axis_phase_move_and_situation",
    "tests/rules/deluxe_2018/test_returning_specialists.py::test_turning_before_or_after_placing_makes_no_difference",
    "tests/solver/test_kernel.py::test_every_state_with_all_dice",
    "tests/solver/test_kernel.py::test_lanes_equal_single_solves",
)
"""Tests that take long and see little that others do not see."""
OPTIONS = (
    *("-s", "-x", "--doctest-modules", "--assert=plain", "--hypothesis-profile=mutants", "-o", "addopts="),
    *("-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:unraisableexception"),
    *(f"--deselect={test}" for test in LEFT_OUT),
)


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    ENDLESS = "endless"
    SURVIVED = "survived"
    CRASHED = "crashed"
    """The tests did not run to a failure nor to their end: that says nothing about the mutant."""


# ------------------------------------------------------------------------------------------- mutants instead of modules


def infect(mutant: Mutant, *, is_called: bool = True) -> bool:
    """Put a mutant in the place of its module; False if it has to be imported, and all that imports it again.

    That is so for all that is not in a function, and for functions that no test calls, but perhaps a module.
    """
    for function in caches():
        function.cache_clear()
    if is_called and _replace_function(mutant):
        return True
    for name in [name for name in sys.modules if name.startswith(("wormgrill", "tests."))]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(mutant))
    return False


def caches() -> list[Any]:
    """The functions of ours that remember what they have returned."""
    modules = [module for name, module in sys.modules.items() if name.startswith(("wormgrill.", "tests."))]
    return [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]


def _replace_function(mutant: Mutant) -> bool:
    """Give the function in which the change is its new code; False where the change is not in its body."""
    code = compile(mutant.source, str(PACKAGE / mutant.module), "exec")
    place: Any = sys.modules[_module_name(mutant)]
    for name in mutant.function.split("."):
        if name not in vars(place):  # outside of functions, or in a function of a function
            return False
        place = vars(place)[name]
        # The last one, because others of the same name before it are overloads.
        *_, code = (const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
        for wrapped in ("fget", "func", "__wrapped__"):  # of properties and of what is cached
            place = getattr(place, wrapped, place)
    if not isinstance(place, FunctionType) or place.__code__ == code:
        return False
    if place.__code__.co_freevars != code.co_freevars:  # such as the class that `super()` needs
        return False
    place.__code__ = code
    return True


def _module_name(mutant: Mutant) -> str:
    return ".".join(("wormgrill", *Path(mutant.module).with_suffix("").parts))


class _Loader(SourceFileLoader):
    """Loads the source of a mutant in the place of its module."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  # the loader of one module
        return compile(self._source, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds a mutant where its module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """The mutant, if it is asked for."""
        if fullname != _module_name(self._mutant):
            return None
        path = str(PACKAGE / self._mutant.module)
        return spec_from_file_location(fullname, path, loader=_Loader(fullname, path, self._mutant.source))


# ------------------------------------------------------------------------------------------------ tests in children


class Session:
    """Collects tests, and then does something with them."""

    def __init__(self, work: Callable[[Session], object]) -> None:
        self._work = work
        self.items: list[pytest.Item] = []
        self.failed = ""
        """The first test that has failed, or the file that could not be imported."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def run(self, order: Callable[[str], Any], is_needed: Callable[[str], bool] = bool) -> None:
        """Run the tests that are needed in this order until one fails."""
        items = sorted((item for item in self.items if is_needed(item.nodeid)), key=lambda item: order(item.nodeid))
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break

    def measure(self) -> dict[str, tuple[float, list[str]]]:
        """Run all tests; how many seconds each takes, and which functions of ours it calls."""
        found: dict[str, tuple[float, list[str]]] = {}
        cached = caches()
        for item in self.items:
            for function in cached:
                function.cache_clear()
            called: set[CodeType] = set()
            start = perf_counter()
            sys.settrace(lambda frame, *_, to=called: to.add(frame.f_code))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            sys.settrace(None)
            found[item.nodeid] = perf_counter() - start, sorted({*map(_function_name, called)} - {""})
        return found


def _function_name(code: CodeType) -> str:
    """The function of a code object as mutants tell it; nothing for what is not ours."""
    path = Path(code.co_filename)
    if not path.is_relative_to(PACKAGE):
        return ""
    return f"{path.relative_to(PACKAGE)} {code.co_qualname.replace('.<locals>', '')}"


def collect(tests: Sequence[str], work: Callable[[Session], object]) -> str:
    """Collect tests and do something with them; the first one that has failed."""
    session = Session(work)
    code = pytest.main([*OPTIONS, *tests], [session])
    if code == pytest.ExitCode.INTERRUPTED and not session.failed:
        raise KeyboardInterrupt
    return session.failed


def prepare() -> None:
    """Properties try few examples, always the same, and plug-ins are not looked for."""
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=15,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )


class Child:
    """A process that does something and tells about it."""

    def __init__(self, work: Callable[[], str], cpu_seconds: int = CPU_SECONDS) -> None:
        self._reading, writing = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            _work(work, writing, cpu_seconds)
        os.close(writing)

    def told(self) -> str:
        """What it has told when it ended: what it was to find out, or the error with which it crashed."""
        with os.fdopen(self._reading, "rb") as pipe:
            return pipe.read().decode()


def _work(work: Callable[[], str], writing: int, cpu_seconds: int) -> NoReturn:
    code = 1
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + SPARE_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(WALL_SECONDS)
        with os.fdopen(writing, "wb") as pipe:
            try:
                told = work()
                code = 0
            except BaseException as error:  # whatever it is, the parent has to know
                told = repr(error)
            pipe.write(told.encode())
    finally:
        os._exit(code)


def examine(
    session: Session, mutant: Mutant, order: Callable[[str], Any], needed: set[str], near: Sequence[str]
) -> Child:
    """Run the tests on a mutant; the child tells the test that has failed."""

    def work() -> str:
        if infect(mutant, is_called=bool(needed)):
            session.run(order, needed.__contains__)
            return session.failed
        files = sorted({test.partition("::")[0] for test in near})
        for tests in filter(None, (files, TESTS[mutant.module.partition("/")[0]])):
            if failed := collect(tests, lambda inner: inner.run(order)):
                return failed
        return ""

    return Child(work)


def outcome(status: int, told: str) -> Outcome:
    """What became of a mutant whose child has ended so."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in ENDLESS_SIGNALS:
        return Outcome.ENDLESS
    if status:
        return Outcome.CRASHED
    return Outcome.KILLED if told else Outcome.SURVIVED
