"""Trial compilation of other packages' kernels: a broken one must not stop the engine."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np

from fogline.fast.compose import Kernel
from fogline.fast.context import Block, Numbers, Words
from fogline.fast.jit import CACHE_FOLDER

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
"""Escape sequences in messages for a terminal."""


def failure(
    name: str, kernels: Iterable[tuple[str, str, Kernel]], more: Mapping[str, Any] | None = None
) -> str | None:
    """Return in one line why one of these kernels cannot be compiled; `None` if all can.

    Each comes with its name and the names of its arguments after `g`; `more` has the types of
    arguments that only the caller knows. The result is cached under `name` next to the compiled
    code, so each version of the sources is tried once.
    """
    file = None if CACHE_FOLDER is None else CACHE_FOLDER / f"trial-{name}.json"
    if file is not None and file.exists():
        return cast("str | None", json.loads(file.read_text(encoding="utf-8")))
    found = _try(kernels, {**_argument_types(), **(more or {})})
    if file is not None:
        # Another process must not read half of it.
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as whole:
            json.dump(found, whole)
        Path(whole.name).replace(file)
    return found


def _try(kernels: Iterable[tuple[str, str, Kernel]], kinds: Mapping[str, Any]) -> str | None:
    for name, arguments, kernel in kernels:
        signature = tuple(kinds[word] for word in ["g", *filter(None, arguments.split(", "))])
        try:
            cast("Any", kernel).compile(signature)
        except Exception as error:  # noqa: BLE001 (another package's kernel may fail anyhow)
            said = " ".join(_COLOURS.sub("", str(error)).split())
            return f"{name}: {type(error).__name__}: {said[:200]}"
    return None


def _argument_types() -> Mapping[str, Any]:
    """Return the types of the hooks' arguments, by the names that `LAWS` uses."""
    numbers: Numbers = np.zeros(1, np.int64)
    words: Words = np.zeros(1, np.uint64)
    typeof = cast("Callable[[object], Any]", numba.typeof)
    lists = ("out", "o")
    whole = ("seat", "count", "word", "place", "kind", "route", "code", "n")
    return {
        "g": typeof(Block.empty(8).game(numbers, words, words)),
        "seen": typeof(np.zeros(1, np.int8)),
        **dict.fromkeys(lists, typeof(numbers)),
        **dict.fromkeys(whole, numba.int64),
    }
