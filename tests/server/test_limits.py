"""Limits: what depends on the clock alone."""

from __future__ import annotations

import pytest

from wormgrill.server.limits import Pace


@pytest.mark.parametrize("since_start", [0.0, 900.0, 1e6])
def test_a_burst_is_spread_after_as_many_as_come_at_once_however_long_the_machine_runs(
    since_start: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wormgrill.server.limits.time.monotonic", lambda: since_start)
    pace = Pace(per_second=0.02, at_once=20)
    waits = [pace.seconds_to_wait("10.0.0.1") for _ in range(23)]
    assert waits == pytest.approx([0] * 20 + [50, 100, 150])
