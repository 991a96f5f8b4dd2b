"""Somebody who watches a table: a bounded queue of messages, and what to do when it is full."""

from __future__ import annotations

import asyncio

from fogline.server.telling import Viewpoint


class Viewer:
    """One connection. Who does not take what it is sent is dropped, so that nobody waits for it."""

    def __init__(self, viewpoint: Viewpoint, room: int, *, views: bool) -> None:
        self.viewpoint = viewpoint
        self.views = views
        """Whether it wants the whole table with each update."""
        self.follows = True
        """Whether it wants to look through its own seat once it has one."""
        self.too_slow = False
        self._messages: asyncio.Queue[str | None] = asyncio.Queue(room)

    def send(self, message: str) -> None:
        """Put a message in the queue."""
        if self.too_slow:
            return
        try:
            self._messages.put_nowait(message)
        except asyncio.QueueFull:
            self.too_slow = True
            self.end()

    def end(self) -> None:
        """Let the connection be closed, without what still waits."""
        while not self._messages.empty():
            self._messages.get_nowait()
        self._messages.put_nowait(None)

    async def next(self) -> str | None:
        """Wait for the next message; `None` means that the connection is to be closed."""
        return await self._messages.get()
