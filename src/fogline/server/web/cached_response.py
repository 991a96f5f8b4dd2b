"""Responses that are the same for every caller: made and compressed once, with an ETag.

Only these are compressed. Messages of a table are not, neither by HTTP nor by WebSocket: a
compressed view gets shorter when a chat message repeats what is in a hand. Somebody who writes
messages and sees the length of the responses of others could guess their cards.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

AN_HOUR = "public, max-age=3600"
ASK_AGAIN = "no-cache"
"""A browser asks with the ETag each time whether it still has the current one."""
_MOST_BYTES = 64_000_000
"""Of all responses that are kept; the least recently used ones are dropped first."""


@dataclass(frozen=True)
class CachedResponse:
    """The body of a response."""

    kind: str
    cache: str
    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(
        cls, plain: bytes, kind: str = "application/json", cache: str = AN_HOUR
    ) -> CachedResponse:
        """Compress a body."""
        digest = hashlib.sha256(plain).hexdigest()[:32]
        return cls(kind, cache, plain, gzip.compress(plain, mtime=0), f'"{digest}"')

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return len(self.plain) + len(self.packed)

    def answer(self, request: Request) -> Response:
        """Respond with the body, compressed if the client accepts it; 304 if its ETag matches."""
        headers = {"cache-control": self.cache, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):  # may name several
            return Response(status_code=304, headers=headers)
        if "gzip" not in accepted_encodings(request):
            return Response(self.plain, headers=headers, media_type=self.kind)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, headers=headers, media_type=self.kind)


class ResponseCache:
    """The responses of one server, made in a thread when somebody first asks for them."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._made: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[CachedResponse]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._left = most_bytes

    async def get(self, key: Hashable, make: Callable[[], CachedResponse]) -> CachedResponse:
        """Return a response; callers who ask while it is being made wait for the same one."""
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._make(key, make))
            self._making[key].add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Hashable, make: Callable[[], CachedResponse]) -> CachedResponse:
        async with self._one_at_a_time:  # other threads are left for the tables
            made = self._made[key] = await asyncio.to_thread(make)
        self._left -= made.size
        while self._left < 0 and self._made:
            self._left += self._made.popitem(last=False)[1].size
        return made


def accepted_encodings(request: Request) -> set[str]:
    """Return the encodings that a client accepts."""
    accepted = request.headers.get("accept-encoding", "")
    return {item.split(";")[0].strip() for item in accepted.split(",")}
