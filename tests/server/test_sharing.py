"""One address, with however many guests and connections, takes no more than its share."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from fogline.server.features.lobby import routes as table_routes
from fogline.server.features.lobby.routes import _LISTED, _WAITS
from fogline.server.web.limits import (
    LISTED_TABLES,
    LOAD_COST,
    NEW_CONNECTIONS,
    PASSWORDS,
    PAST_COST,
    PENALTY,
    REFUSALS,
    REPLAYED_FOR_ONE,
    SENT_FOR_ONE,
    SIGN_INS,
    WORK,
    Limiter,
    Rate,
    TooMany,
)
from fogline.server.web.requests import note_request
from fogline.table.commands import say
from fogline.table.entries import Logged
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)
from tests.server.test_costs import HERE, spend_all
from tests.store.make_logs import play_table


def test_whoever_floods_the_server_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def run() -> None:
        limiter = Limiter(HandTurned(), on=True)
        for _ in range(REFUSALS.burst):
            await limiter.slow_down("here")
        assert not waited
        for _ in range(5):
            await limiter.slow_down("here")
        await limiter.slow_down("there")

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(run())
    assert waited == [PENALTY] * 5


@in_loop
async def test_refused_requests_and_messages_are_slowed_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        slowed: list[str] = []

        async def slow_down(address: str) -> None:
            slowed.append(address)

        monkeypatch.setattr(server.services.limiter, "slow_down", slow_down)
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        async with ann.watch(table) as watching:
            await watching.next("view")
            spend_all(server)
            assert (await ann.refused("/api/games", method="GET"))["code"] == "too-many"
            for message in ({"type": "ping"}, {"type": "chat", "text": "hi"}):
                await watching.send(**message)
                refused = await watching.next("refused", "pong")
                assert refused["problem"]["code"] == "too-many"
        assert slowed == [HERE] * 3


@in_loop
async def test_a_remark_costs_what_its_audience_costs(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        live = await server.services.tables.get(table)
        live.subscribers._subscribers = {object() for _ in range(10 * SENT_FOR_ONE)}  # type: ignore[misc]
        spend_all(server, left=15)
        path = f"/api/tables/{table}/chat"
        assert (await ann.refused(path, {"text": "hi"}))["code"] == "too-many"
        live.subscribers._subscribers.clear()
        await ann.post(path, {"text": "hi"})


@in_loop
async def test_invented_languages_are_one(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        live = await server.services.tables.get(await new_table(ann, ME, OPEN))
        languages = {live.viewer(None, None, f"xx-{nth:04}").language for nth in range(100)}
        assert languages == {"en"}
        assert live.viewer(None, None, "de").language in ("de", "en")


@in_loop
async def test_guests_of_one_address_share_the_bots(tmp_path: Path) -> None:
    """Places are given by address, so that many guests get no more than one."""
    async with serving(settings_for(tmp_path)) as server:
        for name in ("Ann", "Bea"):
            guest = await server.guest(name)
            table = await new_table(guest, ME, RANDOM)
            await guest.get(f"/api/tables/{table}")
            live = await server.services.tables.get(table)
            assert live.payer == HERE
            # Others who look, or play there, do not change who pays.
            note_request(live, "somebody else", "192.0.2.1")
            assert live.payer == HERE


@in_loop
async def test_new_tables_are_counted_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_routes, "NEW_TABLES_OF_ADDRESS", Rate(3, 0.1))
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        guests = [await server.guest(name) for name in ("Ann", "Bea")]
        for guest in (*guests, guests[0]):
            await new_table(guest, ME, OPEN)
        body = {"game": "old-west", "seats": [ME, OPEN]}
        assert (await guests[1].refused("/api/tables", body))["code"] == "too-many"


def test_one_address_cannot_fill_the_lobby() -> None:
    """Even if it adds tables for as long as the lobby lists them."""
    assert LISTED_TABLES.burst + LISTED_TABLES.per_second * _WAITS / 1000 < _LISTED


def test_one_address_cannot_shut_somebody_out_of_an_account() -> None:
    clock = HandTurned()
    limiter = Limiter(clock, on=True)
    for minute in range(60):
        for _ in range(60):
            with suppress(TooMany):
                limiter.spend(PASSWORDS, "hostile")
                limiter.spend(SIGN_INS, "ann")
            clock.turn(1_000)
        limiter.spend(PASSWORDS, f"home {minute}")
        limiter.spend(SIGN_INS, "ann")


async def enter_ended_table(server: Serving) -> Sequence[Logged]:
    """Put a game that has ended into the database; return its log."""
    log = play_table("old-west", 2, {}, "replay").log
    assert await server.services.log.add("ended", log)
    return log


@in_loop
async def test_a_replay_is_charged_by_its_length(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        log = await enter_ended_table(server)
        ann = await server.guest("Ann")
        await ann.get("/api/tables/ended/entries")
        spend_all(server, left=WORK.burst)
        whole = await ann.call("GET", "/api/tables/ended/replay")
        assert len(whole.text.splitlines()) == len(log)
        left = server.services.limiter._tokens(WORK, HERE)
        assert WORK.burst - left >= len(log) // REPLAYED_FOR_ONE


@in_loop
async def test_a_table_that_is_not_in_memory_costs_more(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        await enter_ended_table(server)
        ann = await server.guest("Ann")
        spend_all(server, left=LOAD_COST)
        assert (await ann.refused("/api/tables/ended", method="GET"))["code"] == "too-many"
        server.services.limiter._buckets.clear()
        await ann.get("/api/tables/ended")
        spend_all(server, left=3)
        await ann.get("/api/tables/ended")


@in_loop
async def test_a_past_that_must_be_read_again_costs_more(tmp_path: Path) -> None:
    """It was read with the table, and counts no more for that; after a change it is read again."""
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        await enter_ended_table(server)
        ann = await server.guest("Ann")
        await ann.get("/api/tables/ended")
        spend_all(server, left=PAST_COST)
        await ann.get("/api/tables/ended/log")
        live = await server.services.tables.get("ended")
        remark = partial(say, user="u_ann", name="Ann", text="well played", reaction=None)
        await live.do(remark)
        spend_all(server, left=PAST_COST)
        assert (await ann.refused("/api/tables/ended/log", method="GET"))["code"] == "too-many"


def test_whoever_opens_connections_too_fast_is_refused() -> None:
    clock = HandTurned()
    limiter = Limiter(clock, on=True)
    opened = 0
    for _ in range(2 * NEW_CONNECTIONS.burst):
        if limiter.connect("here"):
            opened += 1
            limiter.disconnect("here")
    assert opened == NEW_CONNECTIONS.burst
    assert limiter.connect("there")
    clock.turn(1000)
    assert limiter.connect("here")
