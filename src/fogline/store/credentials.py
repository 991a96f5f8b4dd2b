"""A cache of sessions and tokens, so that a server asks the database once a second at most.

What this server ends is forgotten at once. What another server or `fogline admin` ends is believed
for `SECONDS` more at most.
"""

from __future__ import annotations

import time
from typing import Any

SECONDS = 1.0
"""For how long the answer of the database is believed."""
_MOST = 10_000


class CredentialCache:
    """The sessions and tokens that were found last, by the digests of their secrets."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[float, Any]] = {}
        self.changes = 0
        """How often all was forgotten."""

    def recall(self, digest: str) -> Any:
        """Return what was found a moment ago; `None` if nothing was."""
        known = self._found.get(digest)
        if known is None or known[0] < time.monotonic():
            return None
        return known[1]

    def remember(self, digest: str, found: object, changes: int) -> None:
        """Keep what the database answered, unless something has ended since it was asked."""
        if found is None or changes != self.changes:
            return
        if len(self._found) >= _MOST:
            self._found.clear()
        self._found[digest] = (time.monotonic() + SECONDS, found)

    def forget(self) -> None:
        """Forget all, because a session or token has changed or ended."""
        self._found.clear()
        self.changes += 1
