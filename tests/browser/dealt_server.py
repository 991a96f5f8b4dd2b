"""`fogline serve` with the same secrets, ids and deals in every run of a test."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from fogline import Chance
from fogline.cli import main, serve
from fogline.server.features.reviews import review_runner
from fogline.server.support.settings import ServerSettings


class Dealer:
    """Gives out bytes that depend on the test that runs, and not on those that ran before it."""

    def __init__(self, test: Path) -> None:
        self._test = test
        self._streams: dict[tuple[str, int], Chance] = {}

    def __call__(self, size: int) -> bytes:
        """Return the next bytes of this size. Deals have a size of their own, so a stream, too."""
        key = self._test.read_text(encoding="utf-8"), size
        stream = self._streams.setdefault(key, Chance(f"{key}"))
        return bytes(stream.below(256) for _ in range(size))


if __name__ == "__main__":
    file, *arguments = sys.argv[1:]
    # No table here has bots that need compiled code at once: what is needed is loaded then.
    settings = partial(ServerSettings, entropy=Dealer(Path(file)), warm_up=False)
    serve.ServerSettings = settings  # type: ignore[assignment,attr-defined]
    review_runner.WORKER = (sys.executable, "-m", "tests.server.shallow_worker")
    sys.exit(main(arguments))
