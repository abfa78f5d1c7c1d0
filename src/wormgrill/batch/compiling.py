"""How the functions of this package are compiled."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import types

from wormgrill.solver import compiling
from wormgrill.solver.compiling import helper, stored

Function = TypeVar("Function", bound=Callable[..., Any])
_types: Any = types
FOLDERS = Path(__file__).parent, Path(compiling.__file__).parent


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, and store the machine code on disk.

    It runs without the interpreter's lock, so that threads share the work.
    """
    return cast("Function", stored(function, FOLDERS))


def compiled_helper(function: Function) -> Function:
    """Compile a function for use by other compiled functions only.

    Python cannot call it; with what that needs, compiling would take twice the time. All signed integers are handed
    over as int64, constants too, so that it is compiled once and not for each width and each constant.
    """
    dispatcher = helper(function)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widened, args)), kws)
    return cast("Function", dispatcher)


def _widened(kind: Any) -> Any:
    kind = _types.unliteral(kind)
    return types.int64 if kind in _types.signed_domain else kind


def for_python(function: Function) -> Function:
    """A helper for calls from Python, compiled when there is the first one."""
    dispatcher: Any = function
    return cast("Function", compiled(dispatcher.py_func))


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
