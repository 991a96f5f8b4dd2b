"""Verifiable deals: a commitment, contributions, a seed, and dice for each version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fogline.core.chance import Chance

_SCHEME = "fogline-deal-1"


def commitment_of(secret: str) -> str:
    """Return the hash of a secret, which is public from the start."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(table: str, secret: str, contributions: Sequence[str | None]) -> str:
    """Compute the seed from the server's secret and the contributions of the seats."""
    lines = [_SCHEME, table, secret, *(text or "" for text in contributions)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def dice_of(seed: str, version: int) -> Chance:
    """Return the dice of one entry. Each entry has its own, so a log can continue anywhere."""
    return Chance(f"{seed}/{version}")
