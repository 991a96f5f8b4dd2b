"""Models of the messages of a WebSocket, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from fogline.server.live.hints import RouteHint, TicketHint
from fogline.server.wire.base_models import Incoming, Outgoing
from fogline.server.wire.entry_models import Entry
from fogline.server.wire.fields import SeatNumber
from fogline.server.wire.record_models import StateJson, ViewChangesJson
from fogline.server.wire.table_models import (
    Act,
    ChatLine,
    ClockState,
    DecisionModel,
    Fairness,
    GameHeader,
    LegalAction,
    OutcomeModel,
    ProblemModel,
    Say,
    SeatModel,
    Snapshot,
)
from fogline.table.undo import UndoModel

# WebSocket messages from the server


class Changes(TypedDict, total=False):
    """The fields of a snapshot that differ from the one before; `chat` has the new lines only."""

    version: Required[int]
    now: Required[int]
    status: Literal["open", "playing", "ended"]
    game: GameHeader
    seats: list[SeatModel]
    deciding: list[int]
    decision: DecisionModel | None
    legal: list[LegalAction]
    clock: ClockState | None
    fair: Fairness
    view: ViewChangesJson
    outcome: OutcomeModel | None
    final: StateJson | None
    chat: list[ChatLine]
    muted: list[str]
    rematch: str | None
    undo: UndoModel | None
    undone_through_bots: bool


class Update(Outgoing):
    """New entries, and the table after them."""

    type: Literal["update"] = "update"
    version: int
    entries: list[Entry]
    view: Snapshot | None
    since: int | None = None
    """The version of the snapshot that `changes` belong to."""
    changes: Changes | None = None
    """In place of `view`, for who asked for changes and was told the snapshot before."""


class Presence(Outgoing):
    """Which seats are connected now."""

    type: Literal["presence"] = "presence"
    connected: list[int]


class Done(Outgoing):
    """An action of this client is on disk."""

    type: Literal["done"] = "done"
    id: str | None
    version: int


class Refused(Outgoing):
    """A message of this client was refused."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: ProblemModel


class Pong(Outgoing):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    now: int


class HintsAnswer(Outgoing):
    """The answer to `hints`: what a seat knows of these routes, and of its tickets."""

    type: Literal["hints"] = "hints"
    seat: int | None
    version: int
    routes: list[RouteHint]
    tickets: list[TicketHint] | None
    """`None` if they were not asked for."""


ServerMessage = Annotated[
    Snapshot | Update | Presence | Done | Refused | Pong | HintsAnswer,
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
