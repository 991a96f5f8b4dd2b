"""Deals that can be checked: a commitment, contributions, a seed, and dice for each version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fogline.core.chance import Chance

_SCHEME = "fogline-deal-1"


def commitment_of(secret: str) -> str:
    """Return what is shown of a secret before the first card."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(table: str, secret: str, contributions: Sequence[str | None]) -> str:
    """Mix the server's secret with what the players' clients contributed, seat by seat."""
    lines = [_SCHEME, table, secret, *(text or "" for text in contributions)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def dice_of(seed: str, version: int) -> Chance:
    """Return the dice of one entry; as each has its own, a log goes on from anywhere."""
    return Chance(f"{seed}/{version}")
