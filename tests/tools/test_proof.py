"""A proof goes on where it was interrupted, and never mixes the figures of different sources."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from proof._running import Claims, Done, NotProven, load, run_cases, source_hash


class Counting:
    """A part whose cases count themselves; one of them may be interrupted."""

    CASES = 5
    SOURCES: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.interrupted: int | None = 3

    def case(self, number: int) -> Counter[str]:
        """Count a case."""
        self.asked.append(number)
        if number == self.interrupted:
            raise KeyboardInterrupt
        return Counter(cases=1, sum=number)

    def rows(self, figures: Counter[str]) -> list[tuple[str, str, str]]:
        """The sum of all numbers."""
        return [("cases", str(figures["sum"]), "counted")]


def test_it_goes_on_with_the_case_at_which_it_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "counting.json"
    part = Counting()
    with pytest.raises(KeyboardInterrupt):
        run_cases(part, load(path, "a"), path, lambda _: None)
    part.interrupted = None
    shown: list[int] = []
    run_cases(part, load(path, "a"), path, shown.append)
    assert part.asked == [0, 1, 2, 3, 3, 4]
    assert shown == [4, 5]
    assert load(path, "a") == Done("a", 5, Counter(cases=5, sum=10))


def test_figures_of_another_source_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "counting.json"
    Done("a", 3, Counter(cases=3)).save(path)
    assert load(path, "b") == Done("b", 0, Counter())


def test_the_source_is_known_by_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    file = tmp_path / "rules" / "dice.py"
    hashes = []
    for text in ("one", "two"):
        file.write_text(text)
        hashes += [source_hash(["rules"], tmp_path), source_hash(["rules/dice.py"], tmp_path)]
    file = file.rename(file.with_name("tiles.py"))
    hashes.append(source_hash(["rules"], tmp_path))
    assert hashes[0] == hashes[1]
    assert hashes[2] == hashes[3]
    assert len({hashes[0], hashes[2], hashes[4]}) == 3


def test_every_source_of_a_part_exists() -> None:
    root = Path(__file__).parents[2]
    for name in ("engine", "kills", "referee"):
        part = import_module(f"proof.{name}")
        assert all((root / source).exists() for source in part.SOURCES)


def test_the_first_games_of_the_engine_s_proof_hold() -> None:
    engine = import_module("proof.engine")
    counted = sum((engine.case(number) for number in range(len(engine.KINDS))), Counter[str]())
    assert counted["games"] == len(engine.KINDS)
    assert counted["plies"] > 1000


def test_what_does_not_hold_is_told_with_all_else_that_does_not() -> None:
    claims = Claims()
    claims.add(True, "one is less than two")
    claims.check()
    for what in ("two is less than one", "three is less than one", "two is less than one"):
        claims.add(False, what)
    with pytest.raises(NotProven) as told:
        claims.check()
    assert str(told.value).splitlines()[1:] == ["two is less than one", "three is less than one"]
