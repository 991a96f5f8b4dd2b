"""WebSockets and streams by the session or token that opened them, so that they end with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

Close = Callable[[], None]


class OpenConnections:
    """The connections of users; those of visitors without a session are not kept."""

    def __init__(self) -> None:
        self._open: defaultdict[str, set[Close]] = defaultdict(set)

    @property
    def credentials(self) -> list[str]:
        """The ids of the sessions and tokens that have connections."""
        return list(self._open)

    @contextmanager
    def hold(self, credential: str | None, close: Close) -> Iterator[None]:
        """Keep a connection while it is open."""
        if credential is None:
            yield
            return
        self._open[credential].add(close)
        try:
            yield
        finally:
            self._open[credential].discard(close)
            if not self._open[credential]:
                del self._open[credential]

    def end(self, credentials: Collection[str]) -> None:
        """Close the connections of sessions and tokens that have ended."""
        for credential in credentials:
            for close in list(self._open.get(credential, ())):
                close()
