"""Models of the messages of a WebSocket, in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import SeatNumber
from fogline.server.wire.record_models import (
    ChangesJson,
    EntryJson,
    RouteHintJson,
    SnapshotJson,
    TicketHintJson,
    presence_type,
    snapshot_type,
)
from fogline.server.wire.table_models import Act, ProblemModel, Say

# WebSocket messages from the server


@dataclass(frozen=True, kw_only=True)
class Update:
    """New entries, and the table after them."""

    type: Literal["update"] = "update"
    version: int
    entries: list[EntryJson]
    view: SnapshotJson | None
    since: int | None = None
    """The version of the snapshot that `changes` belong to."""
    changes: ChangesJson | None = None
    """In place of `view`, for clients that asked for changes and were sent the snapshot before."""


@dataclass(frozen=True, kw_only=True)
class Done:
    """An action of this client is on disk."""

    type: Literal["done"] = "done"
    id: str | None
    version: int


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A message of this client was refused."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: ProblemModel


@dataclass(frozen=True, kw_only=True)
class Pong:
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    now: int


@dataclass(frozen=True, kw_only=True)
class HintsAnswer:
    """The answer to `hints`: what a seat knows of these routes, and of its tickets."""

    type: Literal["hints"] = "hints"
    seat: int | None
    version: int
    routes: list[RouteHintJson]
    tickets: list[TicketHintJson] | None
    """`None` if they were not asked for."""


def server_message_type() -> Any:
    """Return the type of any message from the server."""
    whole, presence = snapshot_type(), presence_type()
    return Annotated[
        whole | Update | presence | Done | Refused | Pong | HintsAnswer,
        Field(discriminator="type"),
    ]


# WebSocket messages from the client


class ActMessage(Act):
    """Act."""

    type: Literal["act"]


class ChatMessage(Say):
    """Write to the chat."""

    type: Literal["chat"]


class LookMessage(Incoming):
    """Switch to the view of another seat of the user, or of a spectator."""

    type: Literal["look"]
    seat: SeatNumber | None


class PingMessage(Incoming):
    """Ask for the time, to keep the connection alive."""

    type: Literal["ping"]


Pace = Literal["slow", "normal", "fast"]
"""How much time bots take for their moves."""


class PaceMessage(Incoming):
    """Ask bots to play slower or faster; the slowest wish of the players counts."""

    type: Literal["pace"]
    pace: Pace


MOST_ROUTES = 16
"""The most routes of one request for hints."""


class HintsMessage(Incoming):
    """Ask for hints: for some routes, or for all tickets of the seat, or for both."""

    type: Literal["hints"]
    tickets: bool = False
    routes: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=MOST_ROUTES)]


class SnapshotMessage(Incoming):
    """Ask for the whole table."""

    type: Literal["snapshot"]


ClientMessage = Annotated[
    ActMessage
    | ChatMessage
    | HintsMessage
    | LookMessage
    | PaceMessage
    | PingMessage
    | SnapshotMessage,
    Field(discriminator="type"),
]
