"""What this machine remembers of servers: its sessions there."""

from __future__ import annotations

import json
from pathlib import Path

from fogline.cli.online.private_file import write_private
from fogline.cli.play.saved import data_folder


class Remembered:
    """A small file that only its owner can read. Several terminals may use it at once."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or data_folder() / "servers.json"
        self._sessions: dict[str, dict[str, str]] = {}
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

    def _read(self) -> None:
        try:
            body = json.loads(self._path.read_text(encoding="utf-8"))
            self._sessions = {str(k): dict(v) for k, v in body["sessions"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return  # nothing to remember: the player is a new guest

    def _write(self) -> None:
        write_private(self._path, json.dumps({"sessions": self._sessions}))
