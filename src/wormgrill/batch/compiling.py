"""How the functions of this package are compiled."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit, types

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


def machine_code(function: Callable[..., int], arguments: Sequence[Any]) -> Callable[..., int]:
    """A compiled function of addresses and whole numbers, to be called as one of C is, without the interpreter's lock.

    `arguments` are Numba's types. Numba's own call looks at every argument and at what is in it, which takes several
    microseconds where there are many arrays. Whoever calls keeps the arrays alive, and answers for their types.
    """
    dispatcher: Any = function
    signature = tuple(arguments)
    dispatcher.compile(signature)
    made = dispatcher.overloads[signature]
    address = made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name)
    kinds = [ctypes.c_void_p if isinstance(kind, types.CPointer) else ctypes.c_int64 for kind in arguments]
    return ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)


def _watch_whole_package(dispatcher: Any) -> None:
    """Let stored machine code count only while neither its file nor one of this package or the solver has changed.

    Numba itself looks at the file of the function alone, but the helpers that it calls are in other files.
    """
    package = Path(__file__).parent
    own = Path(dispatcher.py_func.__code__.co_filename)
    files = [own, *sorted(package.glob("*.py")), *sorted(package.with_name("solver").glob("*.py"))]
    stamp = tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    dispatcher._cache._cache_file._source_stamp = stamp  # noqa: SLF001  # Numba has no public way to say it
