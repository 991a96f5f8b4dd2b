"""The settings of a server."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from fogline.server.support.mail_settings import Mail
from fogline.server.support.push_services import PUSH_SERVICES
from fogline.server.support.stalls import uptime
from fogline.server.support.timing import SteadyTime, Timing


def default_data_dir() -> Path:
    """Return the folder for the server's data on this operating system."""
    return user_data_path("fogline", appauthor=False)


@dataclass(frozen=True)
class ServerSettings:
    """All settings. `fogline serve` reads them from flags and the environment."""

    database: str
    """The path of a SQLite file, or the URL of a database."""
    root_path: str = ""
    """The path under which a proxy serves the application."""
    proxies: tuple[str, ...] = ()
    """The addresses of proxies whose `X-Forwarded-For` is believed."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use the server."""
    network: str | None = None
    """The address of the server in the local network."""
    secure_cookies: bool = False
    """Whether browsers may send the session cookie over HTTPS only."""
    url: str | None = None
    """The address by which players reach the server, with a slash at the end."""
    mail: Mail | None = None
    """How e-mails are sent; without it there are none."""
    push_services: tuple[str, ...] = PUSH_SERVICES
    """The hosts of push services; browsers with others are refused."""
    bot_delay: int = 900
    """The least time, in milliseconds, that a bot takes, so that people can follow the game."""
    bot_threads: int = 2
    warm_up: bool = True
    """Whether bots are loaded, and compiled if necessary, as soon as the server is open."""
    limits: bool = True
    """Whether rate limits apply."""
    lock: bool = True
    """Whether a second server on one SQLite file is refused: they cannot notify each other."""
    queue: int = 64
    """How many messages may wait for a subscriber before it is dropped."""
    timing: Timing = field(default_factory=SteadyTime)
    uptime: Callable[[], float] = uptime
    """By which the server notices that it stood still."""
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """The source of secrets and ids."""

    def new_token(self) -> str:
        """Return 32 random characters that are safe in a URL."""
        return base64.urlsafe_b64encode(self.entropy(24)).decode()

    def new_secret(self) -> str:
        """Return 32 random bytes in hexadecimal, such as the server's share of a deal."""
        return self.entropy(32).hex()
