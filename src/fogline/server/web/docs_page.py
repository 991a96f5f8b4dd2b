"""`/openapi.json`, and the page `/docs`: the same in plain HTML without scripts."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from fogline.server.web.cached_response import ASK_AGAIN
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import answer_cached

router = ChargedRouter(include_in_schema=False)

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fogline: interface</title>
<style>
body{{font:16px/1.5 system-ui;max-width:60em;margin:2em auto;padding:0 1em}}
summary{{cursor:pointer;padding:.2em 0}} code,pre{{font-size:.9em}} pre{{overflow-x:auto}}
details details{{margin-left:1.5em}}
</style>
<h1>Fogline {version}</h1>
<p>Every call of the server, from <a href="openapi.json">openapi.json</a>. How to use them is in
<code>docs/server-api.md</code>.</p>
{calls}
<h2>Models</h2>
{models}
</html>
"""


@router.get("/openapi.json")
@costs(3)
async def description(request: Request) -> Response:
    """Get the description of the application."""

    def make() -> bytes:
        return _description(request.app).encode()

    return await answer_cached(request, "openapi", make, cache=ASK_AGAIN)


@router.get("/docs")
@costs(3)
async def docs(request: Request) -> Response:
    """Get the description as a page."""

    def make() -> bytes:
        return _page(request.app.openapi()).encode()

    return await answer_cached(request, "docs", make, kind="text/html", cache=ASK_AGAIN)


def _description(app: FastAPI) -> str:
    return json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":"))


def _page(description: dict[str, Any]) -> str:
    calls = [
        _call(method, path, call)
        for path, methods in description["paths"].items()
        for method, call in methods.items()
    ]
    models = [
        _details(f"<code>{escape(name)}</code>", _json(model))
        for name, model in sorted(description["components"]["schemas"].items())
    ]
    version = escape(description["info"]["version"])
    return _PAGE.format(version=version, calls="\n".join(calls), models="\n".join(models))


def _call(method: str, path: str, call: dict[str, Any]) -> str:
    title = f"<code>{method.upper()} {escape(path)}</code> {escape(call.get('description', ''))}"
    return _details(title, _json({key: call[key] for key in _PARTS if key in call}))


_PARTS = ("parameters", "requestBody", "responses")


def _json(value: object) -> str:
    return f"<pre>{escape(json.dumps(value, indent=2, ensure_ascii=False))}</pre>"


def _details(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>{text}</details>"
