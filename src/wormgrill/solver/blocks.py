"""Blocks: neighbouring numbers that the processor handles with one instruction, for compiled code.

LLVM, which compiles for Numba, can find such instructions in ordinary loops, but only in long ones, and a turn has
mostly short loops: no more than six states have all faces but one open. So the kernel says itself what belongs
together. A block is a value like a float, with a fixed number of numbers in it. LLVM splits it into whatever registers
the processor has, so the same code runs everywhere.

The functions here can be called from compiled code only. They check no bounds. Numba does not notice a change of this
module: delete the stored machine code of `kernel.py` afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it comes with Numba, without annotations
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model
from numpy.typing import DTypeLike

from wormgrill.solver.payoffs import EQUAL, EQUAL_FLOAT32

BLOCK_BYTES = 64
"""A block of float64 then has room for the six states that have one face kept. With 32 bytes everything is slower, with
128 bytes float32 is."""

_Code = Callable[[Any, Any, Any, Any], Any]
"""Makes LLVM's instructions from Numba's context, LLVM's builder, the signature and the arguments."""
_Typed = tuple[Any, _Code]

_CONTRACT = ("contract",)
"""A product and a sum may become one instruction, which rounds once."""


def block_width(dtype: DTypeLike) -> int:
    """How many numbers of a type a block has.

    >>> block_width(np.float64), block_width(np.float32)
    (8, 16)
    """
    return BLOCK_BYTES // np.dtype(dtype).itemsize


class Block(types.Type):
    """The type of a block of some type of number."""

    def __init__(self, number: Any) -> None:
        self.dtype = number
        self.width = BLOCK_BYTES * 8 // number.bitwidth
        super().__init__(name=f"Block({number})")

    def llvm_type(self, context: Any) -> ir.VectorType:
        """The same type in LLVM's words."""
        return ir.VectorType(context.get_value_type(self.dtype), self.width)


class Table(types.Type):
    """The type of a table with a block in each row.

    The numbers of a block come in groups: of two blocks the better one is found for each group, by its first number.
    """

    def __init__(self, number: Any, group: int) -> None:
        self.dtype = number
        self.block = Block(number)
        self.group = group
        super().__init__(name=f"Table({number}, {group})")


@register_model(Block)
class _BlockModel(models.PrimitiveModel):
    def __init__(self, manager: Any, block: Block) -> None:
        super().__init__(manager, block, _vector(manager, block))  # type: ignore[no-untyped-call]  # as Numba is


@register_model(Table)
class _TableModel(models.PrimitiveModel):
    def __init__(self, manager: Any, table: Table) -> None:
        vector = _vector(manager, table.block)
        super().__init__(manager, table, vector.as_pointer())  # type: ignore[no-untyped-call]  # the same


def _vector(manager: Any, block: Block) -> ir.VectorType:
    return ir.VectorType(manager.lookup(block.dtype).get_value_type(), block.width)


def _instruction(function: Callable[..., _Typed]) -> Callable[..., Any]:
    """Let compiled code call what the function describes: it gets the types of the arguments."""
    return cast("Callable[..., Any]", intrinsic(prefer_literal=True)(function))


@_instruction
def empty_table(_: Any, array: Any, rows: Any, group: Any) -> _Typed:
    """A table of so many blocks in groups of so many numbers, which have the type of the array's elements.

    It lies on the stack, where each thread has its own. LLVM knows that no array shares this memory, so it need not
    read from arrays again after it has written to the table.
    """
    table = Table(array.dtype, group.literal_value)

    def code(context: Any, builder: Any, _: Any, __: Any) -> Any:
        size = rows.literal_value
        return cgutils.alloca_once(builder, table.block.llvm_type(context), size)  # type: ignore[no-untyped-call]  # the same

    return table(array, rows, group), code


@_instruction
def load(_: Any, array: Any, index: Any) -> _Typed:  # noqa: ARG001  # Numba goes by the number of parameters
    """The block in this row of a table, or the one that begins at this index of an array with one dimension."""
    block = Block(array.dtype)

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        pointer, alignment = _locate(context, builder, array, arguments)
        loaded = builder.load(pointer)
        loaded.align = alignment
        return loaded

    return block(array, types.intp), code


@_instruction
def store(_: Any, array: Any, index: Any, block: Any) -> _Typed:  # noqa: ARG001  # the same
    """Write a block to a row of a table, or to where it begins in an array with one dimension."""

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        pointer, alignment = _locate(context, builder, array, arguments)
        builder.store(arguments[2], pointer).align = alignment
        return context.get_dummy_value()

    return types.void(array, types.intp, block), code


@_instruction
def gather(_: Any, array: Any, indices: Any, index: Any) -> _Typed:  # noqa: ARG001  # the same
    """Elements of an array with one dimension; `indices` says which, from this index of its own on."""
    block = Block(array.dtype)

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        data, index_data = (_data(context, builder, *pair) for pair in ((array, arguments[0]), (indices, arguments[1])))
        gathered = ir.Constant(block.llvm_type(context), ir.Undefined)
        first = builder.gep(index_data, [arguments[2]])
        for place in range(block.width):
            chosen = builder.zext(builder.load(builder.gep(first, [_place(place)])), ir.IntType(64))
            element = builder.load(builder.gep(data, [chosen]))
            gathered = builder.insert_element(gathered, element, _place(place))
        return gathered

    return block(array, indices, types.intp), code


@_instruction
def entry(_: Any, array: Any, index: Any) -> _Typed:  # noqa: ARG001  # the same
    """The element at this index of a contiguous array, counted through all its dimensions.

    `array[index]` cares for negative indices as well, and in the innermost loops that takes time.
    """

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.load(builder.gep(_data(context, builder, array, arguments[0]), [arguments[1]]))

    return array.dtype(array, types.intp), code


@_instruction
def filled(_: Any, like: Any, number: Any) -> _Typed:  # noqa: ARG001  # the same
    """One number in all places of a block, which has the type of the numbers in some array, table or block."""
    block = Block(like.dtype)

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return _fill(context, builder, block, arguments[1])

    return block(like, like.dtype), code


@_instruction
def larger(_: Any, one: Any, two: Any) -> _Typed:
    """The larger one of two numbers. None of them is NaN."""

    def code(_context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

    return one(one, two), code


@_instruction
def better(_: Any, table: Any, one: Any, two: Any) -> _Typed:
    """The better one of two blocks, for each group of the table: the second one if its first number is larger.

    In a group of several numbers it must be clearly larger, because the other numbers go with it.
    """

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        first, second = arguments[1:]
        if table.group == 1:
            return builder.select(builder.fcmp_ordered(">", first, second), first, second)
        block = table.block
        equal = ir.Constant(context.get_value_type(table.dtype), EQUAL if table.dtype.bitwidth == 64 else EQUAL_FLOAT32)
        is_larger = builder.fcmp_ordered(">", second, builder.fadd(first, _fill(context, builder, block, equal)))
        leaders = [place - place % table.group for place in range(block.width)]
        led = builder.shuffle_vector(
            is_larger, is_larger, ir.Constant(ir.VectorType(ir.IntType(32), block.width), leaders)
        )
        return builder.select(led, second, first)

    return one(table, one, two), code


@_instruction
def unless(_: Any, block: Any, unwanted: Any, other: Any) -> _Typed:
    """A block, with the numbers of another one in the places where it equals a third, unwanted one."""

    def code(_context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.select(builder.fcmp_ordered("!=", arguments[0], arguments[1]), arguments[0], arguments[2])

    return block(block, unwanted, other), code


@_instruction
def times(_: Any, number: Any, block: Any) -> _Typed:  # noqa: ARG001  # the same
    """A number times each number of a block."""

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.fmul(_fill(context, builder, block, arguments[0]), arguments[1], flags=_CONTRACT)

    return block(block.dtype, block), code


@_instruction
def plus(_: Any, one: Any, two: Any) -> _Typed:
    """The sums of the numbers of two blocks."""

    def code(_context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.fadd(*arguments, flags=_CONTRACT)

    return one(one, two), code


def _data(context: Any, builder: Any, array: Any, value: Any) -> Any:
    return context.make_array(array)(context, builder, value).data


def _locate(context: Any, builder: Any, array: Any, arguments: Any) -> tuple[Any, int]:
    """A pointer to a block, and to how many bytes it is aligned."""
    if isinstance(array, Table):
        return builder.gep(arguments[0], [arguments[1]]), BLOCK_BYTES
    element = builder.gep(_data(context, builder, array, arguments[0]), [arguments[1]])
    return builder.bitcast(element, Block(array.dtype).llvm_type(context).as_pointer()), array.dtype.bitwidth // 8


def _fill(context: Any, builder: Any, block: Block, number: Any) -> Any:
    undefined = ir.Constant(block.llvm_type(context), ir.Undefined)
    everywhere_first = ir.Constant(ir.VectorType(ir.IntType(32), block.width), [0] * block.width)
    return builder.shuffle_vector(builder.insert_element(undefined, number, _place(0)), undefined, everywhere_first)


def _place(place: int) -> ir.Constant:
    return ir.Constant(ir.IntType(32), place)
