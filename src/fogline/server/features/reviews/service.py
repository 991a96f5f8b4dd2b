"""Runs the processes that review games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fogline.server.features.reviews.review_runner import ReviewRunner
from fogline.server.services import Services


@asynccontextmanager
async def open_service(services: Services) -> AsyncIterator[ReviewRunner]:
    """Review games as long as the server runs."""
    runner = ReviewRunner(services)
    try:
        yield runner
    finally:
        await runner.stop()
