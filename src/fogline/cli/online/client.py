"""Requests to a Fogline server: JSON over HTTP, as `docs/server-api.md` describes it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from fogline import __version__
from fogline.core.errors import FoglineError

Body = dict[str, Any]

_TIMEOUT = 20.0
"""Seconds; a stream sends at least an empty line every ten."""
_LARGEST = 16 * 1024 * 1024
_COOKIE = "fogline_session"


class ServerError(FoglineError):
    """The server refused a request, or does not answer as a Fogline server does."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code
        """The code of the problem, as the documentation lists them."""


class Unreachable(ServerError):
    """There is no answer: it may help to try again."""


class Client:
    """Somebody at a server: a guest with a cookie, or an account with a token."""

    def __init__(self, server: str, *, token: str = "", cookie: str = "") -> None:
        self.server = server
        self.cookie = cookie
        self._token = token
        self._parts = urlsplit(server)

    @property
    def origin(self) -> str:
        """The scheme, host and port of the server, as a browser writes its origin."""
        scheme, host, port = self._parts.scheme, self._parts.hostname or "", self._parts.port
        host = f"[{host}]" if ":" in host else host
        default = port is None or port == (443 if scheme == "https" else 80)
        return f"{scheme}://{host}" if default else f"{scheme}://{host}:{port}"

    @property
    def has_token(self) -> bool:
        """Whether an account plays, and not a guest."""
        return bool(self._token)

    def get(self, path: str, **query: object) -> Body:
        """Ask for something."""
        return self._call("GET", path + _query(query), None)

    def post(self, path: str, body: Mapping[str, object] | None = None) -> Body:
        """Ask for a change."""
        return self._call("POST", path, body)

    def stream(self, path: str, **query: object) -> Stream:
        """Begin to read a stream of messages."""
        connection = self._connection()
        try:
            return Stream(connection, self._send(connection, "GET", path + _query(query), None))
        except BaseException:
            connection.close()
            raise

    def _call(self, method: str, path: str, body: Mapping[str, object] | None) -> Body:
        connection = self._connection()
        try:
            response = self._send(connection, method, path, body)
            self._remember(response)
            return self._read(response)
        finally:
            connection.close()

    def _connection(self) -> HTTPConnection:
        secure = self._parts.scheme == "https"
        kind = HTTPSConnection if secure else HTTPConnection
        return kind(self._parts.netloc, timeout=_TIMEOUT)

    def _send(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: Mapping[str, object] | None,
    ) -> HTTPResponse:
        headers = {"X-Fogline": "1", "User-Agent": f"fogline/{__version__}"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        elif self.cookie:
            headers["Cookie"] = f"{_COOKIE}={self.cookie}"
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, self._parts.path + path, data, headers)
            response = connection.getresponse()
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from None
        if response.status >= 300:
            raise self._problem(response)
        return response

    def _read(self, response: HTTPResponse) -> Body:
        try:
            text = response.read(_LARGEST)
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from None
        if not text:
            return {}
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._foreign()
        return found

    def _unreachable(self, error: Exception) -> Unreachable:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return Unreachable(f"{self.server} does not answer: {why}.")

    def _foreign(self) -> ServerError:
        return ServerError(f"{self.server} is not a Fogline server.")

    def _problem(self, response: HTTPResponse) -> ServerError:
        """Read why a request was refused; the body of every refusal is a problem."""
        if 300 <= response.status < 400:
            there = response.headers.get("Location", "another address")
            return ServerError(f"{self.server} redirects to {there}")
        try:
            body = self._read(response)
        except Unreachable as error:
            return error
        except ServerError:
            body = {}
        if response.status in (502, 503, 504):
            return Unreachable(str(body.get("message") or f"{self.server} is not running now."))
        if not isinstance(body.get("message"), str):
            return self._foreign()
        return ServerError(str(body["message"]), str(body.get("code", "")))

    def _remember(self, response: HTTPResponse) -> None:
        for header in response.headers.get_all("Set-Cookie") or ():
            try:
                found = SimpleCookie(header).get(_COOKIE)
            except CookieError:
                continue
            if found is not None:
                self.cookie = found.value


class Stream:
    """Messages of a server, one a line, until it ends or is closed from another thread."""

    def __init__(self, connection: HTTPConnection, response: HTTPResponse) -> None:
        self._connection = connection
        self._response = response
        self._socket: socket.socket | None = connection.sock

    def __iter__(self) -> Iterator[Body]:
        try:
            while line := self._response.readline():
                if line.strip():
                    message = json.loads(line)
                    if isinstance(message, dict):
                        yield message
        except (OSError, HTTPException, ValueError):
            # However a stream breaks off, its reader connects again.
            return
        finally:
            self._response.close()
            self._connection.close()

    def close(self) -> None:
        """End the stream, also while another thread waits for a line of it."""
        if self._socket is not None:
            with suppress(OSError):  # it has ended
                self._socket.shutdown(socket.SHUT_RDWR)


def _query(values: Mapping[str, object]) -> str:
    given = {key: value for key, value in values.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""
