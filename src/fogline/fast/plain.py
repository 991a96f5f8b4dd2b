"""Replacement for `fogline.fast.numba` in public Numba: slower to compile and to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numba
from numba import extending, types

ClassT = TypeVar("ClassT", bound=type)
Function = Callable[..., object]

OPTIONS: dict[str, object] = {}


def part(function: Function, compiled: Callable[..., Any]) -> Any:
    """Compile a function that kernels call; its code is kept on disk with theirs."""
    return compiled(function, cache=False)


def entry_of(function: Function, compiled: Callable[..., Any], folder: Any) -> Any:  # noqa: ARG001
    """Compile a function that Python and kernels call."""
    return compiled(function)


def is_ready(entry: Function) -> bool:  # noqa: ARG001
    """Return true: nothing can be compiled ahead, as players are part of a match."""
    return True


def address_of(entry: Function, *arguments: object) -> int:  # noqa: ARG001
    """Return 0: functions are called by name."""
    return 0


def flats(named_tuple: ClassT) -> ClassT:
    """Return a named tuple of arrays as it is."""
    return named_tuple


def cut(named_tuple: type[Any], sizes: Mapping[str, int]) -> None:
    """Make parts of a named tuple's `memory` readable as further members in kernels."""
    first = 0
    for name, size in sizes.items():
        read = _part(named_tuple, first, first + size)
        extending.overload_attribute(types.BaseNamedTuple, name)(read)
        first += size


def _part(named_tuple: type[Any], first: int, end: int) -> Callable[[Any], Any]:
    """Return an unannotated function, because Numba compares its signature."""
    found = lambda p: p.memory[first:end]  # noqa: E731
    return lambda p: found if p.instance_class is named_tuple else None


@numba.njit
def flat(array):
    """Return an array as it is."""
    return array
