"""What all models of the wire share.

Messages from the server are frozen dataclasses: Pydantic only describes them.
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Saved:
    """The response to a call that changed a table, which is on disk."""

    version: int
    """The version of its entry; if it wrote several, of the first."""
