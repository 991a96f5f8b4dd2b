"""Compilation of helper kernels, and of entry points that Python or other kernels call.

Numba optimises each function together with all that it calls and generates machine code; then it
does the same for each caller. With several levels of callers, most of the time goes into code that
nobody calls. Helper kernels are inlined into their callers and never compiled alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import llvmlite.binding as llvm
import numba
from numba.core import caching, codegen, compiler, registry, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic

from fogline.fast.numba.flat import Flat

try:
    import fcntl
except ImportError:  # Windows: every process compiles, and the last to write wins
    fcntl = None  # type: ignore[assignment]

Function = Callable[..., object]

_ENVIRONMENT = "_ZN08NumbaEnv"
"""The prefix of variables that Numba sets when it has compiled a function."""


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
        """Run the optimiser once; Numba runs it twice, the first time for reference counts."""
        manager, builder = cast("Any", self._codegen)._module_pass_manager()  # noqa: SLF001
        manager.run(self._final_module, builder)


class EntryPointCompiler(compiler.CompilerBase):
    """Compiles a function that Python calls."""

    library: type[codegen.JITCodeLibrary] = _Whole

    def define_pipelines(self) -> list[object]:
        """Return Numba's own pipeline with another kind of library."""
        library = cast("Any", self.library)(self.state.targetctx.codegen(), "kernel")
        library.enable_object_caching()
        self.state.library = library
        passes = cast("Any", compiler.DefaultPassBuilder).define_nopython_pipeline(self.state)
        passes.finalize()
        return [passes]


class PartCompiler(EntryPointCompiler):
    """Compiles a function as a part of others."""

    library = _Part


class EntryPointCache(caching.FunctionCache):
    """The code of a function on disk."""

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load code without importing the compiler.

        Numba first imports everything it can compile, which takes longer than the rest. It still
        does so before it compiles anything.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return cast("Any", self)._load_overload(sig, target_context)  # noqa: SLF001


class EntryPoint(registry.CPUDispatcher):
    """A function that Python calls; kernels that call it link its part."""

    part: Any

    @property
    def _numba_type_(self) -> Any:
        return self.part._numba_type_


OPTIONS: dict[str, object] = {
    # No reference counting of arrays: four times as fast, and code that allocates does not compile.
    "_nrt": False,
    "no_cfunc_wrapper": True,
}

_PART: dict[str, object] = {
    "cache": False,
    "no_cpython_wrapper": True,
    "pipeline_class": PartCompiler,
}


def part(function: Function, compiled: Callable[..., Any]) -> Any:
    """Compile a function that is inlined into its callers."""
    return compiled(function, forceinline=True, **_PART)


def entry_of(function: Function, compiled: Callable[..., Any], folder: Path | None) -> Any:
    """Compile a function that is called; kernels that call it link its part."""
    made = compiled(function, pipeline_class=EntryPointCompiler)
    made.__class__ = EntryPoint
    made.part = compiled(function, **_PART)
    if folder is not None:
        made._cache.__class__ = EntryPointCache  # noqa: SLF001 (Numba has no option for it)
        made.compile = _one_process_at_a_time(made.compile, function, folder)
    made.folder = folder
    return made


def is_ready(entry: Function) -> bool:
    """Return whether an entry point is compiled, in memory or on disk."""
    compiled = cast("Any", entry)
    if compiled.overloads or compiled.folder is None:
        return bool(compiled.overloads)
    return any(compiled.folder.rglob(f"*.{compiled.py_func.__name__}-*.nbi"))


def address_of(entry: Function, *arguments: object) -> int:
    """Compile an entry point for arguments like these; return the address of its code."""
    signature = tuple(map(cast("Any", numba.typeof), arguments))
    compiled = cast("Any", entry)
    compiled.compile(signature)
    made = compiled.overloads[signature]
    return cast("int", made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def _one_process_at_a_time(
    compile_it: Function, function: Function, folder: Path
) -> Callable[..., object]:
    """Return a `compile_it` that only one process at a time runs, others finding its result."""
    if fcntl is None:
        return compile_it
    name = f"{function.__module__}.{function.__qualname__}"
    path = folder / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.lock"

    def compile_alone(signature: object) -> object:
        # Numba's own lock first: two threads must not wait for each other with one lock each.
        with global_compiler_lock:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # it may have been deleted
            with path.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                return compile_it(signature)

    return compile_alone


@intrinsic
def choose(typingctx, chooser, kind, g, seat, p):  # noqa: ARG001, PLR0913, PLR0917
    """Call the function at an address, which chooses for a type of player."""
    if not all(isinstance(member, Flat) for member in (*g, *p)):
        return None  # those functions are compiled for nothing else
    whole = types.int64
    arguments = (whole, g, whole, p)

    def codegen(context, builder, signature, args):  # noqa: ARG001
        function = context.call_conv.get_function_type(whole, arguments)
        pointer = builder.inttoptr(args[0], function.as_pointer())
        _, code = context.call_conv.call_function(builder, pointer, whole, arguments, args[1:])
        return code

    return whole(types.uint64, *arguments), codegen
