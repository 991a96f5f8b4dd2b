"""Whole games between clients, over real sockets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from fogline import Chance
from fogline.table.table_file import read_log
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    in_loop,
    new_table,
    sealed,
    serving,
    settings_for,
)


async def play_by_socket(client: Client, table: str, seat: int) -> tuple[Body, int]:
    """Play a whole game with random actions; return the last snapshot and the moves made."""
    choose = Chance(f"seat {seat}")
    moves = 0
    async with client.watch(table, f"seat={seat}") as watching:
        shown = await watching.next("view")
        while shown["status"] != "ended":
            if shown["legal"]:
                moves += 1
                action = shown["legal"][choose.below(len(shown["legal"]))]["action"]
                await watching.send(
                    type="act",
                    id=f"seat-{seat}-{moves}",
                    version=shown["version"],
                    seat=seat,
                    action=action,
                )
                message = await watching.next("done", "refused", "update")
                while message["type"] == "update":
                    shown = message["view"]
                    message = await watching.next("done", "refused", "update")
                assert message["type"] == "done", message
                while shown["version"] < message["version"]:
                    shown = (await watching.next("update"))["view"]
            else:
                shown = (await watching.next("update"))["view"]
    return shown, moves


@in_loop
async def test_two_clients_play_a_whole_game(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        anns, beas = "contributed-by-ann", "contributed-by-bea"
        table = await new_table(ann, ME, OPEN)
        await ann.post(f"/api/tables/{table}/commit", sealed(table, anns))
        await bea.post(f"/api/tables/{table}/seats/1/sit", sealed(table, beas))
        shown = await ann.change(f"/api/tables/{table}/start")
        commitment = shown["fair"]["commitment"]
        assert (shown["status"], shown["fair"]["contributions"]) == ("open", [None, None])
        assert shown["fair"]["commitments"] == [
            sealed(table, text)["commitment"] for text in (anns, beas)
        ]
        await ann.post(f"/api/tables/{table}/reveal", {"contribution": anns})
        shown = await bea.change(f"/api/tables/{table}/reveal", {"contribution": beas})
        assert (shown["status"], shown["fair"]["contributions"]) == ("playing", [anns, beas])
        (mine, moves), (theirs, other_moves) = await asyncio.gather(
            play_by_socket(ann, table, 0), play_by_socket(bea, table, 1)
        )
        assert mine["version"] == theirs["version"]
        assert mine["outcome"] == theirs["outcome"]
        log = await ann.get(f"/api/tables/{table}/log")
        verified = verify(read_log(json.dumps(log)))
        assert verified.deal.commitment == commitment
        assert verified.moves == moves + other_moves
