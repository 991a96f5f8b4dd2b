"""Compilation of kernels, and the cache of compiled code."""

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

from fogline.fast.numba import PLAIN

if PLAIN:
    from fogline.fast.plain import OPTIONS, address_of, cut, entry_of, flat, flats, is_ready, part
else:
    from fogline.fast.numba.entry_points import OPTIONS, address_of, entry_of, is_ready, part
    from fogline.fast.numba.flat import cut, flat, flats

__all__ = [
    "CACHE_FOLDER",
    "CACHE_VARIABLE",
    "PLAIN",
    "address_of",
    "compile_for",
    "cut",
    "entry_point",
    "flat",
    "flats",
    "is_compiled",
    "is_ready",
    "kernel",
    "sources",
]

FuncT = TypeVar("FuncT", bound=Callable[..., object])

CACHE_VARIABLE = "FOGLINE_CACHE"
"""The environment variable that names the folder for compiled code."""


def sources() -> list[Path]:
    """Return the source files of compiled code."""
    here = Path(__file__).parent
    package = here.parent
    kernels = [*package.rglob("kernel/*.py"), *package.rglob("*kernel*.py")]
    folders = (here, here / "mechanics", here / "numba")
    own = sorted([*kernels, *(file for folder in folders for file in folder.glob("*.py"))])
    return [*own, *_from_other_packages()]


def _from_other_packages() -> Iterator[Path]:
    """Yield the files of other packages' compiled mechanics without importing them."""
    for entry in entry_points(group="fogline.mechanics"):
        with contextlib.suppress(ImportError, ValueError):  # reported when it is loaded
            spec = importlib.util.find_spec(entry.module)
            if spec is not None and spec.origin is not None:
                yield Path(spec.origin)


def _digest() -> str:
    """Return a digest of everything the compiled code depends on.

    Numba checks only the file of the function it compiles, not the files of those it calls;
    a separate folder for each version of the sources keeps stale code from being used.
    """
    level = cast("Any", numba.config).OPT
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {level} {PLAIN}".encode())
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
    """Return the first writable folder, or `None`: then every process compiles again."""
    name = f"kernel-{_digest()}"
    return next((f / name for f in _folders() if _writable(f / name)), None)


CACHE_FOLDER = _find_folder()


def is_compiled() -> bool:
    """Return whether there is compiled code on disk."""
    return CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob("*.nbi"))


_OPTIONS: dict[str, object] = {
    "nogil": True,
    "error_model": "numpy",
    "cache": CACHE_FOLDER is not None,
    **OPTIONS,
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

    It is inlined, because passing seven arrays costs more than most kernels do, and it is compiled
    and cached with its callers.
    """
    return cast("FuncT", part(function, _compiled))


def entry_point(function: FuncT) -> FuncT:
    """Compile a real function that Python and other kernels can call; it is not inlined.

    If several processes need it at once, one compiles it and the others wait.
    """
    return cast("FuncT", entry_of(function, _compiled, CACHE_FOLDER))


def compile_for(entry: Callable[..., object], *arguments: object) -> Any:
    """Compile an entry point for arguments like these, or load it from disk."""
    signature = tuple(map(cast("Any", numba.typeof), arguments))
    compiled = cast("Any", entry)
    compiled.compile(signature)
    return compiled.overloads[signature]
