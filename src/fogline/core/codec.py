"""Dataclasses to plain JSON values and back, by their type hints, with errors that say where."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache, partial
from typing import (
    Annotated,
    Any,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from fogline.core.cards import ALL_CARDS, Card, Cards
from fogline.core.definition import GameDefinition
from fogline.core.errors import FormatError
from fogline.core.messages import Action, Event, Message
from fogline.core.table import Part

T = TypeVar("T")
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_HIDDEN = "hidden"
_LARGEST = 1 << 53
"""The largest whole number that every reader of JSON agrees on."""
_PLAIN = frozenset((str, int, bool, type(None)))
"""The classes whose values JSON has as they are."""
_CARDS = tuple(map(str, ALL_CARDS))


def encode(value: object, *, skip: str | None = None) -> Json:
    """Turn a value into plain JSON; `skip` names a field of the outermost value to leave out."""
    kind: type = type(value)
    if skip is None:
        return _encoder(kind)(value)
    return {name: encode(getattr(value, name)) for name in _hints(kind) if name != skip}


@cache
def _encoder(kind: Any) -> Callable[[Any], Json]:
    """Choose once for each class how its values are written."""
    if kind in _PLAIN or issubclass(kind, int):
        return _same
    if issubclass(kind, str):
        return str
    if issubclass(kind, Cards):
        return _encode_cards
    if issubclass(kind, tuple | list):
        return _encode_items
    if issubclass(kind, Mapping):
        return _encode_mapping
    names = tuple(_hints(kind))
    verb: dict[str, Json] = {"type": kind.verb} if issubclass(kind, Message) else {}

    def encode_fields(value: object) -> Json:
        record = verb.copy()
        for name in names:
            field: Any = getattr(value, name)
            record[name] = field if type(field) in _PLAIN else encode(field)
        return record

    return encode_fields


def _same(value: Json) -> Json:
    return value


def _encode_cards(value: Cards) -> Json:
    counts: dict[str, Json] = {
        card: count for card, count in zip(_CARDS, value.counts, strict=True) if count
    }
    if value.hidden:
        counts[_HIDDEN] = value.hidden
    return counts


def _encode_items(value: Sequence[Any]) -> Json:
    return [item if type(item) in _PLAIN else encode(item) for item in value]


def _encode_mapping(value: Mapping[object, object]) -> Json:
    return {str(key): encode(item) for key, item in value.items()}


def decode(kind: type[T], data: Json, where: str = "") -> T:
    """Turn plain JSON back into a value of a class."""
    return cast("T", _decode(kind, data, where or kind.__name__.lower()))


def decode_fields(
    kind: type, data: Json, where: str, *, skip: str | None = None, given_only: bool = False
) -> dict[str, object]:
    """Read the fields of a dataclass from a JSON object, in which nothing may be left over.

    Nothing may be missing either, unless only the given fields are asked for.
    """
    record = expect(dict, data, where)
    hints = {name: hint for name, hint in _hints(kind).items() if name != skip}
    for name in record:
        if name not in hints:
            known = ", ".join(hints) or "nothing"
            raise FormatError(f"{where}: {name!r} is not expected here, but {known}")
    for name in hints:
        if name not in record and not given_only:
            raise FormatError(f"{where}: {name!r} is missing")
    return {
        name: _decode(hint, record[name], f"{where}.{name}")
        for name, hint in hints.items()
        if name in record
    }


def expect(kind: type[T], data: Json, where: str) -> T:
    """Return the data if it is of that JSON type."""
    if type(data) is not kind:
        found = _JSON_NAMES.get(type(data), type(data).__name__)
        raise FormatError(f"{where}: expected {_JSON_NAMES[kind]}, found {found}")
    return data


_JSON_NAMES: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a number with a fraction",
    bool: "true or false",
    type(None): "null",
}


@cache
def _hints(kind: type) -> dict[str, object]:
    # The table cannot import the definition, which stands on the rules, which stand on the table.
    late = {"GameDefinition": GameDefinition}
    hints = get_type_hints(kind, localns=late, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def _decode(hint: object, data: Json, where: str) -> object:
    return _decoder(hint)(data, where)


@cache
def _decoder(hint: object) -> Callable[[Json, str], object]:
    """Choose once for each type hint how its values are read."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _decoder(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        (kind, *_) = [kind for kind in get_args(hint) if kind is not type(None)]
        inner = _decoder(kind)
        return lambda data, where: None if data is None else inner(data, where)
    if origin is tuple:
        return partial(_decode_tuple, get_args(hint))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return partial(_decode_mapping, get_args(hint)[1])
    assert isinstance(hint, type), hint  # noqa: S101 (a hint that no dataclass here uses)
    return partial(_decode_class, hint)


def _decode_class(kind: type, data: Json, where: str) -> object:
    if kind is int:
        number = expect(int, data, where)
        if abs(number) > _LARGEST:
            raise FormatError(f"{where}: {number} is too large")
        return number
    if kind in (str, bool):
        return expect(kind, data, where)
    if kind is Cards:
        return _decode_cards(data, where)
    if issubclass(kind, StrEnum):
        return _decode_member(kind, data, where)
    if kind in (Action, Event):
        return _decode_record(kind, data, where)
    return kind(**decode_fields(kind, data, where))


def _decode_tuple(kinds: tuple[object, ...], data: Json, where: str) -> tuple[object, ...]:
    items = expect(list, data, where)
    if kinds[-1] is Ellipsis:
        return tuple(_decode(kinds[0], item, f"{where}[{i}]") for i, item in enumerate(items))
    if len(items) != len(kinds):
        raise FormatError(f"{where}: expected {len(kinds)} values, found {len(items)}")
    return tuple(
        _decode(kind, item, f"{where}[{i}]")
        for i, (kind, item) in enumerate(zip(kinds, items, strict=True))
    )


def _decode_mapping(kind: object, data: Json, where: str) -> dict[str, object]:
    items = expect(dict, data, where)
    if kind is Part:
        return {
            verb: _decode_class(_known(Part.kinds, verb, where), item, f"{where}.{verb}")
            for verb, item in items.items()
        }
    return {key: _decode(kind, item, f"{where}.{key}") for key, item in items.items()}


def _decode_record(kind: type[Action] | type[Event], data: Json, where: str) -> object:
    record = expect(dict, data, where)
    if "type" not in record:
        raise FormatError(f"{where}: 'type' is missing")
    kinds: Mapping[str, type] = kind.kinds
    found: type = _known(kinds, expect(str, record["type"], f"{where}.type"), where)
    rest: Json = {name: value for name, value in record.items() if name != "type"}
    return found(**decode_fields(found, rest, where))


def _known(kinds: Mapping[str, type[T]], verb: str, where: str) -> type[T]:
    if verb not in kinds:
        raise FormatError(f"{where}: {verb!r} is not known; expected one of {', '.join(kinds)}")
    return kinds[verb]


def _decode_member(kind: type[StrEnum], data: Json, where: str) -> StrEnum:
    word = expect(str, data, where)
    try:
        return kind(word)
    except ValueError:
        raise FormatError(f"{where}: {word!r} is not one of {', '.join(kind)}") from None


def _decode_cards(data: Json, where: str) -> Cards:
    counts: dict[Card, int] = {}
    hidden = 0
    for name, value in expect(dict, data, where).items():
        count = expect(int, value, f"{where}.{name}")
        if not 0 <= count <= 9999:
            raise FormatError(f"{where}.{name}: {count} is not a number of cards")
        if name == _HIDDEN:
            hidden = count
        else:
            counts[Card(_decode_member(Card, name, where))] = count
    return Cards(Cards.of(counts).counts, hidden)
