"""Who is asking: sessions, accounts, tokens, and requests that are not let in."""

from __future__ import annotations

from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    HandTurned,
    body_of,
    in_loop,
    new_table,
    new_token,
    serving,
    settings_for,
)

JSON_TYPE = {"Content-Type": "application/json"}
CREDENTIALS = {"login": "ann", "password": "correct horse"}


@in_loop
async def test_a_guests_session_is_hidden_from_scripts(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        client = server.stranger()
        assert await client.get("/api/session") == {"user": None}
        response = await client.call("POST", "/api/session", {"name": "Ann"})
        cookie = response.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        user = body_of(response)["user"]
        assert (await client.get("/api/session"))["user"] == user
        renamed = await client.post("/api/session", {"name": "Anna"})
        assert renamed["user"] == {**user, "name": "Anna"}
        forged = server.stranger()
        name, value = next(iter(client.http.cookies.items()))
        # Not its last character: some of its bits may stand for nothing.
        forged.http.cookies.set(name, value[:-9] + value[-8:])
        assert await forged.get("/api/session") == {"user": None}
        await client.post("/api/session/end")
        assert await client.get("/api/session") == {"user": None}


@in_loop
async def test_an_account_is_used_on_another_device(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, phone = await server.guest("Ann"), server.stranger()
        assert (await ann.post("/api/account", CREDENTIALS))["user"]["login"] == "ann"
        assert (await ann.refused("/api/account", CREDENTIALS))["code"] == "taken"
        other = await server.guest("Other")
        assert (await other.refused("/api/account", CREDENTIALS))["code"] == "taken"
        for wrong in (
            {"login": "ann", "password": "wrong horse"},
            {"login": "nobody", "password": "correct horse"},
        ):
            assert (await phone.refused("/api/login", wrong))["code"] == "unauthorised"
        assert (await phone.post("/api/login", CREDENTIALS))["user"]["id"] == ann.user
        table = await new_table(ann, ME, OPEN)
        assert (await phone.get(f"/api/tables/{table}"))["you"]["seats"] == [0]
        short = {"login": "bea", "password": "short"}
        assert (await other.refused("/api/account", short))["code"] == "malformed"


@in_loop
async def test_tokens_are_for_accounts_and_can_be_ended(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bot = await server.guest("Ann"), server.stranger()
        assert (await ann.refused("/api/tokens", {"label": "bot"}))["code"] == "forbidden"
        await ann.post("/api/account", CREDENTIALS)
        made = await new_token(ann, "bot")
        # A token needs neither an origin nor a header of ours.
        del bot.http.headers["X-Fogline"]
        bot.http.headers["Authorization"] = f"Bearer {made['token']}"
        assert (await bot.get("/api/session"))["user"]["id"] == ann.user
        await new_table(bot, ME, OPEN)
        listed = await ann.get("/api/tokens")
        assert listed == {"tokens": [{"id": made["id"], "label": "bot"}]}
        assert made["token"].encode() not in (tmp_path / "tables.db").read_bytes()
        await ann.call("DELETE", f"/api/tokens/{made['id']}")
        assert (await bot.refused("/api/session", method="GET"))["code"] == "unauthorised"


@in_loop
async def test_foreign_pages_can_do_nothing_with_a_session(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, origins=("https://friend.example",))) as server:
        ann = await server.guest("Ann")
        del ann.http.headers["X-Fogline"]
        assert (await ann.refused("/api/session", {"name": "X"}))["code"] == "forbidden"
        for origin, status in [
            ("https://evil.example", 403),
            ("null", 403),
            (f"{server.url}.evil.example", 403),
            (server.url, 200),
            ("https://friend.example", 200),
        ]:
            ann.http.headers["Origin"] = origin
            response = await ann.call("POST", "/api/session", {"name": "Ann"})
            assert response.status_code == status, origin
        # A header does not help a foreign page: a browser asks before it lets it add one.
        ann.http.headers.update({"Origin": "https://evil.example", "X-Fogline": "1"})
        assert (await ann.refused("/api/session", {"name": "X"}))["code"] == "forbidden"


@in_loop
async def test_foreign_pages_cannot_open_a_websocket(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/ws"
        for origin, code in [("https://evil.example", 4403), (server.url, None)]:
            async with connect(address, origin=origin) as socket:  # type: ignore[arg-type]
                try:
                    await socket.recv()
                    found = None
                except ConnectionClosed as closed:
                    found = closed.rcvd.code if closed.rcvd else -1
            assert found == code


@in_loop
async def test_too_large_and_too_many_are_refused(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, limits=True, timing=time)) as server:
        ann = await server.guest("Ann")
        large = await ann.call("POST", "/api/session", {"name": "x" * 70_000})
        assert (large.status_code, body_of(large)["code"]) == (413, "too-large")

        async def pieces() -> object:
            for _ in range(70):
                yield b" " * 1024

        response = await ann.http.post("/api/session", content=pieces())  # type: ignore[arg-type]
        assert (response.status_code, body_of(response)["code"]) == (413, "too-large")
        codes = [(await ann.call("POST", "/api/login", CREDENTIALS)).status_code for _ in range(9)]
        assert codes == [401] * 8 + [429]
        response = await ann.call("POST", "/api/login", CREDENTIALS)
        time.turn(int(response.headers["retry-after"]) * 1000)
        assert (await ann.call("POST", "/api/login", CREDENTIALS)).status_code == 401


@in_loop
async def test_every_error_has_the_one_form(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        for method, path, status, code in [
            ("GET", "/api/nothing", 404, "not-found"),
            ("GET", "/api/tables/unknown", 404, "not-found"),
            ("GET", "/api/boards/chess", 404, "not-found"),
            ("PUT", "/api/session", 405, "method-not-allowed"),
            ("POST", "/api/tables", 422, "malformed"),
            ("GET", f"/api/tables/{table}/entries?since=x", 422, "malformed"),
        ]:
            response = await ann.call(method, path)
            assert (response.status_code, body_of(response)["code"]) == (status, code), path
            assert body_of(response)["message"]
        garbage = await ann.http.post("/api/session", content=b"\xff{", headers=JSON_TYPE)
        assert (garbage.status_code, body_of(garbage)["code"]) == (422, "malformed")
        half = await ann.http.post("/api/session", content=b"{", headers=JSON_TYPE)
        assert body_of(half)["message"] == "The body is not JSON."
        blank = await ann.refused("/api/session", {"name": "   "})
        assert blank["message"] == "name: must contain printable characters"


@in_loop
async def test_health_metrics_description_and_a_first_page(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        assert await ann.get("/healthz") == {"status": "ok"}
        await new_table(ann, ME, OPEN)
        metrics = (await ann.call("GET", "/metrics")).text
        assert "fogline_tables 1.0" in metrics
        paths = (await ann.get("/openapi.json"))["paths"]
        assert "/api/tables/{table}/actions" in paths
        page = await ann.call("GET", "/")
        assert page.headers["content-type"].startswith("text/html")


ABOUT_ACCOUNTS = ("/api/account", "/api/passkeys", "/api/session", "/api/token")
FOR_TOKENS = {
    "/api/session": {"get"},  # who it plays for
    "/api/session/end": {"post"},  # ends the session of a cookie, which a token has not
    "/api/account/reset": {"post"},  # these four need a secret of their own, and no session
    "/api/account/email/confirm": {"post"},
    "/api/passkeys/challenge": {"post"},
    "/api/passkeys/login": {"post"},
}
"""Of the calls about accounts, those that do not refuse a token."""


@in_loop
async def test_a_token_can_play_and_nothing_else(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        await ann.post("/api/account", {"login": "ann", "password": "correct horse"})
        made = await new_token(ann, "bot")
        bot = server.stranger()
        bot.http.headers.update({"Authorization": f"Bearer {made['token']}", "Origin": server.url})
        table = await new_table(bot, ME, RANDOM)
        described = (await bot.get("/openapi.json"))["paths"]
        refused = 0
        for path, methods in described.items():
            if not (path.startswith(ABOUT_ACCOUNTS) or path.endswith("/report")):
                continue
            for method in {*methods} - FOR_TOKENS.get(path, set()):
                filled = path.replace("{token}", made["id"]).replace("{table}", table)
                body = {"name": "Eve"} if path == "/api/session" else {}
                answer = await bot.refused(filled, body, method.upper())
                assert answer["code"] == "forbidden", (method, path)
                assert answer["message"].startswith("A token can play"), (method, path)
                refused += 1
        assert refused >= 20
        assert (await bot.post(f"/api/tables/{table}/start"))["status"] == "playing"
        assert (await bot.get("/api/session"))["user"]["name"] == "Ann"
