"""What a browser says of itself, in a few words by which its user recognises it."""

from __future__ import annotations

_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""In this order: most browsers also call themselves Chrome or Safari."""
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(user_agent: str) -> str:
    """Return browser and system, such as "Firefox · Linux"; empty if neither is known."""
    found = (
        next((name for mark, name in names if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(filter(None, found))
