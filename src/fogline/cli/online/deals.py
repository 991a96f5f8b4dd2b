"""The deals in which this machine takes part: what it contributed, and what servers showed."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock

from fogline.cli.online.private_file import write_private
from fogline.cli.play.saved import data_folder
from fogline.core.errors import FoglineError
from fogline.core.messages import Seat
from fogline.table.witness import Shown, Step, Witness, witness_from_json, witness_to_json

_MOST = 200
"""How many records are kept; the oldest are removed first."""


class Deals:
    """A folder with a record for each table and player, which only its owner can read."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder() / "deals"
        self._lock = Lock()

    def see(
        self, player: str, origin: str, table: str, shown: Shown, seats: Sequence[Seat]
    ) -> tuple[Witness, Step]:
        """Return the record of a table with what is shown now, and what to do next.

        If that is to commit, the record has a contribution.
        """
        path = self._path(player, origin, table)
        with self._lock:
            kept = _read(path)
            known = kept or Witness(origin, table, shown.scheme)
            witness = known.see(shown)
            step = witness.step(shown, seats)
            if step == "commit":
                witness = witness.contribute(secrets.token_urlsafe(24))
            if witness != known:
                write_private(path, json.dumps(witness_to_json(witness)))
            if kept is None:
                self._remove_oldest()
        return witness, step

    def of_table(self, table: str) -> Iterator[Witness]:
        """Yield the records of all players of this machine at a table."""
        for path in sorted(self._folder.glob(f"{_plain(table)}.*.json")):
            witness = _read(path)
            if witness is not None and witness.table == table:
                yield witness

    def _path(self, player: str, origin: str, table: str) -> Path:
        who = hashlib.sha256(f"{origin}\n{player}".encode()).hexdigest()[:16]
        return self._folder / f"{_plain(table)}.{who}.json"

    def _remove_oldest(self) -> None:
        known = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in known[:-_MOST]:
            path.unlink(missing_ok=True)


def read_witness(path: Path) -> Witness:
    """Read a record that a browser or this program wrote; raise a `FoglineError` if it is none."""
    try:
        return witness_from_json(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, RecursionError) as error:
        raise FoglineError(f"it is not what a client saw of a deal: {error}") from None


def _read(path: Path) -> Witness | None:
    try:
        return read_witness(path)
    except (OSError, FoglineError):
        return None


def _plain(table: str) -> str:
    """Return the part of a file's name that stands for a table, whatever a server calls it."""
    return "".join(c for c in table if c.isascii() and (c.isalnum() or c in "-_"))[:64]
