"""Runs what knows users and how they sign in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fogline.server.features.people.identity import SESSION_SECONDS, Identity
from fogline.server.features.people.passkey_service import PasskeyService
from fogline.server.services import Services
from fogline.server.support.settings import ServerSettings
from fogline.store import Database
from fogline.store.shared_keys import SharedKeys


async def open_identity(settings: ServerSettings, database: Database) -> Identity:
    """Open what knows users, and forget old sessions."""
    key = await _session_key(settings, database)
    identity = Identity(database, key, settings.timing, settings.new_token)
    await identity.sessions.purge(settings.timing.now() - SESSION_SECONDS * 1000)
    return identity


@asynccontextmanager
async def open_service(services: Services) -> AsyncIterator[PasskeyService]:
    """Provide passkeys."""
    settings, identity = services.settings, services.of(Identity)
    key = await _session_key(settings, services.database)
    yield PasskeyService(identity, key, settings.timing, services.shared_keys, settings.new_token)


async def _session_key(settings: ServerSettings, database: Database) -> str:
    return await SharedKeys(database).get_or_set("session key", settings.new_secret())
