"""The pictures in the README show the pages as they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_pictures_show_what_the_pages_say_now() -> None:
    script = ROOT / "docs" / "tools" / "screenshots.py"
    done = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
