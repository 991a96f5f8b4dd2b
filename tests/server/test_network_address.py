"""The address in the network: told to who sits at the machine, so that friends get a link."""

from __future__ import annotations

from pathlib import Path

from tests.server.harness import in_loop, serving, settings_for


@in_loop
async def test_only_who_came_by_this_machine_is_told(tmp_path: Path) -> None:
    address = "http://192.0.2.7:8000/"
    async with serving(settings_for(tmp_path, network=address)) as server:
        client = server.stranger()
        assert (await client.get("/api/games"))["server"]["network"] == address
        headers = {"host": "fogline.example"}
        games = (await client.http.get("/api/games", headers=headers)).json()
        assert games["server"]["network"] is None
