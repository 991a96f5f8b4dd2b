"""Verifiable deals: the hashes that commit to a secret, the seed of a table, and its dice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fogline.core.chance import Chance

OPEN_CONTRIBUTIONS = 1
"""The scheme of older tables: contributions were public at once, and dice depended on the version.

Whoever knew the secret could choose the last contribution, and shift the dice with chat.
"""
COMMITTED_CONTRIBUTIONS = 2
"""All contributions are committed before any is revealed; dice depend on deal and moves alone."""
SCHEMES = (OPEN_CONTRIBUTIONS, COMMITTED_CONTRIBUTIONS)


def commitment_of(secret: str) -> str:
    """Return the hash that commits to a secret or a contribution, and can be public before it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(
    table: str,
    secret: str,
    contributions: Sequence[str | None],
    scheme: int = COMMITTED_CONTRIBUTIONS,
) -> str:
    """Compute the seed from the server's secret and the contributions of the seats."""
    lines = [f"fogline-deal-{scheme}", table, secret, *(text or "" for text in contributions)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def dice_of(seed: str, number: int) -> Chance:
    """Return the dice of one deal or move. Each has its own, so a log can continue anywhere."""
    return Chance(f"{seed}/{number}")
