"""What is compiled is stored, counts only for the source it was made from, and is not even imported unasked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from wormgrill.batch import compiling, steps


def test_stored_code_counts_only_while_no_module_of_the_package_has_changed() -> None:
    dispatcher: Any = steps._fill_masks
    package = Path(compiling.__file__).parent
    files = [Path(steps.__file__), *sorted(package.glob("*.py")), *sorted((package.parent / "solver").glob("*.py"))]
    stamp = dispatcher._cache._cache_file._source_stamp
    assert stamp == tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files)


def test_importing_the_package_does_not_import_the_compiler() -> None:
    code = "import sys, wormgrill.batch, wormgrill.batch.moves; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
