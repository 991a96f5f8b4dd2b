"""A trial of other packages' kernels: one that cannot be compiled must not stop the engine."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np

from fogline.fast.advice import PLAN_SIZE, planner_of
from fogline.fast.compose import LAWS, Mechanic
from fogline.fast.context import Block, Numbers, Words
from fogline.fast.jit import CACHE_FOLDER

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
"""What a message for a terminal has in it."""


def failure(mechanic: Mechanic[Any]) -> str | None:
    """Say in one line why a kernel of a mechanic cannot be compiled; `None` if all can.

    What was found is kept with the compiled code, so each state of the sources is tried once.
    """
    name = mechanic.rule.name
    file = None if CACHE_FOLDER is None else CACHE_FOLDER / f"trial-{name}.json"
    if file is not None and file.exists():
        return cast("str | None", json.loads(file.read_text(encoding="utf-8")))
    found = _try(mechanic)
    if file is not None:
        # Another process that starts now must not read half of it.
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as whole:
            json.dump(found, whole)
        Path(whole.name).replace(file)
    return found


def _try(mechanic: Mechanic[Any]) -> str | None:
    kinds = _argument_types()
    act = {f"act {number}": kernel for number, kernel in enumerate(mechanic.acts.values())}
    for name, kernel in {**mechanic.kernels, **act}.items():
        arguments = LAWS[name][0] if name in LAWS else "seat, n"
        signature = tuple(kinds[word] for word in ["g", *filter(None, arguments.split(", "))])
        try:
            cast("Any", kernel).compile(signature)
        except Exception as error:  # noqa: BLE001 (a kernel of somebody else may fail in any way)
            said = " ".join(_COLOURS.sub("", str(error)).split())
            return f"{name}: {type(error).__name__}: {said[:200]}"
    return None


def _argument_types() -> Mapping[str, Any]:
    """Return the types of what the hooks are given, by the names that `LAWS` uses."""
    numbers: Numbers = np.zeros(1, np.int64)
    words: Words = np.zeros(1, np.uint64)
    floats = np.zeros(1)
    typeof = cast("Callable[[object], Any]", numba.typeof)
    lists = ("out", "o")
    whole = ("seat", "count", "place", "kind", "route", "code", "n")
    return {
        "g": typeof(Block.empty(8).game(numbers, words, words)),
        "p": typeof(planner_of(floats, np.zeros(PLAN_SIZE), numbers)),
        "seen": typeof(np.zeros(1, np.int8)),
        **dict.fromkeys(lists, typeof(numbers)),
        **dict.fromkeys(whole, numba.int64),
    }
