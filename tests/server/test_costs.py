"""Every route declares what it costs, and is charged that before anything else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from benchmarks.cost_examples import EXAMPLES
from benchmarks.costs import declared_routes, route_name
from fastapi import FastAPI
from fastapi.routing import APIWebSocketRoute

from fogline.server.app import create_app
from fogline.server.features.play import streams
from fogline.server.support.settings import ServerSettings
from fogline.server.web.costs import ChargedRoute, cost_of
from fogline.server.web.limits import CALLS, LOAD_COST, WORK, Limiter, TooMany
from tests.server.harness import (
    ME,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)

HERE = "127.0.0.1"


def spend_all(server: Serving, left: int = 0) -> None:
    """Leave this much of what this address may still use of the processor."""
    limiter = server.services.limiter
    limiter.spend(WORK, HERE, int(limiter._tokens(WORK, HERE)) - left)


def spent(server: Serving) -> int:
    """How much this address has used of it."""
    return WORK.burst - int(server.services.limiter._tokens(WORK, HERE))


def undeclared(app: FastAPI) -> list[str]:
    """Name the routes that nobody would be charged for."""
    found = []
    for route in app.routes:
        assert isinstance(route, ChargedRoute | APIWebSocketRoute), route
        try:
            assert cost_of(route.endpoint) > 0
        except KeyError:
            found.append(route_name(route))
    return found


def test_every_route_declares_its_cost() -> None:
    app = create_app(ServerSettings(database=":memory:"))
    assert undeclared(app) == []
    names = {route_name(route) for route in app.routes}
    # Not only calls: what is sent for ever, pages, files.
    assert names >= {
        "WS /api/tables/{table}/ws", "GET /api/stream", "GET /docs", "GET /openapi.json",
        "GET,HEAD /{path:path}", "GET /metrics", "HEAD /healthz",
    }  # fmt: skip

    async def free() -> None:
        """Forget to say what it costs."""

    app.router.route_class = ChargedRoute
    app.get("/free")(free)
    assert undeclared(app) == ["GET /free"]


def test_every_route_has_an_example_whose_cost_is_measured() -> None:
    assert {*declared_routes()} == {*EXAMPLES}


@in_loop
async def test_every_request_is_charged_whatever_its_answer(tmp_path: Path) -> None:
    """Even those that are refused at once, for want of a session for example."""
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        stranger = server.stranger()
        for route in create_app(ServerSettings(database=":memory:")).routes:
            assert isinstance(route, ChargedRoute | APIWebSocketRoute)
            server.services.limiter._buckets.clear()
            path = re.sub(r"\{[^}]*\}", "1", route.path)
            if isinstance(route, APIWebSocketRoute):
                async with stranger.watch("1") as watching:
                    await watching.socket.wait_closed()
            else:
                for method in sorted(route.methods or ()):
                    server.services.limiter._buckets.clear()
                    await stranger.call(method, path)
            # A table that does not exist is looked for.
            assert spent(server) >= cost_of(route.endpoint), route_name(route)


@in_loop
async def test_a_flood_is_refused_when_its_cost_is_used_up(tmp_path: Path) -> None:
    routes = {
        route_name(route): cost_of(route.endpoint)
        for route in create_app(ServerSettings(database=":memory:")).routes
        if isinstance(route, ChargedRoute)
    }
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        stranger = server.stranger()
        for path in ("/docs", "/openapi.json", "/api/tables", "/healthz"):
            server.services.limiter._buckets.clear()
            await stranger.call("GET", path)
            spend_all(server, left=7 * routes[f"GET {path}"])
            answers = [await stranger.call("GET", path) for _ in range(20)]
            assert [each.status_code for each in answers] == [200] * 7 + [429] * 13, path
            assert int(answers[-1].headers["retry-after"]) >= 1


def test_one_address_gets_a_share_of_the_processor() -> None:
    """Whatever it asks for: in ten seconds at its limits, less than two of them."""
    for route in create_app(ServerSettings(database=":memory:")).routes:
        assert isinstance(route, ChargedRoute | APIWebSocketRoute)
        clock, cost = HandTurned(), cost_of(route.endpoint)
        limiter = Limiter(clock, on=True)
        spent = 0
        for second in range(20):
            for _ in range(2 * int(CALLS.per_second)):
                try:
                    limiter.spend(CALLS, "here")
                    limiter.spend(WORK, "here", cost)
                except TooMany:
                    break
                spent += cost if second >= 10 else 0
            clock.turn(1_000)
        limiter.spend(WORK, "there", cost)
        assert spent <= 2_000, route_name(route)


@in_loop
async def test_a_stream_of_an_account_pays_for_the_tables_that_it_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_LOOK", 0.001)  # it looks for news again at once
    clock = HandTurned()
    async with serving(settings_for(tmp_path, limits=True, timing=clock)) as server:
        ann = await server.guest("Ann")
        tables = set()
        for _ in range(3):
            table = await new_table(ann, ME, {"kind": "me", "name": "Bea"})
            await ann.post(f"/api/tables/{table}/start")
            server.services.tables.unload(table)
            tables.add(table)
        spend_all(server, left=2 * LOAD_COST + 10)
        async with ann.http.stream("GET", "/api/stream") as stream:
            lines = stream.aiter_lines()
            told = [json.loads(await anext(lines))["table"] for _ in range(4)]
            assert len({*told}) == 2  # two seats each; for the third table nothing is left
            clock.turn(1_000)
            told += [json.loads(await anext(lines))["table"] for _ in range(2)]
        assert {*told} == tables
