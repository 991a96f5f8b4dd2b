"""Logs of tables that were once written are read for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogline.store.entry_text import read_entry, write_entry
from fogline.table.table_file import read_log
from fogline.table.table_state import TableState
from fogline.table.verification import verify

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


def test_there_are_old_logs() -> None:
    assert len(LOGS) >= 2


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_is_read_folded_and_holds(path: Path) -> None:
    file = read_log(path.read_bytes())
    table = TableState.of(file.table, file.log)
    assert table.status == "ended"
    assert verify(file).state == table.state
    for logged in file.log:
        assert read_entry(write_entry(logged.entry)) == logged.entry
