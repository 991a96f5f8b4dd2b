"""Checks a file of unknown origin: a saved game or a table's log, and by which rules it holds.

Whatever a file contains, a check ends soon, and needs little memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError, FormatError
from fogline.core.log import GameLog, states
from fogline.core.outcome import outcome_of
from fogline.core.table import State
from fogline.saves import from_plain, read_plain
from fogline.table import entries as e
from fogline.table.table_file import KIND as TABLE_LOG
from fogline.table.table_file import TableFile, log_from_plain
from fogline.table.verification import Verified, verify

MOST_MOVES = 20_000
"""Far more than any game has: the limit is for files that were made to do harm."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that holds."""

    kind: str
    """`log` for a saved game, `table-log` for a table."""
    game: GameDefinition
    seats: int
    moves: int
    finished: bool
    table: str | None = None
    """The id of the table."""
    verified: Verified | None = None
    """What the log of a table proves, once its game has started."""


def check(data: bytes) -> Checked:
    """Replay a save or a table's log; raise a `FoglineError` that says what is wrong, and where."""
    body = read_plain(data)
    if body.get("kind") == TABLE_LOG:
        return _check_table(log_from_plain(body))
    if body.get("kind") != "log":
        raise FormatError(f"kind: expected 'log' or {TABLE_LOG!r}, found {body.get('kind')!r}")
    return _check_game(from_plain(body, GameLog))


def _check_game(log: GameLog) -> Checked:
    _limit(len(log.moves))
    state: State | None = None
    for state in states(log):  # noqa: B007 (the last one is needed)
        pass
    assert state is not None  # noqa: S101 (there is one before the first move)
    finished = outcome_of(state) is not None
    return Checked("log", log.game, log.seats, len(log.moves), finished)


def _check_table(file: TableFile) -> Checked:
    created = file.log[0].entry
    if not isinstance(created, e.Created):
        raise FormatError("entries[0]: the log does not begin with the creation of its table")
    _limit(sum(isinstance(logged.entry, e.Moved) for logged in file.log))
    if not any(isinstance(logged.entry, e.Dealt | e.Moved) for logged in file.log):
        game = created.definition()
        game.check_seats(created.seats)
        return Checked(TABLE_LOG, game, created.seats, 0, finished=False, table=file.table)
    found = verify(file)
    finished = outcome_of(found.state) is not None
    return Checked(
        TABLE_LOG, found.state.game, created.seats, found.moves, finished, file.table, found
    )


def _limit(moves: int) -> None:
    if moves > MOST_MOVES:
        raise FoglineError(f"too long: {moves:,} moves, expected at most {MOST_MOVES:,}")
