"""The engine's records as types: the JSON of actions, events, views and states.

`fogline.core.codec` writes this JSON, and nobody checks it again on its way out. The models here
only describe it, for OpenAPI and for the types of clients. They are made from the dataclasses of
the engine when the description is asked for.

Rules of other packages bring actions, events and parts of their own. So wherever an event can
stand, the type is one of the events that come with Fogline (`Event`), or an `OtherEvent`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    create_model,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType, TypedDict

import fogline.games  # noqa: F401 (loads every rule, so every action, event and part)
from fogline.core.cards import ALL_CARDS, Cards
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Audience, Event, Message
from fogline.core.table import Part, Player, State, View
from fogline.server.wire.base_models import JsonObject


class OpenRecord(BaseModel):
    """A record of which only the type is known."""

    model_config = ConfigDict(extra="allow")

    type: str


class OtherAction(OpenRecord):
    """An action of a rule from another package."""


class OtherEvent(OpenRecord):
    """An event of a rule from another package."""

    text: str
    """A sentence that describes it; empty if there is nothing to say."""


class GameOfTable(BaseModel):
    """The game of a view or state, as `fogline.saves` writes it."""

    model_config = ConfigDict(extra="allow")

    name: str


class DescribedBy:
    """Marks JSON that the server wrote itself: it is not validated, and a type describes it."""

    def __init__(self, kind: Callable[[], Any]) -> None:
        self._kind = kind

    def __get_pydantic_core_schema__(self, _: object, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(
        self, _: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(TypeAdapter(self._kind()).core_schema)


@cache
def event_type() -> Any:
    """Return the type of any event: one that comes with Fogline, or another."""
    return _open_union("Event", Event.kinds, OtherEvent, text=str)


@cache
def action_type() -> Any:
    """Return the type of any action: one that comes with Fogline, or another."""
    return _open_union("Action", Action.kinds, OtherAction)


@cache
def table_type(kind: type[View] | type[State]) -> Any:
    """Return the type of a view or a state."""
    header = {
        "format": (int, Field(alias="schema")),
        "kind": (str, ...),
        "game": (GameOfTable, ...),
    }
    return _create(kind.__name__, kind, header, skip="game")


@cache
def view_changes_type() -> Any:
    """Return the type of the fields of a view that changed, with the changed players by seat."""
    whole = table_type(View).model_fields
    own = {name: (field.annotation, None) for name, field in whole.items() if name not in _FIXED}
    own["players"] = (dict[str, _model_of(Player)], None)  # type: ignore[misc]  # known at run time
    summary = "The fields of a view that changed; `players` has the changed ones, by seat."
    return cast("Any", create_model)("ViewChanges", __doc__=summary, **own)


_FIXED = ("format", "kind", "game", "seat")
"""What never changes in the view of a seat."""

EventJson = Annotated[JsonObject, DescribedBy(event_type)]
"""An event as the codec writes it, redacted for its reader, with a sentence in `text`."""
ActionJson = Annotated[JsonObject, DescribedBy(action_type)]
ViewJson = Annotated[JsonObject, DescribedBy(lambda: table_type(View))]
StateJson = Annotated[JsonObject, DescribedBy(lambda: table_type(State))]
ViewChangesJson = Annotated[JsonObject, DescribedBy(view_changes_type)]


def _open_union(
    name: str, kinds: Mapping[str, type[Message]], other: type[OpenRecord], **more: type
) -> Any:
    known = tuple(
        _create(
            kind.__name__ + name,
            kind,
            {"type": (Literal[verb], ...), **{key: (kind_, ...) for key, kind_ in more.items()}},
        )
        for verb, kind in kinds.items()
        if _is_ours(kind)
    )
    closed = cast("Any", TypeAliasType)(name, Union[known])  # noqa: UP007 (of a tuple)
    return closed | other


def _is_ours(kind: type) -> bool:
    """Whether a class comes with Fogline: the description does not depend on what is installed."""
    return kind.__module__.startswith("fogline.")


def _create(
    name: str, kind: type, header: Mapping[str, tuple[object, object]], skip: str | None = None
) -> type[BaseModel]:
    """Make the model of a dataclass, with more fields before its own."""
    hints = get_type_hints(kind, localns={"GameDefinition": GameDefinition}, include_extras=True)
    own = {
        field.name: (_type_of(hints[field.name]), ...)
        for field in fields(kind)
        if field.name != skip
    }
    summary = (kind.__doc__ or "").split("\n")[0]
    return cast(
        "type[BaseModel]", cast("Any", create_model)(name, __doc__=summary, **header, **own)
    )


@cache
def _model_of(kind: Any) -> type[BaseModel]:
    return _create(kind.__name__ + ("Part" if issubclass(kind, Part) else ""), kind, {})


@cache
def _cards_type() -> object:
    counts = dict.fromkeys((*map(str, ALL_CARDS), "hidden"), int)
    return cast("Any", TypedDict)("Cards", counts, total=False)


@cache
def _parts_type() -> object:
    kinds: Mapping[str, Any] = Part.kinds
    known = {verb: _model_of(kind) for verb, kind in kinds.items() if _is_ours(kind)}
    parts = cast("Any", TypedDict)("Parts", known, total=False)
    parts.__pydantic_config__ = ConfigDict(extra="allow")
    return parts


def _type_of(hint: object) -> Any:
    """Return the type of the JSON of a value."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _face_down(args[0]) if Audience.OWNER_FACES in args[1:] else _type_of(args[0])
    if origin in (Union, types.UnionType):
        return Union[tuple(_type_of(kind) for kind in args)]  # noqa: UP007 (of a tuple)
    if origin is tuple:
        if args[-1] is Ellipsis:
            return list[_type_of(args[0])]  # type: ignore[misc]  # known at run time
        return tuple[tuple(_type_of(kind) for kind in args)]  # type: ignore[misc]
    if origin is Mapping:
        return _parts_type() if args[1] is Part else dict[str, _type_of(args[1])]  # type: ignore[misc]
    if hint is Cards:
        return _cards_type()
    return _model_of(hint) if isinstance(hint, type) and is_dataclass(hint) else hint


def _face_down(hint: object) -> Any:
    """Return the type of cards or tickets that lie face down for others: each may be `null`."""
    if get_origin(hint) is tuple:
        return list[_type_of(get_args(hint)[0]) | None]  # type: ignore[misc]
    return _type_of(hint) if hint is Cards else _type_of(hint) | None
