"""The server's log holds no secret, whatever fails."""

from __future__ import annotations

import json
import logging
import signal
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import structlog
from structlog.testing import capture_logs

from fogline.server.support.logs import Repeats
from fogline.store.transfer import opened
from tests.server.harness import (
    ME,
    RANDOM,
    Client,
    change_file,
    in_loop,
    new_table,
    serving,
    settings_for,
)
from tests.server.processes import Process
from tests.store.postgres import Postgres

PASSWORD = "a password that nobody may read"  # noqa: S105 (of nobody)


@in_loop
async def test_a_write_that_fails_puts_nothing_into_the_log(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann-of-the-secrets")
        table = await new_table(ann, ME, RANDOM)
        live = await server.services.tables.get(table)
        names = ("entries", "users")
        gone = [f"ALTER TABLE {name} RENAME TO {name}_gone" for name in names]
        await change_file(tmp_path / "tables.db", *gone)
        with capture_logs([structlog.processors.format_exc_info]) as logs:
            refused = await ann.refused(f"/api/tables/{table}/start")
            assert refused["code"] == "unavailable"
            wish = {"login": "ann", "password": PASSWORD}
            assert (await ann.refused("/api/account", wish))["code"] == "unavailable"
            new = {"game": "old-west", "seats": [ME, RANDOM]}
            assert (await ann.refused("/api/tables", new))["code"] == "unavailable"
        back = [f"ALTER TABLE {name}_gone RENAME TO {name}" for name in names]
        await change_file(tmp_path / "tables.db", *back)
        assert (await ann.change(f"/api/tables/{table}/start"))["status"] == "playing"
    text = repr(logs)
    assert [log["event"] for log in logs if log["log_level"] == "error"]
    state = live.table.state
    assert state is not None
    tickets = [str(ticket) for player in state.players for ticket in player.offered]
    for secret in (live.table.created.secret, table, "Ann-of", PASSWORD, "argon2", *tickets):
        assert secret not in text, text


REFUSING = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'no room for %', NEW; END $$
"""
TRIGGER = """
CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON {} FOR EACH ROW EXECUTE FUNCTION refuse()
"""
TRIES = 10


@in_loop
async def test_a_database_that_quotes_what_it_refuses(tmp_path: Path, postgres: Postgres) -> None:
    """Its errors hold the whole row, and the log of a real server nothing of it."""
    address = await postgres.new_database()
    process = Process(address, log=tmp_path / "log")
    ann = Client(await process.start())
    name = "Ann-of-the-secrets"
    user = (await ann.post("/api/session", {"name": name}))["user"]["id"]
    table = await new_table(ann, ME, RANDOM)
    async with opened(address) as (_, log):
        secret = (await log.read(table))[0].entry.secret  # type: ignore[attr-defined]
    host = await asyncpg.connect(address)
    await host.execute(REFUSING)
    for each in ("entries", "users", "sessions"):
        await host.execute(TRIGGER.format(each))
    calls = (
        ("/api/tables", {"game": "old-west", "seats": [ME, RANDOM]}),
        (f"/api/tables/{table}/chat", {"text": "a word of the secrets"}),
        (f"/api/tables/{table}/start", None),
        ("/api/account", {"login": "ann-of-the-secrets", "password": PASSWORD}),
        ("/api/session", {"name": "Bea-of-the-secrets"}),
    )
    for path, body in calls:
        for _ in range(TRIES):
            assert (await ann.refused(path, body))["code"] == "unavailable"
    for each in ("entries", "users", "sessions"):
        await host.execute(f"DROP TRIGGER refuse ON {each}")
    await host.close()
    # It goes on by itself.
    assert (await ann.change(f"/api/tables/{table}/start"))["status"] == "playing"
    await ann.http.aclose()
    await process.end(signal.SIGTERM)
    text = (tmp_path / "log").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line for line in lines if line["level"] == "error"]
    assert len(lines) < TRIES, text
    for each in (secret, table, user, "of-the-secrets", "of the secrets", PASSWORD, "argon2"):
        assert each not in text, text


def test_the_same_warning_is_logged_once_a_minute() -> None:
    repeats = Repeats()

    def is_logged(message: object, at: float, level: int = logging.WARNING) -> bool:
        record = logging.LogRecord("x", level, "", 0, message, (), None)
        record.created = at
        return repeats.filter(record)

    assert [is_logged("bad request", at) for at in (0, 1, 59, 60, 61, 121)] == [
        True, False, False, True, False, True,
    ]  # fmt: skip
    assert is_logged("another", 61)
    assert [is_logged({"event": "a", "timestamp": at}, at) for at in (0, 1)] == [True, False]
    assert [is_logged({"event": "a", "table": at}, at) for at in (2, 3)] == [True, True]
    assert [is_logged("ordinary", at, logging.INFO) for at in (0, 1)] == [True, True]
