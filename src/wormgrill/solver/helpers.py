"""How functions are compiled that only other compiled functions use: no machine code is made of them by themselves.

Numba makes machine code of every function, and once more as a part of each of its callers. Most functions here are
small helpers that nothing else calls, so the first time was for nothing, and a quarter of all the time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering

_dynfunc: Any = import_module("numba._dynfunc")
_passes: Any = DefaultPassBuilder


class _Library(JITCodeLibrary):
    """Optimized code that is not made into machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]  # Numba's, as below
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class _Insert(LoweringPass):
    """Makes the code known to callers, as Numba does once there is machine code; Python gets nothing it could call."""

    _name = "insert_helper"

    def __init__(self) -> None:
        LoweringPass.__init__(self)  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        made = state.cr
        nothing = _dynfunc.make_function(made.fndesc.lookup_module(), made.fndesc.qualname, "", 0, made.env, ())
        state.targetctx.insert_user_function(nothing, made.fndesc, [state.library])
        state.cr = made._replace(cfunc=nothing)
        return True


class HelperCompiler(CompilerBase):
    """Numba's compiler without its last step."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes, as Numba asks for them."""
        self.state.flags.no_compile = True
        code, name = self.state.targetctx.codegen(), self.state.func_id.func_qualname
        self.state.library = _Library(code, name)  # type: ignore[no-untyped-call]
        passes = _passes.define_nopython_pipeline(self.state)
        passes.add_pass_after(_Insert, NativeLowering)
        passes.finalize()
        return [passes]
