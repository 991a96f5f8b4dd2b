"""Who is connected at other servers on the same database, as they tell each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from fogline.server.timing import Timing

SILENCE = 15_000
"""Milliseconds without a sign of life after which a server is taken for gone."""
_MOST = 150
"""Users told of at once: a message of PostgreSQL has at most 8000 bytes."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What follows from a message."""

    changed: str | None = None
    """The table at which others are connected now."""
    is_asked: bool = False
    asked: str | None = None
    """The table of which a server wants to know; `None` is all of them."""


class PresenceSync:
    """The users at each table of the other servers."""

    def __init__(self, server: str, timing: Timing, tell: Callable[[str], None]) -> None:
        self._server = server
        self._timing = timing
        self._tell = tell
        self._users: dict[str, dict[str, frozenset[str]]] = {}
        """By table, then by server."""
        self._heard: dict[str, int] = {}
        """When each server was last heard of."""

    def users_at(self, table: str) -> frozenset[str]:
        """Who is connected to a table elsewhere."""
        return frozenset().union(*self._users.get(table, {}).values())

    def beat(self) -> None:
        """Say that this server is alive."""
        self._say()

    def ask(self, table: str | None = None) -> None:
        """Ask who is at a table; with `None`, at all of them."""
        self._say(asks=table)

    def announce(self, table: str, users: Iterable[str]) -> None:
        """Say who is connected to a table here."""
        self._say(table=table, users=list(users)[:_MOST])

    def hear(self, text: str) -> Heard:
        """Hear what a server says, this one included."""
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
        """Forget servers not heard of for a while; return the tables they had users at."""
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
