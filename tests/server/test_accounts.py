"""What users do with their account: sessions, password, their data, and its end."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from fogline.server.features.notify.contacts import EmailAddress, PushSubscription
from fogline.server.features.notify.notifier import Notifier
from fogline.server.features.people.account_data import FORMER_PLAYER
from fogline.server.features.people.identity import SESSION_SECONDS, Identity
from fogline.server.live import levels
from fogline.server.live.people import COOKIE, Link
from fogline.server.web.devices import device_of
from fogline.store.schema import METADATA
from fogline.store.shared_keys import SharedKeys
from fogline.table.table_file import TableFile
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Client,
    HandTurned,
    Serving,
    change_file,
    in_loop,
    new_table,
    new_token,
    proof_of,
    serving,
    settings_for,
)

ANN = {"login": "ann", "password": "correct horse"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36"
)


def with_cookie_of(server: Serving, client: Client) -> Client:
    """A thief who has copied the cookie of somebody."""
    thief = server.stranger()
    thief.http.cookies.set(COOKIE, client.http.cookies[COOKIE])
    return thief


async def is_known(client: Client) -> bool:
    return (await client.get("/api/session"))["user"] is not None


@in_loop
async def test_a_session_ends_with_signing_out_and_cannot_be_used_again(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        thief = with_cookie_of(server, ann)
        assert await is_known(thief)
        async with thief.watch(table) as watching:
            assert (await watching.next("view"))["you"]["seats"] == [0]
            await ann.post("/api/session/end")
            with pytest.raises(ConnectionClosed):
                await watching.next("never")
        assert not await is_known(thief)
        assert thief.http.cookies[COOKIE].encode() not in (tmp_path / "tables.db").read_bytes()


@in_loop
async def test_a_new_account_and_each_sign_in_begin_a_new_session(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        guest = with_cookie_of(server, ann)
        await ann.post("/api/account", ANN)
        assert await is_known(ann)
        assert not await is_known(guest)
        before = with_cookie_of(server, ann)
        await ann.post("/api/login", ANN)
        assert await is_known(ann)
        assert not await is_known(before)


@in_loop
async def test_a_guest_becomes_one_account(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        wishes = [{**ANN, "login": f"ann-{nth}"} for nth in range(4)]
        answers = await asyncio.gather(*(ann.call("POST", "/api/account", wish) for wish in wishes))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


@in_loop
async def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann, phone, other = await server.guest("Ann"), server.stranger(), server.stranger()
        ann.http.headers["User-Agent"] = FIREFOX
        phone.http.headers["User-Agent"] = CHROME
        await ann.post("/api/account", ANN)
        time.turn(1000)
        for client in (phone, other):
            await client.post("/api/login", ANN)
        time.turn(7_200_000)
        listed = (await ann.get("/api/sessions"))["sessions"]
        labels = {each["label"]: each for each in listed}
        assert labels.keys() == {"Firefox · Linux", "Chrome · Android", ""}
        assert [each["label"] for each in listed if each["current"]] == ["Firefox · Linux"]
        assert listed[0]["label"] == "Firefox · Linux"
        assert labels["Chrome · Android"]["created"] == labels["Chrome · Android"]["seen"]
        bea = await server.guest("Bea")
        ended = f"/api/sessions/{labels['Chrome · Android']['id']}"
        assert (await bea.refused(ended, method="DELETE"))["code"] == "not-found"
        assert (await ann.call("DELETE", ended)).status_code == 204
        assert [await is_known(client) for client in (ann, phone, other)] == [True, False, True]
        assert (await ann.call("DELETE", "/api/sessions")).status_code == 204
        assert [await is_known(client) for client in (ann, other)] == [True, False]
        time.turn(SESSION_SECONDS * 1000)
        assert not await is_known(ann)


@in_loop
async def test_a_revoked_token_closes_its_connections(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bot = await server.guest("Ann"), server.stranger()
        await ann.post("/api/account", ANN)
        made = await new_token(ann, "bot")
        bot.http.headers["Authorization"] = f"Bearer {made['token']}"
        table = await new_table(bot, ME, OPEN)
        path = f"/api/tables/{table}/stream"
        async with bot.http.stream("GET", path) as lines:
            stream = lines.aiter_lines()
            await anext(stream)
            await ann.call("DELETE", f"/api/tokens/{made['id']}")
            assert [line async for line in stream if "never" in line] == []


@in_loop
async def test_a_session_that_ended_on_another_server_closes_its_connections(
    tmp_path: Path,
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        session = (await ann.get("/api/sessions"))["sessions"][0]["id"]
        async with ann.watch(table) as watching:
            await watching.next("view")
            await server.services.end_connections()
            await watching.send(type="ping")
            await watching.next("pong")
            await server.services.of(Identity).sessions.end([session], 1)
            await server.services.end_connections()
            with pytest.raises(ConnectionClosed):
                await watching.next("never")


@in_loop
async def test_a_guests_signed_session_of_an_older_version_goes_on(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, older = await server.guest("Ann"), server.stranger()
        key = await SharedKeys(server.services.database).get_or_set("session key", "")
        signer = URLSafeTimedSerializer(key, salt="fogline session")
        older.http.cookies.set(COOKIE, str(signer.dumps(ann.user)))
        assert (await older.get("/api/session"))["user"]["id"] == ann.user
        thief = with_cookie_of(server, older)
        await older.post("/api/session/end")
        assert not await is_known(thief)
        # A guest's cookie does not open the account that the guest made since.
        bea, late = await server.guest("Bea"), server.stranger()
        late.http.cookies.set(COOKIE, str(signer.dumps(bea.user)))
        await bea.post("/api/account", ANN)
        assert not await is_known(late)


@in_loop
async def test_a_password_is_changed(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, phone = await server.guest("Ann"), server.stranger()
        change = {"old": "correct horse", "new": "better horse"}
        assert (await ann.refused("/api/account/password", change))["code"] == "forbidden"
        await ann.post("/api/account", ANN)
        await phone.post("/api/login", ANN)
        wrong = {"old": "wrong horse", "new": "better horse"}
        assert (await ann.refused("/api/account/password", wrong))["code"] == "unauthorised"
        assert await is_known(phone)
        await ann.post("/api/account/password", change)
        assert await is_known(ann)
        assert not await is_known(phone)
        assert (await phone.refused("/api/login", ANN))["code"] == "unauthorised"
        await phone.post("/api/login", {**ANN, "password": "better horse"})


@pytest.mark.parametrize("path", ["/api/login", "/api/account/password"])
@in_loop
async def test_an_old_password_that_is_checked_during_a_reset_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """It was right when the check began, and hashing takes a while."""
    began, may_end = threading.Event(), threading.Event()
    fits = Identity._fits

    def fits_slowly(identity: Identity, digest: str | None, password: str) -> bool:
        began.set()
        assert may_end.wait(timeout=100)
        return fits(identity, digest, password)

    async with serving(settings_for(tmp_path)) as server:
        ann, owner = await server.guest("Ann"), server.stranger()
        await ann.post("/api/account", ANN)
        monkeypatch.setattr(Identity, "_fits", fits_slowly)
        body = ANN if path == "/api/login" else {"old": ANN["password"], "new": "thief's horse"}
        trying = asyncio.create_task(ann.call("POST", path, body))
        await asyncio.to_thread(began.wait)
        link = Link(ann.user, "password", 2**50, "")
        await server.services.people.add_link("a-link-for-a-reset-00", link)
        new = {"secret": "a-link-for-a-reset-00", "password": "better horse"}
        await owner.post("/api/account/reset", new)
        may_end.set()
        assert (await trying).status_code == 401
        assert not await is_known(ann)
        assert await is_known(owner)
        await ann.post("/api/login", {**ANN, "password": "better horse"})


@in_loop
async def test_a_session_that_ended_on_another_server_makes_no_token(tmp_path: Path) -> None:
    """This server believes in it for a moment more, and a token would outlast that."""
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", ANN)
        wish = {"label": "bot", **await proof_of(ann)}
        await change_file(tmp_path / "tables.db", "UPDATE sessions SET ended = 1")
        assert (await ann.refused("/api/tokens", wish))["code"] == "unauthorised"
        assert await server.services.of(Identity).users.tokens_of(ann.user) == []


async def ended_game(ann: Client, bea: Client) -> str:
    table = await new_table(ann, ME, OPEN)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    await ann.post(f"/api/tables/{table}/chat", {"text": "my secret recipe"})
    await bea.post(f"/api/tables/{table}/seats/1/resign")
    return table


@in_loop
async def test_all_data_is_exported(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        await ann.post("/api/account", ANN)
        await new_token(ann, "my bot")
        ended = await ended_game(ann, bea)
        running = await new_table(ann, ME, RANDOM)
        await ann.post(f"/api/tables/{running}/start")
        await ann.post(f"/api/tables/{ended}/report", {"kind": "name", "number": 1})
        invited = await new_table(bea, ME, OPEN)
        await bea.post(f"/api/tables/{invited}/seats/1/invite", {"login": "ann"})
        contacts = server.services.of(Notifier).contacts
        await contacts.set_address(ann.user, EmailAddress("ann@example.org", "en"))
        await contacts.add_browser(
            PushSubscription(ann.user, "https://push.example/1", "key", "auth", "Firefox", "en")
        )
        response = await ann.call("GET", "/api/account/data")
        assert response.headers["content-disposition"] == 'attachment; filename="fogline.json"'
        data = json.loads(response.text)
        assert data["user"] == {"id": ann.user, "name": "Ann", "login": "ann"}
        assert [token["label"] for token in data["tokens"]] == ["my bot"]
        assert len(data["sessions"]) == 1
        assert data["email"] == {"email": "ann@example.org", "language": "en"}
        assert [browser["label"] for browser in data["browsers"]] == ["Firefox"]
        assert [(report["table"], report["name"]) for report in data["reports"]] == [(ended, "Bea")]
        assert data["invitations"] == [invited]
        assert {table["table"] for table in data["tables"]} == {ended, running}
        assert "my secret recipe" in response.text
        for table in data["tables"]:
            told = (await ann.get(f"/api/tables/{table['table']}/entries"))["entries"]
            assert table["entries"] == told
        hidden = server.services.tables._live[running].table.created.secret
        assert hidden not in response.text


def test_a_deleted_account_leaves_the_moves_and_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "_STAND_IN", "random")  # which need not be compiled
    delete_and_look(tmp_path)


@in_loop
async def delete_and_look(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        await ann.post("/api/account", ANN)
        made = await new_token(ann, "bot")
        ended = await ended_game(ann, bea)
        before = await server.services.log.read(ended)
        running = await new_table(ann, ME, OPEN, OPEN)
        for client, seat in ((bea, 1), (await server.guest("Cem"), 2)):
            await client.post(f"/api/tables/{running}/seats/{seat}/sit")
        await ann.post(f"/api/tables/{running}/start")
        waiting = await new_table(bea, ME, OPEN, listed=True)
        await ann.post(f"/api/tables/{waiting}/seats/1/sit")
        own = await new_table(ann, ME, OPEN, listed=True)
        wrong = {"password": "wrong horse"}
        assert (await ann.refused("/api/account/delete", wrong))["code"] == "unauthorised"
        assert (await ann.refused("/api/account/delete", {}))["code"] == "unauthorised"
        thief = with_cookie_of(server, ann)
        await ann.post("/api/account/delete", {"password": "correct horse"})

        assert not await is_known(thief)
        assert (await ann.refused("/api/login", ANN))["code"] == "unauthorised"
        bot = server.stranger()
        bot.http.headers["Authorization"] = f"Bearer {made['token']}"
        assert (await bot.refused("/api/session", method="GET"))["code"] == "unauthorised"
        after = await bea.get(f"/api/tables/{ended}")
        assert [seat["name"] for seat in after["seats"]] == [FORMER_PLAYER, "Bea"]
        log = await server.services.log.read(ended)
        changed = [new.entry.type for new, old in zip(log, before, strict=True) if new != old]
        assert changed == ["created", "seated", "said"]
        chair = (await bea.get(f"/api/tables/{running}"))["seats"][0]
        assert (chair["name"], chair["resigned"], chair["level"]) == (
            FORMER_PLAYER,
            True,
            "random",
        )
        assert (await bea.get(f"/api/tables/{waiting}"))["seats"][1]["kind"] == "open"
        lobby = (await bea.get("/api/tables"))["tables"]
        assert [table["table"] for table in lobby] == [waiting]
        assert own not in str(await bea.get("/api/tables"))
        mine = str(await bea.get("/api/tables?mine=true"))
        assert "Ann" not in mine
        assert FORMER_PLAYER in mine
        # What is left still proves the deal.
        verify(TableFile(ended, tuple(log)))
        # A deleted row of SQLite stays in its file until the space is used again.
        async with server.services.database.engine.connect() as connection:
            dump = [
                str((await connection.execute(select(table))).all())
                for table in METADATA.tables.values()
            ]
        for gone in ("recipe", "'Ann'", '"Ann"', ann.user):
            assert not [text for text in dump if gone in text]


@in_loop
async def test_a_guest_can_be_deleted_too(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account/delete", {})
        assert not await is_known(ann)


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox · Linux"),
        (CHROME, "Chrome · Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18 Safari/605", "Safari · macOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537.36 Edg/140", "Edge · Windows"),
        ("curl/8", ""),
    ],
)
def test_devices_have_names(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


@in_loop
async def test_what_a_spectator_wrote_goes_with_the_account(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        table = await new_table(ann, ME, OPEN)
        path = f"/api/tables/{table}"
        await eve.post(f"{path}/chat", {"text": "my secret"})
        await ann.post(f"{path}/chat", {"text": "hello"})
        exported = (await eve.http.get("/api/account/data")).text
        assert "my secret" in exported
        assert (await eve.call("POST", "/api/account/delete", {})).status_code == 204
        chat = (await ann.get(path))["chat"]
        assert [(line["name"], line["text"]) for line in chat] == [
            (FORMER_PLAYER, "…"),
            ("Ann", "hello"),
        ]
