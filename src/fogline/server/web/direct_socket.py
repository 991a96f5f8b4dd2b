"""A WebSocket protocol that bypasses ASGI: frames are built once and written directly.

A message to many subscribers is framed once. Neither it nor a message of a client takes a task, a
queue or an ASGI event on its way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "fogline.wire"
"""The key in the extensions of an ASGI scope."""
MOST_WAITING = 512 * 1024
"""The bytes that may wait for a client before it counts as too slow."""

_TEXT = b"\x81"
"""The first byte of a frame that holds a whole text."""


Handler = Callable[[str], None]
"""Takes the text of a message."""


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
    """Uvicorn's protocol, which also takes frames for its client and hands on what it sends."""

    _handler: Handler | None = None

    on_lost: Callable[[], None] = staticmethod(lambda: None)
    """Called when the connection is lost."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._extensions: dict[str, Any] = {}
        """Those of the ASGI scope."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Report that the connection is lost."""
        self.on_lost()
        super().connection_lost(exc)
        # What this connection refers to refers to it as well: break that, so that all is freed
        # without a garbage collection.
        self._handler = None
        self._extensions.pop(EXTENSION, None)

    def handle_connect(self, event: Any) -> None:
        """Put this connection into the scope of the application."""
        super().handle_connect(event)
        if not self.close_sent:
            self._extensions = cast("dict[str, Any]", self.scope["extensions"])
            self._extensions[EXTENSION] = self

    def push(self, frame: bytes) -> bool:
        """Write a frame; `False` if the client does not read what was written before."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True  # what waits for this connection learns of its end
        if self.transport.get_write_buffer_size() > MOST_WAITING:
            return False
        self.transport.write(frame)
        return True

    def listen(self, handler: Handler) -> None:
        """Hand on every text that the client sends, and has sent, until the connection ends."""
        self._handler = handler
        if self.read_paused:
            self.read_paused = False
            self.resume()
        for event in [self.queue.get_nowait() for _ in range(self.queue.qsize())]:
            text = event.get("text")
            if isinstance(text, str):
                handler(text)
            else:
                self.queue.put_nowait(event)

    def pause(self) -> None:
        """Stop reading for now; what was read already may still be handed on."""
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume(self) -> None:
        """Continue to read."""
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """Hand on a whole message; what is no text, or was sent too early, goes the usual way."""
        if self._handler is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._handler(text)
