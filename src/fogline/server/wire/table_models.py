"""Models of games and tables. OpenAPI and the types of the client are made from all models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from fogline.server.wire.base_models import ClockModel, Incoming, JsonObject
from fogline.server.wire.fields import (
    Contribution,
    LevelName,
    Login,
    Name,
    Origin,
    Remark,
    RequestId,
    SeatNumber,
    Sha256,
    Version,
)
from fogline.server.wire.record_models import EntryJson
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


# Games


@dataclass(frozen=True)
class OptionModel:
    """An option of a game."""

    name: str
    title: str
    """Its name for people."""
    kind: Literal["bool", "int"]
    default: bool | int | str | None
    help: str


@dataclass(frozen=True)
class LevelModel:
    """A level of bots."""

    name: str
    title: str


@dataclass(frozen=True)
class GameModel:
    """A game."""

    name: str
    title: str
    description: str
    """What it is about, in a sentence or two; empty if its board does not say."""
    version: int
    seats: tuple[int, int]
    options: list[OptionModel]
    levels: list[LevelModel]
    """The bots that can play it, from weak to strong."""
    rules: list[str]
    """The names of its rules, with the options at their defaults."""
    rulebook: str | None
    """The rulebook that its rules come from: the name of a rule set."""
    tutorial: bool
    """Whether `/api/tutorial/NAME` teaches it."""
    art: str | None
    """The name of its poster; a client that does not have it shows the board."""


@dataclass(frozen=True)
class ServerModel:
    """The server."""

    version: str
    network: str | None
    """Its address in the local network; sent only to clients on the same machine."""


@dataclass(frozen=True)
class GamesModel:
    """All games."""

    games: list[GameModel]
    levels: list[LevelModel]
    """The levels that any game has, by which a client names the level of a seat."""
    reactions: list[str]
    server: ServerModel


# Tables


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


class Sit(Incoming):
    """Take a seat."""

    name: Name | None = None
    commitment: Sha256 | None = None
    """The SHA-256 that binds this client to its contribution to the deal."""
    origin: Origin | None = None


class Commit(Incoming):
    """Commit to a contribution to the deal."""

    commitment: Sha256
    origin: Origin | None = None


class Reveal(Incoming):
    """Reveal a contribution to the deal."""

    contribution: Contribution


class SeatBot(Incoming):
    """Give a seat to a bot."""

    level: LevelName | None = None
    """Before the start: the level of the bot. Later nobody chooses it."""


class Invite(Incoming):
    """Reserve a seat for an account."""

    login: Login


class Mute(Incoming):
    """Mute a user, or lift the mute."""

    user: Annotated[str, Field(max_length=32)]
    muted: bool


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
class SummaryModel:
    """A table in a list."""

    table: str
    game: str
    title: str
    options: dict[str, bool | int | str]
    status: Literal["open", "playing", "ended"]
    seats: list[str | None]
    clock: ClockModel | None
    updated: int


@dataclass(frozen=True)
class TablesModel:
    """A list of tables."""

    tables: list[SummaryModel]
    invitations: list[SummaryModel]
    """With `mine`: the newest open tables to which the user was invited and has not come."""


@dataclass(frozen=True)
class EntriesModel:
    """Entries of the log, redacted for the viewer."""

    table: str
    version: int
    entries: list[EntryJson]


@dataclass(frozen=True)
class Acted:
    """The response to an action, which is on disk."""

    id: str
    version: int
    entry: EntryJson


@dataclass(frozen=True)
class Health:
    """The health of the server."""

    status: Literal["ok", "failing"]
