"""The server's log holds no secret, whatever fails."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import structlog
from structlog.testing import capture_logs

from tests.server.harness import ME, RANDOM, in_loop, new_table, serving, settings_for

PASSWORD = "a password that nobody may read"  # noqa: S105 (of nobody)


@in_loop
async def test_a_write_that_fails_puts_nothing_into_the_log(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann-of-the-secrets")
        table = await new_table(ann, ME, RANDOM)
        live = await server.services.tables.get(table)
        with sqlite3.connect(tmp_path / "tables.db") as database:
            for name in ("entries", "users"):
                database.execute(f"ALTER TABLE {name} RENAME TO {name}_gone")
        with capture_logs([structlog.processors.format_exc_info]) as logs:
            refused = await ann.refused(f"/api/tables/{table}/start")
            assert refused["code"] == "unavailable"
            wish = {"login": "ann", "password": PASSWORD}
            assert (await ann.refused("/api/account", wish))["code"] == "unavailable"
            new = {"game": "old-west", "seats": [ME, RANDOM]}
            assert (await ann.refused("/api/tables", new))["code"] == "unavailable"
        with sqlite3.connect(tmp_path / "tables.db") as database:
            for name in ("entries", "users"):
                database.execute(f"ALTER TABLE {name}_gone RENAME TO {name}")
        assert (await ann.post(f"/api/tables/{table}/start"))["status"] == "playing"
    text = repr(logs)
    assert [log["event"] for log in logs if log["log_level"] == "error"]
    state = live.table.state
    assert state is not None
    tickets = [str(ticket) for player in state.players for ticket in player.offered]
    for secret in (live.table.created.secret, table, "Ann-of", PASSWORD, "argon2", *tickets):
        assert secret not in text, text
