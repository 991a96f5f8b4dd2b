"""Work that a server does while it runs: in tasks, in other processes, again and again."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from fogline.server.support.fault_log import FaultLog

T = TypeVar("T")

_PATIENCE = 5.0
"""Seconds that a server waits at its end for what it is doing."""


@asynccontextmanager
async def background(name: str, work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Do something in a task, which is cancelled at the end."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def child(*command: str, **options: Any) -> AsyncIterator[Process]:
    """Run a program, which is killed at the end if it has not ended."""
    process = await asyncio.create_subprocess_exec(*command, **options)
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def completed(work: Coroutine[Any, Any, T]) -> T:
    """Wait for something that is completed even if the caller is cancelled, unless it takes long.

    A connection that is cancelled while its thread opens it is never closed.
    """
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=_PATIENCE)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        raise


async def repeat(
    seconds: float, work: Callable[[], Coroutine[Any, Any, None]], faults: FaultLog
) -> None:
    """Do something for ever, with pauses; while the database is away, the log says it once."""
    while True:
        try:
            await completed(work())
        except (SQLAlchemyError, OSError) as error:
            faults.happened(error)
        else:
            faults.is_over()
        await asyncio.sleep(seconds)
