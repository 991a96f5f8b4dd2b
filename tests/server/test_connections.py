"""Connections on which nothing, or half a request, arrives."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fogline.server import http_protocol, limits
from fogline.server.addresses import is_among
from fogline.server.http_protocol import BoundedHttp
from tests.server.harness import ME, OPEN, in_loop, new_table, serving, settings_for

HALVES = (b"", b"\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"GET /healthz HT")
HALF_A_BODY = (
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nX-Fogline: 1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
)
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("before", [b"", WHOLE])
def test_half_a_request_ends_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    @in_loop
    async def run() -> None:
        async with serving(settings_for(tmp_path)) as server:
            for half in (*HALVES, HALF_A_BODY):
                if before and not half:
                    continue  # between two requests the time limit of idle connections holds
                monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 60 if before else 0.01)
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(before)
                if before:
                    await reader.readuntil(b'{"status":"ok"}')
                monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.01)
                writer.write(half)
                with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
                    await reader.readexactly(1)
                writer.close()
            assert not server.services.limiter._connected

    run()


@in_loop
async def test_nothing_limits_the_time_of_an_answer(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        path = f"/api/tables/{table}/stream"
        async with ann.http.stream("GET", path) as stream, ann.watch(table) as watching:
            lines = stream.aiter_lines()  # which closes the stream when nobody refers to it
            await anext(lines)
            await watching.next("view")
            open_ = [each for each in server.connections if isinstance(each, BoundedHttp)]
            assert open_
            assert all(each._deadline is None for each in open_)
            # The WebSocket is counted as one, and no longer as an HTTP connection.
            assert server.services.limiter._connected == {"127.0.0.1": len(open_)}


def test_an_address_has_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HTTP_CONNECTIONS", 3)

    async def opened(port: int, exits: AsyncExitStack) -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        exits.callback(writer.close)
        writer.write(WHOLE)
        return reader

    @in_loop
    async def run() -> None:
        for proxies, most in (((), 3), (("127.0.0.0/8",), 5)):
            changed = settings_for(tmp_path, limits=True, proxies=proxies)
            async with serving(changed) as server, AsyncExitStack() as exits:
                found = [await opened(server.port, exits) for _ in range(5)]
                firsts = [await _first_byte(reader) for reader in found]
                assert firsts == [b"H"] * most + [b""] * (5 - most)

    run()


async def _first_byte(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(1)
    except ConnectionError:
        return b""


def test_the_addresses_of_proxies() -> None:
    assert is_among("127.0.0.1", ["10.0.0.0/8", "127.0.0.1"])
    assert is_among("10.1.2.3", ["10.0.0.0/8"])
    assert is_among("fd00::1", ["fd00::/8"])
    assert not is_among("192.0.2.1", ["10.0.0.0/8", "fd00::/8"])
    assert not is_among("", ["10.0.0.0/8", "proxy"])
    assert is_among("192.0.2.1", ["proxy", "*"])
