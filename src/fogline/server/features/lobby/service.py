"""Provides the index of tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fogline.server.features.lobby.index import TableFinder
from fogline.server.services import Services


@asynccontextmanager
async def open_service(services: Services) -> AsyncIterator[tuple[TableFinder]]:
    """Provide what finds tables."""
    yield (TableFinder(services.database),)
