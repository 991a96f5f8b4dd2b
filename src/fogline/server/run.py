"""Running the application: Uvicorn, with an end that subscribers are told of."""

from __future__ import annotations

import os
import socket

import uvicorn
from fastapi import FastAPI

from fogline.server.guards import LARGEST_BODY

_GRACE = 5
"""Seconds that what is under way gets when the server stops."""
_KEPT_OPEN = 130
"""Seconds that a connection may be idle: longer than proxies keep theirs, which would else send
a request just when it is closed here. Caddy keeps them for two minutes."""


def listen(host: str, port: int) -> socket.socket:
    """Open the door."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends small answers without delay only then.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


class TableServer(uvicorn.Server):
    """Serves an application of `create_app`."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                ws_max_size=LARGEST_BODY,
                ws_per_message_deflate=False,  # see `packing`
                ws_ping_interval=20,
                ws_ping_timeout=20,
                timeout_keep_alive=_KEPT_OPEN,
                timeout_graceful_shutdown=_GRACE,
            )
        )
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors first: what takes a while is done behind them."""
        await super().startup(sockets)
        if self.started:
            self._app.state.services.warm_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send subscribers away first: their connections would keep the server from ending."""
        self._app.state.services.disconnect_all()
        await super().shutdown(sockets)
