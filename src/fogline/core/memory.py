"""Fast copies of frozen dataclasses and tuples, and what is remembered about them.

Whoever folds events copies the table once, as a draft, which `change` changes in place.

Tables are never changed, so whatever was computed about one stays true. Two kinds of memory use
that, and neither is compared, copied by `pickle` or written to JSON:

- `facts`: about this very object. A copy with changes starts without.
- `Recall`: the last result of a computation, kept for as long as its source is the same object.
  Copies share it, so that a table need not compute again what the table before it has computed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, TypeVarTuple, cast

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
Args = TypeVarTuple("Args")

_FACTS = "facts"

_DRAFT = "_draft"

Fact = str | int | None
"""The name of a fact; that of a view is its seat."""

_new, _set = object.__new__, object.__setattr__

if TYPE_CHECKING:
    replace = change = dataclasses.replace

else:

    def replace(value, /, **changes):
        """Copy a frozen dataclass without slots, with some fields changed."""
        copy = _new(value.__class__)
        own = value.__dict__ | changes
        if _FACTS in own:
            del own[_FACTS]
        _set(copy, "__dict__", own)
        return copy

    def change(value, /, **changes):
        """Change fields of a draft; of anything else, give a copy with these changes."""
        own = value.__dict__
        if _DRAFT not in own:
            return replace(value, **changes)
        own.update(changes)
        return value


def build(kind: type[T], fields: dict[str, Any]) -> T:
    """Make a frozen dataclass without slots from all its fields, by name."""
    value = _new(kind)
    _set(value, "__dict__", fields)
    return value


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Copy a tuple with one item changed; through a list, which is faster than joining slices."""
    changed = [*items]
    changed[index] = item
    return tuple(changed)


def draft(value: T) -> T:
    """Copy a frozen dataclass without slots; `change` changes the copy until it is finished."""
    return replace(value, _draft=True)  # type: ignore[type-var]


def finish(value: object, known: dict[Fact, Any] | None = None) -> None:
    """Let a draft be changed no more; the facts given are known of it."""
    own = value.__dict__
    own.pop(_DRAFT, None)
    if known is not None:
        own[_FACTS] = known


def reuse(kind: Callable[P, T]) -> Callable[P, T]:
    """Make equal values of a frozen dataclass only once."""
    return cast("Callable[P, T]", lru_cache(maxsize=1 << 12)(kind))


class _Facts:
    """An attribute that is made when it is first read, and then found without a call."""

    def __get__(self, value: object, owner: type) -> dict[Fact, Any]:
        known: dict[Fact, Any] = {}
        if _DRAFT not in value.__dict__:  # of a draft nothing stays true
            value.__dict__[_FACTS] = known
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
        self._kept[key] = (source, result)
        return result


class Frozen:
    """A dataclass that remembers: only its fields are pickled."""

    facts = _Facts()
    """What was computed about this very object, by name."""

    def __getstate__(self) -> dict[str, Any]:
        names = [field.name for field in dataclasses.fields(cast("Any", self))]
        return {name: getattr(self, name) for name in names}
