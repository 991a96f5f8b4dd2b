"""The addresses of clients, as limits count them."""

from __future__ import annotations

import ipaddress
from collections.abc import Container
from functools import lru_cache

from starlette.requests import HTTPConnection

_HOME = 64
"""The bits of an IPv6 address that a household or a server is given; it chooses the rest itself."""


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return who is behind an address: the address itself, or the network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _HOME), strict=False))


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a client, as limits count it."""
    return network_of(connection.client.host) if connection.client else ""


def is_own_machine(address: str) -> bool:
    """Whether an address is that of this machine."""
    try:
        return ipaddress.ip_address(network_of(address)).is_loopback
    except ValueError:  # the network of an IPv6 address
        return address == "::1"


@lru_cache(maxsize=4096)
def is_among(address: str, proxies: tuple[str, ...]) -> bool:
    """Whether an address is that of a proxy; proxies are named as Uvicorn takes them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address in proxies
    return any(proxy in ("*", address) or found in _network(proxy) for proxy in proxies)


def _network(text: str) -> Container[object]:
    """Read a network; a name that is none has no addresses."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return ()
