"""Work that a server does again and again while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError

from fogline.server.support.fault_log import FaultLog


@asynccontextmanager
async def background(name: str, work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Do something in a task, which is cancelled at the end."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def repeat(seconds: float, work: Callable[[], Awaitable[None]], faults: FaultLog) -> None:
    """Do something for ever, with pauses; while the database is away, the log says it once."""
    while True:
        try:
            await work()
        except (SQLAlchemyError, OSError) as error:
            faults.happened(error)
        else:
            faults.is_over()
        await asyncio.sleep(seconds)
