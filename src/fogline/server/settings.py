"""How a server is set up."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from fogline.server.timing import Timing, WallTime


def default_data_dir() -> Path:
    """The folder for the server's data, by the customs of the operating system."""
    return user_data_path("fogline", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told. `fogline serve` makes one of flags and environment."""

    database: str
    """The path of a SQLite file, or the URL of a database."""
    root_path: str = ""
    """The path under which a proxy shows the server."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use it."""
    network: str | None = None
    """The address by which others in the room reach it."""
    secure_cookies: bool = False
    """Whether browsers may send the session over HTTPS only."""
    bot_delay: int = 900
    """The least time, in milliseconds, that a bot takes for a decision."""
    bot_threads: int = 2
    warm_up: bool = True
    """Whether bots are loaded, and if need be compiled, as soon as the doors are open."""
    limits: bool = True
    """Whether callers are slowed down who ask too much."""
    queue: int = 64
    """Messages that may wait for a subscriber before it is dropped."""
    timing: Timing = field(default_factory=WallTime)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """Where secrets and ids come from."""
