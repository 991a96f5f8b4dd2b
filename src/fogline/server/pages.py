"""The browser client, if it was built; else a page that helps."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response

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


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the files of the client; every other path is the client's own to understand."""
    root = folder.resolve()
    index = root / "index.html"

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise Problem(Code.NOT_FOUND, "There is nothing under this path.")
        if not index.is_file():
            return HTMLResponse(_HELP, status_code=200 if path == "" else 404)
        file = (root / path).resolve()
        if file.is_file() and file.is_relative_to(root):
            return FileResponse(file)
        return FileResponse(index, headers={"cache-control": "no-cache"})
