"""The push services of browsers, which alone are sent messages."""

from __future__ import annotations

import re
from collections.abc import Collection

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""A server must not be made to send requests to any other address."""
_ADDRESS = re.compile(
    r"(https?://((?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63})(?::\d+)?)/[\w.~:/?@!$&'()*+,;=%-]*",
    re.ASCII,
)
"""The address of a host with a name (RFC 3986): its origin, its host, and no fragment."""


def is_push_service(endpoint: str, services: Collection[str]) -> bool:
    """Whether an address belongs to one of these hosts, or begins with one of these origins."""
    found = _ADDRESS.fullmatch(endpoint)
    if found is None:
        return False
    origin, host = found.groups()
    is_known = any(host == name or host.endswith(f".{name}") for name in services)
    return origin in services or (is_known and origin == f"https://{host}")
