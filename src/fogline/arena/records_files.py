"""The files of records, from which a stopped run continues.

Rows are appended to a journal of JSON lines. For `.jsonl` the journal is the file itself; for
`.parquet` it is a `.partial` file next to it, which replaces it in one step when all games are
played.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, Self, cast

from fogline.arena.game_records import DECISION_COLUMNS, Run, game_columns
from fogline.core.errors import FoglineError

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

JSONL, PARQUET = ".jsonl", ".parquet"

Row = Mapping[str, object]


class RecordsError(FoglineError):
    """Raised when records cannot be written to a file."""


class RecordFiles:
    """The files of a run: games, and optionally decisions, in the same format.

    Read what `resume` yields, `append` the rest in order, and `finish`. Files of another run are
    never changed without `force`.
    """

    def __init__(self, games: Path, decisions: Path | None = None, *, force: bool = False) -> None:
        paths = [path.resolve() for path in (games, decisions) if path is not None]
        suffixes = {path.suffix for path in paths}
        if not suffixes <= {JSONL, PARQUET}:
            raise RecordsError("records go to files whose names end in .jsonl or .parquet.")
        if len(suffixes) > 1:
            raise RecordsError("games and decisions go to files of the same format.")
        if len(set(paths)) < len(paths):
            raise RecordsError("games and decisions go to two files.")
        self.with_decisions = decisions is not None
        self._paths = paths
        self._force = force
        self._parquet = _parquet_tools() if suffixes == {PARQUET} else None
        partial = ".partial" if self._parquet else ""
        self._journal_paths = [path.with_name(f"{path.name}{partial}") for path in paths]
        self._journals: list[BinaryIO] = []

    def known_seed(self) -> str | None:
        """Return the seed of the games in the file, or `None` if there are none."""
        row = None if self._force else self._first_row()
        return None if row is None else str(row.get("seed"))

    def resume(self, run: Run, num: int) -> Iterator[Row]:
        """Open the files for a run of `num` games, and yield the games in them."""
        if self._force:
            for path in (*self._paths, *self._journal_paths):
                path.unlink(missing_ok=True)
        first = self._first_row()
        if first is not None and not str(first.get("game_id")).startswith(f"{run.key}/"):
            raise self._refusal(f"holds games of another run ({_difference(first, run)})")
        if self._parquet and self._is_finished(run, num):
            return cast("Iterator[Row]", self._parquet.rows(self._paths[0]))
        if len({path.exists() for path in self._journal_paths}) > 1:
            raise self._refusal("cannot continue: only one of games and decisions is there")
        for path in self._journal_paths:
            self._journals.append(path.open("r+b" if path.exists() else "w+b"))
            _lock(self._journals[-1], path)
        return self._rows_of_journals(run, num)

    def append(self, games: bytes, decisions: bytes) -> None:
        """Write the next rows."""
        # Decisions first, so that a game that is there is complete.
        for journal, rows in reversed(list(zip(self._journals, (games, decisions), strict=False))):
            journal.write(rows)
            journal.flush()

    def finish(self, run: Run, num: int) -> None:
        """Write the files in their final form, once all games are there."""
        for journal in self._journals:
            os.fsync(journal.fileno())
        if self._parquet is None:
            return
        new = [path.with_name(f"{path.name}.new") for path in self._paths]
        columns = (game_columns(run.game, len(run.players)), DECISION_COLUMNS)
        for i in range(len(self._journals)):
            self._parquet.convert(self._journal_paths[i], new[i], columns[i], (run.key, num))
        for i in range(len(self._journals)):
            new[i].replace(self._paths[i])
        for path in self._journal_paths:
            path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for journal in self._journals:
            journal.close()

    def _first_row(self) -> Row | None:
        """Return the first game of the file, finished or not; skip an incomplete line."""
        if self._parquet and self._paths[0].exists():
            return next(self._parquet.rows(self._paths[0]), None)
        if not self._journal_paths[0].exists():
            return None
        with self._journal_paths[0].open("rb") as file:
            line = file.readline()
        return self._read(line) if line.endswith(b"\n") else None

    def _is_finished(self, run: Run, num: int) -> bool:
        tools = cast("ModuleType", self._parquet)
        finished = [path for path in self._paths if path.exists()]
        for path in finished:
            key, games = tools.run_of(path)
            if key != run.key:
                raise self._refusal(f"cannot continue: {path.name} is of another run")
            if games != num:
                raise self._refusal(f"is finished, with {games:,} games, not {num:,}")
        return len(finished) == len(self._paths)

    def _rows_of_journals(self, run: Run, num: int) -> Iterator[Row]:
        """Yield the complete games, and truncate the rest."""
        games, *others = self._journals
        ends = [0] * len(self._journals)
        number = 0
        while (line := games.readline()).endswith(b"\n"):
            row = self._read(line)
            if row.get("game_id") != f"{run.key}/{number}":
                raise self._refusal(f"is damaged in line {number + 1}")
            if number == num:
                raise self._refusal(f"holds more than {num:,} games")
            if not all(self._has_decisions(journal, row) for journal in others):
                break
            ends = [journal.tell() for journal in self._journals]
            yield row
            number += 1
        if number == 0:
            self._check_beginnings(run)
        for journal, end in zip(self._journals, ends, strict=True):
            journal.seek(end)
            journal.truncate()

    def _check_beginnings(self, run: Run) -> None:
        """Raise an error unless this run wrote what is to be truncated."""
        for journal, beginning in zip(self._journals, run.beginnings, strict=False):
            journal.seek(0)
            if not beginning.startswith(journal.read(len(beginning))):
                raise self._refusal("holds something else than records")

    def _has_decisions(self, journal: BinaryIO, row: Row) -> bool:
        """Skip the decisions of a game; return whether all of them are there."""
        for i in range(cast("int", row["decisions"])):
            line = journal.readline()
            if not line.endswith(b"\n"):
                return False
            if not line.startswith(f'{{"game_id":"{row["game_id"]}","number":{i},'.encode()):
                raise self._refusal(f"cannot continue: {self._paths[1].name} is of another run")
        return True

    def _read(self, line: bytes) -> Row:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise self._refusal("holds something else than records")
        return row

    def _refusal(self, why: str) -> RecordsError:
        advice = "use another name, or --force to replace it"
        return RecordsError(f"{self._paths[0].name} {why}; {advice}.")


def _difference(row: Row, run: Run) -> str:
    """Return the column in which a row differs from those of a run."""
    for name, value in run.constants.items():
        if row.get(name) != value:
            return f"{name}: {row.get(name)}, not {value}"
    return "of another board or other rules"


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock the file against other writers, if the system can."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise RecordsError(f"another process is writing to {path.name}.") from None


def _parquet_tools() -> ModuleType:
    try:
        from fogline.arena import records_parquet  # noqa: PLC0415 (pyarrow is an extra)
    except ImportError:
        raise RecordsError(
            "Parquet files need pyarrow: pip install 'fogline[arena]', or write .jsonl."
        ) from None
    return records_parquet
