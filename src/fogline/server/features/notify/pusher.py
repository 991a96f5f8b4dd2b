"""Sends messages to browsers through their push services (RFC 8030, 8291 and 8292)."""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import os
import time
import urllib.error
import urllib.request
from typing import Any, cast
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fogline.server.features.notify.contacts import PushSubscription
from fogline.server.features.notify.mailer import NotSent

try:
    import http_ece  # type: ignore[import-untyped]
    from py_vapid import Vapid02, VapidException  # type: ignore[import-untyped]
except ImportError:  # the extra `push` is not installed
    http_ece = Vapid02 = VapidException = None

_PATIENCE = 10
_KEPT = 86_400
"""Seconds for which a push service keeps a message for a browser that is not running."""
_GONE = (404, 410)


class PushGone(Exception):
    """The push service says that the browser has unsubscribed."""


class PushFailed(Exception):
    """The push service did not take a message."""


def new_push_key() -> str | None:
    """Make the private key of a server, in base64url; `None` if the libraries are missing."""
    if Vapid02 is None:
        return None
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


class Pusher:
    """Encrypts and sends messages, each in a thread."""

    def __init__(self, key: str, contact: str) -> None:
        """Take the private key, and where push services find the host."""
        self._vapid = Vapid02.from_raw(key.encode())
        self._contact = contact

    @property
    def public_key(self) -> str:
        """The key by which browsers know this server."""
        found = cast("ec.EllipticCurvePublicKey", self._vapid.public_key)
        return _text(found.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, to: PushSubscription, title: str, body: str) -> None:
        """Send a message; raise `PushGone`, `PushFailed` or `NotSent`."""
        text = json.dumps({"title": title, "body": body}, ensure_ascii=False)
        await asyncio.to_thread(self._send, to, text.encode())

    def _send(self, to: PushSubscription, message: bytes) -> None:
        try:
            request = self._request(to, message)
        except (ValueError, http_ece.ECEException, VapidException) as error:
            raise PushGone from error  # nobody can be asked there, or could read it
        try:
            with _OPENER.open(request, timeout=_PATIENCE):
                pass
        except urllib.error.HTTPError as error:
            error.close()
            raise (PushGone if error.code in _GONE else PushFailed) from error
        except (http.client.InvalidURL, UnicodeError) as error:
            raise PushGone from error  # as above
        except http.client.HTTPException as error:
            raise PushFailed from error
        except OSError as error:
            raise NotSent from error

    def _request(self, to: PushSubscription, message: bytes) -> urllib.request.Request:
        origin = urlsplit(to.endpoint)
        claims = {
            "aud": f"{origin.scheme}://{origin.netloc}",
            "exp": int(time.time()) + 3600,
            "sub": self._contact,
        }
        sealed = http_ece.encrypt(
            message,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(to.key),
            auth_secret=_bytes(to.auth),
            version="aes128gcm",
        )
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT),
            "Urgency": "normal",
        }
        return urllib.request.Request(to.endpoint, sealed, headers, method="POST")  # noqa: S310


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: only known addresses are asked."""


_OPENER = urllib.request.build_opener(_NoRedirects, urllib.request.ProxyHandler({}))


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
