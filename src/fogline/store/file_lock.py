"""A lock next to a SQLite file, which one server holds while it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from sqlalchemy import URL

from fogline.store.database import StoreError

if os.name == "posix":
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
else:
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]


class FileLock:
    """Held from `__init__` to `release`, or to the end of the process."""

    def __init__(self, url: URL) -> None:
        """Take the lock; raise `StoreError` if another server has it."""
        self._file: IO[bytes] | None = None
        if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
            return
        # Whatever it is called here: a link leads to the same file.
        path = Path(f"{Path(url.database).resolve()}.lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        try:
            _lock(self._file)
        except OSError:
            self._file.close()
            raise StoreError(
                f"another server uses the database {url.database}; several servers need PostgreSQL"
            ) from None

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            self._file.close()
