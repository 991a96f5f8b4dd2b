"""The client's files: packed for who can unpack, kept for ever or asked for again."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.server.harness import in_loop
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
