"""Work that threads share inside compiled functions: the addresses of arrays, and a counter that each of them adds to.

Between two parts of the work nobody needs the interpreter, whose lock would put a thread to sleep.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_intrinsic: Any = intrinsic
"""Untyped, as Numba leaves it."""


@_intrinsic  # type: ignore[untyped-decorator]  # as said
def add_to(_typing: Any, numbers: Any, _place: Any, _value: Any) -> Any:
    """Add to a number in an array, whatever other threads do; what it was before."""
    signature = types.int64(numbers, types.intp, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer: Any = cgutils.get_item_pointer
        address = pointer(context, builder, signature.args[0], array, [arguments[1]])
        return builder.atomic_rmw("add", address, arguments[2], "seq_cst")

    return signature, generate


@_intrinsic  # type: ignore[untyped-decorator]  # as said
def pointer(_typing: Any, _address: Any) -> Any:
    """An address that came as a number, for `carray`, which is told what is there."""
    signature = types.voidptr(types.int64)

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return signature, generate
