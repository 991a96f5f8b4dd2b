"""Write what the server speaks as one OpenAPI document, for the client's types.

To what `/openapi.json` says this adds the messages of the WebSocket, which OpenAPI does not know.
"""

from __future__ import annotations

import json
import sys

from pydantic import TypeAdapter

from fogline.server.app import create_app
from fogline.server.support.settings import ServerSettings
from fogline.server.wire.message_models import ClientMessage, server_message_type

REF = "#/components/schemas/"


def describe() -> dict[str, object]:
    """Make the document."""
    document: dict[str, object] = create_app(ServerSettings(database=":memory:")).openapi()
    schemas = document["components"]["schemas"]  # type: ignore[index]
    from_server: TypeAdapter[object] = TypeAdapter(server_message_type())
    from_client: TypeAdapter[object] = TypeAdapter(ClientMessage)
    for name, messages in (("ServerMessage", from_server), ("ClientMessage", from_client)):
        schema = messages.json_schema(ref_template=REF + "{model}", mode="serialization")
        for key, value in schema.pop("$defs").items():
            schemas.setdefault(key, value)
        schemas[name] = schema
    _drop_titles(document)
    return document


def _drop_titles(part: object) -> None:
    """Remove the titles of types and fields, which only repeat their names."""
    match part:
        case dict():
            if isinstance(part.get("title"), str):
                del part["title"]
            for each in part.values():
                _drop_titles(each)
        case list():
            for each in part:
                _drop_titles(each)


if __name__ == "__main__":
    json.dump(describe(), sys.stdout, indent=1, sort_keys=True)
