"""Middleware that checks every request: its size, its rate and its origin."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fogline.server.services import Services
from fogline.server.web.addresses import address_of
from fogline.server.web.error_responses import refuse
from fogline.server.web.limits import CALLS
from fogline.table.problems import Code, Problem

LARGEST_BODY = 64 * 1024
_SAFE = ("GET", "HEAD", "OPTIONS")
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Pages run only code from this server; drawings may contain styles."""
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", _POLICY.encode()),
    # Whoever knows the address of a private table can join it: do not send it to other sites.
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
"""For hosts with `--https`: others may serve plain HTTP under the same name."""


def is_own_origin(connection: HTTPConnection, services: Services) -> bool:
    """Whether a page of this server, or of a configured origin, sent a request."""
    origin, host = connection.headers.get("origin"), connection.headers.get("host")
    if origin is None:
        return False
    # A proxy without `--https` may serve pages by HTTPS that arrive here by HTTP.
    is_https = services.settings.secure_cookies or connection.url.scheme in ("https", "wss")
    schemes = ("https",) if is_https else ("https", "http")
    return origin in (*services.settings.origins, *(f"{scheme}://{host}" for scheme in schemes))


class Guards:
    """Refuses requests that are too large, too many or from other sites; adds security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a problem."""
        if scope["type"] != "lifespan":
            # Nothing has such a name, and PostgreSQL takes no text with a null character.
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        connection = HTTPConnection(scope)
        is_https = connection.app.state.services.settings.secure_cookies
        headers = (*_HEADERS, _HTTPS_ONLY) if is_https else _HEADERS
        try:
            self._check(connection)
        except Problem as problem:
            response = await refuse(problem, connection)
            await response(scope, receive, send_with_headers)
            return
        await self._app(scope, _limited(receive), send_with_headers)

    def _check(self, connection: HTTPConnection) -> None:
        headers, services = connection.headers, connection.app.state.services
        services.limiter.spend(CALLS, address_of(connection))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise Problem(Code.TOO_LARGE, f"A request has at most {LARGEST_BODY} bytes.")
        # A request with a token does not use the cookie, see `caller_of`.
        if connection.scope["method"] in _SAFE or "authorization" in headers:
            return
        # Another site can make a browser send the session cookie, but it can neither change the
        # origin nor add a header.
        if "origin" in headers:
            allowed = is_own_origin(connection, services)
        else:
            allowed = "x-fogline" in headers
        if not allowed:
            raise Problem(
                Code.FORBIDDEN,
                "The request must come from a page of this server, or have the header X-Fogline.",
            )


def _limited(receive: Receive) -> Receive:
    """Limit the length of a body, whatever its headers say."""
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            # FastAPI replaces every other exception that is raised while it reads a body.
            raise HTTPException(
                Code.TOO_LARGE.status, f"A request has at most {LARGEST_BODY} bytes."
            )
        return message

    return limited
