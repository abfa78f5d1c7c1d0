"""Mutants are what they should be, and one that breaks a rule is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from io import StringIO

import pytest
from rich.console import Console

from tests.mutants.__main__ import EQUIVALENTS, MODULES, Result, parse_equivalents, report
from tests.mutants.mutating import Mutant, mutants
from tests.mutants.running import PACKAGE, Child, Outcome, infect, outcome
from tests.support.positions import play, position

TOY = '''\
"""A module."""


def is_low(points: int, *, golden: bool = False) -> bool:
    """Whether points are low."""
    if not golden:
        raise ValueError(f"{points + 1} is not golden")
    return 0 <= points < 21 and golden
'''


def changed(source: str, function: str) -> list[str]:
    return [mutant.after for mutant in mutants("game/toy.py", source) if mutant.function == function]


def test_a_function_has_these_mutants_and_no_others() -> None:
    assert changed(TOY, "is_low") == [
        "def is_low(points: int, *, golden: bool = True) -> bool:",
        "if True:",
        "if False:",
        "if golden:",
        "return True",
        "return False",
        "return (0 <= points < 21 or golden)",
        "return golden",
        "return (0 <= points < 21)",
        "return 0 < points < 21 and golden",
        "return 0 > points < 21 and golden",
        "return 0 <= points <= 21 and golden",
        "return 0 <= points >= 21 and golden",
        "return 1 <= points < 21 and golden",
        "return -1 <= points < 21 and golden",
        "return 0 <= points < 22 and golden",
        "return 0 <= points < 20 and golden",
    ]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("x = min(a, b)", ["x = max(a, b)"]),
        ("x = sorted(a, key=b)", ["x = list(a)"]),
        ("x = (*a, b)", ["x = (*(), b)", "x = (*a, *())"]),
        ("x = a[b:]", ["x = a[:]"]),
        ("x = a if b else c", ["x = a", "x = c"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if True]"]),
        ("x += a", ["pass", "x -= a"]),
        ("x = -a.b()", ["x = a.b()"]),
        ("x: int = a", []),
        ("x = f'{a + 1}'", []),
        ("x('text', expected=a + 1)", ["pass"]),
    ],
)
def test_a_line_has_these_mutants_and_no_others(line: str, after: list[str]) -> None:
    assert changed(line, "-") == after


def test_every_mutant_compiles_and_has_a_name_of_its_own() -> None:
    found = mutants("game/tiles.py", (PACKAGE / "game/tiles.py").read_text(encoding="utf-8"))
    assert len({*map(str, found)}) == len(found) > 50
    for mutant in found:
        compile(mutant.source, mutant.module, "exec")


def test_every_listed_mutant_exists_and_has_a_reason() -> None:
    listed = parse_equivalents(EQUIVALENTS.read_text(encoding="utf-8"))
    sources = {module: (PACKAGE / module).read_text(encoding="utf-8") for module in MODULES}
    names = {str(mutant) for module, source in sources.items() for mutant in mutants(module, source)}
    assert all(listed.values())
    assert sorted(set(listed) - names) == []


def one_of_state(after: str) -> Mutant:
    source = (PACKAGE / "game/state.py").read_text(encoding="utf-8")
    (found,) = (mutant for mutant in mutants("game/state.py", source) if mutant.after == after)
    return found


def takes_25(mutant: Mutant) -> Outcome:
    """What becomes of a mutant where 25 points should take 25; a change of a function is made in this module's one."""

    def work() -> str:
        infect(mutant)
        stacks = play(position("classic-2014"), "roll", "dice 222WWWWW", "keep W", "stop").stacks
        return "" if stacks == ((25,), ()) else "25 points did not take 25"

    child = Child(work)
    told = child.told()
    return outcome(os.waitpid(child.pid, 0)[1], told)


def test_a_mutant_that_breaks_a_rule_is_killed() -> None:
    assert takes_25(one_of_state("if total not in state.grill:")) is Outcome.KILLED
    assert takes_25(one_of_state("if total > LOWEST_STEALABLE:")) is Outcome.SURVIVED


def ending(work: Callable[[], str], cpu_seconds: int = 45) -> tuple[Outcome, str]:
    """What is said of a mutant whose child does this, and what the child told."""
    child = Child(work, cpu_seconds)
    told = child.told()
    return outcome(os.waitpid(child.pid, 0)[1], told), told


def test_tests_that_find_nothing_or_something_have_run() -> None:
    assert ending(lambda: "") == (Outcome.SURVIVED, "")
    assert ending(lambda: "test_dice") == (Outcome.KILLED, "test_dice")


def test_tests_without_end_are_endless() -> None:
    def spin() -> str:
        while True:
            pass

    assert ending(spin, cpu_seconds=1) == (Outcome.ENDLESS, "")
    assert ending(partial(end_by, signal.SIGALRM)) == (Outcome.ENDLESS, "")


def end_by(number: int) -> str:
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)  # a library that other tests have imported may handle it
    os.kill(os.getpid(), number)
    return "not reached"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_signal_of_any_other_kind_is_a_crash(number: int) -> None:
    assert ending(partial(end_by, number)) == (Outcome.CRASHED, "")


@pytest.mark.parametrize("error", [MemoryError(), SystemExit(3), ValueError("of the test runner")])
def test_an_error_of_the_test_runner_is_a_crash_and_is_told(error: BaseException) -> None:
    def fail() -> str:
        raise error

    assert ending(fail) == (Outcome.CRASHED, repr(error))


def told_by_infecting(mutant: Mutant) -> str:
    """Whether a mutant takes its function's place without an import."""
    return str(infect(mutant))


def test_a_function_that_no_longer_needs_its_class_is_imported_anew() -> None:
    source = (PACKAGE / "game/errors.py").read_text(encoding="utf-8")
    found = [mutant for mutant in mutants("game/errors.py", source) if "super()" in mutant.before]
    mutant = next(mutant for mutant in found if mutant.after == "pass")
    assert ending(partial(told_by_infecting, mutant)) == (Outcome.KILLED, "False")


def test_a_function_with_overloads_is_changed_in_its_place() -> None:
    source = (PACKAGE / "game/history.py").read_text(encoding="utf-8")
    found = [mutant for mutant in mutants("game/history.py", source) if mutant.function == "History.__getitem__"]
    assert found
    for mutant in found:
        assert ending(partial(told_by_infecting, mutant)) == (Outcome.KILLED, "True")


def test_a_crash_makes_the_run_fail_and_is_named() -> None:
    first, second, *_ = every = mutants("game/toy.py", TOY)
    results = {str(mutant): Result("source", Outcome.KILLED, "test_dice") for mutant in every}
    console = Console(record=True, file=StringIO())
    assert report(every, results, console) == 0
    results[str(first)] = Result("source", Outcome.CRASHED, "MemoryError()")
    results[str(second)] = Result("source", Outcome.CRASHED, "")
    assert report(every, results, console) == 1
    told = console.export_text()
    assert f"crashed (MemoryError(); line 4): {first}" in told
    assert f"crashed (without a word; line 6): {second}" in told
    assert f"{len(every) - 2} killed, 0 endless, 0 survived, 2 crashed; wrong: 2" in told


def test_the_list_of_equivalents_is_sentences_with_mutants_below() -> None:
    text = "Nobody can tell.\n    game/a.py f: x -> y\n    game/a.py f: x -> z\n\nWhy not.\n    game/b.py g: 1 -> 2\n"
    assert parse_equivalents(text) == {
        "game/a.py f: x -> y": "Nobody can tell.",
        "game/a.py f: x -> z": "Nobody can tell.",
        "game/b.py g: 1 -> 2": "Why not.",
    }
