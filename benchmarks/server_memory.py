"""Whether the server's memory stays flat: `python -m benchmarks.server_memory --games 10000`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import logging
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import structlog
from tests.server.harness import RANDOM, HandTurned, new_table, serving, settings_for

BUILD = Path("build")
AT_ONCE = 20
FORGOTTEN = 200_000
"""Milliseconds after which a table that nobody looks at has left memory."""


async def play(folder: Path, games: int) -> list[dict[str, float]]:
    """Let bots play so many games with a spectator each; measure ten times on the way."""
    clock, report = HandTurned(), []
    async with serving(settings_for(folder, timing=clock)) as server:
        ann = await server.guest("Ann")

        async def game() -> None:
            table = await new_table(ann, RANDOM, RANDOM)
            async with ann.watch(table, "views=false") as watching:
                await watching.next("view")
                await ann.post(f"/api/tables/{table}/start")
                live = await server.house.tables.get(table)
                while live.sitting.status != "ended":
                    await watching.next("update")

        for done in range(AT_ONCE, games + 1, AT_ONCE):
            await asyncio.gather(*(game() for _ in range(AT_ONCE)))
            clock.turn(FORGOTTEN)
            await server.house.tables.sweep()
            if done % max(AT_ONCE, games // 10) == 0:
                gc.collect()
                report.append(
                    {
                        "games": done,
                        "megabytes": psutil.Process().memory_info().rss / 1e6,
                        "objects": len(gc.get_objects()),
                    }
                )
                print(json.dumps(report[-1]), flush=True)
    return report


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and say how memory grew over the second half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args(argv).games
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        report = asyncio.run(play(Path(folder), games))
    middle, last = report[len(report) // 2], report[-1]
    growth = last["megabytes"] / middle["megabytes"] - 1
    print(json.dumps({"growth_over_second_half": growth}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
