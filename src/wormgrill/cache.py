"""The folder in which compiled code is stored. It is found without Numba, so that a server can do so when it starts."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from stat import S_IMODE, S_ISDIR

VARIABLE = "NUMBA_CACHE_DIR"
PACKAGE = Path(__file__).parent
log = logging.getLogger(__name__)


@cache
def find_cache() -> bool:
    """Return if compiled code can be stored: where Numba would, else in a temporary folder, of which Numba is told.

    Processes that are started later inherit the variable, so they share the folder, and only the first one warns.
    """
    wanted = (os.environ.get(VARIABLE), PACKAGE / "solver" / "__pycache__", _folder_in_home())
    folders = [str(folder) for folder in wanted if folder]
    if any(_is_writable(folder) for folder in folders):
        return True
    folder = _temporary_folder()
    if folder is None:
        log.warning("Compiled code cannot be stored, so every start compiles it again: set %s.", VARIABLE)
        return False
    os.environ[VARIABLE] = folder
    log.warning("Compiled code is stored in %s, because nothing can be written to %s.", folder, " or ".join(folders))
    return True


def _is_writable(folder: str | Path) -> bool:
    """Write into a folder, as Numba does to find out."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _folder_in_home() -> Path | None:
    """Numba's folder in the user's home, if the user has one."""
    base = {"darwin": "~/Library/Caches", "win32": os.environ.get("LOCALAPPDATA", "~")}.get(
        sys.platform, os.environ.get("XDG_CACHE_HOME", "~/.cache")
    )
    try:
        return Path(base).expanduser() / "numba"
    except RuntimeError:  # nobody knows where it is
        return None


def _temporary_folder() -> str | None:
    """A folder that only this user can write, because the code in it is run; the same one for all processes."""
    user = os.getuid() if hasattr(os, "getuid") else 0  # on Windows temporary folders are the user's own
    try:
        folder = Path(tempfile.gettempdir(), f"wormgrill-{user}")
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        is_own = found.st_uid == user and S_IMODE(found.st_mode) == 0o700 and S_ISDIR(found.st_mode)
        return str(folder) if is_own or sys.platform == "win32" else tempfile.mkdtemp(prefix="wormgrill-")
    except OSError:
        return None
