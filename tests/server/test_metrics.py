"""What the server measures of itself."""

from __future__ import annotations

import re

from wormgrill.server.metrics import Metrics


def test_memory_processor_and_open_files_stand_beside_the_numbers_of_the_server() -> None:
    found = dict(re.findall(r"^(\w+) (\S+)$", Metrics().text().decode(), re.MULTILINE))
    assert found["wormgrill_streams"] == "0.0"
    assert float(found["process_resident_memory_bytes"]) > 1e6
    assert float(found["process_cpu_seconds_total"]) > 0
    assert 0 < float(found["process_open_fds"]) < float(found["process_max_fds"])
