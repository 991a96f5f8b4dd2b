"""Under a path, behind a proxy: whether it strips the path or passes it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.harness import ME, RANDOM, Client, in_loop, new_table, serving, settings_for


@pytest.mark.parametrize("passed_on", ["", "/fogline"])
@in_loop
async def test_pages_calls_and_sockets_work_under_a_path(tmp_path: Path, passed_on: str) -> None:
    async with serving(settings_for(tmp_path, root_path="/fogline")) as server:
        client = Client(server.url + passed_on)
        made = await client.call("POST", "/api/session", {"name": "Ann"})
        assert "Path=/fogline;" in made.headers["set-cookie"]
        # The browser, which sees the path, sends the cookie there; a stripped path it never sees.
        session = made.cookies["fogline_session"]
        client.http.cookies.clear()
        client.http.cookies.set("fogline_session", session, path="/")
        table = await new_table(client, ME, RANDOM)
        async with client.watch(table) as watching:
            assert (await watching.next())["you"]["owner"]
        assert (await client.get("/openapi.json"))["servers"] == [{"url": "/fogline"}]
        await client.http.aclose()
