"""The pages: the built client where there is one, and never a file beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from fogline.server.app import PROVIDERS
from fogline.server.features import SCHEMA
from fogline.server.features.play.watch import NO_SUCH_TABLE
from fogline.server.services import open_services
from fogline.server.web.error_responses import add_handlers
from fogline.server.web.pages import add_pages
from tests.server.harness import NO_CERTIFICATES, in_loop, serving, settings_for
from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]


@asynccontextmanager
async def client_for(folder: Path, static: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    add_handlers(app)
    add_pages(app, static)
    transport = httpx.ASGITransport(app)
    async with (
        open_services(settings_for(folder), SCHEMA, PROVIDERS) as app.state.services,
        httpx.AsyncClient(
            transport=transport, base_url="http://test", verify=NO_CERTIFICATES
        ) as client,
    ):
        yield client


@in_loop
async def test_the_client_is_served_and_nothing_beside_it(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("the client")
    (static / "assets" / "app.js").write_text("code")
    (tmp_path / "secret.txt").write_text("secret")
    async with client_for(tmp_path, static) as client:
        assert (await client.get("/")).text == "the client"
        assert (await client.get("/assets/app.js")).text == "code"
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "secret" not in (await client.get(path)).text
        assert (await client.get("/api/unknown")).json()["code"] == "not-found"
        assert (await client.get("/unknown")).json()["code"] == "not-found"
        lost = await client.get("/unknown", headers={"accept": "text/html,*/*"})
        assert lost.status_code == 404
        assert '<a href="/">Home</a>' in lost.text


@in_loop
async def test_a_path_that_no_file_can_have_is_not_found(tmp_path: Path) -> None:
    """Neither is it a fault of the server, and nobody can make its log say so."""
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("the client")
    paths = ("/%00", "/a%00b", f"/{'x' * 300}", "/assets/" + "y/" * 3000, "/index.html/x")
    with capture_logs() as log:
        async with client_for(tmp_path, static) as client:
            for path in paths:
                answer = await client.get(path)
                assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), path
    assert [line for line in log if line["log_level"] != "info"] == []


@in_loop
async def test_a_name_that_no_database_can_have_is_not_found(address: str, tmp_path: Path) -> None:
    """PostgreSQL takes no text with a null character, and says so as it says that it is down."""
    async with serving(settings_for(tmp_path / "unused", database=address)) as server:
        ann = await server.guest("Ann")
        with capture_logs() as log:
            for method, path in (
                ("GET", "tables/%00"),
                ("GET", "tables/a%00b/log"),
                ("POST", "tables/%00/start"),
                ("DELETE", "tokens/%00"),
                ("DELETE", "account/push/a%00b"),
            ):
                assert (await ann.call(method, f"/api/{path}")).status_code == 404, path
            async with ann.watch("%00") as watching:
                with pytest.raises(ConnectionClosed):
                    await watching.next()
                assert watching.socket.close_code == NO_SUCH_TABLE
        assert log == []


@in_loop
async def test_without_a_client_a_page_helps(tmp_path: Path) -> None:
    async with client_for(tmp_path, tmp_path / "nothing") as client:
        page = await client.get("/")
        assert page.status_code == 200
        assert "openapi.json" in page.text
        assert (await client.get("/else")).status_code == 404
