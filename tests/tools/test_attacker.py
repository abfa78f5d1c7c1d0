"""The benchmark of an attacker visits everything that the server answers."""

from __future__ import annotations

from bench.attacker import Attacker, Target, visits


def test_every_page_and_operation_has_an_address() -> None:
    attacker = Attacker(Target(1, ("others",), "watched"))
    attacker.table = "own"
    visited = {visit: attacker.address(visit.split()[1]) for visit in visits()}
    assert {"GET /", "GET /puzzles", "DELETE /api/v1/me", "GET /api/v1/openapi.json"} <= visited.keys()
    assert [address for address in visited.values() if "{" in address] == []
