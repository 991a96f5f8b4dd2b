"""The push services of browsers, which alone are sent messages."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""A server must not be made to send requests to any other address."""
_ADDRESS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")
"""The characters of an address (RFC 3986)."""


def is_push_service(endpoint: str, services: Collection[str]) -> bool:
    """Whether an address belongs to one of these hosts, or begins with one of these origins."""
    if not _ADDRESS.fullmatch(endpoint):
        return False  # `urlsplit` drops some characters that are sent all the same
    try:
        url = urlsplit(endpoint)
        host = url.hostname or ""
    except ValueError:
        return False
    if f"{url.scheme}://{url.netloc}" in services:
        return True
    known = any(host == name or host.endswith(f".{name}") for name in services)
    return known and url.scheme == "https" and url.netloc == host
