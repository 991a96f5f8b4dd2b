"""What this machine remembers of servers: its sessions there, and what it adds to deals."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from pathlib import Path

from fogline.cli.play.saved import data_folder

_MOST = 200
"""How many contributions are kept; the oldest are forgotten first."""


class Remembered:
    """A small file that only its owner can read. Several terminals may use it at once."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or data_folder() / "servers.json"
        self._sessions: dict[str, dict[str, str]] = {}
        self._contributions: dict[str, str] = {}
        self._read()

    def name_at(self, server: str) -> str | None:
        """Return the name that was used last at a server."""
        return next(reversed(self._sessions.get(server, {})), None)

    def session(self, server: str, name: str) -> str:
        """Return the cookie of a guest; empty if there is none."""
        return self._sessions.get(server, {}).get(name, "")

    def keep_session(self, server: str, name: str, cookie: str) -> None:
        """Remember a guest."""
        self._read()
        known = self._sessions.setdefault(server, {})
        known.pop(name, None)
        known[name] = cookie
        self._write()

    def new_commitment(self) -> str:
        """Think of a contribution to a deal; return what may be known of it before the start."""
        contribution = secrets.token_urlsafe(24)
        commitment = hashlib.sha256(contribution.encode()).hexdigest()
        self._read()
        self._contributions[commitment] = contribution
        for oldest in list(self._contributions)[:-_MOST]:
            del self._contributions[oldest]
        self._write()
        return commitment

    def contribution(self, commitment: str) -> str | None:
        """Return the contribution behind a commitment of this machine."""
        return self._contributions.get(commitment)

    def _read(self) -> None:
        try:
            body = json.loads(self._path.read_text(encoding="utf-8"))
            self._sessions = {str(k): dict(v) for k, v in body["sessions"].items()}
            self._contributions = {str(k): str(v) for k, v in body["contributions"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return  # nothing to remember: whoever plays is a new guest

    def _write(self) -> None:
        body = {"sessions": self._sessions, "contributions": self._contributions}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        # Nobody else may read it, not even while it is written.
        opened = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            json.dump(body, file)
        part.replace(self._path)
