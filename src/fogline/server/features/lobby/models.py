"""What clients send about seats and deals, and lists of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from fogline.server.features.lobby.projections import ListedTable
from fogline.server.wire.base_models import Incoming, JsonObject
from fogline.server.wire.fields import Contribution, LevelName, Login, Name, Origin, Sha256
from fogline.server.wire.record_models import DescribedBy, model_of

ListedTableJson = Annotated[JsonObject, DescribedBy(lambda: model_of(ListedTable))]


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


@dataclass(frozen=True)
class TablesModel:
    """A list of tables."""

    tables: list[ListedTableJson]
    invitations: list[ListedTableJson]
    """With `mine`: the newest open tables to which the user was invited and has not come."""
