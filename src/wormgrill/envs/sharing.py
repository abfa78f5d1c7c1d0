"""Work that threads share inside compiled functions: a counter that each of them adds to, one after the other.

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
