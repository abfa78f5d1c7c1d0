"""How functions are compiled and stored, in this package and in those above it."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, NullCache

from wormgrill.cache import find_cache
from wormgrill.solver.helpers import HelperCompiler

PARTS = {
    "solver": ("the solver", 5),
    "batch": ("the rules and the nets", 10),
    "envs": ("the environments", 10),
    "train": ("the training", 20),
}
"""By package, what is compiled and how many seconds all of it takes."""
COMPILING = "Compiling what is needed of %s for this machine, which takes up to %d seconds."
WAITING = "Waiting for another process that compiles %s for this machine, which takes up to %d seconds."
PATIENCE_SECONDS = 60.0
"""How long a process waits for another one that compiles."""
POLL_SECONDS = 0.05
SILENT_SECONDS = 0.5
"""Whoever waits for another process longer than this is told."""
ERRORS = {"error_model": "numpy"}
TESTED = (0, 61), (0, 68)
"""The versions of Numba with which helpers are compiled by `HelperCompiler`; with all others that only takes longer."""
log = logging.getLogger(__name__)
numba: Any = import_module("numba")
"""Untyped, because Numba's own annotations lack some of its options."""

IS_STORED = find_cache()
numba.core.config.reload_config()  # the variable that was set, if Numba has been imported before
_told: set[tuple[str, str]] = set()
_locks: dict[str, int] = {}
"""By folder, the open file of a lock that this process has."""


def stored(function: Callable[..., Any], folders: Sequence[Path], **options: object) -> Any:
    """Compile a function when it is first called with arguments of these types, and store the machine code on disk.

    Stored code counts only while neither the function's file nor any in these folders, in which its helpers are, has
    changed: Numba itself looks at the function's file alone. Other threads can run while the function does.
    """
    dispatcher = numba.njit(nogil=True, **ERRORS, **options)(function)
    dispatcher._cache = _Cache(function, folders) if IS_STORED else _NoCache(function)  # noqa: SLF001  # no public way
    return dispatcher


def helper(function: Callable[..., Any], **options: object) -> Any:
    """Compile a function as a part of other compiled functions; Python cannot call it."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
    if TESTED[0] <= numba.version_info.short <= TESTED[1]:
        options["pipeline_class"] = HelperCompiler
    return numba.njit(**ERRORS, **options)(function)


class _Cache(FunctionCache):
    """Stored code. Of several processes that lack some, one compiles it and says so; the others wait and load it."""

    def __init__(self, function: Callable[..., Any], folders: Sequence[Path]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba's
        self._function = function
        files = [Path(function.__code__.co_filename)]
        files += [file for folder in folders for file in sorted(folder.glob("*.py"))]
        stamp = tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files)
        self._cache_file._source_stamp = stamp  # noqa: SLF001  # no public way

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return stored code, or None if this process has to compile it."""
        load: Any = super().load_overload
        found = load(sig, target_context)
        if found is None and _lock(self.cache_path, self._function):
            found = load(sig, target_context)
            if found is not None:
                _unlock(self.cache_path)
        if found is None:
            _tell(self._function)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store code, if there is room for it."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # Numba's
        _unlock(self.cache_path)


class _NoCache(NullCache):
    """No place for code: all of it has to be compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def load_overload(self, _sig: Any, _target_context: Any) -> None:
        """Say that it is compiled."""
        _tell(self._function)


def _tell(function: Callable[..., Any], text: str = COMPILING) -> None:
    """Tell whoever waits why, once for each part."""
    part = function.__module__.removeprefix("wormgrill.").partition(".")[0]
    if part in PARTS and (part, text) not in _told:
        _told.add((part, text))
        log.warning(text, *PARTS[part])


def _lock(folder: str, function: Callable[..., Any]) -> bool:
    """Wait for the lock on a folder; return if this process has it now, and had not before."""
    if sys.platform == "win32" or folder in _locks:
        return False
    import fcntl  # noqa: PLC0415  # not on Windows

    file = os.open(folder, os.O_RDONLY)
    since = time.monotonic()
    while (waited := time.monotonic() - since) < PATIENCE_SECONDS:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _locks[folder] = file
            return True
        if waited > SILENT_SECONDS:
            _tell(function, WAITING)
        time.sleep(POLL_SECONDS)
    os.close(file)
    return False


def _unlock(folder: str) -> None:
    if folder in _locks:
        os.close(_locks.pop(folder))
