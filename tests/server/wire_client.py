"""A small WebSocket client for load: what it costs must not hide what the server costs."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LAST = 0x80
_NO_MASK = bytes(4)
"""A mask of zeros leaves the payload as it is, and is one that the protocol allows."""


class Wire(asyncio.Protocol):
    """One connection. The server must send whole messages, which Fogline does."""

    def __init__(self, path: str, host: str, cookie: str) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()
        self._buffer = bytearray()
        self._is_open = False
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.received = 0
        """Bytes of all messages so far."""
        self.is_lost = False

    @classmethod
    async def connect(
        cls, url: str, path: str, cookie: str = "", source: str | None = None
    ) -> Wire:
        """Connect to a path of a server, from an address of this machine."""
        parts = urlsplit(url)
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(
            lambda: cls(path, parts.netloc, cookie),
            parts.hostname or "",
            parts.port or 80,
            local_addr=None if source is None else (source, 0),
        )
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        """Wake whoever waits."""
        self.is_lost = True
        self._messages.put_nowait(None)

    def data_received(self, data: bytes) -> None:
        """Take the messages out of what arrived."""
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._buffer.startswith(b"HTTP/1.1 101"), bytes(self._buffer[:200])
            del self._buffer[: end + 4]
            self._is_open = True
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        start, size = 2, buffer[1]
        if size == 126:
            start = 4
            size = int.from_bytes(buffer[2:4], "big")
        elif size == 127:
            start = 10
            size = int.from_bytes(buffer[2:10], "big")
        if len(buffer) < max(start, start + size):
            return False
        kind, payload = buffer[0] & 0x0F, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if kind == _TEXT:
            self.received += len(payload)
            self._messages.put_nowait(payload)
        elif kind == _PING:
            self._write(_PONG, payload)
        elif kind == _CLOSE:
            self._messages.put_nowait(None)
        return True

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._write(_TEXT, message)

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([_LAST | size]) if size < 126 else struct.pack("!BH", _LAST | 126, size)
        self._transport.write(bytes([_LAST | kind]) + length + _NO_MASK + payload)

    async def next(self, kind: bytes) -> bytes:
        """Wait for the next message of a kind."""
        mark = b'{"type":"' + kind + b'"'
        while True:
            message = await self._messages.get()
            if message is None:
                raise ConnectionError("the server closed the connection")
            if message.startswith(mark):
                return message

    def close(self) -> None:
        """Close the connection without ceremony."""
        self._transport.abort()
