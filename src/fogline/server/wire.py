"""WebSockets whose messages are written to the transport at once, as frames made elsewhere.

A message to many subscribers is framed once. It takes no task, no queue and no ASGI event on its
way to each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "fogline.wire"
"""The key in the extensions of an ASGI scope."""
MOST_WAITING = 512 * 1024
"""The bytes that may wait for a client before it counts as too slow."""

_TEXT = b"\x81"
"""The first byte of a frame that holds a whole text."""


class Wire(Protocol):
    """Takes frames for one client."""

    def push(self, frame: bytes) -> bool:
        """Write a frame; `False` if the client does not read what was written before."""
        ...


def text_frame(data: bytes) -> bytes:
    """Make the frame of a text (RFC 6455); what a server sends is not masked."""
    size = len(data)
    if size < 126:
        return _TEXT + bytes((size,)) + data
    if size < 1 << 16:
        return _TEXT + b"\x7e" + size.to_bytes(2, "big") + data
    return _TEXT + b"\x7f" + size.to_bytes(8, "big") + data


class DirectWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, which also takes frames for its client."""

    on_lost: Callable[[], None] = staticmethod(lambda: None)
    """Called when the connection is lost."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Say that the connection is lost."""
        self.on_lost()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        """Let the application find this connection in its scope."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def push(self, frame: bytes) -> bool:
        """Write a frame; `False` if the client does not read what was written before."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True  # whoever waits for this connection is told of its end
        if self.transport.get_write_buffer_size() > MOST_WAITING:
            return False
        self.transport.write(frame)
        return True
