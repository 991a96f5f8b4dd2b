"""The entries of a table's log, and their JSON.

A field that is `Shown` is sent to everybody who looks at the table, events as far as each viewer
may know them. Every other field is hidden from everybody, until the log itself is public.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypedDict, cast, get_args

from fogline.core.codec import Json, decode_fields, encode, expect
from fogline.core.definition import GameDefinition, Options
from fogline.core.errors import FormatError
from fogline.core.messages import Action, Event, Seat, Shown
from fogline.saves import SaveHeader, restore
from fogline.table.fairness import BOUND_CONTRIBUTIONS, commitment_of
from fogline.upcasters import schema_of, upcast

Reaction = Literal["hello", "well-played", "thinking", "ouch", "thanks", "oops"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
LONGEST_NAME = 24
"""Characters of what a player is called."""
LONGEST_REMARK = 300
"""Characters of a line of the chat."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a table."""

    kinds: ClassVar[dict[str, type[Entry]]] = {}
    """Every kind of entry, by its type."""
    type: ClassVar[str]
    """Its name in JSON."""
    shown_properties: ClassVar[tuple[str, ...]] = ()
    """The properties that are shown like fields."""

    at: Shown[int]
    """When, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its version in a log."""

    version: int
    entry: Entry
    request: str | None = None
    """The request id, chosen by the client."""


@dataclass(frozen=True, slots=True)
class ClockRule:
    """The clock of a table."""

    kind: Literal["move", "game"]
    """`move`: time for each decision; `game`: time for the whole game."""
    seconds: int
    increment: int = 0
    """Seconds added after each decision, for a clock of the whole game."""


@dataclass(frozen=True, slots=True)
class Created(Entry):
    """A table was created."""

    type: ClassVar[str] = "created"
    shown_properties: ClassVar[tuple[str, ...]] = ("commitment",)
    game: Shown[str]
    rules: int
    """The version of the game's rules."""
    board: str | None
    """The board file, for a board that does not come with Fogline."""
    seats: Shown[int]
    listed: Shown[bool]
    clock: Shown[ClockRule | None]
    owner: Shown[str]
    secret: str
    """The server's part of the seed, unless the start fails. It is secret until the end."""
    rule_set: str
    """The name of the game's rule set; empty if its board lists all rules itself."""
    board_digest: str
    scheme: int = BOUND_CONTRIBUTIONS
    """How the deal is made fair: one of `fogline.table.fairness.SCHEMES`."""
    options: Shown[Options] = field(default_factory=dict)

    @property
    def commitment(self) -> str:
        """The hash of the server's part of the seed."""
        return commitment_of(self.secret)

    def definition(self) -> GameDefinition:
        """Define the game as it was when the table was created."""
        header = SaveHeader(
            self.game, self.rule_set, self.rules, self.board_digest, self.board, self.options
        )
        return restore(header, "created")


_FORMER = "former-"


def former_user(table: str, user: str) -> str:
    """Return what stands at a table in place of a user whose account was deleted.

    It differs from table to table, so that nobody can find the games of one user.
    """
    return f"{_FORMER}{hashlib.sha256(f'{table} {user}'.encode()).hexdigest()[:24]}"


def is_former(user: str) -> bool:
    """Whether this stands in place of a user whose account was deleted."""
    return user.startswith(_FORMER)


class GameFields(TypedDict):
    """The fields of `Created` that say which game it is."""

    game: str
    rules: int
    board: str | None
    rule_set: str
    board_digest: str
    options: Options


def game_fields(game: GameDefinition) -> GameFields:
    """Describe a game for the entry that creates a table of it."""
    return {
        "game": game.name,
        "rules": game.version,
        "board": game.board_text,
        "rule_set": game.rule_set,
        "board_digest": game.board_digest,
        "options": game.options,
    }


@dataclass(frozen=True, slots=True)
class Seated(Entry):
    """A person sat down."""

    type: ClassVar[str] = "seated"
    seat: Shown[Seat]
    user: Shown[str]
    name: Shown[str]
    commitment: Shown[str | None]
    """The hash of what the player contributes to the seed."""
    origin: str | None = None
    """Where the player's client found the server, to which its commitment is bound."""
    contribution: Shown[str | None] = None
    """The contribution itself, at tables of the oldest scheme, where it was public at once."""


@dataclass(frozen=True, slots=True)
class Committed(Entry):
    """A player committed to a contribution, in place of an earlier one."""

    type: ClassVar[str] = "committed"
    seat: Shown[Seat]
    commitment: Shown[str]
    origin: str | None = None
    """Where the player's client found the server, to which its commitment is bound."""


@dataclass(frozen=True, slots=True)
class BotSeated(Entry):
    """A bot was given an open seat."""

    type: ClassVar[str] = "bot-seated"
    seat: Shown[Seat]
    level: Shown[str]
    name: Shown[str]
    level_version: int | None = None
    """The version of the level, unless an older Fogline wrote the entry."""


@dataclass(frozen=True, slots=True)
class Invited(Entry):
    """An account was invited to an open seat."""

    type: ClassVar[str] = "invited"
    seat: Shown[Seat]
    user: Shown[str]
    name: Shown[str]


@dataclass(frozen=True, slots=True)
class Vacated(Entry):
    """A seat is open again, before the start."""

    type: ClassVar[str] = "vacated"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class Starting(Entry):
    """The start fixed all commitments; now players reveal their contributions."""

    type: ClassVar[str] = "starting"


@dataclass(frozen=True, slots=True)
class Revealed(Entry):
    """A player revealed a contribution."""

    type: ClassVar[str] = "revealed"
    seat: Shown[Seat]
    contribution: Shown[str]


@dataclass(frozen=True, slots=True)
class StartFailed(Entry):
    """Players did not reveal their contributions; a new start needs new commitments of all."""

    type: ClassVar[str] = "start-failed"
    shown_properties: ClassVar[tuple[str, ...]] = ("commitment",)
    seats: Shown[tuple[Seat, ...]]
    """The seats that did not reveal."""
    secret: str
    """The server's part of the next seed."""

    @property
    def commitment(self) -> str:
        """The hash of the server's part of the next seed."""
        return commitment_of(self.secret)


@dataclass(frozen=True, slots=True)
class Dealt(Entry):
    """The game began."""

    type: ClassVar[str] = "dealt"
    events: Shown[tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Moved(Entry):
    """A seat acted."""

    type: ClassVar[str] = "moved"
    seat: Shown[Seat]
    action: Action
    events: Shown[tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class UndoAsked(Entry):
    """A player asked the others to agree that a decision is taken back."""

    type: ClassVar[str] = "undo-asked"
    seat: Shown[Seat]
    move: Shown[int]
    """The version of the decision."""


@dataclass(frozen=True, slots=True)
class UndoAgreed(Entry):
    """A player agreed that the decision is taken back."""

    type: ClassVar[str] = "undo-agreed"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class UndoDeclined(Entry):
    """A player declined, or the one who had asked withdrew the request."""

    type: ClassVar[str] = "undo-declined"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class Undone(Entry):
    """The last moves were taken back: one of this seat, and those of bots after it."""

    type: ClassVar[str] = "undone"
    seat: Shown[Seat]
    moves: Shown[int]
    """How many moves."""


@dataclass(frozen=True, slots=True)
class Left(Entry):
    """A player left during the game."""

    type: ClassVar[str] = "left"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class Returned(Entry):
    """A player returned, and takes the seat back from a bot."""

    type: ClassVar[str] = "returned"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class OutOfTime(Entry):
    """The clock of a seat ran out."""

    type: ClassVar[str] = "out-of-time"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class HandedOver(Entry):
    """A bot plays for a seat until its player returns."""

    type: ClassVar[str] = "handed-over"
    seat: Shown[Seat]
    level: Shown[str]


@dataclass(frozen=True, slots=True)
class Resigned(Entry):
    """A player resigned; if the game continues, a bot plays for the seat."""

    type: ClassVar[str] = "resigned"
    seat: Shown[Seat]
    level: Shown[str]


@dataclass(frozen=True, slots=True)
class Resumed(Entry):
    """The server was down for a while, which no clock counts."""

    type: ClassVar[str] = "resumed"
    pause: Shown[int]


@dataclass(frozen=True, slots=True)
class Said(Entry):
    """A user wrote to the chat, or reacted."""

    type: ClassVar[str] = "said"
    user: Shown[str]
    name: Shown[str]
    seat: Shown[Seat | None]
    text: Shown[str | None]
    reaction: Shown[Reaction | None]


@dataclass(frozen=True, slots=True)
class Muted(Entry):
    """The owner muted a user at this table, or lifted the mute."""

    type: ClassVar[str] = "muted"
    user: Shown[str]
    muted: Shown[bool]


@dataclass(frozen=True, slots=True)
class Rematched(Entry):
    """A rematch of this table was created."""

    type: ClassVar[str] = "rematched"
    table: Shown[str]


@dataclass(frozen=True, slots=True)
class Closed(Entry):
    """The host closed the table. Of a deleted table this is the only entry left."""

    type: ClassVar[str] = "closed"


Entry.kinds.update(
    {
        kind.type: kind
        for kind in (
            Created, Seated, BotSeated, Invited, Vacated, Committed, Starting, Revealed,
            StartFailed, Dealt, Moved, UndoAsked, UndoAgreed, UndoDeclined, Undone, Left,
            Returned, OutOfTime, HandedOver, Resigned, Resumed, Said, Muted, Rematched,
            Closed,
        )
    }
)  # fmt: skip


def entry_to_json(entry: Entry) -> dict[str, Json]:
    """Turn an entry, with all its secrets, into plain JSON."""
    schema = schema_of(entry.type)
    return {"schema": schema, "type": entry.type, **expect(dict, encode(entry), "entry")}


def entry_from_json(data: Json) -> Entry:
    """Read an entry; raise `FormatError` if it is not valid, `NewerData` if it is too new."""
    record = expect(dict, data, "entry")
    name = expect(str, record.get("type"), "entry.type")
    body = upcast(name, record, name)
    del body["type"]
    kind = Entry.kinds.get(name)
    if kind is None:
        raise FormatError(f"entry.type: {name!r} is not known")
    if kind is not Created:
        return kind(**decode_fields(kind, body, name))  # type: ignore[arg-type]  # by their types
    # Options have values of several types, which `decode_fields` does not support.
    options = cast("Options", expect(dict, body.pop("options", None), "created.options"))
    return Created(**decode_fields(kind, body, name, skip="options"), options=options)  # type: ignore[arg-type]
