"""The application: `create_app(settings)`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import cast

from fastapi import FastAPI

from fogline.core import codec
from fogline.core.messages import Action, Event
from fogline.core.view import secrets_of
from fogline.server.features import FEATURES, SCHEMA
from fogline.server.features.lobby.index import TableFinder
from fogline.server.features.people.service import open_identity
from fogline.server.services import Providers, open_services
from fogline.server.support.settings import ServerSettings
from fogline.server.web import docs_page, ops
from fogline.server.web.error_responses import add_handlers
from fogline.server.web.guards import Guards
from fogline.server.web.pages import add_pages
from fogline.table.entries import Entry

PROVIDERS = Providers(
    index=TableFinder,
    people=open_identity,
    services=tuple(each.load("service").open_service for each in FEATURES if each.has_service),
)
"""What the features give to the server."""


def create_app(settings: ServerSettings) -> FastAPI:
    """Create the application. Its services are open for as long as it runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(settings, SCHEMA, PROVIDERS) as app.state.services:
            yield

    app = FastAPI(
        title="Fogline",
        version=version("fogline"),
        description="Tables for route-building games. See docs/server-api.md.",
        openapi_url=None,  # see `docs_page`
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    # Paths work with and without it, so a proxy may strip it or not.
    app.root_path = settings.root_path
    if settings.root_path:
        app.servers = [{"url": settings.root_path}]
    app.state.settings = settings
    app.add_middleware(Guards)
    add_handlers(app)
    routers = [each.load(module).router for each in FEATURES for module in each.routes]
    for router in (*routers, ops.router, docs_page.router):
        # `include_router` would make each route again: a sixth of a second before the first answer.
        app.router.routes.extend(router.routes)
    add_pages(app)
    _prepare(app)
    return app


def _prepare(app: FastAPI) -> None:
    """Prepare routes and messages: else the first request of each kind would wait for it."""
    for kind in (*Action.kinds.values(), *Event.kinds.values(), *Entry.kinds.values()):
        codec.prepare(kind)
    for event in Event.kinds.values():
        secrets_of(cast("type", event))
    nowhere = {"type": "http", "method": "GET", "path": "", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(nowhere)
