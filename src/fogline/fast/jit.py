"""How kernels are compiled, and where the compiled code is kept."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.compiler_lock import global_compiler_lock

from fogline.fast.parts import Entry, EntryCache, EntryCompiler, PartCompiler

try:
    import fcntl
except ImportError:  # Windows: every process compiles, and the last to write wins
    fcntl = None  # type: ignore[assignment]

FuncT = TypeVar("FuncT", bound=Callable[..., object])

CACHE_VARIABLE = "FOGLINE_CACHE"
"""The environment variable that names the folder for compiled code."""


def sources() -> list[Path]:
    """Name the files that compiled code is made from."""
    here = Path(__file__).parent
    package = here.parent
    kernels = [*package.rglob("kernel/*.py"), *package.rglob("kernel*.py")]
    own = sorted([*kernels, *here.glob("*.py"), *here.glob("mechanics/*.py")])
    return [*own, *_from_other_packages()]


def _from_other_packages() -> Iterator[Path]:
    """Name the files of compiled mechanics of other packages, without importing them."""
    for entry in entry_points(group="fogline.mechanics"):
        with contextlib.suppress(ImportError, ValueError):  # reported where it is loaded
            spec = importlib.util.find_spec(entry.module)
            if spec is not None and spec.origin is not None:
                yield Path(spec.origin)


def _digest() -> str:
    """Sum up everything the compiled code depends on.

    Numba looks only at the file of the function it compiles, not at the files of those it calls;
    a folder of its own for each state of the sources keeps stale code from being used.
    """
    level = cast("Any", numba.config).OPT
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {level}".encode())
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _folders() -> Iterator[Path]:
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        yield Path(named)
    with contextlib.suppress(RuntimeError):  # a user without a home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fogline"
    yield Path(tempfile.gettempdir()) / f"fogline-{getattr(os, 'getuid', lambda: 0)()}"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _find_folder() -> Path | None:
    """The first folder that can be written to; `None` compiles anew each time."""
    name = f"kernel-{_digest()}"
    return next((f / name for f in _folders() if _writable(f / name)), None)


CACHE_FOLDER = _find_folder()


def is_compiled() -> bool:
    """Whether compiled code is waiting on disk."""
    return CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob("*.nbi"))


_OPTIONS: dict[str, object] = {
    "nogil": True,
    "error_model": "numpy",
    # No reference counting of arrays: four times as fast, and what would allocate will not compile.
    "_nrt": False,
    "no_cfunc_wrapper": True,
    "cache": CACHE_FOLDER is not None,
}

_PART: dict[str, object] = {
    "cache": False,
    "no_cpython_wrapper": True,
    "pipeline_class": PartCompiler,
}


def _compiled(function: FuncT, **options: object) -> FuncT:
    options = {**_OPTIONS, **options}
    compiler = cast("Callable[..., Callable[[FuncT], FuncT]]", numba.njit)
    settings = cast("Any", numba.config)
    usual = settings.CACHE_DIR
    if CACHE_FOLDER is not None:
        settings.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return compiler(**options)(function)
    finally:
        settings.CACHE_DIR = usual


def kernel(function: FuncT) -> FuncT:
    """Compile a function that only other kernels call.

    It is put into its caller: passing seven arrays costs more than most kernels do. It is compiled
    with its callers and kept on disk as a part of them.
    """
    return _compiled(function, forceinline=True, **_PART)


def big_kernel(function: FuncT) -> FuncT:
    """Compile a function that is called, from Python or from kernels, and not copied.

    Of several processes that need it at once one compiles it, and the others wait for its code.
    """
    compiled = cast("Any", _compiled(function, pipeline_class=EntryCompiler))
    compiled.__class__ = Entry
    if CACHE_FOLDER is not None:
        compiled._cache.__class__ = EntryCache  # noqa: SLF001 (Numba lets nobody choose it)
    compiled.part = _compiled(function, **_PART)
    compiled.compile = _one_process_at_a_time(compiled.compile, function)
    return cast("FuncT", compiled)


def is_ready(entry: Callable[..., object]) -> bool:
    """Whether code of a big kernel is compiled, in memory or on disk."""
    compiled = cast("Any", entry)
    if compiled.overloads or CACHE_FOLDER is None:
        return bool(compiled.overloads)
    return any(CACHE_FOLDER.rglob(f"*.{compiled.py_func.__name__}-*.nbi"))


def compile_for(entry: Callable[..., object], *arguments: object) -> Any:
    """Compile a big kernel for arguments like these, or load it from disk."""
    signature = tuple(map(cast("Any", numba.typeof), arguments))
    compiled = cast("Any", entry)
    compiled.compile(signature)
    return compiled.overloads[signature]


def address_of(entry: Callable[..., object], *arguments: object) -> int:
    """Compile a big kernel for arguments like these; return where its code lies in memory."""
    made = compile_for(entry, *arguments)
    return cast("int", made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def _one_process_at_a_time(
    compile_it: Callable[..., object], function: Callable[..., object]
) -> Callable[..., object]:
    """Let one process at a time look for a kernel on disk and compile it if it is not there."""
    if CACHE_FOLDER is None or fcntl is None:
        return compile_it
    name = f"{function.__module__}.{function.__qualname__}"
    path = CACHE_FOLDER / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.lock"

    def compile_alone(signature: object) -> object:
        # Numba's own lock first: two threads must not wait for each other with one lock each.
        with global_compiler_lock:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # somebody may tidy up
            with path.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                return compile_it(signature)

    return compile_alone
