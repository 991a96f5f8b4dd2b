"""What can be played, and the boards."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from fogline.server import boards
from fogline.server.board_models import BoardModel
from fogline.server.levels import LEVELS
from fogline.server.models import REACTIONS, GamesModel, LevelModel, ServerModel
from fogline.server.routes.common import PROBLEMS, TheHouse
from fogline.server.tutorial import tutorial
from fogline.server.tutorial_models import TutorialModel
from fogline.server.version import VERSION

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)

# A link with one of these is of no use to anybody else.
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@router.get("/games")
async def games(request: Request, house: TheHouse) -> GamesModel:
    """List games, options, levels of bots and reactions."""
    return GamesModel(
        games=await asyncio.to_thread(boards.games),
        levels=[LevelModel(name=level.name, title=level.title) for level in LEVELS],
        reactions=list(REACTIONS),
        server=ServerModel(
            version=VERSION,
            network=house.settings.network if request.url.hostname in _THIS_MACHINE else None,
        ),
    )


@router.get("/boards/{game}")
async def board(game: str, response: Response) -> BoardModel:
    """Read a board as data."""
    model = await asyncio.to_thread(boards.board_model, game)
    response.headers["cache-control"] = "max-age=3600"
    return model


@router.get(
    "/boards/{game}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The drawing."}},
)
async def picture(game: str) -> Response:
    """Read a board as a drawing."""
    svg = await asyncio.to_thread(boards.picture_svg, game)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


@router.get("/tutorial/{game}")
async def lessons(game: str, response: Response) -> TutorialModel:
    """Read the tutorial of a game: a scripted table, lesson by lesson."""
    model = await asyncio.to_thread(tutorial, game)
    response.headers["cache-control"] = "max-age=3600"
    return model
