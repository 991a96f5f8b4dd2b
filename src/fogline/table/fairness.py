"""Verifiable deals: the hashes that commit to a secret, the seed of a table, and its dice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fogline.core.chance import Chance

OPEN_CONTRIBUTIONS = 1
"""The scheme of the oldest tables: contributions were public at once, and dice depended on the
version.

Anyone who knew the secret could choose the last contribution, and shift the dice with chat.
"""
COMMITTED_CONTRIBUTIONS = 2
"""All contributions are committed before any is revealed; dice depend on deal and moves alone.

A commitment does not name the table for which it was made, so a server could use it again.
"""
BOUND_CONTRIBUTIONS = 3
"""As scheme 2, and each commitment is bound to its origin, its table and its attempt to start."""
SCHEMES = (OPEN_CONTRIBUTIONS, COMMITTED_CONTRIBUTIONS, BOUND_CONTRIBUTIONS)


def commitment_of(secret: str) -> str:
    """Return the hash that commits the server to a secret; in scheme 2, a player to a text."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bound_commitment_of(contribution: str, origin: str, table: str, attempt: int) -> str:
    """Return the hash that commits a player to a contribution, in scheme 3.

    `origin` is the address at which the player's client reached the server, and `attempt` counts
    the starts of the table that have failed.
    """
    return _hash_lines("fogline-contribution-3", origin, table, str(attempt), contribution)


def seed_of(
    table: str,
    secret: str,
    contributions: Sequence[str | None],
    scheme: int = BOUND_CONTRIBUTIONS,
) -> str:
    """Compute the seed from the server's secret and the contributions of the seats."""
    texts = (text or "" for text in contributions)
    return _hash_lines(f"fogline-deal-{scheme}", table, secret, *texts)


def dice_of(seed: str, number: int) -> Chance:
    """Return the dice of one deal or move. Each has its own, so a log can continue anywhere."""
    return Chance(f"{seed}/{number}")


def _hash_lines(*lines: str) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
