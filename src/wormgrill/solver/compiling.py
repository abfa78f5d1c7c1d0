"""How functions are compiled and stored, in this package and in those above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from wormgrill.cache import find_cache

ERRORS = {"error_model": "numpy"}
numba: Any = import_module("numba")
"""Untyped, because Numba's own annotations lack some of its options."""

IS_STORED = find_cache()
numba.core.config.reload_config()  # the variable that was set, if Numba has been imported before


def stored(function: Callable[..., Any], folders: Sequence[Path], **options: object) -> Any:
    """Compile a function when it is first called with arguments of these types, and store the machine code on disk.

    Stored code counts only while neither the function's file nor any in these folders, in which its helpers are, has
    changed: Numba itself looks at the function's file alone. Other threads can run while the function does.
    """
    dispatcher = numba.njit(cache=IS_STORED, nogil=True, **ERRORS, **options)(function)
    if IS_STORED:
        files = [Path(function.__code__.co_filename)]
        files += [file for folder in folders for file in sorted(folder.glob("*.py"))]
        stamp = tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files)
        dispatcher._cache._cache_file._source_stamp = stamp  # noqa: SLF001  # Numba has no public way to say it
    return dispatcher
