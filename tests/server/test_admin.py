"""What hosts do: tables, users and reports, while a server runs and while none does."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from fogline.cli import main
from fogline.table.table_file import TableFile
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Body,
    Client,
    Serving,
    in_loop,
    new_table,
    new_token,
    serving,
    settings_for,
)
from tests.server.test_watching import closed_with
from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]

ANN = {"login": "ann", "password": "correct horse"}


class Host:
    """Somebody with `fogline admin`, on one database."""

    def __init__(self, database: str, capsys: pytest.CaptureFixture[str]) -> None:
        self._database = database
        self._capsys = capsys

    def _run(self, *words: str) -> tuple[int, str, str]:
        self._capsys.readouterr()
        status = main(["admin", *words, "--database", self._database])
        return status, *self._capsys.readouterr()

    async def json(self, *words: str) -> Any:
        """Run a command, in a thread: the server shares its loop with the test."""
        status, out, err = await asyncio.to_thread(self._run, *words, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    async def text(self, *words: str) -> str:
        status, out, err = await asyncio.to_thread(self._run, *words)
        assert (status, err) == (0, "")
        return out

    async def refused(self, *words: str) -> str:
        status, out, err = await asyncio.to_thread(self._run, *words)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        return err


@pytest.fixture
def host(address: str, capsys: pytest.CaptureFixture[str]) -> Host:
    return Host(address, capsys)


async def playing(client: Client) -> str:
    table = await new_table(client, ME, {"kind": "me", "name": "Bea"})
    await client.post(f"/api/tables/{table}/start")
    return table


@in_loop
async def test_a_table_is_closed_while_people_play(
    tmp_path: Path, address: str, host: Host
) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann = await server.guest("Ann")
        table = await playing(ann)
        async with ann.watch(table) as watching:
            await watching.next("view")
            assert await host.json("close", table, "--yes") == {"closed": [table]}
            update = await watching.next("update")
            assert [entry["type"] for entry in update["entries"]] == ["closed"]
            assert update["view"]["status"] == "ended"
            assert update["view"]["outcome"] is None
            assert update["view"]["legal"] == []
        path = f"/api/tables/{table}"
        assert (await ann.refused(f"{path}/chat", {"text": "hello"}))["code"] == "wrong-status"
        assert (await ann.refused(f"{path}/rematch"))["code"] == "wrong-status"
        assert "closed this table" in await host.refused("close", table, "--yes")
        (found,) = (await host.json("tables"))["tables"]
        assert (found["table"], found["status"]) == (table, "ended")
        verify(TableFile(table, tuple(await server.services.log.read(table))))


@in_loop
async def test_a_server_that_was_not_told_writes_nothing_to_a_closed_table(
    tmp_path: Path, host: Host, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        monkeypatch.setattr(server.services.tables, "on_notification", lambda *_: None)
        ann = await server.guest("Ann")
        closed, deleted = [await playing(ann) for _ in range(2)]
        shown = {table: await ann.get(f"/api/tables/{table}?seat=0") for table in (closed, deleted)}
        await host.json("close", closed, "--yes")
        await host.json("delete", deleted, "--yes")
        for nth, (table, view) in enumerate(shown.items()):
            act: Body = {"id": f"action-{nth}", "version": view["version"], "seat": 0}
            act["action"] = view["legal"][0]["action"]
            refused = await ann.refused(f"/api/tables/{table}/actions", act)
            assert refused["code"] == "wrong-status"
        assert len(await server.services.log.read(deleted)) == 1
    async with serving(settings_for(tmp_path, database=address)) as server:
        assert (await ann_at(server, ann, f"/api/tables/{closed}"))["status"] == "ended"
        missing = await server.stranger().refused(f"/api/tables/{deleted}", method="GET")
        assert missing["code"] == "not-found"


async def ann_at(server: Serving, ann: Client, path: str) -> Body:
    """Ask another server with the cookies of somebody."""
    client = server.stranger()
    client.http.cookies.update(ann.http.cookies)
    return await client.get(path)


@in_loop
async def test_a_deleted_table_is_gone_for_those_who_watch_it(
    tmp_path: Path, address: str, host: Host
) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann = await server.guest("Ann")
        table, kept = await playing(ann), await new_table(ann, ME, OPEN)
        async with ann.watch(table) as watching:
            await watching.next("view")
            assert await host.json("delete", table, "--yes") == {"deleted": [table]}
            with pytest.raises(ConnectionClosed):
                await watching.next("never")
        path = f"/api/tables/{table}"
        assert (await ann.refused(path, method="GET"))["code"] == "not-found"
        mine = await ann.get("/api/tables?mine=true")
        assert [each["table"] for each in mine["tables"]] == [kept]
        assert f"there is no table {table!r}" in await host.refused("delete", table, "--yes")
        assert f"there is no table {table!r}" in await host.refused("close", table, "--yes")


@in_loop
async def test_a_damaged_table_can_be_deleted(tmp_path: Path, host: Host, address: str) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        table = await playing(await server.guest("Ann"))
        from sqlalchemy import update  # noqa: PLC0415

        from fogline.store.schema import ENTRIES  # noqa: PLC0415

        async with server.services.database.engine.begin() as connection:
            await connection.execute(update(ENTRIES).values(body="{"))
        assert "cannot be read" in await host.refused("close", table, "--yes")
        await host.json("delete", table, "--yes")
        with capture_logs():
            assert await server.services.log.all_tables() == []


@in_loop
async def test_who_is_blocked_is_out_until_the_block_is_lifted(
    tmp_path: Path, address: str, host: Host
) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", ANN)
        token = (await new_token(ann, "bot"))["token"]
        bot = server.stranger()
        bot.http.headers["Authorization"] = f"Bearer {token}"
        table = await new_table(ann, ME, OPEN)
        async with ann.watch(table) as watching:
            await watching.next("view")
            assert await host.json("block", "ann", "--yes") == {"blocked": ann.user}
            await server.services.end_connections()
            with pytest.raises(ConnectionClosed):
                await watching.next("never")
        assert (await ann.get("/api/session"))["user"] is None
        assert (await bot.refused("/api/session", method="GET"))["code"] == "unauthorised"
        assert (await ann.refused("/api/login", ANN))["code"] == "blocked"
        wrong = {**ANN, "password": "wrong horse"}
        assert (await ann.refused("/api/login", wrong))["code"] == "unauthorised"
        (found,) = (await host.json("users", "--blocked"))["users"]
        assert (found["id"], found["login"]) == (ann.user, "ann")
        assert "blocked" in await host.text("users", "an")
        assert await host.json("unblock", "ann") == {"unblocked": ann.user}
        await ann.post("/api/login", ANN)
        assert (await bot.get("/api/session"))["user"]["id"] == ann.user


@in_loop
async def test_a_link_of_the_host_sets_a_new_password_once(
    tmp_path: Path, address: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fogline.server.services._HEARTBEAT", 3600)
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", ANN)
        url = ["--url", "https://games.example.org/fogline"]
        old = (await host.json("reset-password", "ann", *url))["link"]
        link = (await host.json("reset-password", "ann", *url))["link"]
        start = "https://games.example.org/fogline/#/account?reset="
        assert link.startswith(start)
        other, bot = server.stranger(), server.stranger()
        token = (await new_token(ann, "bot"))["token"]
        bot.http.headers["Authorization"] = f"Bearer {token}"
        table = await new_table(ann, ME, OPEN)
        new = {"secret": link.removeprefix(start), "password": "battery staple"}
        replaced = {**new, "secret": old.removeprefix(start)}
        assert (await other.refused("/api/account/reset", replaced))["code"] == "unauthorised"
        async with ann.watch(table) as thief, bot.watch(table) as program:
            for each in (thief, program):
                await each.next("view")  # the server knows now who that is
            assert (await other.post("/api/account/reset", new))["user"]["login"] == "ann"
            # At once, and not when the next heartbeat finds that they have ended.
            assert [await closed_with(each) for each in (thief, program)] == [1001, 1001]
        assert (await bot.refused("/api/session", method="GET"))["code"] == "unauthorised"
        assert (await other.get("/api/tokens"))["tokens"] == []
        assert (await other.get("/api/session"))["user"]["login"] == "ann"
        assert (await ann.get("/api/session"))["user"] is None
        assert (await other.refused("/api/account/reset", new))["code"] == "unauthorised"
        assert (await ann.refused("/api/login", ANN))["code"] == "unauthorised"
        await ann.post("/api/login", {"login": "ann", "password": "battery staple"})


@in_loop
async def test_a_link_expires(
    tmp_path: Path, address: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", ANN)
        monkeypatch.setattr("fogline.cli.admin.users._LINK_HOURS", 0)
        secret = (await host.json("reset-password", "ann"))["link"].partition("reset=")[2]
        new = {"secret": secret, "password": "battery staple"}
        assert (await ann.refused("/api/account/reset", new))["code"] == "unauthorised"


@in_loop
async def test_the_host_counts(tmp_path: Path, address: str, host: Host) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", ANN)
        await server.guest("Bea")
        await playing(ann)
        await new_table(ann, ME, RANDOM)
        found = await host.json("stats")
        assert found["users"] == 2
        assert found["accounts"] == 1
        assert (found["open"], found["playing"], found["ended"]) == (1, 1, 0)
        assert found["entries"] == found["entries_of_last_day"] > 4
        assert "accounts with a login" in await host.text("stats")
        assert "Ann, Bea" in await host.text("tables", "--status", "playing")
        assert (await host.json("tables", "nobody"))["tables"] == []


@in_loop
async def test_a_line_and_a_name_are_reported_and_resolved(
    tmp_path: Path, address: str, host: Host
) -> None:
    async with serving(settings_for(tmp_path, database=address)) as server:
        ann, rob, eve = [await server.guest(name) for name in ("Ann", "Rude", "Eve")]
        table = await new_table(ann, ME, OPEN)
        path = f"/api/tables/{table}"
        await rob.post(f"{path}/seats/1/sit", {})
        await ann.post(f"{path}/chat", {"text": "hello"})
        said = (await rob.post(f"{path}/chat", {"text": "an insult"}))["version"]
        await ann.post(f"{path}/chat", {"text": "really?"})
        line, name = {"kind": "chat", "number": said}, {"kind": "name", "number": 1}
        for client, body in ((ann, line), (ann, line), (eve, line), (eve, name)):
            assert (await client.call("POST", f"{path}/report", body)).status_code == 204
        assert (await rob.refused(f"{path}/report", name))["code"] == "forbidden"
        stranger = server.stranger()
        assert (await stranger.refused(f"{path}/report", name))["code"] == "unauthorised"
        for nothing in ({"kind": "name", "number": 5}, {"kind": "chat", "number": 0}):
            assert (await ann.refused(f"{path}/report", nothing))["code"] == "not-found"
        first, second, third = (await host.json("reports"))["reports"]
        assert (first["text"], first["user"]) == ("an insult", rob.user)
        assert first["context"] == ["  Ann: hello", "> Rude: an insult", "  Ann: really?"]
        assert (third["kind"], third["name"]) == ("name", "Rude")
        assert "> Rude: an insult" in await host.text("reports")
        async with eve.watch(table) as watching:
            await watching.next("view")
            await host.json("resolve", str(first["id"]), "--hide", "--yes")
            with pytest.raises(ConnectionClosed):  # it connects again, and reads what is new
                await watching.next("never")
        chat = (await eve.get(path))["chat"]
        assert [each["text"] for each in chat] == ["hello", "…", "really?"]
        assert [each["id"] for each in (await host.json("reports"))["reports"]] == [third["id"]]
        assert second["id"] in [
            each["id"] for each in (await host.json("reports", "--all"))["reports"]
        ]
        assert "is about a name" in await host.refused(
            "resolve", str(third["id"]), "--hide", "--yes"
        )
        await host.json("resolve", str(third["id"]), "--rename", "Guest17", "--block", "--yes")
        await eventually_signed_out(rob)
        await eventually_named(eve, path, "Guest17")
        shown = await eve.get(path)
        assert [each["name"] for each in shown["chat"]] == ["Ann", "Guest17", "Ann"]
        assert await host.text("reports") == "There are no reports.\n"
        (found,) = (await host.json("tables", "Guest17"))["tables"]
        assert found["players"] == ["Ann", "Guest17"]


async def eventually_named(client: Client, path: str, name: str) -> None:
    """Wait until the server has heard of a new name."""
    while (await client.get(path))["seats"][1]["name"] != name:
        await asyncio.sleep(0.05)


async def eventually_signed_out(client: Client) -> None:
    """Wait until the server asks the database about a session again."""
    while (await client.get("/api/session"))["user"] is not None:
        await asyncio.sleep(0.05)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@in_loop
async def test_what_cannot_be_undone_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "tables.db")
    async with serving(settings_for(tmp_path)) as server:
        table = await new_table(await server.guest("Ann"), ME, OPEN)

        def delete(answer: io.StringIO) -> int:
            with monkeypatch.context() as patch:
                patch.setattr(sys, "stdin", answer)
                return main(["admin", "delete", table, "--database", database])

        assert await asyncio.to_thread(delete, io.StringIO()) == 2
        assert "Say --yes" in capsys.readouterr().err
        assert await asyncio.to_thread(delete, Terminal("no\n")) == 1
        assert "Nothing was changed" in capsys.readouterr().out
        assert await server.services.log.all_tables() == [table]
        assert await asyncio.to_thread(delete, Terminal("y\n")) == 0
        assert await server.services.log.all_tables() == []


BAD: Sequence[tuple[list[str], str]] = [
    (["block", "nobody", "--yes"], "no user with the login or id 'nobody'"),
    (["unblock", "nobody"], "no user with the login or id 'nobody'"),
    (["reset-password", "nobody"], "no user with the login or id 'nobody'"),
    (["reset-password", "ann", "--url", "example.org"], "not an address"),
    (["resolve", "7", "--yes"], "no report 7"),
    (["resolve", "x"], "whole number"),
    (["resolve", "7", "--rename", "x" * 25], "1 to 24"),
    (["close", "nowhere", "--yes"], "no table 'nowhere'"),
    (["delete", "nowhere", "--yes"], "no table 'nowhere'"),
    (["tables", "--status", "odd"], "invalid choice"),
    (["dance"], "invalid choice"),
]


@pytest.mark.parametrize(("words", "why"), BAD, ids=lambda value: str(value)[:30])
def test_bad_input_is_told_in_one_line(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    @in_loop
    async def make() -> None:
        async with serving(settings_for(tmp_path)):
            pass

    make()
    capsys.readouterr()
    assert main(["admin", *words, "--database", str(tmp_path / "tables.db")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert why in err


def test_a_database_that_does_not_exist_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "stats", "--data-dir", str(tmp_path / "no")]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()
