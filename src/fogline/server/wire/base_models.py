"""What all models of the wire share.

Messages from the server are frozen dataclasses: Pydantic only describes them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SkipValidation

JsonObject = dict[str, JsonValue]
OwnJson = Annotated[JsonObject, SkipValidation]
"""JSON that the server wrote itself, so that it need not be validated."""


class Incoming(BaseModel):
    """A message to the server. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class ClockModel(Incoming):
    """The clock of a table: time for each decision, or for the whole game."""

    kind: Literal["move", "game"]
    seconds: Annotated[int, Field(strict=True, ge=1, le=30 * 86400)]
    increment: Annotated[int, Field(strict=True, ge=0, le=86400)] = 0
