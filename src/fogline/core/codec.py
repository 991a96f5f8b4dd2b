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
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from fogline.core.cards import ALL_CARDS, POSITION, Card, Cards
from fogline.core.definition import GameDefinition
from fogline.core.errors import FormatError
from fogline.core.messages import Action, Event, Message
from fogline.core.table import Part

T = TypeVar("T")
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

Place = str | None
"""The path to a value in the data, for error messages; `None` until an error has occurred."""
Reader = Callable[[Json, Place], Any]

_HIDDEN = "hidden"
_LARGEST = 1 << 53
"""The largest whole number that every reader of JSON agrees on."""
_PLAIN = frozenset((str, int, bool, type(None)))
"""The classes whose values are JSON values already."""
_CARDS = tuple(map(str, ALL_CARDS))


def encode(value: object, *, skip: str | None = None) -> Json:
    """Turn a value into plain JSON; `skip` names a field of the outermost value to leave out."""
    kind: type = type(value)
    if skip is None:
        return _encoder(kind)(value)
    return {name: encode(getattr(value, name)) for name in _hints(kind) if name != skip}


@cache
def _encoder(kind: Any) -> Callable[[Any], Json]:
    """Return the function that writes values of a class; cached for each class."""
    if kind in _PLAIN or issubclass(kind, int):
        return _same
    if issubclass(kind, str):
        return str
    if issubclass(kind, tuple | list):
        return _encode_items
    fields_of = _shallow(kind)
    return lambda value: {
        str(name): item if type(item) in _PLAIN else encode(item)
        for name, item in fields_of(value).items()
    }


def encode_outside(value: object) -> dict[str, Any]:
    """Turn a dataclass, a mapping or cards into an object whose values are still to be encoded.

    JSON writers that handle plain values, texts, lists and mappings themselves call this
    for all others.
    """
    kind: type = type(value)
    return _shallow(kind)(value)


@cache
def _shallow(kind: Any) -> Callable[[Any], dict[str, Any]]:
    if issubclass(kind, Cards):
        return _encode_cards
    if issubclass(kind, Mapping):
        return dict
    names = tuple(_hints(kind))
    verb: dict[str, Any] = {"type": kind.verb} if issubclass(kind, Message) else {}

    def fields_of(value: object) -> dict[str, Any]:
        record = verb.copy()
        for name in names:
            record[name] = getattr(value, name)
        return record

    return fields_of


def prepare(kind: type) -> None:
    """Build the encoder and decoder of a dataclass before they are first needed."""
    _encoder(kind)
    _readers(kind)


def _same(value: Json) -> Json:
    return value


def _encode_cards(value: Cards) -> dict[str, Json]:
    counts: dict[str, Json] = {
        card: count for card, count in zip(_CARDS, value.counts, strict=True) if count
    }
    if value.hidden:
        counts[_HIDDEN] = value.hidden
    return counts


def _encode_items(value: Sequence[Any]) -> Json:
    return [item if type(item) in _PLAIN else encode(item) for item in value]


def decode(kind: type[T], data: Json, where: str = "") -> T:
    """Turn plain JSON back into a value of a class."""
    read: Reader = _decoder(cast("object", kind))
    return cast("T", _with_place(read, data, where or kind.__name__.lower()))


def decode_fields(
    kind: type, data: Json, where: str, *, skip: str | None = None, given_only: bool = False
) -> dict[str, object]:
    """Read the fields of a dataclass from a JSON object, which must have no others.

    Nothing may be missing either, unless only the given fields are asked for.
    """
    read = partial(_decode_fields, kind, skip=skip, given_only=given_only)
    return _with_place(read, data, where)


def _with_place(read: Callable[[Json, Place], T], data: Json, where: str) -> T:
    """Read data; only if they are wrong, read them again to find out where."""
    try:
        return read(data, None)
    except FormatError:
        return read(data, where)


def _decode_fields(
    kind: type, data: Json, where: Place, *, skip: str | None = None, given_only: bool = False
) -> dict[str, object]:
    record = expect(dict, data, where)
    readers = _readers(kind)
    if skip is not None:
        readers = {name: read for name, read in readers.items() if name != skip}
    for name in record:
        if name not in readers:
            known = ", ".join(readers) or "nothing"
            raise FormatError(f"{where}: {name!r} is not expected here, but {known}")
    for name in readers:
        if name not in record and not given_only:
            raise FormatError(f"{where}: {name!r} is missing")
    return {
        name: read(record[name], where and f"{where}.{name}")
        for name, read in readers.items()
        if name in record
    }


def expect(kind: type[T], data: Json, where: Place) -> T:
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
    # The table cannot import the definition, which imports the rules, which import the table.
    late = {"GameDefinition": GameDefinition}
    hints = get_type_hints(kind, localns=late, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _readers(kind: type) -> dict[str, Reader]:
    return {name: _decoder(hint) for name, hint in _hints(kind).items()}


@cache
def _decoder(hint: object) -> Reader:
    """Return the function that reads values of a type hint; cached for each hint."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _decoder(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        (kind, *_) = [kind for kind in get_args(hint) if kind is not type(None)]
        inner = _decoder(kind)
        return lambda data, where: None if data is None else inner(data, where)
    if origin is Literal:
        return partial(_decode_choice, get_args(hint))
    if origin is tuple:
        *kinds, last = get_args(hint)
        if last is Ellipsis:
            return partial(_decode_items, _decoder(kinds[0]))
        return partial(_decode_tuple, tuple(map(_decoder, (*kinds, last))))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        kind = get_args(hint)[1]
        return _decode_parts if kind is Part else partial(_decode_mapping, _decoder(kind))
    assert isinstance(hint, type), hint  # noqa: S101 (a hint that no dataclass here uses)
    return _decoder_of_class(hint)


def _decoder_of_class(kind: type) -> Reader:
    if kind is int:
        return _decode_number
    if kind in (str, bool):
        return partial(expect, kind)
    if kind is Cards:
        return _decode_cards
    if issubclass(kind, StrEnum):
        return partial(_decode_member, kind)
    if kind in (Action, Event):
        return partial(_decode_record, kind)
    return lambda data, where: kind(**_decode_fields(kind, data, where))


def _decode_number(data: Json, where: Place) -> int:
    number = expect(int, data, where)
    if abs(number) > _LARGEST:
        raise FormatError(f"{where}: {number} is too large")
    return number


def _decode_items(read: Reader, data: Json, where: Place) -> tuple[object, ...]:
    items = expect(list, data, where)
    return tuple([read(item, where and f"{where}[{i}]") for i, item in enumerate(items)])


def _decode_tuple(readers: tuple[Reader, ...], data: Json, where: Place) -> tuple[object, ...]:
    items = expect(list, data, where)
    if len(items) != len(readers):
        raise FormatError(f"{where}: expected {len(readers)} values, found {len(items)}")
    both = enumerate(zip(readers, items, strict=True))
    return tuple([read(item, where and f"{where}[{i}]") for i, (read, item) in both])


def _decode_parts(data: Json, where: Place) -> dict[str, object]:
    return {
        verb: _decoder_of_class(_known(Part.kinds, verb, where))(item, where and f"{where}.{verb}")
        for verb, item in expect(dict, data, where).items()
    }


def _decode_mapping(read: Reader, data: Json, where: Place) -> dict[str, object]:
    items = expect(dict, data, where)
    return {key: read(item, where and f"{where}.{key}") for key, item in items.items()}


def _decode_record(kind: type[Action] | type[Event], data: Json, where: Place) -> object:
    record = expect(dict, data, where)
    if "type" not in record:
        raise FormatError(f"{where}: 'type' is missing")
    kinds: Mapping[str, type] = kind.kinds
    found: type = _known(kinds, expect(str, record["type"], where and f"{where}.type"), where)
    rest = record.copy()
    del rest["type"]
    return found(**_decode_fields(found, rest, where))


def _known(kinds: Mapping[str, type[T]], verb: str, where: Place) -> type[T]:
    if verb not in kinds:
        raise FormatError(f"{where}: {verb!r} is not known; expected one of {', '.join(kinds)}")
    return kinds[verb]


def _decode_member(kind: type[StrEnum], data: Json, where: Place) -> StrEnum:
    word = expect(str, data, where)
    try:
        return kind(word)
    except ValueError:
        raise FormatError(f"{where}: {word!r} is not one of {', '.join(kind)}") from None


def _decode_choice(choices: Sequence[str], data: Json, where: Place) -> str:
    word = expect(str, data, where)
    if word not in choices:
        raise FormatError(f"{where}: {word!r} is not one of {', '.join(choices)}")
    return word


def _decode_cards(data: Json, where: Place) -> Cards:
    counts = [0] * len(ALL_CARDS)
    hidden = 0
    for name, value in expect(dict, data, where).items():
        count = expect(int, value, where and f"{where}.{name}")
        if not 0 <= count <= 9999:
            raise FormatError(f"{where}.{name}: {count} is not a number of cards")
        if name == _HIDDEN:
            hidden = count
        else:
            counts[POSITION[Card(_decode_member(Card, name, where))]] = count
    return Cards(tuple(counts), hidden)
