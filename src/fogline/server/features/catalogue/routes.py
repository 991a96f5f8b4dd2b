"""Games, boards and tutorials."""

from __future__ import annotations

import asyncio

from fastapi import Request, Response

from fogline.server.features.catalogue import board_catalogue as boards
from fogline.server.features.catalogue.lessons import tutorial
from fogline.server.features.catalogue.models import (
    BoardJson,
    GamesModel,
    LevelModel,
    ServerModel,
    TutorialModel,
)
from fogline.server.live.levels import EVERY_LEVEL
from fogline.server.web.cached_response import ASK_AGAIN
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import TheServices, answer_cached
from fogline.store.json_writer import write
from fogline.table.entries import REACTIONS

router = ChargedRouter(prefix="/api", tags=["games"])

# Links with these names work on this machine only.
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@router.get("/games", response_model=GamesModel)
@costs(3)
async def games(request: Request, services: TheServices) -> Response:
    """List the games with their options and levels, and the reactions."""
    network = services.settings.network if request.url.hostname in _THIS_MACHINE else None
    # They are written again when files in the folder of boards have changed.
    files = await asyncio.to_thread(boards.own_files)

    def make() -> bytes:
        model = GamesModel(
            games=boards.games(),
            levels=[LevelModel(name=level.name, title=level.title) for level in EVERY_LEVEL],
            reactions=list(REACTIONS),
            server=ServerModel(version=request.app.version, network=network),
        )
        return write(model)

    return await answer_cached(request, ("games", files, network), make, cache=ASK_AGAIN)


@router.get("/boards/{game}", response_model=BoardJson)
@costs(3)
async def board(game: str, request: Request, digest: str | None = None) -> Response:
    """Get a board as data; an older form of it by its digest."""
    key = ("board", game, digest)
    return await answer_cached(request, key, lambda: write(boards.board_model(game, digest)))


@router.get(
    "/boards/{game}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The drawing."}},
)
@costs(3)
async def picture(game: str, request: Request, digest: str | None = None) -> Response:
    """Get the drawing of a board; of an older form by its digest."""
    return await answer_cached(
        request,
        ("picture", game, digest),
        lambda: boards.picture_svg(game, digest).encode(),
        kind="image/svg+xml",
    )


@router.get("/tutorial/{game}", response_model=TutorialModel)
@costs(3)
async def lessons(game: str, request: Request) -> Response:
    """Get the tutorial of a game, lesson by lesson."""
    return await answer_cached(request, ("tutorial", game), lambda: write(tutorial(game)))
