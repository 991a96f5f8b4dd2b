"""HTTP connections with a deadline for requests and a limit for each address."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr

from fogline.server.services import Services
from fogline.server.web.addresses import is_among, network_of
from fogline.server.web.direct_socket import DirectWebSocket

LARGEST_HEAD = 128 * 1024
"""Bytes of the first line and the headers of a request, about: the parser takes any number."""
REQUEST_SECONDS = 20.0
"""Seconds within which a request must arrive, from its first byte (or the connection) to its last.

Uvicorn limits only the time between two requests."""
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class BoundedHttp(HttpToolsProtocol):
    """Uvicorn's protocol, with a time limit for requests and a limit on connections."""

    def __init__(self, config: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self._services: Services = config.app.state.services
        self._counted: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._head: int | None = None
        """Bytes of the head of a request so far; `None` unless the rest of it is awaited."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it if its address has too many."""
        client = get_remote_addr(transport)
        address = client[0] if client else ""
        # A proxy that the host has named brings the requests of everybody.
        if not is_among(address, self._services.settings.proxies):
            caller = network_of(address)
            if not self._services.limiter.connect(caller):
                # Before anything else: somebody may open thousands of connections a second.
                self.transport = transport
                transport.abort()
                return
            self._counted = caller
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Read data; the first byte of a request sets its time limit."""
        if self._deadline is None:
            self._expect_request()
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.transport.write(_TOO_LARGE)
                self.transport.close()

    def on_message_begin(self) -> None:
        """Start to count the bytes of a request's head."""
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that the head of the request has arrived."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the request has arrived."""
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; it counts until it is lost."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, DirectWebSocket)  # noqa: S101 (as `TableServer` says)
        socket.on_lost = self._release
        # Each refers to the other; only Uvicorn's own end of a connection parts them.
        self.parser = None  # type: ignore[assignment]  # (as Uvicorn does)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._release()
        super().connection_lost(exc)

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._deadline = None
        self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _release(self) -> None:
        self._stop_waiting()
        if self._counted is not None:
            self._services.limiter.disconnect(self._counted)
            self._counted = None
