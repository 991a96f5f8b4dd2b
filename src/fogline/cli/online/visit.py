"""Arriving at a server: who plays, and what the server is."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass

from fogline.cli.online.address import Address
from fogline.cli.online.client import Client, ServerError
from fogline.cli.online.remembered import Remembered
from fogline.cli.online.remote_table import OnlineTable
from fogline.cli.online.server_messages import Offered, read_games
from fogline.cli.text.names import LONGEST
from fogline.core.messages import Seat

TOKEN = "FOGLINE_TOKEN"  # noqa: S105 (the name of the variable, not a token)
"""The environment variable with the token of an account."""


@dataclass(frozen=True)
class Visit:
    """Somebody at a server."""

    address: Address
    client: Client
    name: str
    games: tuple[Offered, ...]
    server_version: str
    seat: Seat | None = None
    """The seat that was asked for."""

    def table(self, table: str) -> OnlineTable:
        """Make the connection to a table."""
        return OnlineTable(self.client, table, self.name, self.seat)

    def take_seat(self, table: str) -> None:
        """Look for a table, and sit down where that was asked for."""
        visitor = OnlineTable(self.client, table, self.name)
        now = visitor.look()
        if self.seat is None or self.seat in now.seats:
            return
        if self.seat >= len(now.chairs):
            raise ServerError(f"The table has {len(now.chairs)} seats.")
        visitor.sit(self.seat, self.name)


def arrive(address: Address, name: str | None = None, seat: Seat | None = None) -> Visit:
    """Sign in as the player; raise `ServerError`, in one line, if that fails."""
    remembered = Remembered()
    called = name or remembered.name_at(address.server) or _own_name()
    client = Client(
        address.server,
        token=os.environ.get(TOKEN, ""),
        cookie=remembered.session(address.server, called),
    )
    games, server_version = read_games(client.get("/api/games"))
    user = client.get("/api/session").get("user")
    if user is None:
        client.post("/api/session", {"name": called})
        remembered.keep_session(address.server, called, client.cookie)
    elif isinstance(user, dict) and user.get("name"):
        called = str(user["name"]) if client.has_token else called
    return Visit(address, client, called, tuple(games), server_version, seat)


def _own_name() -> str:
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    plain = "".join(c for c in name if c.isprintable())[:LONGEST]
    return plain.capitalize() or "Guest"
