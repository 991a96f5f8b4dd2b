"""Recent entries are in memory: who connects again, or acts, does not wait for the database."""

from __future__ import annotations

from pathlib import Path

from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    counted,
    in_loop,
    new_table,
    reads_of_entries,
    serving,
    settings_for,
)


async def talkative_table(ann: Client, lines: int) -> str:
    """A table with so many lines of chat after its first two entries."""
    table = await new_table(ann, ME, OPEN)
    for nth in range(lines):
        await ann.post(f"/api/tables/{table}/chat", {"text": f"line {nth}"})
    return table


async def entries_since(client: Client, table: str, since: int) -> list[int]:
    async with client.watch(table, f"since={since}") as watching:
        return [entry["version"] for entry in (await watching.next("update"))["entries"]]


@in_loop
async def test_a_reconnect_is_served_from_memory(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await talkative_table(ann, 80)
        with reads_of_entries(server) as reads:
            for since in (81, 80, 40, 17):
                assert await entries_since(ann, table, since) == list(range(since + 1, 82))
            assert reads == []
            for nth, since in enumerate((16, 0), start=1):
                assert await entries_since(ann, table, since) == list(range(since + 1, 82))
                assert len(reads) == nth


@in_loop
async def test_a_table_that_was_loaded_has_its_recent_entries(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        table = await talkative_table(await server.guest("Ann"), 80)
    async with serving(settings_for(tmp_path, entropy=counted("again"))) as server:
        ann = await server.guest("Ann again")
        with reads_of_entries(server) as reads:
            assert await entries_since(ann, table, 80) == [81]
            assert len(reads) == 1
            assert await entries_since(ann, table, 17) == list(range(18, 82))
            assert len(reads) == 1


@in_loop
async def test_an_action_by_http_does_not_read_its_entry_back(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        path = f"/api/tables/{table}"
        await bea.post(f"{path}/seats/1/sit")
        await ann.post(f"{path}/start")
        shown = await ann.get(path)
        keep: Body = {
            "id": "keep-tickets",
            "version": shown["version"],
            "seat": 0,
            "action": shown["legal"][0]["action"],
        }
        with reads_of_entries(server) as reads:
            acted = await ann.post(f"{path}/actions", keep)
            assert acted["version"] == acted["entry"]["version"] == shown["version"] + 1
            assert await ann.post(f"{path}/actions", keep) == acted
            assert reads == []
        told = await ann.get(f"{path}/entries?since={shown['version']}")
        assert told["entries"] == [acted["entry"]]
        for nth in range(70):
            await ann.post(f"{path}/chat", {"text": f"line {nth}"})
        with reads_of_entries(server) as reads:
            assert await ann.post(f"{path}/actions", keep) == acted
            assert len(reads) == 1
