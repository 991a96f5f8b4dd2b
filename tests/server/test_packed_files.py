"""The client's files: packed for who can unpack, kept for ever or asked for again."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.server.harness import ME, RANDOM, in_loop, new_table, serving, settings_for
from tests.server.test_pages import client_for


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the client")
    (folder / "assets" / "app-1a2b.js").write_text("code")
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(b"code"))
    return folder


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, br;q=0.5", "gzip"), ("br", None), ("identity", None)]
)
@in_loop
async def test_who_can_unpack_gets_less(
    tmp_path: Path, static: Path, accepted: str, encoding: str | None
) -> None:
    async with client_for(tmp_path, static) as client:
        file = await client.get("/assets/app-1a2b.js", headers={"accept-encoding": accepted})
        assert file.text == "code"
        assert file.headers.get("content-encoding") == encoding
        assert file.headers["content-type"].startswith("text/javascript")
        assert "immutable" in file.headers["cache-control"]


@in_loop
async def test_the_page_is_asked_for_again_and_old_assets_are_gone(
    tmp_path: Path, static: Path
) -> None:
    async with client_for(tmp_path, static) as client:
        assert (await client.get("/")).headers["cache-control"] == "no-cache"
        assert (await client.get("/assets/app-0f0f.js")).status_code == 404


@pytest.mark.parametrize("path", ["/", "/assets/app-1a2b.js", "/assets/app-0f0f.js"])
@in_loop
async def test_a_head_says_what_get_would(tmp_path: Path, static: Path, path: str) -> None:
    async with client_for(tmp_path, static) as client:
        plain = {"accept-encoding": "identity"}
        head, page = [await client.request(verb, path, headers=plain) for verb in ("HEAD", "GET")]
        assert head.status_code == page.status_code
        assert head.headers["content-length"] == str(len(page.content))
        assert (await client.head("/api/games")).status_code == 405


@in_loop
async def test_boards_are_packed_and_known_again_and_tables_are_neither(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        for path in ("boards/old-west", "boards/old-west/picture.svg", "tutorial/old-west"):
            found = await ann.call("GET", f"/api/{path}")
            assert found.headers["content-encoding"] == "gzip"
            assert int(found.headers["content-length"]) < len(found.content) / 3
            known = {"if-none-match": found.headers["etag"]}
            again = await ann.http.get(f"/api/{path}", headers=known)
            assert (again.status_code, again.content) == (304, b"")
            plain = await ann.http.get(f"/api/{path}", headers={"accept-encoding": "identity"})
            assert plain.content == found.content
        # What somebody says beside hidden cards must not change how long a packed view is.
        table = await new_table(ann, ME, RANDOM)
        view = await ann.call("GET", f"/api/tables/{table}")
        assert "content-encoding" not in view.headers
        async with ann.watch(table) as watching:
            assert watching.socket.protocol.extensions == []
        assert (await ann.call("HEAD", "/healthz")).status_code == 200
