"""Games, boards and tutorials."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from fogline.server import boards
from fogline.server.base_models import REACTIONS
from fogline.server.board_models import BoardModel
from fogline.server.cached_response import CachedResponse
from fogline.server.levels import EVERY_LEVEL
from fogline.server.models import GamesModel, LevelModel, ServerModel
from fogline.server.routes.common import PROBLEMS, TheServices, written
from fogline.server.tutorial import tutorial
from fogline.server.tutorial_models import TutorialModel
from fogline.server.version import VERSION

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

# Links with these names work on this machine only.
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@router.get("/games", response_model=GamesModel)
async def games(request: Request, services: TheServices) -> Response:
    """List the games with their options and levels, and the reactions."""
    network = services.settings.network if request.url.hostname in _THIS_MACHINE else None
    return written(await asyncio.to_thread(lambda: _games(boards.own_files(), network)))


@lru_cache(maxsize=8)
def _games(_: Hashable, network: str | None) -> str:
    """Write the games, again only when files in the folder of boards have changed."""
    model = GamesModel(
        games=boards.games(),
        levels=[LevelModel(name=level.name, title=level.title) for level in EVERY_LEVEL],
        reactions=list(REACTIONS),
        server=ServerModel(version=VERSION, network=network),
    )
    return model.model_dump_json()


@router.get("/boards/{game}", response_model=BoardModel)
async def board(game: str, request: Request, digest: str | None = None) -> Response:
    """Get a board as data; an older form of it by its digest."""
    return (await asyncio.to_thread(_board, game, digest)).answer(request)


@router.get(
    "/boards/{game}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The drawing."}},
)
async def picture(game: str, request: Request, digest: str | None = None) -> Response:
    """Get the drawing of a board; of an older form by its digest."""
    return (await asyncio.to_thread(_picture, game, digest)).answer(request)


@router.get("/tutorial/{game}", response_model=TutorialModel)
async def lessons(game: str, request: Request) -> Response:
    """Get the tutorial of a game, lesson by lesson."""
    return (await asyncio.to_thread(_lessons, game)).answer(request)


@lru_cache(maxsize=64)
def _board(game: str, digest: str | None) -> CachedResponse:
    return CachedResponse.of(boards.board_model(game, digest).model_dump_json())


@lru_cache(maxsize=64)
def _picture(game: str, digest: str | None) -> CachedResponse:
    return CachedResponse.of(boards.picture_svg(game, digest), "image/svg+xml")


@lru_cache(maxsize=8)
def _lessons(game: str) -> CachedResponse:
    return CachedResponse.of(tutorial(game).model_dump_json())
