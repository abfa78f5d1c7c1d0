"""The description of the API by itself, with a request and a response of every operation as examples.

The examples lie in a file beside this module; `python -m tests.support.api_examples` makes its responses anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

EXAMPLES_FILE = Path(__file__).with_name("examples.json")
"""By the name of a shape, or by an operation whose response has none."""


def read_examples() -> dict[str, Any]:
    """The examples of the file."""
    found: dict[str, Any] = json.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))
    return found


def add_examples(description: dict[str, Any], examples: Mapping[str, Any]) -> None:
    """Show an example of whatever operations are sent and send."""
    components = description["components"]
    components["examples"] = {
        name: {"value": example} for name, example in examples.items() if name in components["schemas"]
    }
    for operation, content in contents(description):
        schema = content.get("schema", {})
        match schema:
            case {"$ref": reference}:
                name = reference.rpartition("/")[2]
                content["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}
            case {"items": {"$ref": reference}}:
                content["example"] = [examples[reference.rpartition("/")[2]]]
            case _:
                content["example"] = examples[operation]


def contents(description: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """By operation, what is said of the body that it takes, if it takes one, and of what it answers if it succeeds."""
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            for said in (operation.get("requestBody", {}), *answers):
                yield from ((f"{method.upper()} {path}", content) for content in said.get("content", {}).values())
