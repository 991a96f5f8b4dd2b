"""One predicate opens the secrets of a table: without it, an ended game shows none."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogline import Chance
from fogline.table.table_state import TableState
from tests.server.harness import (
    ME,
    Body,
    Client,
    in_loop,
    new_table,
    play_on,
    serving,
    settings_for,
)

HIDDEN = {"hidden": 2}


async def resigned_table(client: Client) -> str:
    table = await new_table(client, ME, {**ME, "name": "Bob"})
    path = f"/api/tables/{table}"
    await client.post(f"{path}/start")
    chance = Chance("embargo")
    for nth in range(6):
        (seat, *_) = (await client.get(path))["deciding"]
        await play_on(client, table, seat, chance, nth)
    await client.post(f"{path}/seats/0/resign")
    return table


def dealt_to(entries: list[Body], seat: int) -> object:
    (dealt,) = [entry for entry in entries if entry["type"] == "dealt"]
    (event,) = [
        event for event in dealt["events"] if event["type"] == "dealt" and event["seat"] == seat
    ]
    return event["cards"]


@in_loop
async def test_secrets_open_by_one_predicate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        table = await resigned_table(await server.guest("Ann"))
        path, bea = f"/api/tables/{table}", server.stranger()
        closed = (f"{path}/log", f"{path}/replay", f"{path}/replay?seat=0")
        secret = (await server.services.tables.get(table)).table.created.secret

        shown = await bea.get(path)
        assert (shown["status"], shown["fair"]["secret"]) == ("ended", secret)
        assert shown["final"] is not None
        assert dealt_to((await bea.get(f"{path}/entries"))["entries"], 1) != HIDDEN
        for each in closed:
            assert (await bea.call("GET", each)).is_success

        monkeypatch.setattr(TableState, "is_public", property(lambda _: False))
        # An entry, so that nothing written before is shown again.
        await (await server.guest("Cid")).post(f"{path}/chat", {"text": "hello"})
        shown = await bea.get(path)
        assert (shown["status"], shown["fair"]["secret"]) == ("ended", None)
        assert shown["final"] is None
        assert dealt_to((await bea.get(f"{path}/entries"))["entries"], 1) == HIDDEN
        for each in closed:
            assert (await bea.refused(each, method="GET"))["code"] == "not-ended"
        assert (await bea.refused(f"{path}/review", method="GET"))["code"] == "not-ended"
