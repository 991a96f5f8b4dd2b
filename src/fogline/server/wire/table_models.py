"""Models of problems, and of what clients do at tables, that several parts of the server use.

OpenAPI and the types of the client are made from all models.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from fogline.server.wire.base_models import ClockModel, Incoming, JsonObject
from fogline.server.wire.fields import (
    LevelName,
    Name,
    Remark,
    RequestId,
    SeatNumber,
    Sha256,
    Version,
)
from fogline.table.entries import Reaction
from fogline.table.problems import Code


@dataclass(frozen=True, kw_only=True)
class ProblemModel:
    """An error."""

    code: Code
    message: str
    refusal: str | None = None
    """The code of the reason why the rules forbid it; `message` says the same in a sentence."""
    version: int | None = None


class SeatWish(Incoming):
    """The player of one seat of a new table."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    level: LevelName | None = None

    def named(self, name: str) -> SeatWish:
        """Fill in the name of the player, where none was given."""
        return self if self.name else self.model_copy(update={"name": name})


class NewTable(Incoming):
    """A table to create."""

    game: Annotated[str, Field(max_length=64)]
    options: dict[str, StrictBool | StrictInt | Annotated[str, Field(max_length=64)]] = Field(
        default_factory=dict
    )
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    listed: bool = False
    clock: ClockModel | None = None
    commitment: Annotated[Sha256 | None, Field(deprecated=True)] = None
    """Not used: a commitment is bound to a table, so it is sent once the table has an id."""


class Say(Incoming):
    """A chat message: either a text or a reaction."""

    text: Remark | None = None
    reaction: Reaction | None = None


class Act(Incoming):
    """An action."""

    id: RequestId
    version: Version
    seat: SeatNumber
    action: JsonObject | Annotated[str, Field(max_length=500)]


@dataclass(frozen=True)
class Health:
    """The health of the server."""

    status: Literal["ok", "failing"]
