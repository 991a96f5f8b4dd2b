"""Write what the server speaks as one OpenAPI document, for the client's types.

To what `/openapi.json` says this adds the messages of the WebSocket, which OpenAPI does not know.
"""

from __future__ import annotations

import json
import sys

from pydantic import TypeAdapter

from fogline.server.app import create_app
from fogline.server.support.settings import ServerSettings
from fogline.server.wire.message_models import ClientMessage, ServerMessage

REF = "#/components/schemas/"


def describe() -> dict[str, object]:
    """Make the document."""
    document: dict[str, object] = create_app(ServerSettings(database=":memory:")).openapi()
    schemas = document["components"]["schemas"]  # type: ignore[index]
    from_server: TypeAdapter[object] = TypeAdapter(ServerMessage)
    from_client: TypeAdapter[object] = TypeAdapter(ClientMessage)
    for name, messages in (("ServerMessage", from_server), ("ClientMessage", from_client)):
        schema = messages.json_schema(ref_template=REF + "{model}", mode="serialization")
        for key, value in schema.pop("$defs").items():
            schemas.setdefault(key, value)
        schemas[name] = schema
    return document


if __name__ == "__main__":
    json.dump(describe(), sys.stdout, indent=1, sort_keys=True)
