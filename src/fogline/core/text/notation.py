"""A compact text for actions and events that round-trips: `claim a/b blue*1 wild*1`.

The verb comes first, then the fields in their order, separated by blanks. Several things in one
field are joined by commas, or by blanks in the last field. `-` is nothing, `?` is a card or ticket
face down, and `hidden` is a field that the reader may not know.
"""

from __future__ import annotations

import types
from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Annotated, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from fogline.core.cards import Card, Cards
from fogline.core.errors import FoglineError
from fogline.core.messages import Action, Event, Message

_NOTHING, _FACE_DOWN, _HIDDEN = "-", "?", "hidden"


class NotationError(FoglineError):
    """A text is not the notation of an action or event."""


def write(record: Message) -> str:
    """Write an action or event as text."""
    kind: type = type(record)
    shapes = _shapes(kind)
    words = [record.verb]
    for position, (name, shape) in enumerate(shapes):
        separator = " " if position == len(shapes) - 1 else ","
        words.append(_write(getattr(record, name), shape, separator))
    return " ".join(words)


def parse_action(text: str) -> Action:
    """Read an action back from its text."""
    return _parse(text, Action.kinds, "action")


def parse_event(text: str) -> Event:
    """Read an event back from its text."""
    return _parse(text, Event.kinds, "event")


class _Shape:
    """How the values of a field are written."""

    def __init__(self, hint: object) -> None:
        hint, self.optional = _strip(hint)
        self.many = get_origin(hint) is tuple
        self.face_down = False
        if self.many:
            hint, self.face_down = _strip(get_args(hint)[0])
        self.cards = hint is Cards
        self.kind = hint


def _strip(hint: object) -> tuple[object, bool]:
    """Remove an annotation and `| None` from a type; return whether it had the latter."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, types.UnionType):
        rest = [kind for kind in get_args(hint) if kind is not type(None)]
        return rest[0], True
    return hint, False


@cache
def _shapes(kind: type) -> tuple[tuple[str, _Shape], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, _Shape(hints[field.name])) for field in fields(kind))


def _write(value: object, shape: _Shape, separator: str) -> str:
    if value is None:
        return _HIDDEN if shape.many or shape.cards else _FACE_DOWN
    if isinstance(value, Cards):
        return str(value).replace(" ", separator)
    if isinstance(value, tuple):
        words = [_FACE_DOWN if item is None else str(item) for item in value]
        return separator.join(words) or _NOTHING
    return str(value)


MessageT = TypeVar("MessageT", bound=Message)


def _parse(text: str, kinds: dict[str, type[MessageT]], what: str) -> MessageT:
    words = text.split()
    if not words:
        raise NotationError(f"expected an {what}, found nothing")
    kind = kinds.get(words[0])
    if kind is None:
        known = ", ".join(sorted(kinds))
        raise NotationError(f"{words[0]!r} is not an {what}; expected one of: {known}")
    shapes = _shapes(cast("type", kind))
    values = words[1 : len(shapes)]
    if len(words) > len(shapes) > 0:
        values.append(",".join(words[len(shapes) :]))
    if len(values) != len(shapes) or (not shapes and len(words) > 1):
        expected = " ".join([words[0], *(name.upper() for name, _ in shapes)])
        raise NotationError(f"cannot read {text!r}; expected: {expected}")
    return kind(*[_read(value, shape) for value, (_, shape) in zip(values, shapes, strict=True)])


def _read(word: str, shape: _Shape) -> object:
    if shape.optional and word == (_HIDDEN if shape.many or shape.cards else _FACE_DOWN):
        return None
    if shape.cards:
        return _read_cards(word)
    if shape.many:
        items = [] if word == _NOTHING else word.split(",")
        return tuple(
            None if item == _FACE_DOWN and shape.face_down else _read_one(item, shape.kind)
            for item in items
        )
    return _read_one(word, shape.kind)


def _read_one(word: str, kind: object) -> object:
    if "," in word:
        raise NotationError(f"expected one word, found {word.replace(',', ' ')!r}")
    if kind is int:
        return read_int(word)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _member(word, kind)
    return word


def _member(word: str, kind: type[StrEnum]) -> StrEnum:
    try:
        return kind(word)
    except ValueError:
        known = ", ".join(kind)
        raise NotationError(f"{word!r} is not one of: {known}") from None


def read_int(word: str) -> int:
    """Read a whole number in plain digits, of limited length."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise NotationError(f"{word!r} is not a whole number")
    return int(word)


def _read_cards(word: str) -> Cards:
    if word == _NOTHING:
        return Cards()
    cards = Cards()
    for item in word.split(","):
        name, star, number = item.partition("*")
        count = read_int(number) if star else 0
        if not 0 < count <= 999:
            raise NotationError(f"cannot read the cards {item!r}; expected, for example, blue*2")
        if name == _FACE_DOWN:
            cards += Cards.face_down(count)
        else:
            cards += Cards.of({Card(_member(name, Card)): count})
    return cards
