"""Kernels that other kernels call are compiled with their callers, and not by themselves as well.

Numba optimises each function together with all that it calls, and makes machine code of it; then
it does the same for each of its callers. With callers of callers, most of the time goes into code
that nobody ever calls. A part is left as it is: only its callers are optimised.
"""

from __future__ import annotations

from typing import Any, cast

import llvmlite.binding as llvm
from numba.core import caching, codegen, compiler, registry
from numba.core.runtime.nrt import rtsys

_ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of variables begin that Numba sets when it has compiled a function."""


class _Part(codegen.JITCodeLibrary):
    """The code of a function that is linked into others."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        names = [variable.name for variable in self._final_module.global_variables]
        lines = [
            f"@{name} = common global ptr null" for name in names if name.startswith(_ENVIRONMENT)
        ]
        variables = llvm.parse_assembly("\n".join(lines))
        variables.triple = self._final_module.triple
        cast("Any", self._codegen)._add_module(variables)  # noqa: SLF001 (as Numba's own do)
        self._finalized = True


class _Whole(codegen.JITCodeLibrary):
    """The code of a function with all its parts."""

    def _optimize_final_module(self) -> None:
        """Optimise once: Numba does it twice, the first time for the sake of reference counts."""
        manager, builder = cast("Any", self._codegen)._module_pass_manager()  # noqa: SLF001
        manager.run(self._final_module, builder)


class EntryCompiler(compiler.CompilerBase):
    """Compiles a function that Python calls."""

    library: type[codegen.JITCodeLibrary] = _Whole

    def define_pipelines(self) -> list[object]:
        """Do what Numba does, with another kind of library."""
        library = cast("Any", self.library)(self.state.targetctx.codegen(), "kernel")
        library.enable_object_caching()
        self.state.library = library
        passes = cast("Any", compiler.DefaultPassBuilder).define_nopython_pipeline(self.state)
        passes.finalize()
        return [passes]


class PartCompiler(EntryCompiler):
    """Compiles a function as a part of others."""

    library = _Part


class EntryCache(caching.FunctionCache):
    """The code of a function on disk."""

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load code without what only compiling needs.

        Numba itself first imports all that it could compile, which takes longer than the rest. It
        does so again before it compiles anything.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return cast("Any", self)._load_overload(sig, target_context)  # noqa: SLF001


class Entry(registry.CPUDispatcher):
    """A function that Python calls; kernels that call it get its part."""

    part: Any

    @property
    def _numba_type_(self) -> Any:
        return self.part._numba_type_
