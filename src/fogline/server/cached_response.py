"""Responses that never change while the server runs: compressed once, with an ETag.

Only these are compressed. Messages of a table are not, neither by HTTP nor by WebSocket: a
compressed view gets shorter when a chat message repeats what is in a hand. Somebody who writes
messages and sees the length of the responses of others could guess their cards.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

_AN_HOUR = "public, max-age=3600"


@dataclass(frozen=True)
class CachedResponse:
    """The body of a response."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, text: str, kind: str = "application/json") -> CachedResponse:
        """Compress a text."""
        plain = text.encode()
        digest = hashlib.sha256(plain).hexdigest()[:32]
        return cls(kind, plain, gzip.compress(plain, mtime=0), f'"{digest}"')

    def answer(self, request: Request) -> Response:
        """Respond with the body, compressed if the client accepts it; 304 if its ETag matches."""
        headers = {"cache-control": _AN_HOUR, "etag": self.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in accepted_encodings(request):
            return Response(self.plain, headers=headers, media_type=self.kind)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, headers=headers, media_type=self.kind)


def accepted_encodings(request: Request) -> set[str]:
    """Return the encodings that a client accepts."""
    accepted = request.headers.get("accept-encoding", "")
    return {item.split(";")[0].strip() for item in accepted.split(",")}
