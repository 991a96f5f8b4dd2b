"""Safe headers on every answer, and so many connections for each caller."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from fogline.server.features.lobby.routes import create
from fogline.server.features.people.session_routes import be_guest
from fogline.server.features.play.routes import entries
from fogline.server.web.costs import cost_of
from fogline.server.web.limits import (
    CONNECTIONS,
    CONNECTIONS_OF_USER,
    PASSWORDS,
    WORK,
    Limiter,
    TooMany,
)
from tests.server.harness import ME, HandTurned, in_loop, new_table, serving, settings_for
from tests.server.test_watching import closed_with


@in_loop
async def test_every_answer_says_what_a_page_may_do(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        client = server.stranger()
        for path in ("/", "/api/games", "/api/nothing", "/healthz", "/docs"):
            headers = (await client.call("GET", path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "script-src" not in policy  # so that the default holds
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["cross-origin-opener-policy"] == "same-origin"
        docs = (await client.call("GET", "/docs")).text
        assert "POST /api/tables/{table}/actions" in docs
        assert "<script" not in docs
        assert "http" not in docs.partition("</style>")[2].partition("<h2>Models")[0]


@in_loop
async def test_browsers_are_kept_to_https_only_where_the_host_has_it(tmp_path: Path) -> None:
    for is_https in (False, True):
        settings = settings_for(tmp_path / str(is_https), secure_cookies=is_https)
        async with serving(settings) as server:
            headers = (await server.stranger().call("GET", "/")).headers
            assert ("strict-transport-security" in headers) == is_https


@in_loop
async def test_a_page_of_another_scheme_is_another_origin(tmp_path: Path) -> None:
    """Somebody in the network can forge pages of `http://HOST`, not of `https://HOST`."""
    for is_https in (False, True):
        settings = settings_for(tmp_path / str(is_https), secure_cookies=is_https)
        async with serving(settings) as server:
            ann = server.stranger()
            plain, secure = server.url, server.url.replace("http", "https")
            for origin, is_own in ((plain, not is_https), (secure, True), ("null", False)):
                ann.http.headers["Origin"] = origin
                answer = await ann.call("POST", "/api/session", {"name": "Ann"})
                assert answer.is_success == is_own, (is_https, origin)
            ann.http.headers["Origin"] = plain
            async with ann.watch("nowhere", origin=plain) as watching:
                assert await closed_with(watching) == (4403 if is_https else 4404)


def test_connections_are_counted_for_as_long_as_they_are_open() -> None:
    limiter = Limiter(HandTurned(), on=True)
    for most, callers in ((CONNECTIONS_OF_USER, ("here", "ann")), (CONNECTIONS, ("here", None))):
        with ExitStack() as stack:
            for _ in range(most):
                limiter.expect_room(*callers)
                stack.enter_context(limiter.hold(*callers))
            with pytest.raises(TooMany):
                limiter.expect_room(*callers)
            limiter.expect_room("there", "bea")
        limiter.expect_room(*callers)
    assert not limiter._held


@in_loop
async def test_accounts_cannot_be_tried_without_end(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        wish = {"login": "ann", "password": "correct horse"}
        await ann.post("/api/account", wish)
        codes = [(await bea.refused("/api/account", wish))["code"] for _ in range(9)]
        # Each hash of a password takes the machine a while.
        assert codes == ["taken"] * (PASSWORDS.burst - 1) + ["too-many"] * 2


@in_loop
async def test_who_opens_too_many_connections_is_sent_away(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True)) as server, AsyncExitStack() as stack:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {"kind": "open"})
        for _ in range(CONNECTIONS_OF_USER):
            await stack.enter_async_context(ann.watch(table, "views=false"))
        async with ann.watch(table) as watching:
            assert await closed_with(watching) == 4429
        assert (await ann.refused(f"/api/tables/{table}/stream", method="GET"))[
            "code"
        ] == "too-many"
        assert (await ann.refused("/api/stream", method="GET"))["code"] == "too-many"
        async with server.stranger().watch(table) as watching:
            assert (await watching.next())["type"] == "view"


@in_loop
async def test_requests_are_charged_by_what_they_cost(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {"kind": "open"})
        answers = [await ann.call("GET", f"/api/tables/{table}/entries") for _ in range(160)]
        served = sum(answer.status_code == 200 for answer in answers)
        made = cost_of(be_guest) + cost_of(create)
        assert served == (WORK.burst - made) // cost_of(entries)
        refused = answers[-1]
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
