"""The browser client, if it was built; else a page that helps."""

from __future__ import annotations

import mimetypes
from collections.abc import Collection
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response

from fogline.server.cached_response import accepted_encodings
from fogline.server.problems import Code, Problem

STATIC = Path(__file__).parent / "static"

_HELP = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fogline</title>
<style>body{font:18px/1.5 system-ui;max-width:36em;margin:3em auto;padding:0 1em}</style>
<h1>Fogline</h1>
<p>The server is running. The browser client was not built into it.</p>
<p>What can be asked of it: <a href="docs">docs</a>, <a href="openapi.json">openapi.json</a>.
A bot for it is in <code>examples/bots/server_bot.py</code>.</p>
</html>
"""
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_PACKED = (("br", ".br"), ("gzip", ".gz"))
"""Encodings, and how the names of files packed so end; the smallest first."""


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the files of the client. Its pages are told apart after the `#`: all are one file."""
    root = folder.resolve()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            if request.method == "HEAD":
                raise Problem(Code.METHOD_NOT_ALLOWED, "Ask with GET.")
            raise Problem(Code.NOT_FOUND, "There is nothing under this path.")
        if not (root / "index.html").is_file():
            return HTMLResponse(_HELP, status_code=200 if path == "" else 404)
        file = (root / (path or "index.html")).resolve()
        if not file.is_file() or not file.is_relative_to(root):
            raise Problem(Code.NOT_FOUND, "There is nothing under this path.")
        return _send(file, path, accepted_encodings(request))


def _send(file: Path, path: str, encodings: Collection[str]) -> Response:
    # The names of assets change with their content; everything else keeps its name.
    headers = {
        "cache-control": _FOR_EVER if path.startswith("assets/") else _ASK_AGAIN,
        "vary": "accept-encoding",
    }
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for encoding, ending in _PACKED:
        packed = file.with_name(file.name + ending)
        if encoding in encodings and packed.is_file():
            headers["content-encoding"] = encoding
            return FileResponse(packed, headers=headers, media_type=kind)
    return FileResponse(file, headers=headers, media_type=kind)
