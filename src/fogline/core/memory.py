"""Fast copies of frozen dataclasses, and what is remembered about them.

Tables are never changed, so whatever was computed about one stays true. Two kinds of memory use
that, and neither is compared, copied by `pickle` or written to JSON:

- `facts(value)`: about this very object. A copy with changes starts without.
- `Recall`: the last result of a computation, kept for as long as its source is the same object.
  Copies share it, so that a table need not compute again what the table before it has computed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, TypeVarTuple, cast

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
Args = TypeVarTuple("Args")

_FACTS = "_facts"

if TYPE_CHECKING:
    replace = dataclasses.replace

    def build(kind: Callable[P, T], /, *args: P.args, **fields: P.kwargs) -> T:
        """Make a frozen dataclass from all its fields, given by name."""
        ...

else:

    def replace(value, /, **changes):
        """Copy a frozen dataclass without slots, with some fields changed."""
        copy = object.__new__(value.__class__)
        own = value.__dict__ | changes
        own.pop(_FACTS, None)
        object.__setattr__(copy, "__dict__", own)
        return copy

    def build(kind, /, **fields):
        """Make a frozen dataclass from all its fields, given by name."""
        value = object.__new__(kind)
        object.__setattr__(value, "__dict__", fields)
        return value


def facts(value: object) -> dict[str, Any]:
    """What was computed about this very object, by name."""
    own = value.__dict__
    found = own.get(_FACTS)
    if found is None:
        found = own[_FACTS] = {}
    known: dict[str, Any] = found
    return known


class Recall:
    """The last result of each computation, kept for as long as its source is the same object."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[object, Any]] = {}

    def __call__(
        self,
        key: Hashable,
        source: S,
        compute: Callable[[S, *Args], T],
        *args: *Args,
    ) -> T:
        """Return `compute(source, …)`, for which the key stands, unless it is known already."""
        kept = self._kept.get(key)
        if kept is not None and kept[0] is source:
            known: T = kept[1]
            return known
        result = compute(source, *args)
        if kept is not None and kept[1] == result:
            result = kept[1]  # the same object, so that what was computed from it stays known
        self._kept[key] = (source, result)
        return result


class Frozen:
    """A dataclass that remembers: only its fields are pickled."""

    def __getstate__(self) -> dict[str, Any]:
        names = [field.name for field in dataclasses.fields(cast("Any", self))]
        return {name: getattr(self, name) for name in names}
