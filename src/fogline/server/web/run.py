"""Runs the application with Uvicorn, and disconnects subscribers before it stops."""

from __future__ import annotations

import os
import socket

import uvicorn
from fastapi import FastAPI

from fogline.server.web.direct_socket import DirectWebSocket
from fogline.server.web.guards import LARGEST_BODY
from fogline.server.web.http_protocol import BoundedHttp

_GRACE = 5
"""Seconds that running requests get when the server stops."""
_KEPT_OPEN = 130
"""Seconds that a connection may be idle. It is longer than in proxies (Caddy: two minutes), which
would otherwise send a request just when the server closes the connection."""
_UNREAD = 60_000
"""Milliseconds after which a client that reads nothing of an answer is disconnected."""


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only if the protocol is named does asyncio send small answers without delay.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on Windows it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux; connections get it from the listener
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


class TableServer(uvicorn.Server):
    """Serves an application of `create_app`."""

    def __init__(self, app: FastAPI) -> None:
        proxies = app.state.settings.proxies
        super().__init__(
            uvicorn.Config(
                app,
                http=BoundedHttp,
                ws=DirectWebSocket,
                # Anybody can claim an address; only proxies that the host has named are believed.
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                ws_max_size=LARGEST_BODY,
                ws_per_message_deflate=False,  # see `cached_response`
                ws_ping_interval=20,
                ws_ping_timeout=20,
                timeout_keep_alive=_KEPT_OPEN,
                timeout_graceful_shutdown=_GRACE,
            )
        )
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept requests first, then start the slow work."""
        await super().startup(sockets)
        if self.started:
            self._app.state.services.warm_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect subscribers first: open connections would delay the shutdown."""
        self._app.state.services.disconnect_all()
        await super().shutdown(sockets)
