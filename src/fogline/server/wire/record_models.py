"""The types of the JSON that is written from dataclasses of the engine, of tables and of reviews.

`fogline.core.codec` says how a dataclass is written, and nobody checks the JSON again on its way
out. The models here only describe it, for OpenAPI and for the types of clients. They are made from
the dataclasses when the description is asked for.

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
    JsonValue,
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
from fogline.table.entries import Entry
from fogline.table.entry_values import shown_names
from fogline.table.hints import HintsModel, RouteHint, TicketHint
from fogline.table.snapshots import FIXED, LegalAction, Snapshot, You
from fogline.table.viewers import SeatPresence
from fogline.table.wording import comes_with_fogline

_create_model: Any = create_model
"""Without the types of its arguments: the fields are known at run time."""


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
        # A type that occurs once is described in its place: only of two is there a reference.
        kind = self._kind()
        both: Any = tuple[kind, kind]  # type: ignore[valid-type]  # known at run time
        pair: JsonSchemaValue = handler(TypeAdapter(both).core_schema)
        described: JsonSchemaValue = pair["prefixItems"][0]
        return described


@cache
def event_type() -> Any:
    """Return the type of any event: one that comes with Fogline, or another."""
    return _open_union("Event", Event.kinds, OtherEvent, text=str | None)


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
    own["players"] = (dict[str, model_of(Player)], None)  # type: ignore[misc]  # known at run time
    summary = "The fields of a view that changed; `players` has the changed ones, by seat."
    return _create_model("ViewChanges", __doc__=summary, **own)


_FIXED = ("format", "kind", "game", "seat")
"""What never changes in the view of a seat."""


@cache
def entry_type() -> Any:
    """Return the type of an entry of a log, with nothing but what is shown of it."""
    known = tuple(_entry_model(kind) for kind in Entry.kinds.values())
    union = Union[known]  # type: ignore[valid-type]  # noqa: UP007 (of a tuple)
    return cast("Any", TypeAliasType)("Entry", Annotated[union, Field(discriminator="type")])


def _entry_model(kind: type[Entry]) -> type[BaseModel]:
    hints = _hints(kind)
    for name in kind.shown_properties:
        hints[name] = _hints(getattr(kind, name).fget)["return"]
    header = {"version": (int, ...), "type": (Literal[kind.type], ...)}
    names = shown_names(kind)
    return _create_of(kind.__name__ + "Entry", kind, header, {name: hints[name] for name in names})


@cache
def snapshot_type() -> Any:
    """Return the type of a whole table as one viewer knows it."""
    header = {"type": (Literal["view"], ...), "you": (model_of(You), ...)}
    return _create("Snapshot", Snapshot, header)


@cache
def presence_type() -> Any:
    """Return the type of the message that says which players are there."""
    return _create("Presence", SeatPresence, {"type": (Literal["presence"], ...)})


@cache
def changes_type() -> Any:
    """Return the type of what differs from the snapshot before."""
    own: dict[str, tuple[object, object]] = {
        name: (_type_of(hint), None) for name, hint in _hints(Snapshot).items() if name not in FIXED
    }
    own["view"] = (view_changes_type(), None)
    own["version"] = own["now"] = (int, ...)
    summary = (
        "The fields of a snapshot that differ from the one before; `chat` has the new lines only."
    )
    return _create_model("Changes", __doc__=summary, **own)


EntryJson = Annotated[JsonObject, DescribedBy(entry_type)]
SnapshotJson = Annotated[JsonObject, DescribedBy(snapshot_type)]
ChangesJson = Annotated[JsonObject, DescribedBy(changes_type)]
LegalActionJson = Annotated[JsonObject, DescribedBy(lambda: model_of(LegalAction))]
HintsJson = Annotated[JsonObject, DescribedBy(lambda: model_of(HintsModel))]
RouteHintJson = Annotated[JsonObject, DescribedBy(lambda: model_of(RouteHint))]
TicketHintJson = Annotated[JsonObject, DescribedBy(lambda: model_of(TicketHint))]


def _open_union(
    name: str, kinds: Mapping[str, type[Message]], other: type[OpenRecord], **more: object
) -> Any:
    known = tuple(
        _create(
            kind.__name__ + name,
            kind,
            {"type": (Literal[verb], ...), **{key: (kind_, ...) for key, kind_ in more.items()}},
        )
        for verb, kind in kinds.items()
        if comes_with_fogline(kind)  # whatever is installed
    )
    closed = cast("Any", TypeAliasType)(name, Union[known])  # noqa: UP007 (of a tuple)
    return closed | other


def _create(
    name: str, kind: type, header: Mapping[str, tuple[object, object]], skip: str | None = None
) -> type[BaseModel]:
    """Make the model of a dataclass, with more fields before its own."""
    own = {field: hint for field, hint in _own_hints(kind).items() if field != skip}
    return _create_of(name, kind, header, own)


def _create_of(
    name: str, kind: type, header: Mapping[str, tuple[object, object]], hints: Mapping[str, object]
) -> type[BaseModel]:
    own = {field: (_type_of(hint), ...) for field, hint in hints.items()}
    summary = (kind.__doc__ or "").split("\n")[0]
    model: type[BaseModel] = _create_model(name, __doc__=summary, **header, **own)
    return model


def _own_hints(kind: Any) -> dict[str, object]:
    """Return the type hints of the fields of a dataclass or a named tuple."""
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else kind._fields
    hints = _hints(kind)
    return {name: hints[name] for name in names}


def _hints(kind: object) -> dict[str, object]:
    # The table cannot import the definition, which imports the rules, which import the table.
    return get_type_hints(kind, localns={"GameDefinition": GameDefinition}, include_extras=True)


@cache
def model_of(kind: type) -> type[BaseModel]:
    """Return the type of a dataclass or a named tuple, whose fields are all sent."""
    name = kind.__name__ + ("Part" if issubclass(kind, Part) else "")
    return _create(name, kind, {})


@cache
def _cards_type() -> object:
    counts = dict.fromkeys((*map(str, ALL_CARDS), "hidden"), int)
    return cast("Any", TypedDict)("Cards", counts, total=False)


@cache
def _parts_type() -> object:
    kinds: Mapping[str, Any] = Part.kinds
    known = {verb: model_of(kind) for verb, kind in kinds.items() if comes_with_fogline(kind)}
    parts = cast("Any", TypedDict)("Parts", known, total=False)
    parts.__pydantic_config__ = ConfigDict(extra="allow")
    return parts


def _type_of(hint: object) -> Any:
    """Return the type of the JSON of a value."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        if args[1] in _MAKERS:
            return _MAKERS[args[1]]()
        return _face_down(args[0]) if Audience.OWNER_FACES in args[1:] else _type_of(args[0])
    if origin in (Union, types.UnionType):
        if any(get_origin(kind) is dict for kind in args):
            return JsonValue
        return Union[tuple(_type_of(kind) for kind in args)]  # noqa: UP007 (of a tuple)
    if origin is tuple:
        if args[-1] is Ellipsis:
            return list[_type_of(args[0])]  # type: ignore[misc]  # known at run time
        return tuple[tuple(_type_of(kind) for kind in args)]  # type: ignore[misc]
    if origin is Mapping:
        return _parts_type() if args[1] is Part else dict[str, _type_of(args[1])]  # type: ignore[misc]
    if origin is list:
        return list[_type_of(args[0])]  # type: ignore[misc]
    if hint in _MAKERS:
        return _MAKERS[hint]()
    is_record = is_dataclass(hint) or hasattr(hint, "_fields")
    return model_of(hint) if isinstance(hint, type) and is_record else hint


_MAKERS: Mapping[object, Callable[[], Any]] = {
    Action: action_type,
    Cards: _cards_type,
    Event: event_type,
    State: lambda: table_type(State),
    View: lambda: table_type(View),
}
"""Types that are not made field by field."""


def _face_down(hint: object) -> Any:
    """Return the type of cards or tickets that lie face down for others: each may be `null`."""
    if get_origin(hint) is tuple:
        return list[_type_of(get_args(hint)[0]) | None]  # type: ignore[misc]
    return _type_of(hint) if hint is Cards else _type_of(hint) | None
