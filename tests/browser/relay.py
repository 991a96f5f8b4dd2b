"""A proxy before the server: it shows it under a path, and can cut the lines through it."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_NOT_HERE = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Relay(socketserver.ThreadingTCPServer):
    """Passes on what is asked under its path."""

    daemon_threads = True

    def __init__(self, server: str, path: str = "") -> None:
        super().__init__(("127.0.0.1", 0), _Call)
        self.path = path.encode()
        self.behind = ("127.0.0.1", urlsplit(server).port or 0)
        self.opened = 0
        """How many WebSockets there were."""
        self.lines: set[socket.socket] = set()
        """Those that are open."""

    @property
    def address(self) -> str:
        """Where browsers find it."""
        return f"http://127.0.0.1:{self.server_address[1]}{self.path.decode()}/"

    def cut(self) -> None:
        """Break every WebSocket, without a word."""
        for line in tuple(self.lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


class _Call(socketserver.StreamRequestHandler):
    server: Relay
    request: socket.socket

    def handle(self) -> None:
        method, _, rest = self.rfile.readline().partition(b" ")
        if not rest:
            return  # Browsers call ahead, and may have nothing to say.
        head = bytearray()
        while (field := self.rfile.readline().strip()) != b"":
            # One call a line, unless it is to stay open, spares us to find each call's end.
            if field.lower() != b"connection: keep-alive":
                head += field + b"\r\n"
        is_line = b"\r\nupgrade: websocket\r\n" in b"\r\n" + bytes(head).lower()
        if not is_line:
            head += b"Connection: close\r\n"
        if not rest.startswith(self.server.path + b"/"):
            self.request.sendall(_NOT_HERE)
            return
        rest = rest.removeprefix(self.server.path)
        with socket.create_connection(self.server.behind) as behind:
            behind.sendall(method + b" " + rest + bytes(head) + b"\r\n")
            if is_line:
                self.server.opened += 1
                self.server.lines.add(self.request)
            back = threading.Thread(target=_pass, args=(behind.recv, self.request))
            back.start()
            _pass(self.rfile.read1, behind)
            back.join()
            self.server.lines.discard(self.request)


def _pass(take: Callable[[int], bytes], to: socket.socket) -> None:
    """Pass on until there is no more, and say so."""
    with suppress(OSError):
        while some := take(1 << 16):
            to.sendall(some)
    with suppress(OSError):
        to.shutdown(socket.SHUT_RDWR)


@contextmanager
def relaying(server: str, path: str = "") -> Iterator[Relay]:
    """Stand before a server."""
    with Relay(server, path) as relay:
        threading.Thread(target=relay.serve_forever, daemon=True).start()
        try:
            yield relay
        finally:
            relay.cut()
            relay.shutdown()
