"""Connections on which nothing, or half a request, arrives."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from fogline.server.web import http_protocol, limits, run
from fogline.server.web.addresses import is_among
from fogline.server.web.http_protocol import BoundedHttp
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
            # The WebSocket is still counted.
            assert server.services.limiter._connected == {"127.0.0.1": len(open_) + 1}


def test_an_address_has_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ALL_CONNECTIONS", 3)

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


HEADS = (b"GET /", b"GET / HTTP/1.1\r\nX-Long: ", b"GET / HTTP/1.1\r\n")
"""Beginnings of requests that go on without end: a path, a header, many headers."""


@pytest.mark.parametrize("head", HEADS)
@in_loop
async def test_a_head_without_end_is_refused(tmp_path: Path, head: bytes) -> None:
    async with serving(settings_for(tmp_path)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(head)
        more = b"a: b\r\n" * 5_000 if head.endswith(b"\n") else b"a" * 30_000
        with suppress(ConnectionError):  # it may hang up before all is sent
            while not reader.at_eof():
                writer.write(more)
                await writer.drain()
                await asyncio.sleep(0)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 431 ")
        writer.close()


@in_loop
async def test_a_long_body_is_answered(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        answer = await ann.http.post("/api/session", content=b" " * 1_000_000)
        assert answer.status_code == 413


UPGRADE = (
    b"GET /api/tables/nothing/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@in_loop
async def test_sockets_that_never_close_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table does not exist, so each is sent a close frame, which nobody answers."""
    monkeypatch.setattr(limits, "ALL_CONNECTIONS", 3)
    async with serving(settings_for(tmp_path, limits=True)) as server, AsyncExitStack() as exits:
        firsts = []
        for _ in range(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            exits.callback(writer.close)
            writer.write(UPGRADE)
            firsts.append(await _first_byte(reader))
        assert firsts == [b"H"] * 3 + [b""] * 2


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
@pytest.mark.parametrize("path", ["/openapi.json", "/api/tables/{}/stream", "/api/tables/{}/ws"])
@in_loop
async def test_who_reads_nothing_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(run, "_UNREAD", 300)
    async with serving(settings_for(tmp_path, queue=10**6)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.connect(("127.0.0.1", server.port))
            whole = UPGRADE if path.endswith("ws") else WHOLE
            _, _, rest = whole.split(b" ", 2)
            deaf.sendall(b" ".join((b"GET", path.format(table).encode(), rest)))
            deaf_port = deaf.getsockname()[1]

            def is_connected() -> bool:
                clients = [getattr(each, "client", None) for each in server.connections]
                return any(client and client[1] == deaf_port for client in clients)

            while not is_connected():
                await asyncio.sleep(0.01)
            while is_connected():
                await ann.post(f"/api/tables/{table}/chat", {"text": "hear, hear " * 20})


async def _first_byte(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(1)
    except ConnectionError:
        return b""


def test_the_addresses_of_proxies() -> None:
    assert is_among("127.0.0.1", ("10.0.0.0/8", "127.0.0.1"))
    assert is_among("10.1.2.3", ("10.0.0.0/8",))
    assert is_among("fd00::1", ("fd00::/8",))
    assert not is_among("192.0.2.1", ("10.0.0.0/8", "fd00::/8"))
    assert not is_among("", ("10.0.0.0/8", "proxy"))
    assert is_among("192.0.2.1", ("proxy", "*"))
