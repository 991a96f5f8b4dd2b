"""Small files that only their owner can read."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Write a file as a whole, or not at all; nobody else may read it, not even meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    opened = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text)
    part.replace(path)
