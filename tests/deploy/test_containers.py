"""deploy/Dockerfile and deploy/compose.yaml: right by their checkers, and what the container runs works.

No engine for containers is needed: the command and the health check of the image are run without one.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.proxies import DEPLOY, NAME, caddy, replaced
from tests.support.running import Client, eventually, free_port, running
from wormgrill.server.settings import PREFIX, Settings, read_settings

DOCKERFILE = DEPLOY / "Dockerfile"
BIN = Path(sys.executable).parent


def _told(*command: str | Path) -> str:
    """What a checker says; nothing if all is well."""
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if told.returncode == 0 else told.stdout + told.stderr


def _instructions() -> dict[str, str]:
    """The instructions of the image that is kept, by name, the last one of each."""
    *_, stage = re.split(r"^FROM .*\n", DOCKERFILE.read_text().replace("\\\n", ""), flags=re.MULTILINE)
    return dict(line.split(maxsplit=1) for line in stage.splitlines() if line)


def _variables() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in _instructions()["ENV"].split())


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_hadolint_finds_nothing() -> None:
    assert _told(BIN / "hadolint", "--no-color", DOCKERFILE) == ""


def test_the_compose_file_has_the_form_of_the_specification() -> None:
    schema = ("--builtin-schema", "vendor.compose-spec")
    assert _told(BIN / "check-jsonschema", *schema, DEPLOY / "compose.yaml") == ""


def test_images_of_others_are_named_by_digest(compose: Any) -> None:
    images = [service["image"] for service in compose["services"].values() if "build" not in service]
    images += re.findall(r"^ARG PYTHON=(.+)$", DOCKERFILE.read_text(), flags=re.MULTILINE)
    assert len(images) == 3
    assert [image for image in images if not re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image)] == []
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE.read_text(), flags=re.MULTILINE)) == {"$PYTHON"}


def test_the_image_takes_along_what_the_package_is_built_from() -> None:
    kept = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")}
    assert all((DEPLOY.parent / name).exists() for name in kept)
    assert {"pyproject.toml", "hatch_build.py", "requirements.lock", "LICENSE", "README.md", "src", "frontend"} == kept


def test_the_container_serves_is_healthy_while_it_does_and_keeps_its_tables(tmp_path: Path) -> None:
    """Its command with its variables, in another directory and at another port."""
    port = free_port()
    changes = {"/data": str(tmp_path), "8421": str(port)}
    variables = {name: value for name, value in _variables().items() if name != "PATH"}
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
        **{
            name: replaced(value, {old: new for old, new in changes.items() if old in value})
            for name, value in variables.items()
        },
    }
    command = [*json.loads(_instructions()["ENTRYPOINT"]), *json.loads(_instructions()["CMD"])]
    check = json.loads(replaced(_instructions()["HEALTHCHECK"].partition(" CMD ")[2], {"8421": str(port)}))
    assert command[0] == "wormgrill"
    assert check[0] == "python"

    def is_healthy() -> bool:
        return subprocess.run([sys.executable, *check[1:]], capture_output=True, check=False).returncode == 0

    assert not is_healthy()
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen([BIN / "wormgrill", *command[1:]], env=environment, stdout=log, stderr=log)
    try:
        assert eventually(is_healthy), (tmp_path / "log").read_text()
    finally:
        server.terminate()
        assert server.wait() == 0
    assert not is_healthy()
    assert (tmp_path / "wormgrill.db").is_file()


def test_nobody_is_root_in_the_container() -> None:
    assert _instructions()["USER"] == "8421:8421"
    assert "useradd --system --uid 8421 " in _instructions()["RUN"]


def test_the_parts_of_the_compose_file_fit_together(compose: Any) -> None:
    server, database, proxy = (compose["services"][name] for name in ("server", "database", "proxy"))
    filled = {
        name: re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: {"WORMGRILL_DOMAIN": NAME}.get(found[1], "secret"), value)
        for name, value in server["environment"].items()
    }
    settings = read_settings(**{name.removeprefix(PREFIX).lower(): value for name, value in filled.items()})
    user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
    assert settings.database == f"postgresql://{user}:secret@database/{name}"
    assert settings.public_url == f"https://{NAME}"
    assert settings.missing_proxy() is None
    assert settings.trusted_proxies == compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert proxy["environment"]["WORMGRILL_UPSTREAM"] == f"server:{_instructions()['EXPOSE']}"
    assert proxy["environment"]["WORMGRILL_DISCOVERY"] == f"dynamic a server {_instructions()['EXPOSE']}"
    for variable in proxy["environment"]:
        assert f"{{${variable}" in (DEPLOY / "Caddyfile").read_text()


def test_no_container_takes_all_memory_or_all_processes_of_the_machine(compose: Any) -> None:
    for service in compose["services"].values():
        assert re.fullmatch(r"[1-9]\d*[mg]", service["mem_limit"])
        assert 100 <= service["pids_limit"] <= 1000
    settings = {name: field.default for name, field in Settings.model_fields.items()}
    working = settings["work_processes"] * settings["work_megabytes"]
    assert int(compose["services"]["server"]["mem_limit"].removesuffix("g")) * 1024 > working + 500


def test_caddy_finds_servers_by_name_as_the_compose_file_says(tmp_path: Path, compose: Any) -> None:
    """The name is that of this machine for itself; an address that nobody answers at is not asked."""
    with running(tmp_path, trusted_proxies="127.0.0.1") as server:
        port = server.url.rpartition(":")[2]
        asked = compose["services"]["proxy"]["environment"]["WORMGRILL_DISCOVERY"]
        found = replaced(asked, {"server": "localhost", "8421": port})
        variables = {"WORMGRILL_DISCOVERY": found, "WORMGRILL_UPSTREAM": "127.0.0.1:1"}
        with caddy(tmp_path, **variables) as front, Client(front, "Ada") as ada:
            assert ada.read(ada.open_table("me", "greedy"))["life"] == "waiting"
