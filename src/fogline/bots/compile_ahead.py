"""Compilation of players in another process, while this one compiles their match.

`python -m fogline.bots.compile_ahead KIND…` writes the code of kinds of players to the cache on
disk. It ends when its standard input is closed, so it does not outlive its parent.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


@contextmanager
def compiled_elsewhere(kinds: Iterable[int]) -> Iterator[None]:
    """Compile kinds of players in another process meanwhile; wait for it at the end."""
    command = [sys.executable, "-m", __name__, *map(str, kinds)]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(  # noqa: S603 (our own words)
        command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere
    ) as process:
        try:
            yield
            process.wait()
        finally:
            process.kill()  # it has ended, unless this was interrupted
            process.wait()


def end_with_parent() -> None:
    """End this process as soon as its standard input is closed."""
    threading.Thread(target=_end_after_input, daemon=True).start()


def _end_after_input() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    end_with_parent()
    from fogline.bots.compiled_bots import address_of_chooser

    for kind in sys.argv[1:]:
        address_of_chooser(int(kind))
