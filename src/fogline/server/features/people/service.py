"""Runs what knows users and how they sign in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fogline.server.features.people.identity import SESSION_SECONDS, Identity
from fogline.server.features.people.passkey_service import PasskeyService
from fogline.server.services import Services


@asynccontextmanager
async def open_service(services: Services) -> AsyncIterator[tuple[Identity, PasskeyService]]:
    """Provide identities and passkeys."""
    timing, shared_keys = services.settings.timing, services.shared_keys
    key = await shared_keys.get_or_set("session key", services.new_secret())
    identity = Identity(services.database, key, timing, services.new_token)
    await identity.sessions.purge(timing.now() - SESSION_SECONDS * 1000)
    yield identity, PasskeyService(identity, key, timing, shared_keys, services.new_token)
