"""Write what the server speaks as one OpenAPI document, for the client's types.

To what `/openapi.json` tells this adds the messages of the WebSocket, and views, states, actions
and events, which the server hands on as the engine writes them.
"""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Annotated, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter

import fogline.games  # noqa: F401 (knows every rule, so every action, event and part)
from fogline.core.cards import ALL_CARDS, Cards
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Audience, Event
from fogline.core.table import Part, Player, State, View
from fogline.server.app import create_app
from fogline.server.models import ClientMessage, ServerMessage
from fogline.server.settings import Settings

Schema = dict[str, object]
REF = "#/components/schemas/"


class Describer:
    """Turns dataclasses into JSON schemas, each under its own name."""

    def __init__(self) -> None:
        self.schemas: dict[str, object] = {}

    def of(self, hint: object) -> Schema:
        """Describe the JSON of a value of that type."""
        if get_origin(hint) is Annotated:
            inner, *marks = get_args(hint)
            return self._face_down(inner) if Audience.OWNER_FACES in marks else self.of(inner)
        if hint is type(None):
            return {"type": "null"}
        if get_origin(hint) in (Union, types.UnionType):
            return {"anyOf": [self.of(kind) for kind in get_args(hint)]}
        if get_origin(hint) is tuple:
            return self._tuple(get_args(hint))
        if get_origin(hint) is Mapping:
            return {"type": "object", "additionalProperties": self.of(get_args(hint)[1])}
        return self._plain(hint)

    def _face_down(self, hint: object) -> Schema:
        """Others see how many, so every face may be missing."""
        if get_origin(hint) is tuple:
            return {
                "type": "array",
                "items": {"anyOf": [self.of(get_args(hint)[0]), {"type": "null"}]},
            }
        return self.of(hint) if hint is Cards else {"anyOf": [self.of(hint), {"type": "null"}]}

    def _tuple(self, kinds: tuple[object, ...]) -> Schema:
        if kinds[-1] is Ellipsis:
            return {"type": "array", "items": self.of(kinds[0])}
        size = len(kinds)
        items = [self.of(kind) for kind in kinds]
        return {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size}

    def _plain(self, kind: object) -> Schema:
        simple = {int: "integer", str: "string", bool: "boolean"}
        if kind in simple:
            return {"type": simple[kind]}
        assert isinstance(kind, type), kind  # noqa: S101 (a hint that no dataclass here uses)
        if kind is Cards:
            self.schemas["Cards"] = {
                "type": "object",
                "properties": {name: {"type": "integer"} for name in (*ALL_CARDS, "hidden")},
            }
        elif issubclass(kind, StrEnum):
            self.schemas[kind.__name__] = {"type": "string", "enum": [str(item) for item in kind]}
        elif kind.__name__ not in self.schemas:
            self.dataclass(kind.__name__, kind)
        return {"$ref": REF + kind.__name__}

    def dataclass(self, name: str, kind: type, **more: Schema) -> None:
        """Describe a dataclass, with some of its fields replaced or added."""
        self.schemas[name] = {}  # stands for itself while its own fields are described
        hints = get_type_hints(
            kind, localns={"GameDefinition": GameDefinition}, include_extras=True
        )
        given = {
            f.name: more.get(f.name) or self.of(hints[f.name])
            for f in fields(kind)
            if f.name != "game"
        }
        properties = {**more, **given}
        self.schemas[name] = {
            "type": "object",
            "description": (kind.__doc__ or "").split("\n")[0],
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def family(self, name: str, kinds: Mapping[str, type]) -> None:
        """Describe records that are told apart by their `type`."""
        for verb, kind in kinds.items():
            self.dataclass(kind.__name__ + name, kind, type={"type": "string", "const": verb})
        refs = [{"$ref": REF + kind.__name__ + name} for kind in kinds.values()]
        self.schemas[name] = {"anyOf": refs}

    def table(self, name: str, kind: type) -> None:
        """Describe a view or a state."""
        parts = {verb: {"$ref": REF + part.__name__ + "Part"} for verb, part in Part.kinds.items()}
        self.dataclass(name, kind, parts={"type": "object", "properties": parts})


def describe() -> Schema:
    """Make the document."""
    document: Schema = create_app(Settings(database=":memory:")).openapi()
    schemas = document["components"]["schemas"]  # type: ignore[index]
    from_server: TypeAdapter[object] = TypeAdapter(ServerMessage)
    from_client: TypeAdapter[object] = TypeAdapter(ClientMessage)
    for name, messages in (("ServerMessage", from_server), ("ClientMessage", from_client)):
        schema = messages.json_schema(ref_template=REF + "{model}", mode="serialization")
        for key, value in schema.pop("$defs").items():
            schemas.setdefault(key, value)
        schemas[name] = schema
    engine = Describer()
    for part in Part.kinds.values():
        engine.dataclass(part.__name__ + "Part", part)
    engine.of(Player)
    engine.table("View", View)
    engine.table("State", State)
    engine.family("Action", Action.kinds)
    engine.family("Event", Event.kinds)
    for key, value in engine.schemas.items():
        schemas.setdefault(key, value)
    snapshot = schemas["Snapshot"]["properties"]
    for key, kind in (("view", "View"), ("final", "State")):
        snapshot[key] = {"anyOf": [{"$ref": REF + kind}, {"type": "null"}]}
    schemas["LegalAction"]["properties"]["action"] = {"$ref": REF + "Action"}
    return document


if __name__ == "__main__":
    json.dump(describe(), sys.stdout, indent=1, sort_keys=True)
