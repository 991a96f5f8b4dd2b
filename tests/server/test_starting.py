"""The start of a table at a server: who contributes reveals, and a failed start is seen by all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fogline.table.entries import Logged
from fogline.table.fairness import COMMITTED_CONTRIBUTIONS, commitment_of
from fogline.table.table_state import REVEAL_TIME, TableState
from tests.server.harness import (
    ME,
    OPEN,
    ORIGIN,
    RANDOM,
    Body,
    Client,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    sealed,
    serving,
    settings_for,
)

ANNS, BEAS = "contributed-by-ann", "contributed-by-bea"


async def seated(server: Serving) -> tuple[Client, Client, str]:
    ann, bea = await server.guest("Ann"), await server.guest("Bea")
    table = await new_table(ann, ME, OPEN)
    path = f"/api/tables/{table}"
    await ann.post(f"{path}/commit", sealed(table, ANNS))
    await bea.post(f"{path}/seats/1/sit", sealed(table, BEAS))
    return ann, bea, path


@in_loop
async def test_a_player_alone_starts_with_three_calls(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        seats = [{**ME, "name": "Ann"}, {**ME, "name": "Aunt"}, RANDOM]
        table = await new_table(ann, *seats)
        await ann.post(f"/api/tables/{table}/commit", sealed(table, ANNS))
        shown = await ann.change(f"/api/tables/{table}/start")
        assert shown["fair"]["reveal_by"] > shown["now"]
        assert shown["fair"]["commitments"] == [sealed(table, ANNS)["commitment"]] * 2 + [None]
        shown = await ann.change(f"/api/tables/{table}/reveal", {"contribution": ANNS})
        assert shown["status"] == "playing"
        assert shown["fair"]["contributions"] == [ANNS, ANNS, None]
        assert shown["fair"]["reveal_by"] is None


@in_loop
async def test_who_does_not_reveal_fails_the_start_and_everybody_sees_it(tmp_path: Path) -> None:
    clock = HandTurned()
    async with serving(settings_for(tmp_path, timing=clock)) as server:
        ann, bea, path = await seated(server)
        assert (await ann.refused(f"{path}/reveal", {"contribution": ANNS}))["code"] == (
            "wrong-status"
        )
        before = (await ann.change(f"{path}/start"))["fair"]["commitment"]
        for call in ("start", "seats/0/leave", "seats/1/open"):
            assert (await ann.refused(f"{path}/{call}"))["message"] == "The game is starting."
        wrong = {"contribution": "something-else-of-ann"}
        assert (await ann.refused(f"{path}/reveal", wrong))["code"] == "forbidden"
        assert (await bea.refused(f"{path}/reveal", {"contribution": "short"}))["code"] == (
            "malformed"
        )
        await ann.post(f"{path}/reveal", {"contribution": ANNS})
        async with bea.watch(path.rpartition("/")[2]) as watching:
            await watching.next("view")
            clock.turn(REVEAL_TIME)
            update = await watching.next("update")
            (entry,) = update["entries"]
            assert (entry["type"], entry["seats"]) == ("start-failed", [1])
            assert "secret" not in entry
            fair: Body = update["view"]["fair"]
            assert fair["failed"] == [{"at": clock.now(), "seats": [1]}]
            assert fair["commitment"] == entry["commitment"] != before
            assert fair["commitments"] == fair["contributions"] == [None, None]
        assert (await bea.refused(f"{path}/reveal", {"contribution": BEAS}))["code"] == (
            "wrong-status"
        )
        # The next start waits for those alone who have committed anew.
        table = path.rpartition("/")[2]
        await ann.post(f"{path}/commit", sealed(table, "new-from-ann-1234", attempt=1))
        await ann.post(f"{path}/start")
        shown = await ann.change(f"{path}/reveal", {"contribution": "new-from-ann-1234"})
        assert shown["status"] == "playing"
        assert [failed["seats"] for failed in shown["fair"]["failed"]] == [[1]]


@in_loop
async def test_a_start_that_a_restart_interrupts_fails_or_goes_on(tmp_path: Path) -> None:
    clock = HandTurned()
    async with serving(settings_for(tmp_path, timing=clock)) as server:
        ann, bea, path = await seated(server)
        await ann.post(f"{path}/start")
        await ann.post(f"{path}/reveal", {"contribution": ANNS})
        cookies = bea.http.cookies
    async with serving(settings_for(tmp_path, timing=clock)) as server:
        bea = server.stranger()
        bea.http.cookies = cookies
        assert (await bea.get(path))["fair"]["contributions"] == [ANNS, None]
        clock.turn(REVEAL_TIME)
        table = await server.services.tables.get(path.rpartition("/")[2])
        while table.table.deal.started is not None:
            await bea.get(path)
        assert (await bea.get(path))["fair"]["failed"][0]["seats"] == [1]


@in_loop
async def test_only_players_contribute_and_only_before_the_start(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, path = await seated(server)
        cid, commitment = await server.guest("Cid"), sealed(path.rpartition("/")[2], "c" * 16)
        assert (await cid.refused(f"{path}/commit", commitment))["code"] == "forbidden"
        await ann.post(f"{path}/start")
        assert (await bea.refused(f"{path}/commit", commitment))["code"] == "wrong-status"
        # Nobody reveals for another.
        assert (await cid.refused(f"{path}/reveal", {"contribution": BEAS}))["code"] == "forbidden"
        assert (await ann.refused(f"{path}/reveal", {"contribution": BEAS}))["code"] == "forbidden"


@in_loop
async def test_a_client_of_an_older_version_plays_and_contributes_nothing(tmp_path: Path) -> None:
    """Its commitments are not bound to a table, and it would not reveal what they are made of."""
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        unbound = {"commitment": commitment_of(ANNS)}
        table = await new_table(ann, ME, OPEN, **unbound)
        path = f"/api/tables/{table}"
        await bea.post(f"{path}/seats/1/sit", unbound)
        assert (await bea.refused(f"{path}/commit", unbound))["code"] == "wrong-status"
        shown = await ann.change(f"{path}/start")
        assert (shown["status"], shown["fair"]["commitments"]) == ("playing", [None, None])
        assert shown["fair"]["scheme"] == 3


@in_loop
async def test_a_table_of_an_older_version_is_finished_by_its_scheme(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        live = await server.services.tables.get(await new_table(ann, ME, OPEN))
        older = replace(live.table.created, scheme=COMMITTED_CONTRIBUTIONS)
        table = TableState("table-of-an-older-version", Logged(0, older))
        await server.services.log.append(None, table, [Logged(0, older)])
        path = f"/api/tables/{table.id}"
        await ann.post(f"{path}/seats/0/sit", {"commitment": commitment_of(ANNS)})
        # A newer client says its origin at every table.
        newer = {"commitment": commitment_of(BEAS), "origin": ORIGIN}
        await bea.post(f"{path}/seats/1/sit", newer)
        await ann.post(f"{path}/start")
        await ann.post(f"{path}/reveal", {"contribution": ANNS})
        shown = await bea.change(f"{path}/reveal", {"contribution": BEAS})
        assert (shown["status"], shown["fair"]["scheme"]) == ("playing", 2)
        assert shown["fair"]["contributions"] == [ANNS, BEAS]


@pytest.mark.parametrize(
    "origin", ["", "fogline.example", "https://a/b", "https://a\nb", "x" * 300]
)
@in_loop
async def test_an_origin_is_an_origin(tmp_path: Path, origin: str) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        body = {**sealed(table, ANNS), "origin": origin}
        assert (await ann.refused(f"/api/tables/{table}/commit", body))["code"] == "malformed"
