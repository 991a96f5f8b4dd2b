"""The list of one's own finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from fogline.server.features.results.finished_games import CURSOR, finished_games_of
from fogline.server.features.results.models import ResultsModel
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import TheServices, UserId

router = ChargedRouter(prefix="/api/results", tags=["results"])


@router.get("")
@costs(5)
async def list_results(
    services: TheServices,
    user: UserId,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(pattern=CURSOR)] = None,
) -> ResultsModel:
    """List the finished games of the user, one for each seat, newest first, page by page."""
    return await finished_games_of(services.database, user, limit, cursor)
