"""Answers that never change while the server runs: packed once, and sent again only when needed.

Only these are packed. What a table tells is not, by HTTP or WebSocket: a packed view gets shorter
when a remark in its chat repeats what is in a hand, so that whoever writes remarks and sees how
long the answers of others are could guess their cards.
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
    """The body of an answer."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, text: str, kind: str = "application/json") -> CachedResponse:
        """Pack a text."""
        plain = text.encode()
        digest = hashlib.sha256(plain).hexdigest()[:32]
        return cls(kind, plain, gzip.compress(plain, mtime=0), f'"{digest}"')

    def answer(self, request: Request) -> Response:
        """Answer with it, packed for who can unpack; who has it already is only told so."""
        headers = {"cache-control": _AN_HOUR, "etag": self.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in accepted_encodings(request):
            return Response(self.plain, headers=headers, media_type=self.kind)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, headers=headers, media_type=self.kind)


def accepted_encodings(request: Request) -> set[str]:
    """Say which encodings somebody can unpack."""
    accepted = request.headers.get("accept-encoding", "")
    return {item.split(";")[0].strip() for item in accepted.split(",")}
