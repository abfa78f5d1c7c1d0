"""The API does what its description says, whatever is sent to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx2

from tests.support.running import Client, Server, running

CONFIGURATION = """
[[operations]]
include-name = [
    "PATCH /api/v1/me",
    "POST /api/v1/people",
    "POST /api/v1/tables",
    "POST /api/v1/tables/{table_id}/chat",
    "POST /api/v1/tables/{table_id}/join",
    "POST /api/v1/tables/{table_id}/moves",
    "POST /api/v1/tables/{table_id}/start",
    "PUT /api/v1/tables/{table_id}/seats/{seat}",
]
checks.positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 410, 422, 429, "5xx"]
"""
"""These take texts of which no pattern says which are valid: moves, rules, paces, levels, languages, names and lines
that can be printed. So 422 may be the answer to what fits the description; everywhere else it may not."""


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    """Left out: streams, which do not end (test_streams.py), and deleting the one who asks (test_personal.py)."""
    (tmp_path / "schemathesis.toml").write_text(CONFIGURATION)
    with running(tmp_path) as server, Client(server) as client:
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/v1/openapi.json"),
            *("--header", f"Authorization: {client.headers['authorization']}"),
            *("--exclude-path-regex", "/(stream|events)$"),
            *("--exclude-operation-id", "delete_me_api_v1_me_delete"),
            *("--checks", "all"),
            *("--max-examples", "8", "--seed", "1", "--no-color"),
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, done.stdout[-8000:] + done.stderr
        assert "generated" in done.stdout


def test_the_description_is_of_the_api_with_examples_and_refusals(server: Server) -> None:
    description = httpx2.get(f"{server.url}/api/v1/openapi.json").raise_for_status().json()
    assert all(path.startswith("/api/v1/") for path in description["paths"])
    schemas = description["components"]["schemas"]
    assert schemas["NewMove"]["examples"] == [{"ply": 17, "move": "keep 4"}]
    assert schemas["NewTable"]["examples"]
    for operations in description["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            assert operation["description"]
            refusals = {status for status in operation["responses"] if status[0] == "4"}
            assert {"403", "413", "422", "429"} <= refusals
            for status in refusals:
                assert "application/problem+json" in operation["responses"][status]["content"]
