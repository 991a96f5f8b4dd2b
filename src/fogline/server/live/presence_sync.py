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
class Heard:
    """What to do after a message."""

    changed: str | None = None
    """The table whose presence changed."""
    is_asked: bool = False
    asked: str | None = None
    """The table that another server asks about; `None` means all tables."""


class PresenceSync:
    """Keeps the users that other servers announced, by table."""

    def __init__(self, server: str, timing: Timing, tell: Callable[[str], None]) -> None:
        self._server = server
        self._timing = timing
        self._tell = tell
        self._users: dict[str, dict[str, frozenset[str]]] = {}
        """By table, then by server."""
        self._heard: dict[str, int] = {}
        """When each server last sent a message."""

    def users_at(self, table: str) -> frozenset[str]:
        """Return the users connected to a table on other servers."""
        return frozenset().union(*self._users.get(table, {}).values())

    def heartbeat(self) -> None:
        """Send a heartbeat."""
        self._say()

    def ask(self, table: str | None = None) -> None:
        """Ask the other servers who is connected to a table; with `None`, to any table."""
        self._say(asks=table)

    def announce(self, table: str, users: Iterable[str]) -> None:
        """Announce the users connected to a table here."""
        self._say(table=table, users=list(users)[:_MOST])

    def hear(self, text: str) -> Heard:
        """Handle a message of any server, this one included."""
        said = json.loads(text)
        server = said["server"]
        if server == self._server:
            return Heard()
        self._heard[server] = self._timing.now()
        if "table" in said:
            self._put(said["table"], server, frozenset(said["users"]))
            return Heard(changed=said["table"])
        if "asks" in said:
            return Heard(is_asked=True, asked=said["asks"])
        return Heard()

    def forget_silent(self) -> Collection[str]:
        """Forget servers that sent nothing for a while; return the tables of their users."""
        before = self._timing.now() - SILENCE
        silent = {server for server, at in self._heard.items() if at <= before}
        changed = [table for table, users in self._users.items() if silent & users.keys()]
        for server in silent:
            del self._heard[server]
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

    def _say(self, **said: object) -> None:
        self._tell(json.dumps({"server": self._server, **said}))
