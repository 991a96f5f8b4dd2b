"""Presence across servers: each server announces the users that are connected to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from fogline.server.support.timing import Timing

SILENCE = 15_000
"""Milliseconds without a message after which a server counts as gone."""
_MOST = 150
"""The most users of one message: PostgreSQL allows 8000 bytes."""


@dataclass(frozen=True, slots=True)
class Received:
    """What to do after a message."""

    changed: str | None = None
    """The table whose presence changed."""
    is_asked: bool = False
    asked: str | None = None
    """The table that another server asks about; `None` means all tables."""


class PresenceSync:
    """Keeps the users that other servers announced, by table."""

    def __init__(self, server: str, timing: Timing, send: Callable[[str], None]) -> None:
        self._server = server
        self._timing = timing
        self._send_text = send
        self._users: dict[str, dict[str, frozenset[str]]] = {}
        """By table, then by server."""
        self._last_message: dict[str, int] = {}
        """When each server last sent a message."""

    def users_at(self, table: str) -> frozenset[str]:
        """Return the users connected to a table on other servers."""
        return frozenset().union(*self._users.get(table, {}).values())

    def heartbeat(self) -> None:
        """Send a heartbeat."""
        self._send()

    def ask(self, table: str | None = None) -> None:
        """Ask the other servers who is connected to a table; with `None`, to any table."""
        self._send(asks=table)

    def announce(self, table: str, users: Iterable[str]) -> None:
        """Announce the users connected to a table here."""
        self._send(table=table, users=list(users)[:_MOST])

    def receive(self, text: str) -> Received:
        """Handle a message of any server, this one included."""
        message = json.loads(text)
        server = message["server"]
        if server == self._server:
            return Received()
        self._last_message[server] = self._timing.now()
        if "table" in message:
            self._put(message["table"], server, frozenset(message["users"]))
            return Received(changed=message["table"])
        if "asks" in message:
            return Received(is_asked=True, asked=message["asks"])
        return Received()

    def forget_silent(self) -> Collection[str]:
        """Forget servers that sent nothing for a while; return the tables of their users."""
        before = self._timing.now() - SILENCE
        silent = {server for server, at in self._last_message.items() if at <= before}
        changed = [table for table, users in self._users.items() if silent & users.keys()]
        for server in silent:
            del self._last_message[server]
            for table in changed:
                self._put(table, server, frozenset())
        return changed

    def _put(self, table: str, server: str, users: frozenset[str]) -> None:
        at_table = self._users.setdefault(table, {})
        at_table[server] = users
        if not users:
            del at_table[server]
        if not at_table:
            del self._users[table]

    def _send(self, **message: object) -> None:
        self._send_text(json.dumps({"server": self._server, **message}))
