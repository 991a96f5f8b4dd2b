"""The page that sent a request, for which a passkey is good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request

from fogline.table.problems import Code, Problem


@dataclass(frozen=True)
class Page:
    """The page that sent a request. The guards have checked that it belongs to this server."""

    origin: str
    host: str


async def page_of(request: Request) -> Page:
    """Return the page that sent a request."""
    origin = request.headers.get("origin", "")
    host = urlsplit(origin).hostname
    if not host:
        raise Problem(Code.FORBIDDEN, "Passkeys work in browsers only: the request has no Origin.")
    return Page(origin, host)


ThePage = Annotated[Page, Depends(page_of)]
