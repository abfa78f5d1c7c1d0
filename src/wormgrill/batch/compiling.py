"""How the functions of this package are compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Any = njit
"""Untyped, because Numba's own annotations lack some of its options."""
_OPTIONS = {"error_model": "numpy"}


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, and store the machine code on disk.

    It runs without the interpreter's lock, so that threads share the work.
    """
    dispatcher = _njit(cache=True, nogil=True, **_OPTIONS)(function)
    _watch_whole_package(dispatcher)
    return cast("Function", dispatcher)


def compiled_helper(function: Function) -> Function:
    """Compile a function for use by other compiled functions only.

    Python cannot call it; without the wrappers for that, compiling takes half the time.
    """
    return cast("Function", _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function))


def _watch_whole_package(dispatcher: Any) -> None:
    """Let stored machine code count only while neither its file nor one of this package or the solver has changed.

    Numba itself looks at the file of the function alone, but the helpers that it calls are in other files.
    """
    package = Path(__file__).parent
    own = Path(dispatcher.py_func.__code__.co_filename)
    files = [own, *sorted(package.glob("*.py")), *sorted(package.with_name("solver").glob("*.py"))]
    stamp = tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    dispatcher._cache._cache_file._source_stamp = stamp  # noqa: SLF001  # Numba has no public way to say it
