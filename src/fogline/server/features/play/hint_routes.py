"""Hints for the players of a table."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import Query, Response

from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import (
    PROBLEMS,
    TheTable,
    TheViewQuery,
    Visitor,
    viewer_of,
    written,
)
from fogline.server.wire.message_models import MOST_ROUTES
from fogline.server.wire.record_models import HintsJson

router = ChargedRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)


Wanted = Annotated[list[str] | None, Query(max_length=MOST_ROUTES)]


@router.get("/hints", response_model=HintsJson)
@costs(20)
async def hints(
    live: TheTable, visitor: Visitor, query: TheViewQuery, route: Wanted = None
) -> Response:
    """Get what each route costs, pays and needs, and what each ticket still lacks."""
    viewer = viewer_of(live, visitor, query)
    return written(orjson.dumps(live.advisor.hints(live.table, viewer, route)))
