"""Reviews of finished games."""

from __future__ import annotations

from fastapi import Depends
from starlette.responses import Response

from fogline.server.features.reviews.models import ReviewModel, Status
from fogline.server.features.reviews.review_runner import ReviewRunner
from fogline.server.features.reviews.review_store import StoredReview
from fogline.server.services import Services
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import REVIEWS, REVIEWS_AT_ONCE, TooMany
from fogline.server.web.requests import Address, TheServices, TheTable, session_user_id_of, written
from fogline.table.problems import Code, Problem
from fogline.table.table_state import TableState

router = ChargedRouter(prefix="/api/tables/{table}", tags=["play"])

_DONE = '{"status":"done","done":0,"steps":0,"review":%s}'
"""A finished review, which is stored as JSON."""
_PER_SECOND = 20
"""How many entries, each counted once for every seat, are reviewed in a second of processor."""
_RETRY = 60
"""Seconds after which one of many reviews may be finished."""


def _too_many(retry_after: int) -> TooMany:
    message = "Many reviews were asked for from your address: try again later."
    return TooMany(retry_after, Code.TOO_MANY_REVIEWS, message)


@router.get("/review", response_model=ReviewModel)
@costs(10)
async def get_review(live: TheTable, services: TheServices) -> Response | ReviewModel:
    """Get the review of a finished game, or how far it is. Who sees the replay sees it."""
    table = _ended(live.table)
    return _answer(table, await _find(table, services))


@router.post("/review", response_model=ReviewModel, dependencies=[Depends(session_user_id_of)])
@costs(10)
async def start_review(
    live: TheTable, services: TheServices, address: Address
) -> Response | ReviewModel:
    """Start the review of a finished game, unless it is there or somebody has started it.

    It is made in turn with what others ask for, by address. An address that has asked for many gets
    `too-many-reviews` until some of them are made.
    """
    table = _ended(live.table)
    found = await _find(table, services)
    if _is_finished(table) and (found is None or found.failed):
        _charge(table, services, address)
        await services.of(ReviewRunner).start(live, address, again=found is not None)
        found = await _find(table, services)
    return _answer(table, found)


def _charge(table: TableState, services: Services, address: str) -> None:
    """Count a review of an address; raise a `Problem` if it has asked for too many."""
    unfinished = services.of(ReviewRunner).unfinished[address]
    if services.settings.limits and unfinished >= REVIEWS_AT_ONCE:
        raise _too_many(_RETRY)
    cost = table.version * table.created.seats // _PER_SECOND
    try:
        services.limiter.spend(REVIEWS, address, min(cost, REVIEWS.burst))
    except TooMany as problem:
        raise _too_many(problem.retry_after) from None


def _ended(now: TableState) -> TableState:
    if not now.is_public:
        raise Problem(Code.NOT_ENDED, "A game is reviewed once it has ended.")
    return now


def _is_finished(table: TableState) -> bool:
    """Whether a game was played to its end, not given up."""
    return table.state is not None and table.state.ended is not None


async def _find(table: TableState, services: Services) -> StoredReview | None:
    return await services.of(ReviewRunner).find(table.id) if _is_finished(table) else None


def _answer(table: TableState, found: StoredReview | None) -> Response | ReviewModel:
    if not _is_finished(table):
        return _without("unfinished")
    if found is None:
        return _without("none")
    if found.body is not None:
        return written(_DONE % found.body)
    if found.failed:
        return _without("failed")
    return _without("running" if found.steps else "waiting", found.done, found.steps)


def _without(status: Status, done: int = 0, steps: int = 0) -> ReviewModel:
    return ReviewModel(status=status, done=done, steps=steps, review=None)
