"""Whether the server's memory stays flat: `python -m benchmarks.server_memory --games 10000`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import structlog
from tests.server.harness import RANDOM, Client, HandTurned, new_table, serving, settings_for

from fogline.server.live.people import User
from fogline.server.live.subscribers import Subscriber
from fogline.server.services import Services
from fogline.server.wire.table_models import NewTable, SeatWish
from fogline.table import commands
from fogline.table.viewers import Viewer

BUILD = Path("build")
AT_ONCE = 50
BY_WIRE = 5
"""Of those at once, how many are created and watched over HTTP and WebSocket."""
FORGOTTEN = 200_000
"""Milliseconds after which a table that nobody looks at has left memory."""
SEATS = [SeatWish(kind="bot", level="random")] * 2


async def play_here(services: Services, owner: User) -> None:
    """Let bots play a game, with a spectator, by what the handlers of requests call."""
    wish = NewTable(game="san-francisco", options={}, seats=SEATS)
    live = await services.tables.create(owner.id, owner.name, wish)
    subscriber = Subscriber(Viewer(owner.id, None), services.settings.queue, views=False)
    await live.attach(subscriber, None)
    await live.do(partial(commands.start, user=owner.id))
    while live.table.status != "ended":
        await subscriber.next()
    live.detach(subscriber)


async def play_by_wire(services: Services, owner: Client) -> None:
    """Do the same over HTTP and WebSocket."""
    table = await new_table(owner, RANDOM, RANDOM)
    async with owner.watch(table, "views=false") as watching:
        await watching.next("view")
        await owner.post(f"/api/tables/{table}/start")
        live = await services.tables.get(table)
        while live.table.status != "ended":
            await watching.next("update")


async def play(folder: Path, games: int) -> list[dict[str, float]]:
    """Let bots play so many games; measure ten times on the way."""
    clock, report = HandTurned(), []
    async with serving(settings_for(folder, timing=clock)) as server:
        services, ann = server.services, await server.guest("Ann")
        owner = User(ann.user, "Ann")
        for done in range(AT_ONCE, games + 1, AT_ONCE):
            await asyncio.gather(
                *(play_by_wire(services, ann) for _ in range(BY_WIRE)),
                *(play_here(services, owner) for _ in range(AT_ONCE - BY_WIRE)),
            )
            clock.turn(FORGOTTEN)
            await services.tables.sweep()
            if done % max(AT_ONCE, games // 10) == 0:
                report.append({"games": done, **_measured()})
                print(json.dumps(report[-1]), flush=True)
    return report


def _measured() -> dict[str, float]:
    gc.collect()
    return {
        "megabytes": psutil.Process().memory_info().rss / 1e6,
        "objects": len(gc.get_objects()),
        "cpu_seconds": time.process_time(),
    }


def _slope(report: Sequence[dict[str, float]]) -> float:
    """Bytes that each game leaves behind, by least squares."""
    games = [line["games"] for line in report]
    middle = sum(games) / len(games)
    spread = sum((count - middle) ** 2 for count in games)
    along = sum((line["games"] - middle) * line["megabytes"] for line in report)
    return along / spread * 1e6


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and say how memory grew over the second half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args(argv).games
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        report = asyncio.run(play(Path(folder), games))
    later = report[len(report) // 2 - 1 :]
    growth = later[-1]["megabytes"] / later[0]["megabytes"] - 1
    print(json.dumps({"growth_over_second_half": growth, "bytes_per_game": _slope(later)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
