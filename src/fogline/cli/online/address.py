"""Addresses of servers and of tables, as the browser shows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from fogline.cli.frame.command import UsageError

_HOST_AND_PORT = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}(?:[/#].*)?")
_TABLE = re.compile(r"/?table/([A-Za-z0-9_-]{1,32})(?:[/?].*)?")


@dataclass(frozen=True, slots=True)
class Address:
    """A server, and a table there if one is named."""

    server: str
    """Without the last slash: `https://play.example/fogline`."""
    table: str | None = None

    def link(self, table: str) -> str:
        """Return the link to a table, as the browser shows it."""
        return f"{self.server}/#/table/{table}"


def is_address(text: str) -> bool:
    """Whether a text is the address of a server, and not the name of a game.

    >>> is_address("localhost:8000"), is_address("old-west"), is_address("town.toml")
    (True, False, False)
    """
    return "://" in text or _HOST_AND_PORT.fullmatch(text) is not None


def read_address(text: str) -> Address:
    """Read an address; raise `UsageError` if it is none.

    >>> read_address("https://play.example/fog/#/table/t3Yk")
    Address(server='https://play.example/fog', table='t3Yk')
    """
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"{text}: {error}.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError(f"{text}: an address begins with http:// or https:// and has a name.")
    server = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
    if not parts.fragment.strip("/"):
        return Address(server)
    table = _TABLE.fullmatch(parts.fragment)
    if table is None:
        raise UsageError(f"{text}: this is not the link of a table, which ends in #/table/ID.")
    return Address(server, table[1])
