"""Serves the browser client; if it was not built, a page that explains so."""

from __future__ import annotations

import mimetypes
from collections.abc import Collection
from html import escape
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response

from fogline.server.web.cached_response import ASK_AGAIN, accepted_encodings
from fogline.server.web.costs import ChargedRouter, costs
from fogline.table.problems import Code, Problem

STATIC = Path(__file__).parents[1] / "static"

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fogline</title>
<style>body{{font:18px/1.5 system-ui;max-width:36em;margin:3em auto;padding:0 1em}}</style>
<h1>{title}</h1>
{text}
</html>
"""
_HELP = """<p>The server is running. The browser client was not built into it.</p>
<p>Its interface: <a href="docs">docs</a>, <a href="openapi.json">openapi.json</a>.
An example of a bot is in <code>examples/bots/server_bot.py</code>.</p>"""
_LOST = """<p>There is no page at this address.</p>
<p><a href="{start}">Home</a></p>"""
_FOR_EVER = "public, max-age=31536000, immutable"
_PACKED = (("br", ".br"), ("gzip", ".gz"))
"""Encodings and the file name endings of compressed files, the smallest first."""


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the files of the client. All its pages are one file; the part after `#` selects one."""
    root = folder.resolve()

    router = ChargedRouter(include_in_schema=False)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    @costs(1)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            if request.method == "HEAD":
                raise Problem(Code.METHOD_NOT_ALLOWED, "Use GET for this path.")
            raise Problem(Code.NOT_FOUND, "This path does not exist.")
        if not (root / "index.html").is_file():
            return HTMLResponse(
                _PAGE.format(title="Fogline", text=_HELP), status_code=200 if path == "" else 404
            )
        file = _find(root, path or "index.html")
        if file is None:
            if "text/html" in request.headers.get("accept", ""):
                return HTMLResponse(_lost(request), status_code=404)
            raise Problem(Code.NOT_FOUND, "This path does not exist.")
        return _send(file, path, accepted_encodings(request))

    app.router.routes.extend(router.routes)


def _find(root: Path, path: str) -> Path | None:
    """Find a file in a folder; `None` also for what can be no path."""
    try:
        file = (root / path).resolve()
        return file if file.is_file() and file.is_relative_to(root) else None
    except (OSError, ValueError):  # too long, or with a null character
        return None


def _lost(request: Request) -> str:
    """Return the page for somebody who followed a wrong link: it links to the start page."""
    start = f"{request.scope.get('root_path', '')}/"
    text = _LOST.format(start=escape(start, quote=True))
    return _PAGE.format(title="Lost in the fog", text=text)


def _send(file: Path, path: str, encodings: Collection[str]) -> Response:
    # The names of assets contain a hash of their content.
    headers = {
        "cache-control": _FOR_EVER if path.startswith("assets/") else ASK_AGAIN,
        "vary": "accept-encoding",
    }
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for encoding, ending in _PACKED:
        packed = file.with_name(file.name + ending)
        if encoding in encodings and packed.is_file():
            headers["content-encoding"] = encoding
            return FileResponse(packed, headers=headers, media_type=kind)
    return FileResponse(file, headers=headers, media_type=kind)
