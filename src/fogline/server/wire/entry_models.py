"""The entries of a table's log as clients read them: one model for each kind.

A model lists the fields that everybody may know. A field of an entry that its model does not name
is sent to nobody.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field
from typing_extensions import TypeAliasType

from fogline.server.wire.base_models import ClockModel, Outgoing, Reaction
from fogline.server.wire.record_models import EventJson


class EntryModel(Outgoing):
    """What every entry has."""

    version: int
    at: int
    """Milliseconds since 1970, by the server's clock."""


class CreatedEntry(EntryModel):
    """A table was set up."""

    type: Literal["created"]
    game: str
    options: dict[str, bool | int | str]
    seats: int
    listed: bool
    clock: ClockModel | None
    owner: str
    commitment: str
    """The SHA-256 of the server's share of the deal."""


class SeatedEntry(EntryModel):
    """A person sat down."""

    type: Literal["seated"]
    seat: int
    user: str
    name: str
    commitment: str | None
    contribution: str | None


class BotSeatedEntry(EntryModel):
    """A bot was given an open seat."""

    type: Literal["bot-seated"]
    seat: int
    level: str
    name: str


class InvitedEntry(EntryModel):
    """An account was asked to take an open seat."""

    type: Literal["invited"]
    seat: int
    user: str
    name: str


class VacatedEntry(EntryModel):
    """A seat is open again, before the start."""

    type: Literal["vacated"]
    seat: int


class CommittedEntry(EntryModel):
    """A player committed to a contribution to the deal."""

    type: Literal["committed"]
    seat: int
    commitment: str


class StartingEntry(EntryModel):
    """The game starts: players reveal their contributions."""

    type: Literal["starting"]


class RevealedEntry(EntryModel):
    """A player revealed a contribution."""

    type: Literal["revealed"]
    seat: int
    contribution: str


class StartFailedEntry(EntryModel):
    """Players did not reveal their contributions, so the start failed."""

    type: Literal["start-failed"]
    seats: list[int]
    commitment: str
    """The SHA-256 of the server's next secret."""


class DealtEntry(EntryModel):
    """The game began."""

    type: Literal["dealt"]
    events: list[EventJson]


class MovedEntry(EntryModel):
    """A seat acted."""

    type: Literal["moved"]
    seat: int
    events: list[EventJson]


class UndoAskedEntry(EntryModel):
    """A player asked the others to agree that a decision is taken back."""

    type: Literal["undo-asked"]
    seat: int
    move: int
    """The version of the decision."""


class UndoAgreedEntry(EntryModel):
    """A player agreed that the decision is taken back."""

    type: Literal["undo-agreed"]
    seat: int


class UndoDeclinedEntry(EntryModel):
    """A player declined, or whoever had asked withdrew the request."""

    type: Literal["undo-declined"]
    seat: int


class UndoneEntry(EntryModel):
    """The last moves were taken back: the table is as it was before them."""

    type: Literal["undone"]
    seat: int
    moves: int
    """How many `moved` entries, not counting those that were taken back before."""


class LeftEntry(EntryModel):
    """A player left while the game was on."""

    type: Literal["left"]
    seat: int


class ReturnedEntry(EntryModel):
    """A player came back."""

    type: Literal["returned"]
    seat: int


class OutOfTimeEntry(EntryModel):
    """The time of a seat ran out."""

    type: Literal["out-of-time"]
    seat: int


class HandedOverEntry(EntryModel):
    """A bot plays for a seat until its player returns."""

    type: Literal["handed-over"]
    seat: int
    level: str


class ResignedEntry(EntryModel):
    """A player resigned; if the game goes on, a bot plays for the seat."""

    type: Literal["resigned"]
    seat: int
    level: str


class ResumedEntry(EntryModel):
    """The server was down for a while, which no clock counts."""

    type: Literal["resumed"]
    pause: int
    """Milliseconds."""


class SaidEntry(EntryModel):
    """Somebody at the table spoke, or reacted."""

    type: Literal["said"]
    user: str
    name: str
    seat: int | None
    text: str | None
    reaction: Reaction | None


class MutedEntry(EntryModel):
    """The owner muted somebody at this table, or allowed them to speak again."""

    type: Literal["muted"]
    user: str
    muted: bool


class RematchedEntry(EntryModel):
    """The same players may meet again at another table."""

    type: Literal["rematched"]
    table: str


class ClosedEntry(EntryModel):
    """The host closed the table."""

    type: Literal["closed"]


Entry = TypeAliasType(
    "Entry",
    Annotated[
        CreatedEntry | SeatedEntry | BotSeatedEntry | InvitedEntry | VacatedEntry | CommittedEntry
        | StartingEntry | RevealedEntry | StartFailedEntry | DealtEntry
        | MovedEntry | UndoAskedEntry | UndoAgreedEntry | UndoDeclinedEntry | UndoneEntry
        | LeftEntry | ReturnedEntry | OutOfTimeEntry | HandedOverEntry | ResignedEntry
        | ResumedEntry | SaidEntry | MutedEntry | RematchedEntry | ClosedEntry,
        Field(discriminator="type"),
    ],
)  # fmt: skip

ENTRY_FIELDS: dict[str, tuple[str, ...]] = {
    str(get_args(model.model_fields["type"].annotation)[0]): tuple(model.model_fields)
    for model in get_args(get_args(Entry.__value__)[0])
}
"""The fields of each kind of entry that clients are told, by its word."""
