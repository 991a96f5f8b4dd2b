"""What all models of the wire share: their two base classes, and small types."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SkipValidation

JsonObject = dict[str, JsonValue]
OwnJson = Annotated[JsonObject, SkipValidation]
"""JSON that the server made itself, and need not look through."""

Reaction = Literal["hello", "well-played", "thinking", "ouch", "thanks", "oops"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)


class Asked(BaseModel):
    """What comes in: nothing may be left over."""

    model_config = ConfigDict(extra="forbid")


class Told(BaseModel):
    """What goes out."""

    model_config = ConfigDict(frozen=True)


class ClockModel(Asked):
    """How much time there is."""

    kind: Literal["move", "game"]
    seconds: Annotated[int, Field(strict=True, ge=1, le=30 * 86400)]
    increment: Annotated[int, Field(strict=True, ge=0, le=86400)] = 0
