"""What strangers cannot do: fill lists, use the name of a player, evade a mute, learn of logins."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogline.server.web.addresses import is_own_machine
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    HandTurned,
    body_of,
    in_loop,
    new_table,
    serving,
    settings_for,
)

ANN = {"login": "ann", "password": "correct horse"}


@in_loop
async def test_an_invitation_becomes_a_table_of_ones_own_when_it_is_accepted(
    tmp_path: Path,
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        await ann.post("/api/account", ANN)
        own = await new_table(ann, ME, RANDOM)
        tables = [await new_table(eve, ME, OPEN) for _ in range(25)]
        for table in tables:
            await eve.post(f"/api/tables/{table}/seats/1/invite", {"login": "ann"})
        listed = await ann.get("/api/tables?mine=true")
        assert [table["table"] for table in listed["tables"]] == [own]
        assert len(listed["invitations"]) == 20
        await ann.post(f"/api/tables/{tables[0]}/seats/1/sit")
        listed = await ann.get("/api/tables?mine=true")
        assert {table["table"] for table in listed["tables"]} == {own, tables[0]}
        assert tables[0] not in [table["table"] for table in listed["invitations"]]


@in_loop
async def test_invitations_have_a_rate_limit(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, limits=True, timing=time)) as server:
        eve = await server.guest("Eve")
        table = await new_table(eve, ME, OPEN)
        path = f"/api/tables/{table}/seats/1/invite"
        codes = [(await eve.call("POST", path, {"login": "ann"})).status_code for _ in range(21)]
        assert codes == [200] * 20 + [429]


@in_loop
async def test_nobody_fills_the_lobby(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, limits=True, timing=time)) as server:
        wish = {"game": "san-francisco", "seats": [ME, OPEN], "listed": True}
        made, codes = 0, set()
        for number in range(12):
            guest = await server.guest(f"Guest {number}")
            for _ in range(4):
                response = await guest.call("POST", "/api/tables", wish)
                made += response.status_code == 201
                codes.add(body_of(response).get("code"))
        assert made == 20
        assert codes == {None, "forbidden", "too-many"}
        assert len((await guest.get("/api/tables"))["tables"]) == 20
        time.turn(86_400_001)
        assert (await guest.get("/api/tables"))["tables"] == []


@in_loop
async def test_an_invitation_does_not_tell_which_logins_exist(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        await ann.post("/api/account", ANN)
        users = []
        for login in ("ann", "bea"):
            table = await new_table(eve, ME, OPEN)
            await eve.post(f"/api/tables/{table}/seats/1/invite", {"login": login})
            entry = (await eve.get(f"/api/tables/{table}/entries"))["entries"][-1]
            assert (entry["type"], entry["name"]) == ("invited", login)
            users.append(entry["user"])
        assert users[0] == ann.user
        assert [len(user) for user in users] == [22, 22]
        assert all(user.startswith("u_") for user in users)


@in_loop
async def test_spectators_cannot_use_the_name_of_a_player(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        chat = f"/api/tables/{table}/chat"
        for name in ("Ann", "ANN", "Ａnn"):
            other = await server.guest(name)
            assert (await other.refused(chat, {"text": "It is me."}))["code"] == "taken"
        anna = await server.guest("Anna")
        await anna.post(chat, {"text": "Hello."})
        await ann.post(chat, {"text": "Hello, Anna."})


@in_loop
async def test_another_guest_does_not_evade_a_mute(tmp_path: Path) -> None:
    """Neither one made after the mute, nor one kept ready for it."""
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        names = ("Ann", "Eve", "Cem", "Spare")
        ann, eve, cem, spare = [await server.guest(name) for name in names]
        table = await new_table(ann, ME, OPEN)
        chat, mute = f"/api/tables/{table}/chat", f"/api/tables/{table}/mute"
        await eve.post(chat, {"text": "Buy my hats!"})
        await cem.post(chat, {"text": "No, thank you."})
        await ann.post(mute, {"user": eve.user, "muted": True})
        time.turn(1)
        again = await server.guest("Evelyn")
        for client in (eve, again, spare):
            assert (await client.refused(chat, {"text": "Hats!"}))["code"] == "forbidden"
        await cem.post(chat, {"text": "I was here before."})
        await again.post(f"/api/tables/{table}/seats/1/sit")
        await again.post(chat, {"text": "A player may talk until the owner mutes them."})
        await ann.post(mute, {"user": again.user, "muted": True})
        await ann.post(mute, {"user": eve.user, "muted": False})
        # Nor does a player evade it as a spectator, or by another seat.
        assert (await spare.refused(chat, {"text": "Hats!"}))["code"] == "forbidden"
        await again.post(f"/api/tables/{table}/seats/1/leave")
        assert (await again.refused(chat, {"text": "Hats!"}))["code"] == "forbidden"
        await again.post(f"/api/tables/{table}/seats/1/sit")
        assert (await again.refused(chat, {"text": "Hats!"}))["code"] == "forbidden"
        await ann.post(mute, {"user": again.user, "muted": False})
        await spare.post(chat, {"text": "Thank you."})


@in_loop
async def test_a_rematch_keeps_the_seats_of_those_who_played(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, eve = [await server.guest(name) for name in ("Ann", "Bea", "Eve")]
        table = await new_table(ann, ME, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await ann.post(f"/api/tables/{table}/start")
        await ann.post(f"/api/tables/{table}/seats/0/resign")
        rematch = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
        sit = f"/api/tables/{rematch}/seats/1/sit"
        assert (await eve.refused(sit))["code"] == "taken"
        invited = (await bea.get("/api/tables?mine=true"))["invitations"]
        assert [summary["table"] for summary in invited] == [rematch]
        assert (await bea.change(sit))["seats"][1]["name"] == "Bea"
        # Who does not come keeps nobody waiting.
        await bea.post(f"/api/tables/{rematch}/seats/1/leave")
        await ann.post(f"/api/tables/{rematch}/seats/1/invite", {"login": "somebody"})
        assert (await eve.refused(sit))["code"] == "taken"
        await ann.post(f"/api/tables/{rematch}/seats/1/open")
        await eve.post(sit)


@in_loop
async def test_metrics_are_for_the_host(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, proxies=("127.0.0.1",))) as server:
        client = server.stranger()
        assert "fogline_tables" in (await client.call("GET", "/metrics")).text
        for forwarded in ("203.0.113.9", "127.0.0.1"):
            client.http.headers["X-Forwarded-For"] = forwarded
            assert (await client.refused("/metrics", method="GET"))["code"] == "forbidden"


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_addresses_of_this_machine(address: str) -> None:
    assert is_own_machine(address)
    assert not is_own_machine("192.0.2.1")
    assert not is_own_machine("2001:db8::1")
    assert not is_own_machine("")


@in_loop
async def test_a_method_that_is_not_allowed_names_those_that_are(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        response = await server.stranger().call("PUT", "/api/session")
        assert response.status_code == 405
        assert "GET" in response.headers["allow"] or "POST" in response.headers["allow"]
