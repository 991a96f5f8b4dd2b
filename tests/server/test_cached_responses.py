"""Pages that are the same for everybody are made once, in a thread, and kept with an ETag."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from fogline.server.features.catalogue import board_catalogue as boards
from fogline.server.features.catalogue import routes
from fogline.server.web import docs_page
from fogline.server.web.cached_response import CachedResponse, ResponseCache
from tests.server.harness import in_loop, serving, settings_for

MADE: dict[str, tuple[object, str]] = {
    "/docs": (docs_page, "_page"),
    "/openapi.json": (docs_page, "_description"),
    "/api/games": (boards, "games"),
    "/api/boards/old-west": (boards, "board_model"),
    "/api/boards/old-west/picture.svg": (boards, "picture_svg"),
    "/api/tutorial/old-west": (routes, "tutorial"),
}
"""The pages, and what makes them."""


@pytest.mark.parametrize("path", MADE)
@in_loop
async def test_a_page_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    module, name = MADE[path]
    make: Callable[..., object] = getattr(module, name)
    calls: list[object] = []

    def counted(*args: object) -> object:
        calls.append(threading.current_thread())
        return make(*args)

    monkeypatch.setattr(module, name, counted)
    async with serving(settings_for(tmp_path)) as server:
        visitors = [server.stranger() for _ in range(3)]
        first = await asyncio.gather(*(each.call("GET", path) for each in visitors))
        tags = {answer.headers["etag"] for answer in first}
        assert len(tags) == 1
        assert len({answer.text for answer in first}) == 1
        known = {"if-none-match": f'"another", W/{tags.copy().pop()}'}
        again = await visitors[0].http.get(path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert {again.headers["etag"]} == tags
        plain = await visitors[0].http.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == first[0].text
    assert len(calls) == 1
    assert calls[0] is not threading.current_thread()


@in_loop
async def test_others_are_served_while_a_page_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = threading.Event()
    monkeypatch.setattr(docs_page, "_page", lambda _: str(served.wait(60)))
    async with serving(settings_for(tmp_path)) as server:
        slow = asyncio.create_task(server.stranger().call("GET", "/docs"))
        await server.stranger().get("/api/session")
        # It can be asked for by somebody who does not wait.
        slow.cancel()
        last = asyncio.create_task(server.stranger().call("GET", "/docs"))
        await server.stranger().get("/api/session")
        served.set()
        assert (await last).text == "True"


@in_loop
async def test_what_could_not_be_made_is_tried_again() -> None:
    cache = ResponseCache()
    tries = iter((ValueError("not yet"), None))

    def make() -> CachedResponse:
        if error := next(tries):
            raise error
        return CachedResponse.of(b"made")

    with pytest.raises(ValueError, match="not yet"):
        await cache.get("page", make)
    assert (await cache.get("page", make)).plain == b"made"
    assert (await cache.get("page", make)).plain == b"made"


@in_loop
async def test_as_much_is_kept_as_fits() -> None:
    made: list[str] = []

    def page(name: str) -> Callable[[], CachedResponse]:
        def make() -> CachedResponse:
            made.append(name)
            return CachedResponse.of(name.encode() * 1000)

        return make

    size = CachedResponse.of(b"a" * 1000).size
    cache = ResponseCache(2 * size)
    for name in "abacabc":
        assert (await cache.get(name, page(name))).plain == name.encode() * 1000
    # `b` was used least when `c` came, `c` when `b` came again, and so on.
    assert "".join(made) == "abcbc"


@in_loop
async def test_unknown_boards_push_nothing_out(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        client = server.stranger()
        await client.call("GET", "/api/boards/old-west")
        kept = [*server.services.responses._made]
        for number in range(20):
            path = f"/api/boards/old-west/picture.svg?digest={number}"
            assert (await client.refused(path, method="GET"))["code"] == "not-found"
        assert [*server.services.responses._made] == kept
        assert not server.services.responses._making
