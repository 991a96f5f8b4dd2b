"""`fogline serve` that refuses nobody, and writes down the milliseconds that it would charge.

They are the first 8 bytes of the file that the environment names.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from functools import partial
from pathlib import Path

from fogline.cli import main, serve
from fogline.server.support.settings import ServerSettings
from fogline.server.web.limits import WORK, Limiter, Rate

FILE = "FOGLINE_CHARGES"
NUMBER = struct.Struct("q")

if __name__ == "__main__":
    with Path(os.environ[FILE]).open("r+b") as file:
        charged = mmap.mmap(file.fileno(), NUMBER.size)

    def spend(_: Limiter, rate: Rate, __: str, cost: int = 1) -> None:
        """Count a charge."""
        if rate == WORK:
            NUMBER.pack_into(charged, 0, NUMBER.unpack_from(charged)[0] + cost)

    async def save_up(limiter: Limiter, rate: Rate, caller: str, cost: int) -> None:
        """Count a charge, and wait for nothing."""
        spend(limiter, rate, caller, cost)

    setattr(Limiter, "spend", spend)  # noqa: B010 (a method)
    setattr(Limiter, "save_up", save_up)  # noqa: B010
    serve.ServerSettings = partial(ServerSettings, warm_up=False)  # type: ignore[assignment,attr-defined]
    sys.exit(main())
