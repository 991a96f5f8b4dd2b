"""Hints for the players of a table."""

from __future__ import annotations

from fastapi import APIRouter

from fogline.core.view import view_of
from fogline.server.hints import HintsModel, hints_for
from fogline.server.messages import wording_at
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import PROBLEMS, TheEyes, TheTable, Visitor

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)


@router.get("/hints")
async def hints(live: TheTable, visitor: Visitor, eyes: TheEyes) -> HintsModel:
    """Get what each route costs, pays and needs, and what each ticket still lacks."""
    state = live.table.state
    if state is None:
        raise Problem(Code.WRONG_STATUS, "Hints are available once the game has started.")
    viewpoint = live.viewpoint(visitor, eyes.seat)
    wording = wording_at(live.table, eyes.language)
    return hints_for(view_of(state, viewpoint.seat), live.table.version, wording)
