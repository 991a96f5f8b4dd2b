"""Faults of the machine: what was acknowledged is on disk, and what is not is said."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from fogline.cli import main
from fogline.core.errors import FormatError
from fogline.saves import digest_of
from fogline.server.app import PROVIDERS
from fogline.server.features import SCHEMA
from fogline.server.features.people.identity import Identity
from fogline.server.features.play.streams import _found
from fogline.server.services import open_services
from fogline.server.support import health
from fogline.server.web.addresses import network_of
from fogline.store import StoreError
from fogline.table.table_file import log_to_json, read_log
from tests.server.harness import ME, RANDOM, change_file, in_loop, new_table, serving, settings_for


@in_loop
async def test_a_deleted_database_is_noticed_before_a_move_is_acknowledged(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, RANDOM)
        assert (await ann.get("/healthz"))["status"] == "ok"
        file = tmp_path / "tables.db"
        file.rename(tmp_path / "elsewhere.db")
        with capture_logs() as log:
            for path, body in (
                (f"/api/tables/{table}/start", None),
                ("/api/tables", {"game": "old-west", "seats": [ME, RANDOM]}),
                ("/api/account", {"login": "ann", "password": "correct horse"}),
                ("/api/session", {"name": "Bea"}),
            ):
                for _ in range(5):
                    assert (await ann.refused(path, body))["code"] == "unavailable"
            assert (await ann.call("GET", "/healthz")).status_code == 503
            file.write_bytes(b"")
            assert (await ann.call("GET", "/healthz")).status_code == 503
        file.unlink()
        assert len(log) <= 4  # one line for each kind of fault
        (tmp_path / "elsewhere.db").rename(file)
        assert (await ann.get("/healthz"))["status"] == "ok"
        assert (await ann.change(f"/api/tables/{table}/start"))["status"] == "playing"
        assert (await ann.get("/api/session"))["user"]["login"] is None


@in_loop
async def test_a_database_that_does_not_answer_is_told_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        client = server.stranger()

        async def frozen(_: object) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(server.services.shared_keys, "put", frozen)
        monkeypatch.setattr(health, "PATIENCE", 0.01)
        assert (await client.call("GET", "/healthz")).status_code == 503


@in_loop
async def test_a_database_that_cannot_be_written_is_not_healthy(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        await change_file(tmp_path / "tables.db", "ALTER TABLE facts RENAME TO gone")
        assert (await server.stranger().call("GET", "/healthz")).status_code == 503


@in_loop
async def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)), AsyncExitStack() as refused:
        with pytest.raises(StoreError, match="another server uses the database"):
            await refused.enter_async_context(
                open_services(settings_for(tmp_path), SCHEMA, PROVIDERS)
            )
        (tmp_path / "alias.db").symlink_to(tmp_path / "tables.db")
        alias = settings_for(tmp_path, database=str(tmp_path / "alias.db"))
        with pytest.raises(StoreError, match="another server uses the database"):
            await refused.enter_async_context(open_services(alias, SCHEMA, PROVIDERS))
    async with serving(settings_for(tmp_path)):
        pass


@in_loop
async def test_a_damaged_row_breaks_its_table_alone(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        tables = [await new_table(ann, ME, RANDOM) for _ in range(2)]
        for table in tables:
            await ann.post(f"/api/tables/{table}/start")
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE entries SET body = '{' WHERE table_id = ?", tables[:1])
    with capture_logs():
        async with serving(settings_for(tmp_path)) as server:
            found, _ = await _found(server.services, ann.user, "127.0.0.1")
    assert found == {("playing", tables[1], 0)}


@pytest.mark.parametrize("table", ["../../escaped", "a/b", "", "x" * 33, "a b", "a\n"])
def test_the_id_of_a_table_is_not_a_path(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = json.loads((Path(__file__).parents[1] / "store/logs/v1-old-west.json").read_bytes())
    body = {**whole, "table": table}
    del body["digest"]
    text = json.dumps({**body, "digest": digest_of(body)})
    with pytest.raises(FormatError, match="table: an id has"):
        read_log(text)
    (tmp_path / "bad.json").write_text(text)
    database = str(tmp_path / "tables.db")
    assert main(["import", "--database", database, str(tmp_path / "bad.json")]) == 2
    assert "an id has" in capsys.readouterr().err


def test_the_ids_of_this_server_are_read_back() -> None:
    whole = (Path(__file__).parents[1] / "store/logs/v1-old-west.json").read_bytes()
    file = read_log(whole)
    assert read_log(json.dumps(log_to_json("aZ09_-" * 5, file.log))).table == "aZ09_-" * 5


def test_addresses_of_one_household_are_one_caller() -> None:
    assert (
        network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    )
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("testclient") == "testclient"


@in_loop
async def test_a_forwarded_address_is_believed_from_named_proxies_alone(tmp_path: Path) -> None:
    claims = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(40)]

    async def refused(**settings: object) -> int:
        folder = tmp_path / str(len(settings))
        async with serving(settings_for(folder, limits=True, **settings)) as server:
            client = server.stranger()
            codes = []
            for claim in claims:
                client.http.cookies.clear()
                answer = await client.http.post("/api/session", json={"name": "Eve"}, headers=claim)
                codes.append(answer.status_code)
            return codes.count(429)

    assert await refused() > 0
    assert await refused(proxies=("127.0.0.1",)) == 0


@in_loop
async def test_passwords_are_hashed_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        identity, most, busy = server.services.of(Identity), 0, 0

        async def to_thread(*_: object) -> bool:
            nonlocal most, busy
            busy += 1
            most = max(most, busy)
            for _turn in range(3):
                await asyncio.sleep(0)
            busy -= 1
            return False

        monkeypatch.setattr(asyncio, "to_thread", to_thread)
        tries = (identity.sign_in("nobody", "wrong") for _ in range(60))
        await asyncio.gather(*tries, return_exceptions=True)
        assert most == 2


@in_loop
async def test_an_empty_token_does_not_skip_the_check_of_the_origin(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        del ann.http.headers["X-Fogline"]
        ann.http.headers.update({"Origin": "https://evil.example", "Authorization": ""})
        body = {"game": "old-west", "seats": [ME, RANDOM]}
        assert (await ann.refused("/api/tables", body))["code"] == "unauthorised"
